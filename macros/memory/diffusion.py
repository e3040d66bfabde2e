"""The moments of making an image, and what is in memory at each."""

from ..expression import Number
from .jobs import Diffusion
from .phase import Phase
from .precision import bits_per_weight, is_quantized
from .spreads import diffusion_spreads

TEXT_TOKENS = 512
MAPS_ALIVE = {4: 3, 2: 4}
"""Feature maps alive in the decoder's last stage, by bytes a number: the residual, the normed and the activated map
(diffusers, ResnetBlock2D), and in 16 bits one more, maybe the copy in the layout that tensor cores read (a hypothesis;
measured: flux-bf16-*, sdxl-fp16-4img)."""


def diffusion_phases(pipeline, job: Diffusion) -> list[Phase]:
    """The moments that can be the peak: a denoising step, and the decoding of the image.

    Blocks that denoising has freed are too small for the decoder and stay reserved.
    """
    weights = component_bytes(pipeline, job)
    denoising, decoding = denoising_bytes(pipeline, job), decoding_bytes(pipeline, job)
    cached = 0 if job.kind == "allocated" else denoising
    moments = (("denoising", denoising, 0), ("decoding", decoding, cached))
    all_parts = [(name, {"weights": weights, "activations": now, "workspace": rest}) for name, now, rest in moments]
    return [Phase(name, parts, diffusion_spreads(job, parts)) for name, parts in all_parts]


def component_bytes(pipeline, job: Diffusion) -> Number:
    """Bytes of the weights of all parts: parameters * bits / 8, each in its own format."""
    sizes = pipeline.components_params_billion.items()
    return sum(params * 1e9 * _bits(job, _dtype(job, name)) / 8 for name, params in sizes)


def _bits(job: Diffusion, dtype: str) -> Number:
    """Bits a weight in a format; those that the job names are of its quantised parts."""
    known = job.bits_per_weight if is_quantized(dtype) and dtype == job.weight_dtype else None
    return bits_per_weight(dtype, job.group_size, known)


def _dtype(job: Diffusion, component: str) -> str:
    """A component's format; quantising leaves the decoder and CLIP in 16 bits (diffusers, quantization guide)."""
    small = component == "vae" or component.startswith("clip")
    usual = "bf16" if small and is_quantized(job.weight_dtype) else job.weight_dtype
    return job.component_dtypes.get(component, usual)


def _activation_bytes(job: Diffusion, component: str) -> int:
    """Bytes a number in a component's arithmetic."""
    return 4 if _dtype(job, component) == "fp32" else 2


def denoising_bytes(pipeline, job: Diffusion) -> Number:
    """Bytes of one denoising step's tensors."""
    latents = job.micro_batch * job.width * job.height / pipeline.vae_scale**2
    if pipeline.unet_base_channels is not None:
        return unet_bytes(latents, pipeline.unet_base_channels, _activation_bytes(job, "unet"))
    return transformer_bytes(latents / 4 + job.micro_batch * TEXT_TOKENS, pipeline.hidden_size)


def unet_bytes(latents: Number, base: Number, rate: Number) -> Number:
    """Bytes of a U-Net's skip connections (4.9 maps of the first width) and its widest block (three of 3 widths).

    Classifier-free guidance runs two samples an image (Ho and Salimans 2022). Widths 1, 2, 4 at sides 1, 1/2, 1/4
    with two blocks a stage (SDXL, table 1): 3 + 1/4 + 1 + 1/8 + 1/2 maps.
    """
    return 2 * latents * base * (4.875 + 9) * rate


def transformer_bytes(tokens: Number, hidden_size: Number) -> Number:
    """Bytes of a diffusion transformer's widest block: 20 numbers of the hidden size a token in 16 bits.

    FLUX's single block holds q, k, v, the MLP's input and output (4 each), their concatenation (5) and the residual
    (black-forest-labs/flux, SingleStreamBlock); guidance is distilled, one sample an image.
    """
    return 2 * 20 * hidden_size * tokens


def decoding_bytes(pipeline, job: Diffusion) -> Number:
    """Bytes of decoding: maps of twice the base width at full size in the last stage; one image at a time when sliced.

    The tiny decoder has 64 channels throughout (madebyollin/taesd).
    """
    images = 1 if job.vae_slicing else job.micro_batch
    channels = 64 if job.tiny_vae else 2 * pipeline.vae_base_channels
    rate = 2 if job.tiny_vae else _activation_bytes(job, "vae")
    return images * job.width * job.height * channels * rate * MAPS_ALIVE[rate]

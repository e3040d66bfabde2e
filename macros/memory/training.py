"""The moments of a training step, and what is in memory at each."""

from ..expression import Number
from . import parameters
from .activations import backward_bytes, block_bytes, checkpoint_bytes
from .dimensions import Dimensions
from .jobs import Training
from .loss import loss_bytes
from .optimizer import first_gradient_bytes, gradient_bytes, state_bytes, step_bytes
from .phase import Phase
from .precision import expanded_bytes
from .sharding import bucket_bytes, gathered_bytes, weight_share
from .spreads import training_spreads
from .weights import weight_bytes


def training_phases(d: Dimensions, job: Training) -> list[Phase]:
    """The moments that can be the peak: backward starts, a block is recomputed, backward ends, the optimizer steps."""
    moments = [_backward_starts(d, job), _backward_ends(d, job), _optimizer_steps(d, job)]
    if job.grad_ckpt != "none":
        moments.insert(1, _block_recomputed(d, job))
    return [Phase(p.name, p.parts, training_spreads(d, job, p.parts)) for p in moments]


def trained_parameters(d: Dimensions, job: Training) -> Number:
    """Parameters that get gradients: all, or the adapters."""
    if job.method == "full_ft":
        return parameters.total(d)
    return parameters.adapter(d, job.lora_rank, job.lora_targets)


def tokens(job: Training) -> Number:
    """Tokens in one micro-batch on one GPU."""
    return job.micro_batch * job.context


def held_weights(d: Dimensions, job: Training) -> Number:
    """Bytes of base weights, adapters and autocast's copies on one GPU (torch.autocast, cache_enabled=True)."""
    if job.sharding == "fsdp_cpu_offload":
        return 0
    held = weight_bytes(d, job)
    if job.method != "full_ft":
        held = held + trained_parameters(d, job) * (4 if job.lora_dtype == "fp32" else 2)
    return held * weight_share(job) + autocast_bytes(d, job)


def autocast_bytes(d: Dimensions, job: Training) -> Number:
    """Bytes of the 16-bit copies that autocast keeps from forward to backward: of float32 matrices only.

    It caches the casts of leaves that need gradients (PyTorch, aten/src/ATen/autocast_mode.cpp, cached_cast): all linear
    layers where all train, else float32 adapters. A frozen float32 matrix is cast anew for each product, which keeps its
    copy for the gradient of its input (PyTorch, derivatives.yaml, linear): of all blocks, or with checkpointing of one.
    """
    if job.amp != "autocast" or job.sharding == "fsdp_cpu_offload":
        return 0
    if job.method == "full_ft":
        return parameters.linear(d) * 2 * weight_share(job)
    adapters = trained_parameters(d, job) * 2 if job.lora_dtype == "fp32" else 0
    frozen = parameters.block(d) * 2 * (1 if job.grad_ckpt == "full" else d.layers) if job.weight_dtype == "fp32" else 0
    return (adapters + frozen) * weight_share(job)


def _standing(d: Dimensions, job: Training) -> dict[str, Number]:
    """What is in memory all through the step."""
    trained = trained_parameters(d, job)
    gradients = gradient_bytes(d, job, trained)
    return {
        "weights": held_weights(d, job),
        "gradients": gradients * job.gradients_persist,
        "optimizer": state_bytes(d, job, trained),
        "activations": 0,
        "logits_and_loss": 0,
        "workspace": gathered_bytes(d, job, job.method == "full_ft") + bucket_bytes(job, gradients),
    }


def _kept_bytes(d: Dimensions, job: Training) -> Number:
    """Bytes of activations of all layers when the forward pass has ended; offloaded, those of two blocks stay.

    (One is being copied to the host and one computed: torchtune, OffloadActivations.)
    """
    share = 1 / job.gpus if job.sharding in {"tp", "pp"} else 1
    block = block_bytes(d, job)
    if job.grad_ckpt == "full":
        per_layer = checkpoint_bytes(d, job)
    elif job.grad_ckpt == "selective_op":
        per_layer = block * 0.5
    else:
        per_layer = block
    return tokens(job) * (2 if job.activation_offload else d.layers) * per_layer * share


def _starting(d: Dimensions, job: Training) -> dict[str, Number]:
    """What stands, and the gradient of the output projection."""
    parts = _standing(d, job)
    return parts | {"gradients": parts["gradients"] + first_gradient_bytes(d, job)}


def _ending(d: Dimensions, job: Training) -> dict[str, Number]:
    """What stands, and all gradients."""
    return _standing(d, job) | {"gradients": gradient_bytes(d, job, trained_parameters(d, job))}


def _backward_starts(d: Dimensions, job: Training) -> Phase:
    """All kept activations, the loss, and the gradient of the output projection."""
    parts = _starting(d, job)
    parts |= {"activations": _kept_bytes(d, job), "logits_and_loss": tokens(job) * loss_bytes(d, job)}
    parts["workspace"] = parts["workspace"] + (expanded_bytes(job, parameters.embedding(d)) if job.quantize_lm_head else 0)
    return Phase("backward starts", parts)


def _block_recomputed(d: Dimensions, job: Training) -> Phase:
    """The checkpoints, the last block computed again with its gradients, and the gradient of the output projection."""
    parts = _starting(d, job)
    block = tokens(job) * (block_bytes(d, job) + backward_bytes(d, job))
    parts |= {"activations": _kept_bytes(d, job) + block}
    parts["workspace"] = parts["workspace"] + expanded_bytes(job, parameters.largest_matrix(d))
    return Phase("block recomputed", parts)


def _backward_ends(d: Dimensions, job: Training) -> Phase:
    """All gradients, and the first block's activations."""
    parts = _ending(d, job)
    parts |= {"activations": tokens(job) * (block_bytes(d, job) + backward_bytes(d, job))}
    parts["workspace"] = parts["workspace"] + expanded_bytes(job, parameters.largest_matrix(d))
    return Phase("backward ends", parts)


def _optimizer_steps(d: Dimensions, job: Training) -> Phase:
    """All gradients, and what the step computes with; the 16-bit copies of autocast are gone."""
    parts = _ending(d, job)
    parts["weights"] = parts["weights"] - autocast_bytes(d, job)
    parts["workspace"] = parts["workspace"] + step_bytes(d, job)
    return Phase("optimizer steps", parts)

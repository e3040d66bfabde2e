"""Which of the offered models a card holds, alone and eight together, by what is done with them.

A model's need is worked out once for all cards; a card then costs one comparison a model and method.
"""

import functools
from dataclasses import dataclass
from typing import Literal, get_args

from . import vram
from .catalog.gpus import Gpu
from .catalog.models import Architecture
from .catalog.reader import Catalog
from .fit import NODE, room_bytes
from .memory.dimensions import dimensions
from .memory.parameters import total

Method = Literal["serve", "serve-4bit", "qlora", "lora", "full"]
METHODS: tuple[Method, ...] = get_args(Method)
SERVED_TOKENS, TRAINED_TOKENS = 8192, 2048
"""The length of the sequence that is served or trained on, where the model's own limit is no shorter."""
WITH_BF16: dict[Method, dict] = {
    "serve": {"method": "inference", "precision": "bf16"},
    "serve-4bit": {"method": "inference", "precision": "int4_awq"},
    "qlora": {"method": "qlora"},
    "lora": {"method": "lora", "precision": "bf16"},
    "full": {"method": "full_ft", "precision": "bf16"},
}
WITHOUT_BF16 = WITH_BF16 | {
    "serve": {"method": "inference", "precision": "fp16"},
    "lora": {"method": "lora", "precision": "fp16", "lora_dtype": "fp32", "optimizer": "adamw_fp32"},
    "full": {"method": "full_ft", "precision": "amp"},
}
"""FP16's narrow range: what is trained is kept in FP32, and computed in FP16 under torch.autocast."""


@dataclass(frozen=True, eq=False)
class Model:
    """One model, made once; `needs` is the upper end of its estimate in bytes a GPU, by method and number of GPUs."""

    name: str
    parameters: float
    needs: dict[tuple[Method, int], float]
    images: bool = False
    """It makes images; sizes of language models say nothing of it."""


@dataclass(frozen=True)
class Held:
    """The models that `gpus` of one card hold by each method, smallest first."""

    gpus: int
    by_method: dict[Method, list[Model]]

    @functools.cached_property
    def models(self) -> list[Model]:
        """Those held by at least one method."""
        every = {model.name: model for models in self.by_method.values() for model in models}
        return sorted(every.values(), key=_size)

    def largest(self, method: Method) -> Model | None:
        """The largest language model held."""
        return next((model for model in reversed(self.by_method[method]) if not model.images), None)


@functools.lru_cache(maxsize=4)
def models(catalog: Catalog, bf16: bool) -> list[Model]:
    """The offered models with their needs on cards that have BF16, or that lack it; smallest first."""
    recipes = WITH_BF16 if bf16 else WITHOUT_BF16
    made = [_model(name, one, recipes) for name, one in catalog.models.items() if one.offered]
    return sorted(made, key=_size)


def _model(name: str, one: Architecture, recipes: dict[Method, dict]) -> Model:
    if one.kind == "diffusion":
        job = vram.job(one, "diffusion", precision=recipes["serve"]["precision"])
        return Model(name, sum(one.components_params_billion.values()) * 1e9, {("serve", 1): vram.estimate(job).high}, images=True)
    needs = {}
    for method, recipe in recipes.items():
        tokens = SERVED_TOKENS if recipe["method"] == "inference" else TRAINED_TOKENS
        for gpus in (1, NODE):
            job = vram.job(one, context=min(tokens, one.max_context_tokens or tokens), gpus=gpus, **recipe)
            needs[method, gpus] = vram.estimate(job).high
    return Model(name, total(dimensions(one)), needs)


def _size(model: Model) -> tuple[float, str]:
    return model.parameters, model.name


def lacks_bf16(gpu: Gpu) -> bool:
    """Whether the card is known to have no BF16; where it is not known it counts as having it."""
    return "bf16" in gpu.lacks


def held(catalog: Catalog, gpu: Gpu, gpus: int = 1) -> Held:
    """What `gpus` of the card hold: the need's upper end within the usable memory less the policy's headroom."""
    return _held(catalog, not lacks_bf16(gpu), room_bytes(gpu, catalog.policy.headroom), gpus)


@functools.lru_cache(maxsize=256)
def _held(catalog: Catalog, bf16: bool, room: float, gpus: int) -> Held:
    known = models(catalog, bf16)
    return Held(gpus, {
        method: [model for model in known if model.needs.get((method, gpus), float("inf")) <= room] for method in METHODS
    })

"""Memory of the weights as they lie on the GPU."""

from ..expression import Number
from . import parameters
from .dimensions import Dimensions
from .jobs import Job
from .precision import bits_per_weight, unquantized_bytes


def weight_bytes(d: Dimensions, job: Job) -> Number:
    """Bytes of all weights of a job.

    Linear layers at the format's bits a weight; embedding, head and norms in 16 (or 32) bits, unless the job
    says that the head is quantised too, that tied embeddings are held twice, or that the table is not on the GPU.
    GGUF files state their bits over all parameters, so every part counts at that rate (llama.cpp, "BPW").
    """
    bits = bits_per_weight(job.weight_dtype, job.group_size, job.bits_per_weight)
    whole_file = job.weight_dtype.startswith("gguf")
    plain = bits / 8 if whole_file else unquantized_bytes(job.weight_dtype)
    usual = 4 if job.embeddings_fp32 else plain
    table = usual if job.table_bytes is None else job.table_bytes
    head_rate = bits / 8 if job.quantize_lm_head else table
    embedding = 0 if job.embedding_on_cpu else parameters.embedding(d) * table
    return parameters.linear(d) * bits / 8 + embedding + _head(d, job) * head_rate + parameters.norms(d) * plain


def _head(d: Dimensions, job: Job) -> Number:
    """Parameters of the output matrix that has memory of its own.

    A tied matrix has its own when the framework unties it, or when the table it shares is not on the GPU.
    """
    own_copy = 1 if job.untied_in_memory or job.embedding_on_cpu else 0
    return parameters.head(d) + d.tied * own_copy * parameters.embedding(d)

"""The closed vocabularies of the catalog. Their words are in data/languages, under `tags`."""

from typing import Literal, get_args

ProviderKind = Literal[
    "hyperscaler", "cloud", "neocloud", "marketplace", "serverless", "distributed", "regional", "reseller", "public-programme"
]
BillingStep = Literal["second", "minute", "quarter-hour", "hour"]
"""The unit that use is rounded up to, finest first."""
WhenStopped = Literal["nothing", "storage", "everything", "cannot-stop"]
"""What goes on being billed while an instance is stopped."""
Egress = Literal["free", "metered", "allowance", "set-by-host"]
Access = Literal["yes", "separate-product", "no"]
Image = Literal["container", "vm"]
Network = Literal["infiniband", "efa", "rdma", "roce", "gpudirect-tcpx", "gpudirect-tcpxo"]
Interconnect = Literal["pcie", "nvlink-bridge", "nvlink", "nvswitch", "nvlink-domain", "nvlink-c2c", "infinity-fabric"]
Payment = Literal["card", "upi", "net-banking", "vnpay", "sepa", "paypal", "crypto", "invoice", "contract"]
Settlement = Literal["prepaid", "post-paid"]
Market = Literal["on-demand", "community", "marketplace", "serverless", "prototyping", "interruptible"]
PriceScope = Literal["region", "all-regions", "lowest-region", "median", "lowest-host"]
"""What a price stands for: one region, one list price everywhere, the lowest of several regions,
the median or the lowest of a marketplace's hosts."""
NotIncluded = Literal["cpu-ram", "storage"]
Tax = Literal["excluded", "included"]
CreditBasis = Literal["sign-up", "monthly", "id-check"]
Vendor = Literal["nvidia", "amd"]
Form = Literal["pcie", "sxm", "oam", "superchip"]
Memory = Literal["gddr6", "gddr6x", "gddr7", "hbm2", "hbm2e", "hbm3", "hbm3e"]
GpuClass = Literal["datacenter", "workstation", "consumer"]
Precision = Literal["fp32", "fp16", "bf16", "fp8", "int8", "fp4"]
Freshness = Literal["fresh", "ageing", "stale"]

VOCABULARIES: dict[str, tuple[str, ...]] = {
    "provider_kind": get_args(ProviderKind),
    "billing_step": get_args(BillingStep),
    "when_stopped": get_args(WhenStopped),
    "egress": get_args(Egress),
    "access": get_args(Access),
    "image": get_args(Image),
    "network": get_args(Network),
    "interconnect": get_args(Interconnect),
    "payment": get_args(Payment),
    "settlement": get_args(Settlement),
    "market": get_args(Market),
    "price_scope": get_args(PriceScope),
    "not_included": get_args(NotIncluded),
    "tax": get_args(Tax),
    "credit_basis": get_args(CreditBasis),
    "form": get_args(Form),
    "gpu_class": get_args(GpuClass),
    "freshness": get_args(Freshness),
}
"""Every vocabulary whose tags are shown to readers; each language has a word for each tag."""

"""data/providers/<id>.yml: one provider, its features and its dated offers."""

from typing import Literal, Self

from pydantic import Field, model_validator

from .offers import Offer
from .record import Count, Country, Date, Evidence, Https, Id, Line, Money, Positive, Record
from .tags import (
    Access,
    BillingStep,
    CreditBasis,
    Egress,
    Image,
    Network,
    Payment,
    ProviderKind,
    Settlement,
    WhenStopped,
)

Topic = Literal["billing", "spot", "storage", "egress", "access", "multi-node", "regions", "payment", "credits"]

class Billing(Record):
    """How use is counted."""

    step: BillingStep | None = Field(None, description="use is rounded up to this")
    minimum_seconds: Count | None = Field(None, description="each launch costs at least this much time")
    when_stopped: WhenStopped | None = None


MOST_STEPS = 4
"""Steps of a price list that the calculator works with (macros/traced.py, overrides/assets/calculator/estimate.js)."""


class StorageTier(Record):
    """The price of what is kept above some size."""

    above_gb: Count
    usd_per_gb_month: Money = Field(gt=0)


class Storage(Record):
    """Storage that outlives an instance; where no price is given it is not published, which is not the same as free."""

    persistent: bool | None = None
    snapshots: bool | None = None
    usd_per_gb_month: Money | None = Field(None, gt=0, description="the provider's first-choice volume, first tier")
    tiers: list[StorageTier] = Field(default=[], max_length=MOST_STEPS - 1, description="prices further up, smallest size first")
    free_gb: Count | None = Field(None, description="kept for each account at no charge")
    included_gb: Count | None = Field(None, description="comes with each instance at no charge, and goes with it")

    @model_validator(mode="after")
    def _tiers_rise(self) -> Self:
        sizes = [tier.above_gb for tier in self.tiers]
        if sizes != sorted(set(sizes)):
            raise ValueError("tiers are not in order; put the smallest above_gb first, each size once")
        if self.tiers and self.usd_per_gb_month is None:
            raise ValueError("tiers without usd_per_gb_month; give the price of the first GB")
        if self.persistent is False and (self.usd_per_gb_month or self.free_gb):
            raise ValueError("persistent is false, but what is kept has a price or is free; one of them is wrong")
        return self


class EgressTier(Record):
    """One step of an egress price list; the last has no upper end."""

    to_gb_per_month: Count | None = None
    usd_per_gb: Money = Field(gt=0)


class EgressTerms(Record):
    """What data sent out to the internet costs."""

    kind: Egress
    free_gb_per_month: Count | None = None
    tiers: list[EgressTier] = Field(default=[], max_length=MOST_STEPS)
    both_ways: bool = Field(False, description="data sent in is charged like data sent out")

    @model_validator(mode="after")
    def _tiers_rise(self) -> Self:
        ends = [tier.to_gb_per_month for tier in self.tiers]
        if ends and (ends[-1] is not None or None in ends[:-1] or ends[:-1] != sorted(set(ends[:-1]))):
            raise ValueError("tiers are not in order; put the smallest to_gb_per_month first, and leave it out of the last only")
        if self.tiers and self.kind != "metered":
            raise ValueError(f"tiers of egress that is {self.kind}; only what is metered has prices a GB")
        if self.kind == "free" and (self.free_gb_per_month or self.both_ways):
            raise ValueError("egress is free, but only so much of it, or what is sent in is charged; then it is metered or an allowance")
        return self


class AccessTerms(Record):
    """How a person gets at a running instance, and what it can be started from."""

    ssh: Access | None = None
    jupyter: Access | None = None
    images: list[Image] | None = Field(None, description="own images that can be brought; empty: none")


class MultiNode(Record):
    """Several nodes as one cluster."""

    available: bool
    networks: list[Network] = []


class Region(Record):
    """One place where the provider runs GPUs; prices of other regions than an offer's own are not known."""

    country: Country
    code: Line | None = Field(None, description="the provider's own name of the region")


class PaymentTerms(Record):
    """How a reader can pay."""

    methods: list[Payment] = []
    settlement: Settlement | None = None
    currencies: list[Literal["USD", "INR", "EUR", "VND", "JPY", "BDT"]] = []
    minimum_top_up_usd: Money | None = None
    gst_percent: Positive | None = Field(None, description="added for readers in India")


class Credits(Record):
    """Credit given without payment."""

    basis: CreditBasis
    usd: Money | None = None
    inr: Money | None = None


class FeatureSource(Record):
    """Where the features of some topics were read."""

    about: list[Topic] = Field(min_length=1)
    evidence: Evidence
    dated: Date | None = None


class Provider(Record):
    """data/providers/<id>.yml; `id` is the file's name."""

    id: Id
    name: Line
    kind: ProviderKind
    site: Https
    pricing: Https | None = None
    billing: Billing = Billing()
    spot: bool | None = Field(None, description="sells interruptible capacity")
    storage: Storage = Storage()
    egress: EgressTerms | None = None
    access: AccessTerms = AccessTerms()
    multi_node: MultiNode | None = None
    regions: list[Region] = []
    payment: PaymentTerms = PaymentTerms()
    credits: Credits | None = None
    sources: list[FeatureSource] = []
    offers: dict[Id, Offer] = {}

    @property
    def joins_nodes(self) -> bool:
        """Whether several of its nodes are known to work as one cluster."""
        return self.multi_node is not None and self.multi_node.available

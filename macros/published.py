"""The records of the open data under /data/: what they hold beyond the catalog's own, and how they are told apart."""

from typing import Literal

from pydantic import Field

from .catalog.currencies import Rate
from .catalog.gpus import Gpu
from .catalog.models import Architecture
from .catalog.offers import Currency
from .catalog.policy import FreshnessDays, Ranked
from .catalog.providers import Provider
from .catalog.record import Count, Country, Date, Https, Id, Line, Money, Record
from .catalog.tags import Interconnect, Market, Network, NotIncluded, PriceScope, Tax

OfferId = Line
"""<provider>/<key>: never changed, never given to another offer."""


class PublishedPrice(Record):
    """One price on the day it was seen."""

    currency: Currency
    listed_per_hour: Money = Field(description="for the whole instance, in `currency`, as the provider lists it")
    usd_per_gpu_hour: Money = Field(description="worked out: listed_per_hour / rate / gpus, to 6 decimals")
    checked: Date = Field(description="when this price was last seen at its source")
    evidence: Line = Field(description="where the figure was read: page or file, version, date")


class PublishedOffer(Record):
    """One thing that can be rented; what is not published by the provider is left out."""

    id: OfferId
    provider: Id
    gpu: Id
    gpus: Count = Field(description="GPUs in the instance")
    instance: Line | None = Field(None, description="the provider's own name for it")
    market: Market
    price_scope: PriceScope
    region: Line | None = Field(None, description="the provider's own name of the price's region")
    areas: list[Country] = Field(default=[], description="where the price holds; 001 is the whole world")
    interconnect: Interconnect | None = None
    network: Network | None = None
    tax: Tax | None = None
    not_included: list[NotIncluded] = []
    source: Https = Field(description="where a reader can check the price today")
    price: PublishedPrice | None = Field(None, description="on demand")
    spot: PublishedPrice | None = Field(None, description="interruptible")


class PublishedGpu(Gpu):
    """One GPU of data/gpus.yml with its id."""

    id: Id


class PublishedProvider(Provider):
    """One file of data/providers/; its offers are named here and stand in offers.json."""

    offers: list[OfferId] = []


class PublishedModel(Architecture):
    """One architecture of data/models.yml; its id is its name."""

    id: Line


class Licence(Record):
    """What may be done with the data, and who is to be named."""

    name: Literal["CC-BY-4.0"] = "CC-BY-4.0"
    url: Https = "https://creativecommons.org/licenses/by/4.0/"
    attribution: Line = "Cloud GPU guide contributors"


class Envelope(Record):
    """What stands once around the records of a file."""

    schema_address: Line = Field(alias="$schema", description="address of the file's schema, relative to the file")
    licence: Licence = Licence()
    as_of: Date = Field(description="the day of the build; nothing else in the file depends on it")


class Freshness(Record):
    """How to tell how far a price can be trusted; ages are left to the reader of the file, since they grow daily."""

    rule: Line
    days: FreshnessDays
    ranked: Ranked = Field(description="which offers may be called cheapest, if also not stale and without not_included")


class OffersData(Envelope):
    """/data/offers.json"""

    freshness: Freshness
    rates: dict[str, Rate] = Field(description="exchange rates behind usd_per_gpu_hour")
    offers: list[PublishedOffer]


class GpusData(Envelope):
    """/data/gpus.json"""

    gpus: list[PublishedGpu]


class ProvidersData(Envelope):
    """/data/providers.json"""

    providers: list[PublishedProvider]


class ModelsData(Envelope):
    """/data/models.json"""

    models: list[PublishedModel]


PUBLISHED: dict[str, type[Envelope]] = {
    "offers": OffersData, "gpus": GpusData, "providers": ProvidersData, "models": ModelsData,
}

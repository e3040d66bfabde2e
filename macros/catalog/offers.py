"""What can be rented of a provider at what price: the entries under `offers` in data/providers/<id>.yml."""

from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, model_validator

from .record import Country, Date, Evidence, Https, Id, Line, Money, Record
from .tags import Interconnect, Market, Network, NotIncluded, PriceScope, Tax

Currency = Literal["USD", "INR", "EUR"]
CURRENCY_FIELDS: dict[str, Currency] = {"usd_per_hour": "USD", "inr_per_hour": "INR", "eur_per_hour": "EUR"}


class Price(Record):
    """A listed price for the whole instance, in the currency it is listed in, on the day it was seen."""

    usd_per_hour: Money | None = None
    inr_per_hour: Money | None = None
    eur_per_hour: Money | None = None
    checked: Date = Field(description="when this price was last seen at its source")
    evidence: Evidence = Field(description="where the figure was read: page or file, version, date")
    reason: Line | None = Field(None, description="why an unusual price is right")

    @property
    def listed(self) -> tuple[Money, Currency] | None:
        """The amount per hour for the instance and its currency, or None."""
        for name, currency in CURRENCY_FIELDS.items():
            if (amount := getattr(self, name)) is not None:
                return amount, currency
        return None

    @model_validator(mode="after")
    def _one_currency(self) -> Self:
        given = [name for name in CURRENCY_FIELDS if getattr(self, name) is not None]
        if len(given) > 1:
            raise ValueError(f"two prices for one offer ({' and '.join(given)}); keep the one the provider lists")
        return self


def _priced(price: Price) -> Price:
    if price.listed is None:
        raise ValueError("no price; give usd_per_hour, inr_per_hour or eur_per_hour")
    return price


class Offer(Price):
    """One thing that can be rented at one price. Its public id is <provider>/<key>, never reused."""

    instance: Line | None = Field(None, description="the provider's own name for it")
    gpu: Id
    gpus: int = Field(ge=1, le=1024, description="GPUs in the instance")
    market: Market
    region: Line | None = Field(None, description="the provider's own name of the price's region")
    areas: list[Country] = Field(default=[], description="where the price holds; 001 is the whole world")
    price_scope: PriceScope
    interconnect: Interconnect | None = Field(None, description="between the GPUs of the instance")
    network: Network | None = Field(None, description="between instances")
    tax: Tax | None = None
    not_included: list[NotIncluded] = []
    source: Https = Field(description="where a reader can check the price today")
    spot: Annotated[Price, AfterValidator(_priced)] | None = Field(None, description="interruptible; has its own date")

    @model_validator(mode="after")
    def _has_a_price(self) -> Self:
        return self if self.spot else _priced(self)

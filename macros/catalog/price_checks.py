"""Whether the prices of offers can be right: within what is plausible, spot not above on-demand, one price for one offer."""

import math
from collections.abc import Iterator
from decimal import Decimal

from pydantic import BaseModel

from .currencies import CurrenciesFile
from .offers import Offer, Price
from .policy import Policy
from .problems import Problem
from .providers import Provider
from .validation import sound_entries
from .yaml_source import Path, Source


class Limits:
    """What a price is held to; a part of it that could not be read holds no price to anything."""

    def __init__(self, records: dict[str, BaseModel | None]):
        policy, currencies = records.get("policy"), records.get("currencies")
        self.plausible = policy.plausible_price_per_gpu_hour if isinstance(policy, Policy) else None
        self.per_gb = policy.plausible_price_per_gb if isinstance(policy, Policy) else None
        self.rates = currencies.rates if isinstance(currencies, CurrenciesFile) else None

    def problem(self, price: Price, gpus: int) -> str | None:
        """What is wrong with a listed price for an instance of so many GPUs."""
        amount, currency = price.listed
        if amount <= 0:
            return f"{field(price)} is {amount}; a price is above 0, and one not known is left out"
        if currency != "USD" and self.rates is not None and currency not in self.rates:
            return f"data/currencies.yml has no rate for {currency}"
        return None if price.reason else self._implausible(amount, currency, gpus)

    def _implausible(self, amount: Decimal, currency: str, gpus: int) -> str | None:
        if self.plausible is None or (currency != "USD" and self.rates is None):
            return None
        per_gpu = amount / (1 if currency == "USD" else self.rates[currency].units_per_usd) / gpus
        if self.plausible.min_usd <= per_gpu <= self.plausible.max_usd:
            return None
        return (
            f"{per_gpu:.4g} USD per GPU-hour is outside {self.plausible.min_usd} to {self.plausible.max_usd}; correct it"
            f" (the price is for the whole instance of {gpus}), or add `reason:` saying why it is right"
        )


def field(price: Price) -> str:
    """The name of the field that holds a price."""
    return f"{price.listed[1].lower()}_per_hour"


def problems(records: dict[str, BaseModel | None], sources: dict[str, Source]) -> Iterator[Problem]:
    """What is wrong with the rates and with the offers of all providers, of those files too that have mistakes elsewhere."""
    limits = Limits(records)
    yield from _rates(records, sources["currencies"])
    for name, source in sources.items():
        if name.startswith("providers/"):
            record = records[name]
            offers = record.offers if isinstance(record, Provider) else sound_entries(source, "offers", Offer)
            yield from _per_gb(source, limits)
            yield from _twice(offers, source)
            for key, offer in offers.items():
                yield from _prices(offer, ("offers", key), source, limits)


def _rates(records: dict[str, BaseModel | None], source: Source) -> Iterator[Problem]:
    policy, currencies = records.get("policy"), records.get("currencies")
    if not isinstance(policy, Policy) or not isinstance(currencies, CurrenciesFile):
        return
    for code, rate in currencies.rates.items():
        limits = policy.plausible_units_per_usd.get(code)
        if limits is None or not limits.min <= rate.units_per_usd <= limits.max:
            bounds = f"outside {limits.min} to {limits.max}" if limits else "without limits"
            repair = "correct it, or the limits under plausible_units_per_usd in data/policy.yml"
            yield source.problem(("rates", code, "units_per_usd"), f"{rate.units_per_usd} {code} for a dollar is {bounds}; {repair}")


def _per_gb(source: Source, limits: Limits) -> Iterator[Problem]:
    for path, amount in source.leaves:
        if limits.per_gb and str(path[-1]).startswith("usd_per_gb") and isinstance(amount, int | float) and math.isfinite(amount):
            low, high = limits.per_gb.min_usd, limits.per_gb.max_usd
            if not low <= amount <= high:
                yield source.problem(path, f"{amount} USD a GB is outside {low} to {high}; correct it")


def _twice(offers: dict[str, Offer], source: Source) -> Iterator[Problem]:
    seen: dict[tuple, str] = {}
    for key, offer in offers.items():
        same = (offer.gpu, offer.gpus, offer.market, offer.region, tuple(offer.areas), offer.price_scope,
                offer.instance, offer.interconnect)
        if first := seen.get(same):
            message = f"two prices for one offer: {key} differs from {first} in nothing but price; keep one"
            yield source.problem(("offers", key), message)
        seen.setdefault(same, key)


def _prices(offer: Offer, path: Path, source: Source, limits: Limits) -> Iterator[Problem]:
    for place, price in ((path, offer), ((*path, "spot"), offer.spot)):
        if price and price.listed and (wrong := limits.problem(price, offer.gpus)):
            yield source.problem((*place, field(price)), wrong)
    if not offer.spot or not offer.listed:
        return
    (amount, currency), (spot, spot_currency) = offer.listed, offer.spot.listed
    if spot_currency != currency:
        yield source.problem((*path, "spot"), f"spot is in {spot_currency} but the offer in {currency}")
    elif 0 < amount < spot:
        yield source.problem((*path, "spot"), f"spot ({spot}) is above on-demand ({amount}); are they swapped?")

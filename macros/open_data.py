"""The catalog as open data: the text of every file under /data/, the same to the byte for one catalog and day."""

import datetime
import json
from decimal import Decimal

from pydantic import BaseModel

from .catalog.json_schema import SCHEMAS, schema_text
from .catalog.policy import Policy
from .catalog.reader import Catalog
from .listings import Listing, Quote, listings
from .open_csv import csv_metadata, csv_text
from .published import PUBLISHED, Envelope, Freshness, Licence, PublishedOffer, PublishedPrice

USD_DECIMALS = 6


def open_data(catalog: Catalog, as_of: datetime.date) -> dict[str, str]:
    """Every file by its path below the site's root."""
    offers = [published_offer(one) for one in listings(catalog, as_of)]
    files = {"data/offers.csv": csv_text(offers, catalog), "data/offers.csv-metadata.json": json_text(csv_metadata(as_of))}
    for name, data in _records(catalog, offers).items():
        files[f"data/{name}.json"] = json_text(_envelope(name, as_of) | data)
        files[f"data/schema/published-{name}.json"] = published_schema(name)
    for name in SCHEMAS:
        files[f"data/schema/{name}.json"] = schema_text(name)
    return files


def _records(catalog: Catalog, offers: list[PublishedOffer]) -> dict[str, dict]:
    return {
        "offers": {
            "freshness": freshness_rule(catalog.policy).model_dump(),
            "rates": {code: rate.model_dump() for code, rate in sorted(catalog.rates.items())},
            "offers": [written(offer) for offer in offers],
        },
        "gpus": {"gpus": [{"id": id_} | written(gpu) for id_, gpu in sorted(catalog.gpus.items())]},
        "providers": {
            "providers": [
                written(one) | {"offers": [f"{id_}/{key}" for key in sorted(one.offers)]}
                for id_, one in sorted(catalog.providers.items())
            ]
        },
        "models": {"models": [{"id": id_} | written(model) for id_, model in sorted(catalog.models.items())]},
    }


def _envelope(name: str, as_of: datetime.date) -> dict:
    return {"$schema": f"schema/published-{name}.json", "licence": Licence().model_dump(), "as_of": as_of}


def published_schema(name: str) -> str:
    """The JSON Schema (2020-12) of /data/<name>.json; `schema_text` has that of the YAML file it is made from."""
    model: type[Envelope] = PUBLISHED[name]
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", **model.model_json_schema(by_alias=True)}
    return json.dumps(schema, indent=2, ensure_ascii=False, sort_keys=True) + "\n"


def published_offer(listing: Listing) -> PublishedOffer:
    """An offer as the open data has it: facts of the catalog and per-GPU dollars, nothing that depends on the day."""
    offer = listing.offer
    facts = offer.model_dump(exclude_unset=True, include=PublishedOffer.model_fields.keys() - {"spot"})
    return PublishedOffer(
        id=listing.id, provider=listing.provider.id, **facts,
        **{name: _price(quote) for name, quote in (("price", listing.price), ("spot", listing.spot)) if quote},
    )


def _price(quote: Quote) -> PublishedPrice:
    return PublishedPrice(
        currency=quote.currency, listed_per_hour=quote.amount, usd_per_gpu_hour=round(quote.usd_per_gpu, USD_DECIMALS),
        checked=quote.checked, evidence=quote.evidence,
    )


def freshness_rule(policy: Policy) -> Freshness:
    """The freshness limits of data/policy.yml with the rule in words."""
    days = policy.freshness_days
    rule = (
        f"Count the days from `checked` to the day you use a price: up to {days.fresh} it is fresh, up to {days.ageing}"
        " ageing, then stale. Show a stale price marked, and leave it out of rankings, medians and “cheapest”."
    )
    return Freshness(rule=rule, days=days, ranked=policy.ranked)


def written(record: BaseModel) -> dict:
    """What the record says and no more: a field left out stays left out."""
    return record.model_dump(exclude_unset=True)


def json_text(data: dict) -> str:
    """JSON for people and machines: one record's field a line, own scripts as they are, dates as 2026-11-30."""
    return json.dumps(data, indent=1, ensure_ascii=False, default=_plain) + "\n"


def _plain(value: object) -> object:
    if isinstance(value, Decimal):
        return int(value) if value == int(value) else float(value)
    if isinstance(value, datetime.date):
        return value.isoformat()
    raise TypeError(f"{type(value).__name__} has no form in JSON")

"""/data/offers.csv: one row an offer (RFC 4180, UTF-8), safe to open in a spreadsheet, with its columns explained."""

import csv
import datetime
import io
from collections.abc import Callable, Iterable
from decimal import Decimal
from typing import NamedTuple

from .catalog.gpus import Gpu
from .catalog.providers import Provider
from .catalog.reader import Catalog
from .published import Licence, PublishedOffer, PublishedPrice

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
SAFETY_RULE = (
    "A text that starts with = + - @, their full-width forms, a tab or a line break is written with an apostrophe before it,"
    " so that no spreadsheet takes it for a formula; remove that one apostrophe to get the text back. Numbers and dates are"
    " never changed."
)


class Row(NamedTuple):
    """What the cells of one line are taken from."""

    offer: PublishedOffer
    gpu: Gpu
    provider: Provider


class Column(NamedTuple):
    """One column: its CSVW datatype, what it means, and its value for a row (None: not published)."""

    datatype: str
    meaning: str
    value: Callable[[Row], object]


def _of(price: PublishedPrice | None, field: str) -> object:
    return getattr(price, field) if price else None


COLUMNS = {
    "id": Column("string", "public id, <provider>/<key>; stable", lambda r: r.offer.id),
    "provider": Column("string", "id in providers.json", lambda r: r.offer.provider),
    "provider_name": Column("string", "name of the provider", lambda r: r.provider.name),
    "gpu": Column("string", "id in gpus.json", lambda r: r.offer.gpu),
    "gpu_name": Column("string", "name of the GPU", lambda r: r.gpu.name),
    "gpus": Column("integer", "GPUs in the instance", lambda r: r.offer.gpus),
    "vram_gb": Column("integer", "memory of one GPU as sold, GB", lambda r: r.gpu.vram_gb),
    "instance": Column("string", "the provider's own name of the instance", lambda r: r.offer.instance),
    "market": Column("string", "kind of market", lambda r: r.offer.market),
    "price_scope": Column("string", "what the price stands for", lambda r: r.offer.price_scope),
    "region": Column("string", "the provider's own name of the price's region", lambda r: r.offer.region),
    "areas": Column("string", "where the price holds, separated by spaces; 001: the world", lambda r: r.offer.areas),
    "interconnect": Column("string", "between the GPUs of the instance", lambda r: r.offer.interconnect),
    "network": Column("string", "between instances", lambda r: r.offer.network),
    "billing_step": Column("string", "use is rounded up to this", lambda r: r.provider.billing.step),
    "tax": Column("string", "whether the price holds tax", lambda r: r.offer.tax),
    "not_included": Column("string", "what is charged on top, separated by spaces", lambda r: r.offer.not_included),
    "currency": Column("string", "currency the price is listed in", lambda r: (r.offer.price or r.offer.spot).currency),
    "listed_per_hour": Column("decimal", "on demand, whole instance, as listed", lambda r: _of(r.offer.price, "listed_per_hour")),
    "usd_per_gpu_hour": Column("decimal", "on demand, worked out per GPU", lambda r: _of(r.offer.price, "usd_per_gpu_hour")),
    "checked": Column("date", "when the on-demand price was last seen", lambda r: _of(r.offer.price, "checked")),
    "evidence": Column("string", "where the on-demand price was read", lambda r: _of(r.offer.price, "evidence")),
    "spot_listed_per_hour": Column("decimal", "spot, whole instance, as listed", lambda r: _of(r.offer.spot, "listed_per_hour")),
    "spot_usd_per_gpu_hour": Column("decimal", "spot, worked out per GPU", lambda r: _of(r.offer.spot, "usd_per_gpu_hour")),
    "spot_checked": Column("date", "when the spot price was last seen", lambda r: _of(r.offer.spot, "checked")),
    "spot_evidence": Column("string", "where the spot price was read", lambda r: _of(r.offer.spot, "evidence")),
    "source": Column("anyURI", "where the price can be checked today", lambda r: r.offer.source),
}


def csv_text(offers: Iterable[PublishedOffer], catalog: Catalog) -> str:
    """The whole file; a cell is empty where nothing is published."""
    out = io.StringIO()
    write = csv.writer(out, lineterminator="\r\n").writerow
    write(COLUMNS)
    for offer in offers:
        row = Row(offer, catalog.gpus[offer.gpu], catalog.providers[offer.provider])
        write([cell(column.value(row)) for column in COLUMNS.values()])
    return out.getvalue()


def cell(value: object) -> str:
    """One value as text: plain numbers without closing zeros, lists with spaces, texts by the safety rule."""
    if value is None:
        return ""
    if isinstance(value, list):
        value = " ".join(value)
    if isinstance(value, str):
        return f"'{value}" if value.startswith(FORMULA_STARTS) else value
    return format(value.normalize(), "f") if isinstance(value, Decimal) else str(value)


def csv_metadata(as_of: datetime.date) -> dict:
    """/data/offers.csv-metadata.json, where readers of “CSV on the Web” (a W3C recommendation) look for it."""
    licence = Licence()
    return {
        "@context": "http://www.w3.org/ns/csvw",
        "url": "offers.csv",
        "dc:license": {"@id": licence.url},
        "dc:creator": licence.attribution,
        "dc:modified": {"@value": as_of, "@type": "xsd:date"},
        "rdfs:comment": SAFETY_RULE,
        "dialect": {"header": True, "encoding": "utf-8", "delimiter": ",", "lineTerminators": ["\r\n"]},
        "tableSchema": {
            "primaryKey": "id",
            "columns": [
                {"name": name, "titles": name, "datatype": column.datatype, "dc:description": column.meaning}
                for name, column in COLUMNS.items()
            ],
        },
    }

"""What pages tell machines, as schema.org data: only what the page itself shows, and only current prices."""

import datetime
import json
from collections import defaultdict
from collections.abc import Iterable
from decimal import Decimal

from .cards import Card
from .catalog.providers import Provider
from .listings import Listing

CONTEXT = "https://schema.org"
LEASE = "http://purl.org/goodrelations/v1#LeaseOut"
VENDORS = {"nvidia": "NVIDIA", "amd": "AMD"}
LICENCE = "https://creativecommons.org/licenses/by/4.0/"
DOWNLOADS = (("offers.json", "application/json"), ("offers.csv", "text/csv"), ("gpus.json", "application/json"),
             ("providers.json", "application/json"), ("models.json", "application/json"))
"""The published data below /data/, each with its media type."""
Trail = Iterable[tuple[str, str]]
"""Names of pages from the first down to this one, each with its address."""


def script_json(data: dict) -> str:
    """JSON that is safe inside a script element: no text in it can close the element or open a comment."""
    return json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")


def breadcrumb_list(trail: Trail) -> dict:
    """Where a page stands in the site."""
    items = [
        {"@type": "ListItem", "position": place, "name": name, "item": address}
        for place, (name, address) in enumerate(trail, 1)
    ]
    return {"@context": CONTEXT, "@type": "BreadcrumbList", "itemListElement": items}


def product(card: Card, description: str, address: str) -> dict | None:
    """A card with its current on-demand prices a GPU-hour, or None where it has none: each currency as listed, nothing converted."""
    by_currency: dict[str, list[Listing]] = defaultdict(list)
    for one in card.offers:
        if one.ranked and one.price:
            by_currency[one.price.currency].append(one)
    if not by_currency:
        return None
    return {
        "@context": CONTEXT, "@type": "Product", "name": card.gpu.name, "description": description, "url": address,
        "category": "GPU", "brand": {"@type": "Brand", "name": VENDORS[card.gpu.vendor]},
        "offers": [_aggregate(currency, offers) for currency, offers in sorted(by_currency.items())],
    }


def _aggregate(currency: str, offers: list[Listing]) -> dict:
    prices = [_per_gpu(one) for one in offers]
    return {
        "@type": "AggregateOffer", "priceCurrency": currency, "lowPrice": _plain(min(prices)), "highPrice": _plain(max(prices)),
        "offerCount": len(offers), "businessFunction": LEASE, "offers": [_offer(one, currency) for one in offers],
    }


def _offer(one: Listing, currency: str) -> dict:
    price = {"@type": "UnitPriceSpecification", "price": _plain(_per_gpu(one)), "priceCurrency": currency, "unitCode": "HUR"}
    if one.offer.tax:
        price["valueAddedTaxIncluded"] = one.offer.tax == "included"
    return {
        "@type": "Offer", "url": one.offer.source, "businessFunction": LEASE, "priceSpecification": price,
        "eligibleQuantity": {"@type": "QuantitativeValue", "value": one.offer.gpus, "unitText": "GPU"},
        "seller": {"@type": "Organization", "name": one.provider.name, "url": one.provider.site},
    }


def _per_gpu(one: Listing) -> Decimal:
    return one.price.amount / one.offer.gpus


def _plain(amount: Decimal) -> str:
    """An amount to four places, without closing zeros or an exponent."""
    return f"{round(amount, 4).normalize():f}"


def organization(provider: Provider) -> dict:
    """The provider that a page is about."""
    return {"@context": CONTEXT, "@type": "Organization", "name": provider.name, "url": provider.site}


def dataset(
    name: str, description: str, address: str, data: str, language: str, days: tuple[datetime.date, datetime.date], creator: dict
) -> dict:
    """The catalog as published below the address `data`; `days` are those of its oldest and its newest price."""
    oldest, newest = days
    return {
        "@context": CONTEXT, "@type": "Dataset", "name": name, "description": description, "url": address,
        "inLanguage": language, "creator": creator, "license": LICENCE, "isAccessibleForFree": True, "dateModified": newest.isoformat(),
        "temporalCoverage": f"{oldest.isoformat()}/{newest.isoformat()}",
        "distribution": [
            {"@type": "DataDownload", "contentUrl": f"{data}{file}", "encodingFormat": kind} for file, kind in DOWNLOADS
        ],
    }

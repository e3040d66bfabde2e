"""`python -m macros.summary`: how old the catalog is, as Markdown for the summary of a publishing job."""

from collections import Counter
from pathlib import Path

from .catalog.reader import Catalog, read_catalog
from .clock import build_date
from .exchange import exchange
from .listings import listings
from .settings import languages

ROOT = Path(__file__).parents[1]


def summary(catalog: Catalog, as_of) -> str:
    """Counts of offers by freshness, the offers checked longest ago, and exchange rates that want renewing."""
    offers = listings(catalog, as_of)
    counts = Counter(one.newest.freshness for one in offers)
    lines = [f"{len(offers)} offers on {as_of}: " + ", ".join(f"{counts[name]} {name}" for name in ("fresh", "ageing", "stale")) + "."]
    oldest = sorted(offers, key=lambda one: (one.newest.checked, one.id))[:5]
    lines += ["", "Checked longest ago:", *(f"- {one.id}: {one.newest.checked}" for one in oldest)]
    rates = exchange(catalog, as_of)
    if old := [code for code in sorted(rates.rates) if rates.is_old(code)]:
        lines += ["", f"Exchange rates older than {rates.old_after_days} days, marked so on every page:"]
        lines += [f"- {code}: {rates.rates[code].date} ({rates.age_days(code)} days)" for code in old]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    today = build_date()
    print(summary(read_catalog(ROOT / "data", today, languages(ROOT).reference), today))

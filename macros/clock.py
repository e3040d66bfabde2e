"""The day of the build: the only place that reads the clock."""

import datetime
import os


def build_date() -> datetime.date:
    """Today in UTC, or the day of SOURCE_DATE_EPOCH (seconds) if that is set, so that a build can be repeated."""
    if epoch := os.environ.get("SOURCE_DATE_EPOCH"):
        return datetime.datetime.fromtimestamp(int(epoch), datetime.UTC).date()
    return datetime.datetime.now(datetime.UTC).date()

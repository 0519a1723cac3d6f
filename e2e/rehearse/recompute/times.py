"""Times to answer, by the page "How figures are estimated"."""

from datetime import timedelta
from decimal import ROUND_HALF_UP, Decimal


def round_time(took):
    seconds = max(Decimal(took // timedelta(microseconds=1)) / 1_000_000, Decimal(0))
    if seconds < 10:
        return float(round_half_up(seconds, "0.1"))
    return float(round_half_up(seconds, "1") if seconds < 600 else 60 * round_half_up(seconds / 60, "1"))


def round_half_up(number, unit):
    return number.quantize(Decimal(unit), ROUND_HALF_UP)


def find(times, share):
    """The percentile at its position among the times, which are in order."""
    position = share * (len(times) - 1)
    low = int(position)
    high = min(low + 1, len(times) - 1)
    return times[low] + (times[high] - times[low]) * (position - low)

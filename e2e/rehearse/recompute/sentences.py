"""What results say in words of a difference, by the page "How figures are estimated"."""

from math import ceil, floor

from estimates import tells


def answers_needed(one, other, growing):
    """How many more answers would show a difference, at least and at most: it is known to a hundredth."""
    samples = list(zip((one, other), growing))
    more = sum(sample.n for sample, grows in samples if grows)

    def tells_after(factor):
        return tells(*(sample.times(factor) if grows else sample for sample, grows in samples))

    if one.n == 0 or other.n == 0 or more == 0 or not tells_after(100):
        return None
    low, high = 1.0, 100.0
    while high - low > 1e-6 * high:
        middle = (low + high) / 2
        low, high = (low, middle) if tells_after(middle) else (middle, high)
    return {"least": more * (low - 1), "most": more * (1.01 * high - 1) + 1}


def write_range(measure, low, high):
    """The bounds of a difference with as many digits as show that it is not zero."""
    share = measure not in ("nps", "mean")
    low, high = (100 * low, 100 * high) if share else (low, high)
    digits = next((n for n in (1 if measure == "mean" else 0, 1, 2, 3) if float(f"{low:.{n}f}") > 0), 3)
    low, high = f"{low:.{digits}f}", f"{high:.{digits}f}"
    unit = "percentage points" if share else "points"
    return f"{low} {unit}" if low == high else f"{low} to {high} {unit}"


def round_up(count):
    """To two digits."""
    unit = 10 ** max(0, len(str(max(1, count))) - 2)
    return -(-count // unit) * unit


def say_difference(measure, names, sizes, difference, more):
    """Every sentence that is right: the number of answers is known to a hundredth."""
    what = "displays" if measure == "response_rate" else "answers"
    missing = next((name for name, n in zip(names, sizes) if n == 0), None)
    if missing:
        return [f"{missing} has no {what} yet."]
    if difference["low"] > 0:
        return [f"{names[0]} is higher by {write_range(measure, difference['low'], difference['high'])}."]
    if difference["high"] < 0:
        return [f"{names[0]} is lower by {write_range(measure, -difference['high'], -difference['low'])}."]
    if more is None:
        return [f"Too few {what} to tell, or no difference."]
    numbers = {round_up(n) for n in range(ceil(more["least"]), floor(more["most"]) + 1)}
    return [
        f"Too few {what} to tell; a difference this size needs about {number:,} more."
        for number in sorted(numbers)
    ]


def say_change(measure, now, before, change, least):
    """The change of a figure against the period before."""
    what = "displays" if measure == "response_rate" else "answers"
    if now == 0:
        return [f"No {what} in this period."]
    if now < least:
        return [f"Too few {what} in this period: {now} of at least {least}."]
    if before == 0:
        return [f"No earlier {what} to compare with."]
    if change is None:
        return [f"Too few {what} in the period before."]
    if change["low"] > 0:
        return [f"Higher by {write_range(measure, change['low'], change['high'])}."]
    if change["high"] < 0:
        return [f"Lower by {write_range(measure, -change['high'], -change['low'])}."]
    return [f"Too few {what} to tell, or no change."]


def tell_change(figure):
    """A change that was found, with both values."""
    names = {"nps": "NPS", "response_rate": "Response rate"}
    measure, change = figure["measure"], figure["change"]
    verb, bounds = ("rose", (change["low"], change["high"])) if change["low"] > 0 else ("fell", (-change["high"], -change["low"]))

    def write(estimate):
        if measure != "nps":
            return f"{floor(100 * estimate['value'] + 0.5)}%"
        rounded = floor(estimate["value"] + 0.5)
        return f"+{rounded}" if rounded > 0 else f"−{-rounded}" if rounded < 0 else "0"

    values = write(figure["estimate_before"]), write(figure["estimate"])
    return f"{names[measure]} {verb} by {write_range(measure, *bounds)}, from {values[0]} to {values[1]}."

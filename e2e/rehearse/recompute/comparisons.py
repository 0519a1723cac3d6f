"""Differences between parts, periods, and answers of the same people, by the page "How figures are estimated"."""

from collections import Counter

from answers import is_thumbs, list_choices, list_values, mean_figure, mean_of, nps_of, shares, top_two_of, write
from estimates import Sample, difference, estimate
from sentences import answers_needed, say_change, say_difference

LEAST = 30
REPEAT_LEAST = 5


def change_of(measure, now, before):
    change = difference(now, before) if min(now.n, before.n) >= LEAST else None
    return {
        **{"answers": now.n, "answers_before": before.n},
        "estimate": estimate(now) if now.n >= LEAST else None,
        "estimate_before": estimate(before) if before.n >= LEAST else None,
        "change": change,
        "sentence": say_change(measure, now.n, before.n, change, LEAST),
    }


def changes(question, pairs):
    if len(pairs) < REPEAT_LEAST:
        return None
    width = 10 if question["type"] == "nps" else question["scale"] - 1
    change = Sample(Counter(latest - first for first, latest in pairs), -width, width)
    return {
        "first": sum(first for first, _ in pairs) / len(pairs),
        "latest": sum(latest for _, latest in pairs) / len(pairs),
        "higher": sum(latest > first for first, latest in pairs),
        "same": sum(latest == first for first, latest in pairs),
        "lower": sum(latest < first for first, latest in pairs),
        "change": mean_figure(change),
    }


def list_samples(question, one, other):
    """What two parts are compared by: a measure and a choice, with the samples of both."""
    if question["type"] == "nps":
        return [(("nps", None), (nps_of(one), nps_of(other)))]
    if question["type"] == "rating" and not is_thumbs(question):
        return [
            (("mean", None), (mean_of(question, one), mean_of(question, other))),
            (("top_two", None), (top_two_of(question, one), top_two_of(question, other))),
        ]
    # The share of no is that of yes, from the other end, and that of thumbs down that of thumbs up.
    choices = [2] if is_thumbs(question) else [choice for choice in list_choices(question) if choice is not False]
    count = lambda part, choice: shares(sum(choice in list_values(answer) for answer in part), len(part))
    return [(("share", write(choice)), (count(one, choice), count(other, choice))) for choice in choices]


def set_side_by_side(measure, choice, one, other, names, growing):
    found = difference(one, other)
    known = found and (found["low"] > 0 or found["high"] < 0)
    more = None if known else answers_needed(one, other, growing)
    return {
        **{"measure": measure, "choice": choice},
        "one": {"answers": one.n, "estimate": estimate(one)},
        "other": {"answers": other.n, "estimate": estimate(other)},
        "difference": found,
        "more_answers": more,
        "sentence": say_difference(measure, names, (one.n, other.n), found, more),
    }

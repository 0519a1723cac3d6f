"""Points of trends, by the page "Read results and responses"."""

from collections import Counter

from answers import is_thumbs, list_values, mean_of, nps_of, shares, write
from comparisons import LEAST
from estimates import estimate

WEEK = 7
POINTS = 90
SHARED_LEAST = 5


def describe_point(question, period, given):
    counts = Counter(value for answer in given for value in list_values(answer))
    match question["type"]:
        case "nps":
            score = estimate(nps_of(given))
        case "rating" if is_thumbs(question):
            score = estimate(shares(given.count(2), len(given)))
        case "rating":
            score = estimate(mean_of(question, given))
        case "yes_no" | "consent":
            score = estimate(shares(counts[True], len(given)))
        case _:
            score = None
    return {
        **{"from": period[0].isoformat(), "to": period[-1].isoformat(), "answers": len(given)},
        "counts": {write(value): count for value, count in counts.items()},
        "score": score,
    }


def share_trend(results, asked, last_day):
    """The score of each week since the first day, of several weeks where one has too few answers.

    If fewer than five answers came after the last point, they could be computed from the total: then it is left out.
    """
    dated = [(results.day(response["created_at"]), answer) for response, answer in results.answers_to(asked)]
    days = results.list_days(last_day)
    points, first, shown = [], 0, 0
    for end in range(WEEK, len(days) + 1, WEEK):
        period = days[first:end]
        given = [answer for day, answer in dated if period[0] <= day <= period[-1]]
        point = describe_point(asked["question"], period, given) if len(given) >= LEAST else None
        if point and point["score"]:
            points.append(point)
            first, shown = end, shown + len(given)
    if 0 < len(dated) - shown < SHARED_LEAST:
        points = points[:-1]
    return [
        {**{name: one[name] for name in ("from", "to", "answers")}, "score": bounds_of(one["score"])}
        for one in points[-POINTS:]
    ]


def bounds_of(score):
    return {name: score[name] for name in ("value", "low", "high")}

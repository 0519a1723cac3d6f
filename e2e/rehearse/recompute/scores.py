"""What the overview shows of the newest revision's first question, an NPS, and of the displays."""

from datetime import timedelta
from math import ceil

from answers import nps_of, shares
from comparisons import LEAST, change_of
from estimates import estimate
from sentences import tell_change


def list_scores(results, periods, last_day, length):
    """The figures of a number of days against as many days before."""
    now, before = periods
    asked = results.asked[0]
    score = change_of("nps", *(nps_of([answer for _, answer in part.answers_to(asked)]) for part in periods))
    rate = change_of("response_rate", *(shares(part.answered(), len(part.displays)) for part in periods))
    return {
        "score": {"score": {**score, "trend": trend_of(results, last_day, length)}, "response_rate": rate},
        "changes of scores": list_score_changes(score, rate),
        "totals": {
            **{"displays": len(now.displays), "displays_before": len(before.displays), "answered": now.answered()},
            **{"responses": len(now.responses), "responses_before": len(before.responses), "response_rate": rate},
        },
    }


def list_score_changes(score, rate):
    """Those whose interval of the change does not contain zero, the largest first, measured at its near end."""
    compared = [(figure, one) for figure, one in (("score", score), ("response_rate", rate)) if one["change"]]
    least = {figure: max(one["change"]["low"], -one["change"]["high"]) for figure, one in compared}
    widths = {"score": 200, "response_rate": 1}
    clear = [(figure, one) for figure, one in compared if least[figure] > 0]
    clear.sort(key=lambda pair: -least[pair[0]] / widths[pair[0]])
    return {
        "changes": [{"figure": figure, "sentence": [tell_change(one)]} for figure, one in clear],
        "unclear": len(compared) - len(clear),
    }


def trend_of(results, last_day, length):
    """The score over both periods, in the shortest steps of which most have enough answers."""
    step, days = ceil(length / 7), 2 * length
    dated = [(results.day(response["created_at"]), answer) for response, answer in results.answers_to(results.asked[0])]
    for span in (step * n for n in (1, 2, 3, 4)):
        filled = []
        for end in range(0, days, span):
            last, first = (last_day - timedelta(days=n) for n in (end, min(end + span, days) - 1))
            given = [answer for day, answer in dated if first <= day <= last]
            if given:
                filled.insert(0, (first, last, given))
        enough = [point for point in filled if len(point[2]) >= LEAST]
        if len(enough) >= 3 and len(enough) >= len(filled) / 2:
            return [
                {
                    **{"from": first.isoformat(), "to": last.isoformat(), "answers": len(given)},
                    "score": estimate(nps_of(given)),
                }
                for first, last, given in enough
            ]
    return []

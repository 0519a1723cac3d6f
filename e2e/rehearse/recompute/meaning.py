"""The vectors of what figures mean, which SQL and TypeScript check too."""

import json
import unicodedata
from datetime import date, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

from answers import find_path, is_empty, mark, satisfied_from

GROUPS = {100: "promoter", 0: "passive", -100: "detractor"}


def check_meaning(path):
    """The number of cases, and those in which this program disagrees."""
    vectors = json.loads(path.read_text())
    checks = {
        "satisfied": (satisfied, lambda case: case["satisfied"]),
        "lowest": (lambda case: lowest(case["scale"]), lambda case: case["lowest"]),
        "folded": (lambda case: unicodedata.normalize("NFKC", case["text"]).lower(), lambda case: case["folded"]),
        "nps": (lambda case: GROUPS[mark(case["score"])], lambda case: case["group"]),
        "blank": (lambda case: is_empty(case["text"]), lambda case: case["blank"]),
        "days": (start_of_day, lambda case: case["start"]),
        "path": (
            lambda case: [one["id"] for one in find_path(vectors["path"]["questions"], case | {"met_branches": case["met"], "final": True})],
            lambda case: case["reached"],
        ),
    }
    assert set(checks) == set(vectors), set(vectors) - set(checks)
    cases = [(name, case) for name in checks for case in vectors[name]["cases"]]
    wrong = [
        [name, case, checks[name][0](case)] for name, case in cases if checks[name][0](case) != checks[name][1](case)
    ]
    return {"cases": len(cases), "wrong": wrong}


def satisfied(case):
    scale = case["scale"]
    least = satisfied_from(scale)
    return None if least is None else list(range(least, scale + 1))


def lowest(scale):
    """The ratings that mirror the satisfied ones; of thumbs, the one that is down."""
    least = satisfied_from(scale)
    return list(range(1, 2 if least is None else scale - least + 2))


def start_of_day(case):
    """The first instant of a local date, found among all instants around it."""
    zone, day = ZoneInfo(case["zone"]), date.fromisoformat(case["day"])
    at = datetime(day.year, day.month, day.day, tzinfo=timezone.utc) - timedelta(hours=26)
    local = lambda: at.astimezone(zone).date()
    while local() < day:
        at += timedelta(minutes=15)
    # Offsets of whole minutes only: the quarter of an hour before holds the beginning.
    at -= timedelta(minutes=15)
    while local() < day:
        at += timedelta(minutes=1)
    return at.strftime("%Y-%m-%dT%H:%M:%SZ")

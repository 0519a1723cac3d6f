"""Response rates of groups of displays, by the page "Read results and responses"."""

from collections import defaultdict

from answers import rate

GROUPS = 20


def rated(hits):
    return {"displays": len(hits), "responses": sum(hits), "response_rate": rate(sum(hits), len(hits))}


def rates_by(results, group, most=GROUPS):
    """The `most` groups with the most displays, those of an unknown group, and the rest together."""
    groups = defaultdict(list)
    for display in results.displays:
        groups[group(display)].append(display["id"] in results.ids)
    order = sorted((key for key in groups if key is not None), key=lambda key: (-len(groups[key]), key))
    listed = order[:most] + [key for key in groups if key is None]
    rest = [hit for key in order[most:] for hit in groups[key]]
    return {
        **rated([hit for hits in groups.values() for hit in hits]),
        "groups": [{"key": key, **rated(groups[key])} for key in listed],
        "rest": {"groups": len(order) - most, **rated(rest)} if rest else None,
        "left_out": [],
        "counted_since": None,
    }


def rates_of(results, audiences, left_out):
    """Everyone who met the rule of a saved audience; one display may be in several."""
    hits = lambda meets: [one["id"] in results.ids for one in results.displays if meets(one)]
    return {
        **rated(hits(lambda _: True)),
        "groups": [{"key": key, **rated(hits(meets))} for key, meets in audiences.items()],
        "rest": None,
        "left_out": [{"key": key} for key in left_out],
        "counted_since": None,
    }

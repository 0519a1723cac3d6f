"""Every figure of the results of one prompt, from exported files and the pages of the documentation.

Reads the folder in its argument (questions.json, responses.ndjson, responses.csv, responses.xlsx, displays.ndjson,
texts.json with the tags of what people wrote, and for generated answers contexts.json with what the browser of each display said of its page) and prints the figures as JSON.
"""

import csv
import json
import sys
from collections import Counter, defaultdict
from datetime import datetime, time, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from answers import (
    find_path,
    is_empty,
    list_asked,
    list_choices,
    list_values,
    mark,
    mean_figure,
    mean_of,
    nps_of,
    rate,
    shares,
    is_thumbs,
    top_two_of,
    with_fixed,
    write,
)
from comparisons import LEAST, changes, list_samples, set_side_by_side
from estimates import Sample, difference, estimate, fixed_nps
from meaning import check_meaning
from rates import rates_by, rates_of
from scores import list_scores
from shared import share
from times import find, round_time
from trends import describe_point
from workbook import compare_workbook

POINTS = 90


# One part of the responses and displays.


class Results:
    def __init__(self, versions, newest, responses, displays, zone):
        self.versions, self.zone = versions, zone
        self.responses = responses
        self.ids = {one["id"] for one in responses}
        self.displays = [one for one in displays if one["state"] != "released"]
        self.asked = list_asked(versions)
        self.newest = newest

    def where(self, fits):
        part = Results(self.versions, self.newest, [r for r in self.responses if fits(r)], [], self.zone)
        part.displays = [d for d in self.displays if fits(d)]
        part.ids = self.ids
        return part

    def answers_to(self, asked):
        """The answers to a question as it was asked; a response to another version has none."""
        given = []
        for response in self.responses:
            if version_of(response) not in asked["versions"]:
                continue
            answer = response["answers"].get(asked["question"]["id"])
            if not is_empty(answer):
                given.append((response, answer))
        return given

    def answered(self):
        """The displays that have a response, whenever it was given."""
        return sum(one["id"] in self.ids for one in self.displays)

    def rate(self):
        return rate(self.answered(), len(self.displays))

    def summary(self, last_day):
        states = Counter(one["state"] for one in self.displays)
        days = self.list_days(last_day)
        return {
            "displays": len(self.displays),
            "unconfirmed": states["reserved"],
            "dismissed": states["dismissed"],
            "postponed": states["postponed"],
            "answered": self.answered(),
            "responses": len(self.responses),
            "final": sum(one["final"] for one in self.responses),
            "response_rate": self.rate(),
            "time_to_answer": self.time_to_answer(),
            "questions": [self.describe(asked, days) for asked in self.asked],
            "trend": self.trend(days),
        }

    def time_to_answer(self):
        times = sorted(
            round_time(instant(d["answered_at"]) - instant(d["displayed_at"]))
            for d in self.displays
            if d["answered_at"] and d["displayed_at"]
        )
        if not times:
            return None
        return {"answers": len(times), "median": find(times, 0.5), "p90": find(times, 0.9)}

    def day(self, at):
        return instant(at).astimezone(self.zone).date()

    def list_days(self, last_day):
        """All days from the first display or response to the last day."""
        first = min(
            [self.day(d["reserved_at"]) for d in self.displays]
            + [self.day(r["created_at"]) for r in self.responses]
            + [last_day]
        )
        return [first + timedelta(days=at) for at in range((last_day - first).days + 1)]

    def trend(self, days):
        displays = Counter(self.day(d["reserved_at"]) for d in self.displays)
        responses = Counter(self.day(r["created_at"]) for r in self.responses)
        marks = defaultdict(Counter)
        asked = next((one for one in self.asked if one["question"]["type"] == "nps"), None)
        for response, score in self.answers_to(asked) if asked else []:
            marks[self.day(response["created_at"])][mark(score)] += 1
        return [
            {
                "day": day.isoformat(),
                "displays": displays[day],
                "responses": responses[day],
                "nps": Sample(marks[day], -100, 100).mean if marks[day] else None,
                "promoters": marks[day][100],
                "passives": marks[day][0],
                "detractors": marks[day][-100],
            }
            for day in days
        ]

    def describe(self, asked, days):
        question, kind = asked["question"], asked["question"]["type"]
        id_ = question["id"]
        reached = answered = skipped = 0
        for response in self.responses:
            if version_of(response) not in asked["versions"]:
                continue
            path = find_path(self.versions[version_of(response)], response)
            if id_ not in (one["id"] for one in path):
                continue
            reached += 1
            if not is_empty(response["answers"].get(id_)):
                answered += 1
            elif response["final"] or path[-1]["id"] != id_:
                skipped += 1
        given = [answer for _, answer in self.answers_to(asked)]
        is_text = kind.endswith("_text")
        counts = Counter() if is_text else Counter(v for a in given for v in list_values(a))
        scores = given if kind in ("nps", "rating") else []
        return {
            **{"id": id_, "type": kind},
            **{"reached": reached, "answered": answered, "skipped": skipped},
            "wordings": self.describe_wordings(asked),
            "counts": {write(value): count for value, count in counts.items()},
            "mean": mean_figure(mean_of(question, scores)) if scores and not is_thumbs(question) else None,
            "nps": with_fixed(nps_of(scores), fixed_nps(nps_of(scores)))
            if kind == "nps" and scores
            else None,
            "top_two": rate(top_two_of(question, scores).counts.get(1, 0), len(scores))
            if kind == "rating" and scores and not is_thumbs(question)
            else None,
            "shares": {
                write(choice): rate(counts[choice], answered)
                for choice in list_choices(question)
                if answered
            },
            "trend": [] if is_text else self.describe_trend(asked, days),
        }

    def describe_wordings(self, asked):
        """How many answered each wording of a question; none if there is one only."""
        by_title = defaultdict(list)
        for version in asked["versions"]:
            title = next(q["title"] for q in self.versions[version] if q["id"] == asked["question"]["id"])
            by_title[title].append(version)
        if len(by_title) == 1:
            return []
        answered = Counter(version_of(response) for response, _ in self.answers_on_path(asked))
        return [
            {"title": title, "answered": sum(answered[one] for one in versions)}
            for title, versions in by_title.items()
        ]

    def answers_on_path(self, asked):
        id_ = asked["question"]["id"]
        return [
            (response, answer)
            for response, answer in self.answers_to(asked)
            if id_ in (one["id"] for one in find_path(self.versions[version_of(response)], response))
        ]

    def describe_trend(self, asked, days):
        question = asked["question"]
        by_day = defaultdict(list)
        for response, answer in self.answers_to(asked):
            by_day[self.day(response["created_at"])].append((answer, version_of(response)))
        for length in (1, 7, 14, 28, 91):
            if len(days) / length > POINTS:
                continue
            periods = [days[max(0, end - length) : end] for end in range(len(days), 0, -length)]
            filled = [(p, [a for day in p for a in by_day[day]]) for p in reversed(periods)]
            filled = [(period, given) for period, given in filled if given]
            enough = [(period, given) for period, given in filled if len(given) >= LEAST]
            if len(enough) >= 3 and 2 * len(enough) >= len(filled):
                points = [describe_point(question, period, [answer for answer, _ in given]) for period, given in enough]
                titles = [self.title_of(asked, {version for _, version in given}) for _, given in enough]
                return [
                    {**point, "reworded": title if at > 0 and title != titles[at - 1] else None}
                    for at, (point, title) in enumerate(zip(points, titles))
                ]
        return []

    def title_of(self, asked, answered):
        """The text of a question in the newest of the versions that were answered."""
        newest = next(version for version in asked["versions"] if version in answered)
        return next(q["title"] for q in self.versions[newest] if q["id"] == asked["question"]["id"])

    def list_titles(self, asked):
        answered = [one["title"] for one in self.describe_wordings(asked) if one["answered"]]
        return answered or [asked["question"]["title"]]

    def compare(self, other, names, growing=(True, True)):
        """The differences to another part, with the estimates of both; `growing` are the parts that get more answers."""
        rates = [shares(p.answered(), len(p.displays)) for p in (self, other)]
        questions = []
        for asked in self.asked:
            parts = [[answer for _, answer in part.answers_to(asked)] for part in (self, other)]
            pairs = list_samples(asked["question"], *parts)
            questions.append(
                {
                    "titles": {"one": self.list_titles(asked), "other": other.list_titles(asked)},
                    "differences": [set_side_by_side(*kind, *pair, names, growing) for kind, pair in pairs],
                }
            )
        return {
            "response_rate": set_side_by_side("response_rate", None, *rates, names, growing),
            "questions": questions,
            "time_differs": growing != (True, True),
        }

    def scores(self, last_day, length):
        """What the overview shows of a number of days, against as many days before."""
        since, before = (
            datetime.combine(last_day - timedelta(days=n - 1), time(), self.zone) for n in (length, 2 * length)
        )
        periods = self.where(lambda one: begin(one) >= since), self.where(lambda one: before <= begin(one) < since)
        return list_scores(self, periods, last_day, length)

    def digest(self, since, until):
        """What a digest counts: responses with an answer, complete or not, in a period and in the one before."""
        def is_told(one):
            return any(not is_empty(answer) for answer in one.get("answers", {}).values())

        now = self.where(lambda one: since <= begin(one) < until and is_told(one))
        before = self.where(lambda one: since - (until - since) <= begin(one) < since and is_told(one))
        scored = [a for a in self.asked if a["question"]["type"] in ("nps", "rating") and self.newest in a["versions"]]
        given = {
            asked["question"]["id"]: [[answer for _, answer in part.answers_to(asked)] for part in (now, before)]
            for asked in scored
        }
        first = [nps_of(answers) for answers in given[scored[0]["question"]["id"]]]
        return {
            "responses": len(now.responses),
            "before": len(before.responses),
            "scores": {
                question: {
                    str(value): {"new": new.count(value), "before": old.count(value)} for value in sorted({*new, *old})
                }
                for question, (new, old) in given.items()
            },
            "now": estimate(first[0]),
            "change": difference(*first),
        }

    def repeat_answers(self):
        found = []
        for asked in self.asked:
            question = asked["question"]
            if question["type"] not in ("nps", "rating"):
                continue
            by_account = defaultdict(list)
            for response, score in self.answers_to(asked):
                by_account[response["account"]].append((response["created_at"], score))
            pairs = [
                (min(given)[1], max(given)[1])
                for account, given in by_account.items()
                if account and len(given) > 1
            ]
            found.append({"id": question["id"], "respondents": len(pairs), "scores": changes(question, pairs)})
        return found


def version_of(one):
    """The revision that was displayed, and its variant if it had an experiment."""
    return " ".join(filter(None, (str(one["revision"]), one["variant"])))


def begin(one):
    """When a response or a display began."""
    return instant(one["created_at"] if "created_at" in one else one["reserved_at"])


def instant(text):
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def read_lines(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def count_csv(path, ids):
    """Rows and given answers of each question, as the CSV file has them."""
    with path.open(newline="") as file:
        rows = list(csv.DictReader(file))
    return {"rows": len(rows), **{id_: sum(row[f"answer_{id_}"].strip() not in ("", "[]") or bool(row.get(f"other_{id_}")) for row in rows) for id_ in ids}}


def main():
    folder = Path(sys.argv[1])
    asked = json.loads((folder / "questions.json").read_text())
    # The newest first; a revision with an experiment is displayed as its variants.
    versions = {one["version"]: one["questions"] for one in asked["versions"]}
    responses = read_lines(folder / "responses.ndjson")
    displays = read_lines(folder / "displays.ndjson")
    zone = ZoneInfo(asked["time_zone"])
    last_day = instant(asked["now"]).astimezone(zone).date()
    every = Results(versions, asked["base"], responses, displays, zone)
    texts = json.loads((folder / "texts.json").read_text())
    ids = sorted({one["id"] for questions in versions.values() for one in questions if one["type"] != "message"})
    figures = {
        "summary": every.summary(last_day),
        "rates by plan": rates_by(every, lambda one: one["traits"].get("plan")),
        "rates by hour": rates_by(every, lambda one: str(instant(one["reserved_at"]).astimezone(zone).hour), 24),
        "repeat answers": every.repeat_answers(),
        "shared": share(every, last_day, texts, words=True),
        "csv": count_csv(folder / "responses.csv", ids),
        "xlsx": compare_workbook(folder / "responses.xlsx", responses, versions),
    }
    if (folder / "contexts.json").exists():
        figures |= compare_parts(every, texts, folder, asked, zone, last_day)
    print(json.dumps(figures))


def compare_parts(every, texts, folder, asked, zone, last_day):
    """The figures that only the generated answers have: of two plans and two periods, and by the context of a display."""
    is_plan = lambda plan: lambda one: one["traits"].get("plan") == plan
    pro, free = every.where(is_plan("pro")), every.where(is_plan("free"))
    pivot, few_since = instant(asked["pivot"]), instant(asked["few_since"])
    late, early = every.where(lambda one: begin(one) >= pivot), every.where(lambda one: begin(one) < pivot)
    few = every.where(lambda one: begin(one) >= few_since)
    contexts = json.loads((folder / "contexts.json").read_text())
    context = lambda name: lambda display: contexts[display["id"]].get(name)
    audiences = {
        "paying": is_plan("pro"),
        "phones": lambda one: context("device")(one) == "phone" and "plan" in one["traits"],
    }
    return {
        "summary of pro": pro.summary(last_day),
        "summary of few": few.summary(last_day),
        "pro and free": pro.compare(free, ("plan:pro", "plan:free")),
        "late and early": late.compare(early, ("Late", "Early"), (True, False)),
        **every.scores(last_day, asked["score_days"]),
        "rates by device": rates_by(every, context("device")),
        "rates by path": rates_by(every, context("path")),
        "rates by audience": rates_of(every, audiences, ["busy"]),
        "shared of pro": share(pro, last_day, texts, some=True),
        "shared of few": share(few, last_day, texts),
        "digest": every.digest(instant(asked["digest"]["since"]), instant(asked["digest"]["until"])),
        "meaning": check_meaning(Path(asked["vectors"])),
    }


main()

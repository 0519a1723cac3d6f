"""What answers count as, by the pages "Questions", "Branching" and "How figures are estimated"."""

import json
from collections import Counter

from estimates import Sample, estimate, fixed_mean, fixed_share

# Answers, as described under "Questions" and "Branching".

# What browsers trim, which is not what Python strips.
WHITE = "\t\n\v\f\r \u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff" + "".join(map(chr, range(0x2000, 0x200B)))


def is_empty(answer):
    return answer is None or answer == [] or (isinstance(answer, str) and not answer.strip(WHITE))


def meets(when, answer):
    op, value = when["op"], when.get("value")
    given = answer if isinstance(answer, list) else [answer]
    match op:
        case "answered":
            return not is_empty(answer)
        case "skipped":
            return is_empty(answer)
        case "is":
            return given == [value]
        case "is_not":
            return given != [value]
        case "contains":
            if isinstance(answer, str):
                return value.lower() in answer.lower()
            return value in given
        case "at_least":
            return isinstance(answer, (int, float)) and answer >= value
        case "at_most":
            return isinstance(answer, (int, float)) and answer <= value
        case "one_of":
            return any(one in value for one in given)
    raise ValueError(op)


def find_branch(question, response):
    """Where the first branch that is taken leads. Conditions on earlier prompts were decided at the display."""
    answer = response["answers"].get(question["id"])
    held = (response.get("met_branches") or {}).get(question["id"], [])
    for at, branch in enumerate(question.get("branches", [])):
        when = branch["when"]
        if at in held if "prompt" in when else meets(when, answer):
            return branch["go"]
    return None


def find_path(questions, response):
    """The questions that a response reached, in order."""
    path, at = [], 0
    while at < len(questions):
        question = questions[at]
        path.append(question)
        go = find_branch(question, response)
        if go == "end":
            break
        ids = [one["id"] for one in questions]
        at = at + 1 if go is None else ids.index(go)
    if response["final"]:
        return path
    answered = [not is_empty(response["answers"].get(one["id"])) for one in path]
    last = max((at for at, given in enumerate(answered) if given), default=-1)
    return path[: last + 2]


def list_values(answer):
    """What an answer counts as: each choice, and its own words as "(other)"."""
    given = answer if isinstance(answer, list) else [answer]
    return ["(other)" if isinstance(one, dict) else one for one in given]


# Samples, as the table of the formulas lists them.


def shares(hits, n):
    return Sample({1: hits, 0: n - hits}, 0, 1)


def mark(score):
    return 100 if score >= 9 else -100 if score <= 6 else 0


def nps_of(scores):
    return Sample(Counter(map(mark, scores)), -100, 100)


def mean_of(question, scores):
    ends = (0, 10) if question["type"] == "nps" else (1, question["scale"])
    return Sample(Counter(scores), *ends)


def satisfied_from(scale):
    """The lowest rating that counts as satisfied; None for thumbs."""
    return None if scale == 2 else 3 if scale == 3 else scale - 1


def top_two_of(question, scores):
    least = satisfied_from(question["scale"])
    return shares(sum(score >= least for score in scores), len(scores))


def is_thumbs(question):
    return question["type"] == "rating" and question["scale"] == 2


def with_fixed(sample, fixed):
    return {**estimate(sample), "fixed_n": fixed} if sample.n else None


def rate(hits, n):
    return with_fixed(shares(hits, n), fixed_share(hits, n)) if n else None


def mean_figure(sample):
    return with_fixed(sample, fixed_mean(sample)) if sample.n else None


def list_choices(question):
    if is_thumbs(question):
        return [1, 2]
    if question["type"] in ("yes_no", "consent"):
        return [True, False]
    other = ["(other)"] if "other_label" in question else []
    return [one["value"] for one in question.get("options", [])] + other


def write(value):
    return json.dumps(value) if isinstance(value, bool) else str(value)


def list_asked(versions):
    """Questions of all versions, the newest first: one of another type, scale or options is another question."""
    found = {}
    for version, questions in versions.items():
        for question in questions:
            if question["type"] == "message":
                continue
            kind = "text" if question["type"].endswith("_text") else question["type"]
            options = sorted(one["value"] for one in question.get("options", []))
            key = json.dumps([question["id"], kind, question.get("scale"), options, "other_label" in question])
            found.setdefault(key, {"question": question, "versions": []})["versions"].append(version)
    return list(found.values())

"""What a shared page shows of the results, by the page "Read results and responses"."""

from collections import Counter

from trends import share_trend

LEAST = 5
TEXTS = 100
THEMES = 10


def is_small(count):
    return 0 < count < LEAST


def hide_groups(counts):
    """Hides small groups, and the smallest others until two groups with five answers are hidden."""
    hidden = {value for value, count in counts.items() if is_small(count)}
    others = [value for value in sorted(counts, key=counts.get) if counts[value] >= LEAST]
    while hidden and others and (len(hidden) < 2 or sum(counts[one] for one in hidden) < LEAST):
        hidden.add(others.pop(0))
    return {value: None if value in hidden else count for value, count in counts.items()}


def hide_scale(counts):
    """With the score and the total, a single hidden group could be computed."""
    return dict.fromkeys(counts) if any(map(is_small, counts.values())) else counts


def list_values(question):
    match question["type"]:
        case "nps":
            return [str(score) for score in range(11)]
        case "rating":
            return [str(score + 1) for score in range(question["scale"])]
    return [one["value"] for one in question.get("options", [])]


def share_question(asked, figures, texts, trend):
    question, answered = asked["question"], figures["answered"]
    is_scale = question["type"] in ("nps", "rating")
    shown = answered >= LEAST
    found = figures["counts"]
    counts = {value: found.get(value, 0) for value in [*list_values(question), *found]}
    counts = (hide_scale if is_scale else hide_groups)(counts)
    top_two = figures["top_two"]
    inside = round(top_two["value"] * answered) if top_two else 0
    return {
        "id": question["id"],
        "type": question["type"],
        "answered": answered if shown else None,
        "counts": [{"value": value, "count": count} for value, count in counts.items()] if shown else [],
        "mean": figures["mean"] if shown and question["type"] != "nps" else None,
        "nps": figures["nps"] if shown else None,
        "top_two": top_two if shown and not is_small(inside) and not is_small(answered - inside) else None,
        "texts": texts if shown else None,
        "wordings": [wording["title"] for wording in figures["wordings"]],
        "trend": trend if shown else [],
    }


def list_own_words(answer):
    """Words in place of a choice."""
    given = answer if isinstance(answer, list) else [answer]
    return [one["other"] for one in given if isinstance(one, dict)]


def newest_texts(results, asked):
    is_text = asked["question"]["type"].endswith("_text")
    given = sorted(results.answers_to(asked), key=lambda one: one[0]["id"])
    given.sort(key=lambda one: one[0]["created_at"], reverse=True)
    texts = [text for _, answer in given for text in ([answer] if is_text else list_own_words(answer))]
    return texts[:TEXTS]


def count_themes(results, texts):
    """The tags of at least five texts, and not of nearly all; without their quotes."""
    given = [one for one in texts if one["response"] in {response["id"] for response in results.responses}]
    counts = Counter(name for one in given for name in one["tags"])
    return [
        {"name": name, "answers": count}
        for name, count in counts.most_common(THEMES)
        if count >= LEAST and not is_small(len(given) - count)
    ]


def share(results, last_day, texts, words=False, some=False):
    """What the holder of a link reads; `some` says that it names accounts or traits."""
    figures = results.summary(last_day)
    names = ("responses", "displays", "answered", "response_rate")
    about = {"least": LEAST, "of_some": some}
    if figures["responses"] < LEAST:
        return {**about, **dict.fromkeys(names), "questions": [], "themes": []}
    return {
        **about,
        **{name: figures[name] for name in names},
        "questions": [
            share_question(
                asked, of, newest_texts(results, asked) if words else None, share_trend(results, asked, last_day)
            )
            for asked, of in zip(results.asked, figures["questions"])
        ],
        "themes": count_themes(results, texts),
    }

"""Cells of an exported workbook, read with nothing but a ZIP and an XML reader, beside the responses of the NDJSON file."""

import json
import re
from datetime import datetime, timedelta, timezone
from xml.etree import ElementTree
from zipfile import ZipFile

MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
EPOCH = datetime(1899, 12, 30, tzinfo=timezone.utc)


def compare_workbook(path, responses, versions):
    """The number of compared cells, and those that differ."""
    with ZipFile(path) as archive:
        assert archive.testzip() is None
        sheets = [
            archive.read(name) for name in sorted(archive.namelist()) if name.startswith("xl/worksheets/")
        ]
        formulas = sum(len(re.findall(rb"<f[ >/]", sheet)) for sheet in sheets)
    table, questions = map(read_sheet, sheets)
    by_id = {row["id"]: row for row in table}
    cells, wrong = 0, []
    # Whoever confirms a message answers no question.
    messages = {q["id"] for asked in versions.values() for q in asked if q["type"] == "message"}
    for response in responses:
        row = by_id.pop(response["id"], {})
        for name, expected in describe(response, row, messages).items():
            cells += 1
            if row.get(name) != expected:
                wrong.append([response["id"], name, repr(row.get(name)), repr(expected)])
    titles = {(q["id"], q["title"]) for asked in versions.values() for q in asked if q["type"] != "message"}
    listed = {(row["question"], row["title"]) for row in questions}
    return {
        "cells": cells,
        "wrong": wrong[:10],
        "other rows": len(by_id),
        "formulas": formulas,
        "titles that differ": sorted(map(list, titles ^ listed)),
    }


def read_sheet(xml):
    heading, *rows = [read_row(row) for row in ElementTree.fromstring(xml).iter(f"{MAIN}row")]
    return [{heading[column]: value for column, value in row.items()} for row in rows]


def read_row(row):
    return {cell.get("r").rstrip("0123456789"): read_cell(cell) for cell in row}


def read_cell(cell):
    if cell.get("t") == "inlineStr":
        text = "".join(part.text or "" for part in cell.iter(f"{MAIN}t"))
        return re.sub(r"_x([0-9A-F]{4})_", lambda found: chr(int(found[1], 16)), text)
    value = cell.findtext(f"{MAIN}v")
    if cell.get("t") == "b":
        return value == "1"
    # The style of dates is the first one beside the plain style.
    return EPOCH + timedelta(days=float(value)) if cell.get("s") == "1" else float(value)


def describe(response, row, messages):
    """The cells of a response; those that may be written in several ways are taken from the row if they mean the same."""
    cells = {name: response[name] for name in ("survey_id", "revision", "variant", "final", "account")}
    for name in ("created_at", "updated_at"):
        cells[name] = near(row.get(name), datetime.fromisoformat(response[name].replace("Z", "+00:00")))
    cells["traits"] = same_json(row.get("traits"), response["traits"])
    for question, answer in response["answers"].items():
        if question in messages:
            continue
        given = answer if isinstance(answer, list) else [answer]
        others = [one["other"] for one in given if isinstance(one, dict)]
        plain = [one for one in given if not isinstance(one, dict)]
        if others:
            cells[f"other_{question}"] = others[0]
        if isinstance(answer, list):
            cells[f"answer_{question}"] = same_json(row.get(f"answer_{question}"), plain)
        else:
            cells[f"answer_{question}"] = plain[0] if plain else None
    return cells


def same_json(cell, value):
    return cell if cell is not None and json.loads(cell) == value else value


def near(cell, at):
    """A cell is a fraction of a day, in milliseconds."""
    return cell if cell is not None and abs(cell - at) < timedelta(milliseconds=2) else at

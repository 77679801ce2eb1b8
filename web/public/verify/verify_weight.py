#!/usr/bin/env python3
"""Adds a Clearlot weight score up again from its entries, from nothing but the rule page.

    python3 verify_weight.py PAGE.json [PAGE.json ...] [--kept PAGE.json ...]

Each PAGE is an answer of GET /api/weight/entries, or a list of them, in any order; together they have to reach from the newest entry to the first.
With --kept, pages that were saved earlier: none of their entries may have changed or be missing now. The exit status is 0 when everything
matches, 1 when something does not, 2 when a file cannot be read, 3 when nothing differs, but the pages do not reach to the first entry.

What is not checked, because no page has it: whether each deposit, plan, check-in and task was there, and whether one of yours earned nothing.
Compare the references with your own lists. Needs Python 3.8 or newer, verify_json.py beside it, and nothing else.
"""

import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from verify_json import Unsound, answer_in, differences, list_of, read_json, record, say, text, whole, words

POINTS = {
    "depositConfirmed": 100,
    "planSettled": 10,
    "withdrawalPasswordSet": 30,
    "cardBound": 30,
    "checkedIn": 5,
    "redEnvelope": 10,
}
RULE = 1
ID = "[0-9A-Za-z-]{2,40}"
REFERENCES = {
    "withdrawalPasswordSet": "first",
    "cardBound": "first",
    "checkedIn": r"\d{4}-\d\d-\d\d",
    "redEnvelope": "0(0[1-9]|[1-9][0-9])|100",
}

TIME = text(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", "a time in UTC to the millisecond")
ENTRY_SHAPE = record(
    **dict(id=text(r"[A-Za-z]{2,40}\." + ID, "the id of an entry"), kind=words(*POINTS), reference=text(ID, "a reference")),
    **dict(points=whole(0), rule=whole(1), score=whole(0), at=TIME),
)
PAGE_SHAPE = record(score=whole(0), entries=list_of(ENTRY_SHAPE, 0, 20))


def pages_in(paths):
    """The pages in these files. Raises an OSError or a ValueError where one cannot be read."""
    pages = []
    for path in paths:
        read = answer_in(read_json(path))
        for page in read if isinstance(read, list) else [read]:
            page = answer_in(page)
            PAGE_SHAPE(page)
            pages.append(page)
    return pages


def entries_in(pages):
    """All entries, newest first, each once; and what two pages say differently of one."""
    entries, found = {}, []
    for page in pages:
        for entry in page["entries"]:
            found += differences((entry["id"], entry, entries.setdefault(entry["id"], entry)))
    return sorted(entries.values(), key=lambda entry: entry["score"], reverse=True), found


def entry_differences(entry):
    name, kind, reference = entry["id"], entry["kind"], entry["reference"]
    found = differences(
        (f"{name}: kind.reference", name, f"{kind}.{reference}"),
        (f"{name}: rule", entry["rule"], RULE),
        (f"{name}: points", entry["points"], POINTS[kind]),
    )
    try:
        text(REFERENCES.get(kind, ID), f"a reference of {kind}")(reference, f"{name}: reference")
    except Unsound as error:
        found.append(str(error))
    return found


def score_differences(pages, entries):
    """Whether each entry goes on from the one before it, up to the score."""
    found = []
    for entry, before in zip(entries, entries[1:]):
        found += differences((f"{entry['id']}: score less points", entry["score"] - entry["points"], before["score"]))
        if entry["at"] < before["at"]:
            found.append(f"{entry['id']}: earlier than {before['id']}, which stands before it")
    newest = entries[0]["score"] if entries else 0
    # Points may have been earned between two pages: the highest score is that of the newest entry.
    return found + differences(("score", max(page["score"] for page in pages), newest))


def kept_differences(kept, entries):
    now = {entry["id"]: entry for entry in entries}
    return [
        f"{entry['id']}: kept {entry}, now {now.get(entry['id'], 'missing')}"
        for entry in kept
        if now.get(entry["id"]) != entry
    ]


def main(paths):
    kept_paths = []
    if "--kept" in paths:
        place = paths.index("--kept")
        paths, kept_paths = paths[:place], paths[place + 1 :]
        if not kept_paths:
            paths = []
    if not paths:
        print(__doc__.strip())
        return 2
    try:
        pages = pages_in(paths)
        kept, unlike = entries_in(pages_in(kept_paths))
    except Unsound as error:
        say([str(error)])
        return 1
    except (OSError, ValueError) as error:
        say([f"cannot be read: {error}"])
        return 2
    if not pages:
        say(["there is no page"])
        return 1
    entries, found = entries_in(pages)
    found += unlike + [one for entry in entries for one in entry_differences(entry)]
    found += score_differences(pages, entries) + kept_differences(kept, entries)
    say(found)
    if found:
        return 1
    first = entries[-1] if entries else None
    if first is not None and first["score"] != first["points"]:
        print(f"{len(entries)} entries match, and the pages of those before {first['id']} are missing")
        return 3
    print(f"{len(entries)} entries match: together they are the score of {pages[0]['score'] if not entries else entries[0]['score']}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

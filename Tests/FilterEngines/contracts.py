"""Checks the filter by what Hadoop Streaming and ClickHouse document about programs that they run.

Runs in a folder that has some.ndjson, with some.expected.ndjson from one run on one core.
"""

import os
import re
import select
import subprocess
import sys

FILTER = ["poetry-migrate", "filter", "--type", "Poem"]
BAD = b'{"version":2,"author":5,"lines":[]}\n'


def check(holds, promise):
    if not holds:
        sys.exit(f"failed: {promise}")
    print("  " + promise, flush=True)


def splits(data, size):
    """The splits of a text as Hadoop's reader of lines makes them: a line belongs to the split that it begins in."""
    start = 0
    while start < len(data):
        end = data.find(b"\n", min(start + size, len(data)) - 1) + 1 or len(data)
        yield data[start:end]
        start = end


def run_task(mapper, split):
    """One task of Hadoop Streaming: lines in, pairs out, counters on standard error."""
    task = subprocess.run(mapper, input=split, capture_output=True, check=False)
    counters, words = {}, []
    for line in task.stderr.decode().splitlines():
        if line.startswith("reporter:"):
            match = re.fullmatch(r"reporter:counter:([^,]+),([^,]+),(\d+)", line)
            if not match:
                sys.exit(f"failed: Hadoop doesn't understand '{line}'")
            counters[match[2]] = counters.get(match[2], 0) + int(match[3])
        else:
            words.append(line)
    pairs = [line.split(b"\t", 1) for line in task.stdout.splitlines()]
    return task.returncode, pairs, counters, words


def hadoop():
    print("Hadoop Streaming, by its documentation")
    with open("some.ndjson", "rb") as file:
        lines = [b"%d\t%b" % (number, line) for number, line in enumerate(file)]
    with open("some.expected.ndjson", "rb") as file:
        expected = [[b"%d" % number, line.rstrip(b"\n")] for number, line in enumerate(file)]
    mapper = FILTER + ["--key-separator", r"\t", "--counters", "hadoop"]

    pairs, total = [], {}
    for split in [*splits(b"".join(lines), 4 << 20), b""]:
        status, some, counters, _ = run_task(mapper, split)
        check(status == 0, f"a split of {len(split)} bytes exits with 0") if status else None
        pairs += some
        for name, amount in counters.items():
            total[name] = total.get(name, 0) + amount
    check(pairs == expected, f"keys and values of {len(pairs)} lines are those of one run, in their order")
    check(sum(total.values()) == len(lines), f"the counters of all tasks add up to the number of lines: {total}")

    status, _, counters, words = run_task(mapper, b"".join(lines[:10]) + b"k\t" + BAD)
    check(status == 2, "a bad line ends the task with an exit code that isn't 0")
    check(any("line 11: At author" in each for each in words), "the log of the task has the number of the line")
    check(counters.get("failed") == 1, "the counters have it")
    status, pairs, counters, _ = run_task(
        mapper + ["--errors", "hadoop-errors.ndjson", "--max-errors", "100%"], b"".join(lines[:10]) + b"k\t" + BAD
    )
    with open("hadoop-errors.ndjson", encoding="utf-8") as file:
        records = file.readlines()
    check(status == 0 and len(pairs) + len(records) == 11, "with --errors, each line is in the output or a record")

    # A line without a tab is a key with an empty value, which the default format of output ends with a tab.
    _, pairs, _, _ = run_task(FILTER, b"".join(line.split(b"\t", 1)[1] for line in lines[:3]))
    written = b"".join(pair[0] + b"\t\n" for pair in pairs)
    again = subprocess.run(FILTER, input=written, capture_output=True, check=True).stdout
    check(again == written, "lines that end with a tab are documents all the same")


def answer(process, count):
    """The next lines of the process, which must come without anything more to read."""
    answers = b""
    while answers.count(b"\n") < count:
        if not select.select([process.stdout], [], [], 30)[0]:
            sys.exit(f"failed: {answers.count(b'%c' % 10)} answers to {count} lines after 30 s")
        answers += os.read(process.stdout.fileno(), 1 << 16)
    return answers


def clickhouse():
    print("ClickHouse, by its documentation")
    with open("some.ndjson", "rb") as file:
        lines = [next(file) for _ in range(3000)]
    with open("some.expected.ndjson", "rb") as file:
        expected = [next(file) for _ in range(3000)]

    process = subprocess.Popen(
        FILTER + ["--quiet", "--line-buffered"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
    )
    for line, migrated in zip(lines[:1000], expected):
        process.stdin.write(line)
        if answer(process, 1) != migrated:
            sys.exit("failed: an answer differs")
    check(True, "each of 1000 lines is answered before the next one is sent")
    chunks = [range(1000, 1001), range(1001, 1100), range(1100, 1100), range(1100, 1400)]
    for chunk in chunks:
        process.stdin.write(b"".join(lines[number] for number in chunk))
        if answer(process, len(chunk)) != b"".join(expected[number] for number in chunk):
            sys.exit("failed: the answer to a chunk differs")
    check(True, "so are chunks of several lines")
    process.stdin.close()
    check(process.wait(10) == 0, "it ends by itself when its input ends")

    process = subprocess.Popen(
        FILTER + ["--quiet", "--line-buffered"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
    )
    process.stdin.write(lines[0])
    first = answer(process, 1)
    process.terminate()
    check(first == expected[0] and process.wait(10) != 0, "SIGTERM ends a process of a pool")


hadoop()
clickhouse()

"""Prints poems of versions 1 to 3, one JSON document per line.

poems.py COUNT   as many different poems, of about 230 bytes
poems.py awkward poems with everything that an engine could change on the way
"""

import json
import random
import sys

WORDS = "old pond frog leaps water sound autumn moon 古池 蛙 silent night crow “evening” rain temple bell"
WORDS = WORDS.split()
AUTHORS = ["Bashō", "Issa", "Buson", 'Shiki \\"the elder\\"']


def bodies(chance):
    """Everything after the author, in the three versions."""
    lines = [" ".join(chance.choices(WORDS, k=chance.randint(3, 7))) for _ in range(chance.randint(3, 9))]
    if len(lines) > 6:
        lines[3] = ""
    fields = [
        {"text": "\n".join(lines), "version": 1},
        {"lines": lines, "version": 2},
        {"stanzas": [lines[:3], lines[3:]], "language": "ja", "version": 3},
    ]
    return [json.dumps(each, ensure_ascii=False, separators=(",", ":"))[1:] for each in fields]


def poems(count):
    chance = random.Random(7)
    endings = [body for _ in range(2000) for body in bodies(chance)]
    for number in range(count):
        yield f'{{"author":"{chance.choice(AUTHORS)} {number}",{chance.choice(endings)}'


def awkward():
    texts = [
        "",
        "\\",
        "\\\\.",
        "\\.",
        "\\N",
        "\\n is no line break",
        'one "two" \'three\' `four`',
        "a\nb\n\nc",
        "a\r\nb",
        "a\tb\t",
        "  spaces at both ends  ",
        "\u0001\u0002\u001f\u007f\u0085",
        "line\u2028and paragraph\u2029separators",
        "\ufeffbyte order mark",
        "é e\u0301 ß İ ﬁ 古池や蛙飛び込む水の音 👩‍👩‍👧‍👦 𝄞",
        "$HOME %s %% {} {#} ;:,|&<>*?~!",
        "a/b<c>d",
        "null",
    ]
    for text in texts:
        fields = [
            {"version": 1, "author": text, "text": text},
            {"version": 2, "author": text, "lines": text.split("\n")},
            {"version": 3, "author": text, "stanzas": [text.split("\n")], "language": "ja"},
            {"version": 4, "author": text, "scroll": text},
        ]
        for each in fields:
            for escapes in [False, True]:
                yield json.dumps(each, ensure_ascii=escapes, separators=(",", ":"))


def main():
    lines = awkward() if sys.argv[1] == "awkward" else poems(int(sys.argv[1]))
    with open(1, "w", encoding="utf-8", newline="\n", buffering=1 << 20) as output:
        output.writelines(line + "\n" for line in lines)


main()

#!/usr/bin/env bash
# Checks the filter with threads, xargs and GNU parallel, killed and run again. The commands are those of
# Docs/Scaling.md. Runs in a folder that has poems.ndjson, and expected.ndjson from one run on one core.
set -euo pipefail
source "$(dirname "$0")/shared.sh"

echo "Threads"
poetry-migrate filter --type Poem --jobs 2 <poems.ndjson >migrated.ndjson 2>said
same expected.ndjson migrated.ndjson "two threads write the same bytes as one"

poetry-migrate filter --quiet --type Poem <expected.ndjson >migrated.ndjson
same expected.ndjson migrated.ndjson "filtering again changes nothing"
poetry-migrate filter --quiet --type Poem --to 2 <poems.ndjson | poetry-migrate filter --quiet --type Poem >migrated.ndjson
same expected.ndjson migrated.ndjson "up to version 2 first, and to the newest later, gives the same"

pieces() {
  rm -rf pieces migrate.log
  mkdir pieces
  split -n l/20 -d -a 3 --additional-suffix .ndjson poems.ndjson pieces/
}

# resumes RUNNER PROMISE: kills the runner when the first piece is there, and runs it again.
resumes() {
  local first
  pieces
  # GNU parallel writes its log a moment after the piece is there. Killed in between, it migrates the piece again.
  kills_when '[ -e pieces/000.ndjson.migrated ] && { [ ! -e migrate.log ] || grep -q pieces/000 migrate.log; }' "$1"
  [ "$(ls pieces/*.migrated | wc -l)" -lt 20 ] || failed "$1 had finished before it was killed"
  first=$(stat -c '%i %y' pieces/000.ndjson.migrated)
  exits 0 "$1"
  [ "$first" = "$(stat -c '%i %y' pieces/000.ndjson.migrated)" ] || failed "$1 migrated a finished piece again"
  cat pieces/*.migrated >migrated.ndjson
  same expected.ndjson migrated.ndjson "$2"
}

cat >run-xargs <<'SH'
printf '%s\0' pieces/*.ndjson | xargs -0 -n 1 -P 2 sh -c '[ -e "$0.migrated" ] ||
  { poetry-migrate filter --type Poem <"$0" >"$0.$$" && mv "$0.$$" "$0.migrated"; }'
SH

cat >run-parallel <<'SH'
parallel --joblog migrate.log --resume-failed --jobs 2 \
  'poetry-migrate filter --type Poem <{} >{}.$$ && mv {}.$$ {}.migrated' ::: pieces/*.ndjson
SH

cat >run-pipe <<'SH'
parallel --pipe --block 5M --keep-order --jobs 2 \
  poetry-migrate filter --type Poem <poems.ndjson >migrated.ndjson
SH

cat >run-pipepart <<'SH'
parallel --pipepart -a poems.ndjson --block 5M --keep-order --jobs 2 \
  poetry-migrate filter --type Poem >migrated.ndjson
SH

for runner in run-*; do
  sed -i '1i #!/bin/sh' "$runner"
  chmod +x "$runner"
done

echo "xargs"
resumes ./run-xargs "xargs -P, killed and run again, goes on with the pieces that are missing"
bad_lines >pieces/007.ndjson
rm pieces/007.ndjson.migrated
exits 123 ./run-xargs
grep -q 'line 3,001: At author: Expected a string, found a number' said || failed "xargs hides the message"
[ ! -e pieces/007.ndjson.migrated ] || failed "a piece with a bad line counts as migrated"
passed "a piece with a bad line isn't there, and xargs exits with 123"

if ! command -v parallel >/dev/null; then exit 0; fi

echo "$(parallel --version | head -n 1), pieces"
resumes ./run-parallel "parallel --resume-failed, killed and run again, goes on with the pieces that are missing"
bad_lines >pieces/020.ndjson
exits 1 ./run-parallel
[ ! -e pieces/020.ndjson.migrated ] || failed "a piece with a bad line counts as migrated"
sed -i 3001d pieces/020.ndjson
exits 0 ./run-parallel
[ -e pieces/020.ndjson.migrated ] || failed "a repaired piece isn't migrated"
passed "a piece with a bad line isn't there until it is repaired, and parallel exits with 1"

for runner in ./run-pipe ./run-pipepart; do
  echo "parallel --${runner#./run-}"
  : >migrated.ndjson
  kills_when '[ -s migrated.ndjson ]' "$runner"
  [ "$(wc -c <migrated.ndjson)" -lt "$(wc -c <expected.ndjson)" ] || failed "it had finished before it was killed"
  exits 0 "$runner"
  same expected.ndjson migrated.ndjson "killed and run again from the beginning, it writes the same bytes"
done

echo "Bad lines"
rm -f errors.*.ndjson
bad_lines >bad.ndjson
cat >run-failing <<'SH'
parallel --pipe --block 200k --keep-order --jobs 2 poetry-migrate filter --type Poem <bad.ndjson >migrated.ndjson
SH
exits 1 sh run-failing
grep -q 'At author: Expected a string, found a number' said || failed "parallel hides the message"
passed "without --errors, parallel exits with the number of blocks that failed, and says why"
cat >run-recording <<'SH'
parallel --pipe --block 200k --keep-order --jobs 2 \
  poetry-migrate filter --type Poem --errors errors.{#}.ndjson --max-errors 1% <bad.ndjson >migrated.ndjson
SH
exits 0 sh run-recording
sed 3001d bad.ndjson | poetry-migrate filter --quiet --type Poem >expected-good.ndjson
same expected-good.ndjson migrated.ndjson "with --errors, the other lines are all there"
[ "$(cat errors.*.ndjson | wc -l)" -eq 1 ] || failed "there isn't one record"
passed "the bad line is a record"

# What the checks in shell have in common.

failed() {
  echo "failed: $1" >&2
  exit 1
}

passed() { echo "  $1"; }

# same EXPECTED ACTUAL PROMISE: the files have the same bytes.
same() {
  cmp "$1" "$2" >&2 || failed "$3"
  passed "$3"
}

# exits STATUS COMMAND…: the command ends with this status. What it says goes to the file `said`.
exits() {
  local expected=$1 status=0
  shift
  "$@" >said 2>&1 || status=$?
  [ "$status" -eq "$expected" ] || {
    cat said >&2
    failed "exit code $status instead of $expected: $*"
  }
}

# kills_when CONDITION COMMAND…: runs the command, and kills it as soon as the condition holds. Filters that it has
# started may survive it: GNU parallel gives each a process group of its own.
kills_when() {
  local condition=$1 group
  shift
  setsid "$@" 2>/dev/null &
  group=$!
  until eval "$condition"; do
    kill -0 "$group" 2>/dev/null || failed "it ended before it was killed: $*"
    sleep 0.02
  done
  kill -KILL -- "-$group"
  wait "$group" 2>/dev/null || true
}

# Poems with a bad line, 3001.
bad_lines() {
  head -n 3000 poems.ndjson
  echo '{"version":2,"author":5,"lines":[]}'
  sed -n '3001,6000p' poems.ndjson
}

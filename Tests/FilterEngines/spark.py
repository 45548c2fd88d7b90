"""Checks the filter in Spark's pipe, of Python and of the JVM: spark.py LOG

Runs in a folder that has poems.ndjson, with expected.ndjson from one run on one core. LOG is the file of its standard
error, to which Spark's workers write as well.
"""

import glob
import os
import shutil
import sys
import time

from guide import migrated, migrated_by_jvm, migrated_with_keys
from pyspark import SparkConf, SparkContext

LOG = sys.argv[1]
TOOL = shutil.which("poetry-migrate")
FILTER = TOOL + " filter --type Poem"
BAD = '{"version":2,"author":5,"lines":[]}'

# Two cores, and four attempts at each task.
conf = SparkConf().setMaster("local[2,4]").set("spark.ui.enabled", "false")
spark = SparkContext(conf=conf.set("spark.driver.host", "127.0.0.1"))


def killed_once(name):
    """The path of a tool that is killed the first time."""
    helper = os.path.join(os.path.dirname(os.path.abspath(__file__)), "killed_once.py")
    path = os.path.join(os.getcwd(), name)
    with open(path, "w", encoding="utf-8") as script:
        script.write(f'#!/bin/sh\nexec "{sys.executable}" "{helper}" "{path}.marker" "{TOOL}" "$@"\n')
    os.chmod(path, 0o755)
    return path


def check(holds, promise):
    if not holds:
        sys.exit(f"failed: {promise}")
    print("  " + promise, flush=True)


def parts(folder):
    return sorted(glob.glob(folder + "/part-*"))


def same(expected, folder):
    """Whether a folder that Spark wrote has the lines of a file, in its order."""
    with open(expected, "rb") as file:
        for part in parts(folder):
            with open(part, "rb") as lines:
                while chunk := lines.read(1 << 20):
                    if file.read(len(chunk)) != chunk:
                        return False
        return not file.read(1)


def failed_tasks(group):
    tracker = spark.statusTracker()
    stages = [stage for job in tracker.getJobIdsForGroup(group) for stage in tracker.getJobInfo(job).stageIds]
    return sum(tracker.getStageInfo(stage).numFailedTasks for stage in stages)


def said_since(position):
    time.sleep(0.2)
    with open(LOG, encoding="utf-8", errors="replace") as log:
        log.seek(position)
        return log.read()


print(f"Spark {spark.version}, rdd.pipe of Python")
count = sum(1 for _ in open("expected.ndjson", "rb"))
start = time.monotonic()
spark.setJobGroup("all", "all poems")
poems = spark.textFile("poems.ndjson", 8).union(spark.parallelize([], 1))
migrated(poems, killed_once("killed-python")).saveAsTextFile("from-python")
seconds = time.monotonic() - start
print(f"  {count} lines in {len(parts('from-python'))} partitions, {seconds:.0f} s")
check(same("expected.ndjson", "from-python"), "the lines are those of one run, in the same order")
check(os.path.getsize(parts("from-python")[-1]) == 0, "an empty partition stays empty")
check(failed_tasks("all") == 1, "one task was killed in the middle, and Spark's second attempt replaced it")
shutil.rmtree("from-python")

print("rdd.pipe of the JVM")
# The locale of this process is C, so that the JVM before version 18 has ASCII as its default encoding.
start = time.monotonic()
spark.setJobGroup("jvm", "poems")
lines = spark._jsc.textFile("some.ndjson", 4).union(spark._jsc.parallelize([], 1))
migrated_by_jvm(lines, killed_once("killed-jvm")).saveAsTextFile("from-jvm")
seconds = time.monotonic() - start
count = sum(1 for _ in open("some.expected.ndjson", "rb"))
print(f"  {count} lines in {len(parts('from-jvm'))} partitions, {seconds:.0f} s")
check(same("some.expected.ndjson", "from-jvm"), "the lines are those of one run, in the same order")
check(failed_tasks("jvm") == 1, "a killed task was replaced")

print("Bad lines")
with open("some.ndjson", encoding="utf-8") as file:
    good = [next(file).rstrip("\n") for _ in range(6000)]
lines = good[:3000] + [BAD] + good[3000:]
keyed = spark.parallelize([f"{number}\t{line}" for number, line in enumerate(lines)], 3)
command = FILTER + r" --key-separator \\t"

position = os.path.getsize(LOG)
try:
    keyed.pipe(command, checkCode=True).count()
    check(False, "a bad line fails the job")
except Exception as error:
    check("error code 2" in str(error), "without --errors, a bad line fails the job")
number = f"{3001 - keyed.glom().map(len).first():,}".replace(",", " ")
said = said_since(position)
check(
    f"line {number}: At author: Expected a string, found a number." in said,
    "the log of the task has the number of the line in its partition",
)
check(said.count(f"line {number}: At author") == 4, "there were four attempts")

lost = len(lines) - keyed.pipe(command).count()
check(lost > 1, f"without checkCode=True, {lost} of {len(lines)} lines are lost, as the guide says")

try:
    spark._jsc.parallelize(lines, 3).pipe(FILTER).count()
    check(False, "a bad line fails the job of the JVM")
except Exception as error:
    check("status 2" in str(error), "a bad line fails the job of the JVM")

# A file of errors for each process: a task that is tried again, or runs twice, would repeat its records.
os.mkdir("errors")
output = migrated_with_keys(keyed, TOOL, os.getcwd() + "/errors").collect()
records = [line for name in glob.glob("errors/*") for line in open(name, encoding="utf-8")]
check(len(output) + len(records) == len(lines), "with --errors, each line is in the output or a record")
check(len(records) == 1 and '"key":"3000"' in records[0], "the record has the key of the line")

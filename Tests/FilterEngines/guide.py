"""Migrates poems in Spark, as Docs/Scaling.md shows it."""


def migrated(poems, tool):
    """The lines of an RDD, migrated."""
    return poems.pipe(f"{tool} filter --type Poem", checkCode=True)


def migrated_with_keys(poems, tool, errors):
    """Lines with a key before a tab. What can't be migrated goes to files in a folder on the worker."""
    command = rf"{tool} filter --type Poem --key-separator \\t --errors {errors}/$$.ndjson --max-errors 0.1%"
    return poems.pipe(f"sh -c '{command}'", checkCode=True)


def migrated_by_jvm(poems, tool):
    """The lines of a JavaRDD, migrated without a worker in Python."""
    return poems.pipe([tool, "filter", "--type", "Poem"], {}, False, 8192, "UTF-8")

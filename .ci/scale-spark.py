"""The recipes of docs/corpora.md for Apache Spark, on a local cluster of two workers.

A partition is a file: its name goes down the pipe, and what comes back is the tally of the
file. Then, of one file, each line goes down the pipe, and a line of columns comes back.
"""

import glob
import os
import sys

from pyspark.sql import SparkSession

work, urlbnf = sys.argv[1], os.environ["URLBNF"]
by = "-e born --reading both"

spark = (
    SparkSession.builder.master("local-cluster[2,1,1024]")
    .appName("urlbnf")
    .config("spark.ui.enabled", "false")
    .getOrCreate()
)
context = spark.sparkContext

parts = sorted(glob.glob(f"{work}/parts/*"))
names = context.parallelize(parts, len(parts))
tally = f"xargs -d '\\n' {urlbnf} check {by} --format tally-json --fail-on never --threads 1 --file"
names.pipe(tally, checkCode=True).saveAsTextFile(f"{work}/spark")

# Lines through the pipe: as many come back, and Spark counts what the tally counts.
first = context.textFile(parts[0])
verdicts = first.pipe(f"{urlbnf} check {by} --format verdict --threads 1", checkCode=True)
columns = verdicts.map(lambda line: line.split("\t")[0])
counts = dict(columns.countByValue())
assert sum(counts.values()) == first.count(), counts
print("  lines of one part, by the verdict of the first grammar:", counts, flush=True)
spark.stop()

"""Reads a dataset with the lines of the guide, which come on standard input, and prints what they found as JSON.

read.py duckdb|spark: run in the folder that holds the dataset `leads`. The last line of the output is the answer:
leads and priorities by campaign and day of the path, code in the file and status; leads in all and different ids.
"""

import json
import sys


def from_duckdb(lines):
    import duckdb

    query = lambda what: duckdb.sql(f"SELECT {what} FROM ({lines}) GROUP BY ALL").fetchall()
    return {
        "groups": query('campaign, CAST(day AS VARCHAR), "campaign.code", status, count(*), sum(CAST(priority AS INTEGER))'),
        "total": query("count(*), count(DISTINCT uniqueId)")[0],
    }


def from_spark(lines):
    from pyspark.sql import SparkSession, functions as f

    spark = (
        SparkSession.builder.master("local[2]")
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.sql.shuffle.partitions", "2")
        # Folders are listed here, not by a job for each.
        .config("spark.sql.sources.parallelPartitionDiscovery.threshold", "1000000")
        .getOrCreate()
    )
    spark.sparkContext.setLogLevel("ERROR")
    names = {"spark": spark}
    exec(lines, names)
    leads = names["leads"]
    rows = lambda frame: [list(row) for row in frame.collect()]
    groups = leads.groupBy("campaign", f.col("day").cast("string").alias("day"), "`campaign.code`", "status")
    return {
        "groups": rows(groups.agg(f.count("*"), f.sum(f.col("priority").cast("int")))),
        "total": rows(leads.agg(f.count("*"), f.countDistinct("uniqueId")))[0],
    }


print(json.dumps({"duckdb": from_duckdb, "spark": from_spark}[sys.argv[1]](sys.stdin.read()), default=int))

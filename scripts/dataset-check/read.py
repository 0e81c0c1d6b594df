"""Reads a dataset with the lines of the guide, which come on standard input, and prints what they found as JSON.

read.py duckdb|spark: run in the folder that holds the dataset `leads`. The last line of the output is the answer:
counts and sums by campaign and day, leads in all, different ids, and leads by status.
"""

import json
import sys


def from_duckdb(lines):
    import duckdb

    duckdb.sql(f"CREATE TABLE leads AS {lines}")
    query = lambda sql: duckdb.sql(sql).fetchall()
    return {
        "places": query('SELECT campaign, CAST(day AS VARCHAR), count(*), sum(CAST(priority AS INTEGER)) FROM leads GROUP BY ALL'),
        "codes": query('SELECT DISTINCT campaign, "campaign.code" FROM leads'),
        "total": query("SELECT count(*), count(DISTINCT uniqueId) FROM leads")[0],
        "statuses": query("SELECT status, count(*) FROM leads GROUP BY ALL"),
        "columns": [row[0] for row in query("DESCRIBE leads")],
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
        .getOrCreate()
    )
    spark.sparkContext.setLogLevel("ERROR")
    names = {"spark": spark}
    exec(lines, names)
    leads = names["leads"]
    rows = lambda frame: [list(row) for row in frame.collect()]
    priority = f.sum(f.col("priority").cast("int"))
    return {
        "places": rows(leads.groupBy("campaign", f.col("day").cast("string").alias("day")).agg(f.count("*"), priority)),
        "codes": rows(leads.select("campaign", "`campaign.code`").distinct()),
        "total": rows(leads.agg(f.count("*"), f.countDistinct("uniqueId")))[0],
        "statuses": rows(leads.groupBy("status").count()),
        "columns": leads.columns,
    }


print(json.dumps({"duckdb": from_duckdb, "spark": from_spark}[sys.argv[1]](sys.stdin.read()), default=int))

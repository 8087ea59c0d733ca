"""The recipe of docs/corpora.md for DuckDB: a column of Parquet, piped part by part."""

import glob
import os
import subprocess
import sys
import time

import duckdb

work, urlbnf = sys.argv[1], os.environ["URLBNF"]
os.makedirs(f"{work}/duckdb")
os.makedirs(f"{work}/parquet", exist_ok=True)
database = duckdb.connect()

# Lines as they are: nothing is a quote, and a byte that no URL has is the separator.
for part in sorted(glob.glob(f"{work}/parts/*")):
    parquet = f"{work}/parquet/{os.path.basename(part)}.parquet"
    if not os.path.exists(parquet):
        database.execute(
            f"""COPY (SELECT url FROM read_csv('{part}', columns = {{'url': 'VARCHAR'}},
                header = false, auto_detect = false, delim = '\x01', quote = '', escape = ''))
                TO '{parquet}' (FORMAT parquet)"""
        )

begun = time.time()
check = [urlbnf, "check", "-e", "born", "--reading", "both"]
check += ["--format", "tally-json", "--fail-on", "never", "--threads", "1"]
for number, parquet in enumerate(sorted(glob.glob(f"{work}/parquet/*"))):
    with open(f"{work}/duckdb/part-{number:05}", "wb") as tally:
        pipe = subprocess.Popen(check, stdin=subprocess.PIPE, stdout=tally)
        rows = database.execute("SELECT url FROM read_parquet(?)", [parquet])
        while some := rows.fetchmany(50_000):
            pipe.stdin.write("".join(f"{url}\n" for (url,) in some).encode())
        pipe.stdin.close()
        assert pipe.wait() == 0
print(f"  of that the pipes, without making Parquet: {time.time() - begun:.1f} s", flush=True)

import { expect, it } from 'vitest';
import { duckDbLine } from './duckdb-line.ts';

it.each([
  ['/home/ida/leads.parquet', "SELECT * FROM read_parquet('/home/ida/leads.parquet');"],
  [String.raw`C:\Leads æøå\leads 1.parquet`, String.raw`SELECT * FROM read_parquet('C:\Leads æøå\leads 1.parquet');`],
  ["/tmp/Ida's [new]*?.parquet", "SELECT * FROM read_parquet('/tmp/Ida''s [[]new][*][?].parquet');"],
])('%s', (path, line) => expect(duckDbLine(path)).toBe(line));

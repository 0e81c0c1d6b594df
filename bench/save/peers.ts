import { columns } from './leads.ts';

/** By a name that the compiler cannot follow: peers are installed when a bench first runs, not with the project. */
export async function peer<Module>(name: string): Promise<Module> {
  return (await import(name)) as Module;
}

export interface DuckConnection {
  run(sql: string): Promise<unknown>;
  runAndReadAll(sql: string): Promise<{ getRowObjects(): Record<string, unknown>[] }>;
  createAppender(table: string): Promise<{
    appendVarchar(text: string): void;
    appendNull(): void;
    endRow(): void;
    closeSync(): void;
  }>;
  closeSync(): void;
}

/** DuckDB with the leads in a table `leads`, and their number. */
export async function duckWith(
  leads: Iterable<readonly (string | null)[]>,
): Promise<{ readonly duck: DuckConnection; readonly rows: number }> {
  const { DuckDBInstance } = await peer<{
    DuckDBInstance: { create(): Promise<{ connect(): Promise<DuckConnection> }> };
  }>('@duckdb/node-api');
  const duck = await (await DuckDBInstance.create()).connect();
  await duck.run(`CREATE TABLE leads (${columns.map((name) => `"${name}" VARCHAR`).join(', ')})`);
  const appender = await duck.createAppender('leads');
  let rows = 0;
  for (const lead of leads) {
    rows += 1;
    for (const value of lead) {
      if (value === null) appender.appendNull();
      else appender.appendVarchar(value);
    }
    appender.endRow();
  }
  appender.closeSync();
  return { duck, rows };
}

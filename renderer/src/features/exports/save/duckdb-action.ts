import { duckDbLine } from '../../../../../shared/domain/files/duckdb-line.ts';
import { call } from '../../../bridge/index.ts';
import { startWork, toast } from '../../../ui/index.ts';

/**
 * Copies the line with which DuckDB reads a saved Parquet file. The desktop writes the place of the file into it; of a
 * download only the name is known.
 */
export function duckDbAction(token: string, name: string, isDesktop: boolean) {
  async function copy(): Promise<void> {
    if (isDesktop) await call('host:copyDuckDbLine', { token });
    else await navigator.clipboard.writeText(duckDbLine(name));
    toast(
      'Copied the line for DuckDB.',
      isDesktop ? null : `It names only ${name}: start DuckDB in your downloads folder.`,
    );
  }
  return { label: 'Copy the DuckDB line', onClick: () => startWork(copy, 'The line was not copied.') };
}

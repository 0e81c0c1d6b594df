import { expect, it } from 'vitest';
import { eachTime } from '../../foundation/world-fixture.ts';
import { EVERYTHING } from '../../../../shared/domain/service/queries/query-fixture.ts';
import { ExportsBench } from '../exports-fixture.ts';

let bench: ExportsBench;
eachTime(async () => (bench = await ExportsBench.open()));

it('asks for a window a second time when its answer breaks off, and no third time: each request costs quota', async () => {
  bench.breaksOff = true;
  const program = bench.program();
  const query = { ...EVERYTHING, modifiedFrom: '2026-11-01T00:00:00' };
  const started = await program.call('export:start', { query, windowDays: 1 });
  const ended = await program.until(started, ({ state }) => state !== 'running');
  expect(ended).toMatchObject({ state: 'partial', rows: 1, requests: 2, windows: { done: 0 } });
});

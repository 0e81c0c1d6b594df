import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import type { ConnectionReport, TestStepReport } from './test-connection.ts';
import { fastClock, specClient } from '../simulation/spec-client.ts';

/** Tests a service whose clock is so many milliseconds ahead of ours; null: it does not tell its time. */
async function tested(ahead: number | null): Promise<{ report: ConnectionReport; told: TestStepReport[] }> {
  const clock = fastClock(50);
  const server = createServer((request, response) => {
    response.sendDate = false;
    if (ahead !== null) response.setHeader('date', new Date(clock.wallNow() + ahead).toUTCString());
    response.end(request.url === '/api/users' ? '[]' : '{"POST leads":50000}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
  const client = specClient(`http://127.0.0.1:${port}/api`, { clock });
  const told: TestStepReport[] = [];
  const report = await client.testConnection((step) => told.push(step));
  await client.close();
  server.closeAllConnections();
  server.close();
  return { report, told };
}

it.each([
  [5 * 60_000, '5 minutes behind'],
  [-45 * 60_000, '45 minutes ahead of'],
])('warns of a clock that is %i ms off', async (ahead, words) => {
  const { report, told } = await tested(ahead);
  expect(report.works).toBe(true);
  expect(report.steps.at(-1)).toMatchObject({
    id: 'clock',
    state: 'warning',
    detail: expect.stringContaining(`This computer's clock is ${words} the service's.`),
  });
  expect(told.at(-1)).toEqual(report.steps.at(-1));
});

it.each([0, null])('says nothing of a clock that is right or not told (%s)', async (ahead) => {
  const { report } = await tested(ahead);
  expect(report.works).toBe(true);
  expect(report.steps.map((step) => step.id)).toEqual(['address', 'encryption', 'credentials', 'limits']);
});

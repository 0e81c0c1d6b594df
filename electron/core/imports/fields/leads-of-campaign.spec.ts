import { expect, it, vi } from 'vitest';
import { benches } from '../import-fixture.ts';

// Real HTTP, on a machine that may be busy.
vi.setConfig({ testTimeout: 30_000 });

const CAMPAIGN = 'DK-ENERGI-26';
const bench = benches({ leads: 2000 });

/** The paths that are asked when the service answers 400 to the first. */
async function askedAfter(message: string): Promise<{ readonly found: unknown; readonly paths: readonly string[] }> {
  const { desk, core } = await bench.started();
  desk.practice.faults.add({ kind: 'status', status: 400, message, times: 1, match: { path: '/simpleleads' } });
  const found = await core.call('import:lookUpFields', { campaignCode: CAMPAIGN }).catch((error: unknown) => error);
  const { entries } = await core.call('quota:log', { offset: 0, limit: 100 });
  return { found, paths: entries.map(({ path }) => path).filter((path) => path.includes('simpleleads')) };
}

it('are asked for again without the filter that the service refuses', async () => {
  const { found, paths } = await askedAfter('Unknown parameter "Campaigns"');
  expect(found).toMatchObject({
    fields: expect.arrayContaining([expect.objectContaining({ name: 'Telefon1' })]) as unknown,
  });
  expect(paths.map((path) => path.includes('Campaigns'))).toEqual([true, false]);
});

it('are not asked for again when the service says that it has no such campaign', async () => {
  const { found, paths } = await askedAfter(`There is no campaign ${CAMPAIGN.toLowerCase()}`);
  expect(found).toMatchObject({ error: { code: 'rejected' } });
  expect(paths).toHaveLength(1);
});

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, testWithService as test } from '../fixtures.ts';
import { programOf } from '../../scripts/lib/host.ts';
import { fates, JobPage, readTable } from '../pages/job-page.ts';
import { ImportPage } from '../pages/import-page.ts';
import { WelcomePage } from '../pages/welcome-page.ts';
import { writeCompanies } from '../spreadsheets.ts';

const ROWS = Number(process.env['LEAD_CONSOLE_MOMENTS_ROWS'] ?? 600);
const MOMENTS = 20;
const SEED = Number(process.env['LEAD_CONSOLE_MOMENTS_SEED'] ?? 1);
/** Rows that the service takes a minute, nearly. */
const PACE = 230;

const run = promisify(execFile);

/** Moments of a run of this length, in milliseconds from its beginning; the same for the same seed. */
function momentsOf(length: number): number[] {
  let state = SEED;
  const next = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  return Array.from({ length: MOMENTS }, () => length * next()).sort((one, other) => one - other);
}

test(`every row has its place at ${MOMENTS} random moments: on the screen, in the batch, in the result file`, async ({
  page,
  service,
  host,
  folder,
}) => {
  const sending = (ROWS / PACE) * 60_000;
  test.setTimeout(sending * 2 + 180_000);
  const file = await writeCompanies(join(folder, 'companies.csv'), ROWS, (row) =>
    row % 17 === 0 ? { phone: 'siehe Notiz' } : {},
  );
  const leads = { method: 'POST', path: '/leads' } as const;
  await service.addFault({ kind: 'reset', when: 'after', times: 'always', probability: 0.05, match: leads });
  await new WelcomePage(page).connect(service);
  await new ImportPage(page).importCompanies(file, { pool: 'Moments' });
  const begun = Date.now();
  const job = new JobPage(page);
  const jobId = new URL(page.url()).hash.split('/').at(-1) ?? '';

  for (const moment of momentsOf(sending)) {
    await page.waitForTimeout(Math.max(0, begun + moment - Date.now()));
    await job.addsUpTo(ROWS);
    const shown = await job.counts();
    const { stdout } = await run(
      process.execPath,
      [...programOf('batch'), 'job', jobId, '--json', '--url', service.address, '--data-dir', host.dataFolder],
      {
        env: { ...process.env, LEAD_CONSOLE_USERNAME: service.username, LEAD_CONSOLE_PASSWORD: service.password },
      },
    );
    const last = JSON.parse(stdout.trim().split('\n').at(-1) ?? '{}') as Record<string, number>;
    const counted = [...fates, 'excluded'].reduce((sum, fate) => sum + (last[fate] ?? 0), 0);
    expect(counted, `the batch: ${stdout}`).toBe(ROWS);
    const path = join(folder, 'result.csv');
    const saved = await job.saveResult(path);
    const states = Map.groupBy(await readTable(path), ({ State }) => State ?? '');
    expect(saved).toHaveLength(ROWS);
    expect(
      [...states.keys()].filter(
        (state) => !['created', 'refused', 'unknown', 'skipped', 'waiting', 'on its way'].includes(state),
      ),
    ).toEqual([]);
    const said = (state: string) => states.get(state)?.length ?? 0;
    const inFile = `${said('created')} created, ${said('refused')} refused, ${said('unknown')} unknown`;
    console.log(
      `after ${Math.round((Date.now() - begun) / 1000)} s: screen ${JSON.stringify(shown)}, batch ${counted}, file ${inFile}`,
    );
  }
});

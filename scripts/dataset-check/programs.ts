import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/project.ts';

const username = 'practice';
const password = 'dataset check';
export const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

export interface Service extends AsyncDisposable {
  readonly url: string;
}

/** The practice service, as a program of its own. */
export async function startService(leads: number): Promise<Service> {
  const child = spawn(
    process.execPath,
    [
      join(root, 'electron/practice/main.ts'),
      ...['--leads', String(leads), '--username', username, '--password', password],
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  const url = /http:\S+/.exec(said.toString())?.[0];
  if (url === undefined) throw new Error('The practice service did not start.');
  return {
    url,
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null) return;
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}

export interface Exported {
  readonly seconds: number;
  /** Most memory that the program held, megabytes; null where that cannot be read. */
  readonly megabytes: number | null;
  readonly dataset: Readonly<Record<string, number>>;
}

/** Runs `export simple` into the dataset `leads` of a folder. @throws Error when the command fails */
export async function exportDataset(service: Service, folder: string, more: readonly string[]): Promise<Exported> {
  const started = performance.now();
  const child = spawn(
    process.execPath,
    [
      join(root, 'electron/batch/main.ts'),
      ...['export', 'simple', '--output', join(folder, 'leads'), '--partition-by', 'campaign,day', ...more],
      ...['--url', service.url, '--data-dir', join(folder, 'data'), '--json'],
    ],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, LEAD_CONSOLE_USERNAME: username, LEAD_CONSOLE_PASSWORD: password },
    },
  );
  let stdout = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  let megabytes: number | null = null;
  const watch = setInterval(() => (megabytes = peakOf(child) ?? megabytes), 200);
  const [code] = (await once(child, 'close')) as [number | null];
  clearInterval(watch);
  const last = JSON.parse(stdout.trim().split('\n').at(-1) ?? '{}') as { dataset?: Exported['dataset'] };
  if (code !== 0 || last.dataset === undefined) throw new Error(`The export ended with ${code}: ${stdout.slice(-500)}`);
  return { seconds: (performance.now() - started) / 1000, megabytes, dataset: last.dataset };
}

/** Linux tells the most memory that a program ever held. */
function peakOf({ pid }: ChildProcess): number | null {
  try {
    const kilobytes = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? null : Math.round(Number(kilobytes) / 1024);
  } catch {
    return null;
  }
}

/** Some made-up leads change, and new ones come. */
export async function changeLeads(service: Service, every: number, added: number): Promise<void> {
  const send = async (path: string, body: object): Promise<void> => {
    const answer = await fetch(new URL(path, service.url), {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json', 'x-rate-limit-fair-use-policy': 'Minute rated' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`The practice service answered ${answer.status} to ${path}.`);
    const said = await answer.text();
    if (/"success":\s*false/i.test(said)) throw new Error(`The practice service refused a lead: ${said}`);
  };
  await send('/practice/changes', { every, status: 'Failed' });
  for (let number = 0; number < added; number += 1)
    await send('/api/leads', {
      CampaignCode: 'EU-MESSE-26',
      data: { FirstName: `New ${number}`, Phone: `3${String(number).padStart(7, '0')}` },
    });
}

import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { specFolder } from '../core/foundation/folder-fixture.ts';
import type { PracticeLedger } from './practice-service.ts';
import { startPracticeService } from './practice-service.ts';
import { fairUse, goodLead, send } from './client-fixture.ts';
import { PracticeFileError } from './data/store.ts';

const program = fileURLToPath(new URL('./main.ts', import.meta.url));

interface Ended {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

function run(...args: string[]): {
  child: ChildProcessWithoutNullStreams;
  ended: Promise<Ended>;
  port: Promise<number>;
} {
  const child = spawn(process.execPath, [program, ...args]);
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString('utf8')));
  const port = new Promise<number>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
      const found = /127\.0\.0\.1:(\d+)\/api/.exec(output);
      if (found !== null) resolve(Number(found[1]));
    });
  });
  const ended = new Promise<Ended>((resolve) => child.on('close', (code) => resolve({ code, output, errors })));
  return { child, ended, port };
}

function folder(): string {
  const path = specFolder('practice');
  return path;
}

// Programs start slowly on a busy computer.
describe('the program', { timeout: 60_000 }, () => {
  it.runIf(process.platform !== 'win32').each(['SIGINT', 'SIGTERM'] as const)(
    'says one line when it listens and ends cleanly on %s (where there are signals)',
    async (signal) => {
      const { child, ended, port } = run('--leads', '7', '--daily', 'Leads=500', '--window', 'sliding');
      const number = await port;
      expect((await send(number, 'GET', '/simpleleads')).json).toHaveLength(7);
      expect(await send(number, 'POST', '/leads', { body: goodLead() })).toMatchObject({
        headers: { 'x-rate-limit-limit': '500' },
      });
      child.kill(signal);
      expect(await ended).toEqual({
        code: 0,
        output: `Practice service at http://127.0.0.1:${number}/api  user practice  password practice\n`,
        errors: '',
      });
    },
  );

  it('says in one sentence what is wrong with the port or the file', async () => {
    const taken = await startPracticeService({ leads: 0 });
    onTestFinished(() => taken.close());
    const file = join(folder(), 'note.txt');
    writeFileSync(file, 'This is a text, and no database of the practice service.'.repeat(100));
    const attempts: [string[], RegExp][] = [
      [['--port', String(taken.port)], /port already/],
      [['--data-file', file], /cannot use .*note\.txt/],
    ];
    for (const [args, expected] of attempts) {
      const { code, errors } = await run(...args).ended;
      expect(errors).toMatch(expected);
      expect(errors.trimEnd().split('\n')).toHaveLength(1);
      expect(code).toBe(2);
    }
  });

  it('knows after SIGKILL everything it has answered', async () => {
    const file = join(folder(), 'new', 'practice.sqlite');
    const first = run('--data-file', file);
    const port = await first.port;
    for (let n = 0; n < 20; n += 1) await send(port, 'POST', '/leads', { body: goodLead(`Nr ${n}`), headers: fairUse });
    await send(port, 'POST', '/leads', { body: {} });
    await send(port, 'POST', '/leadsegments/SEG-0152/leads', { body: { uniqueId: 'SEG-0152', leadUniqueIds: [] } });
    first.child.kill('SIGKILL');
    await first.ended;

    const second = await startPracticeService({ dataFile: file, leads: 0 });
    onTestFinished(() => second.close());
    const { accepted, rejected }: PracticeLedger = second.ledger;
    expect([accepted, rejected]).toEqual([20, 1]);
    expect(second.ledger.entries(18)).toMatchObject([{ sequence: 19, data: { FirstName: 'Nr 18' } }, { sequence: 20 }]);
    const counts = (await send(second.port, 'GET', '/myaccount/request/counts')).json as {
      service: string;
      count: number;
    }[];
    expect(counts.find(({ service }) => service === 'Leads')?.count).toBeGreaterThan(20);
    expect((await send(second.port, 'GET', '/simpleleads')).json).toHaveLength(20);
    await send(second.port, 'POST', '/leads', { body: goodLead() });
    expect(second.ledger.entries(20)).toMatchObject([{ sequence: 21 }]);
  });
});

describe('a data file', () => {
  it('can be used by two programs at once', async () => {
    const dataFile = join(folder(), 'practice.sqlite');
    const [one, other] = [
      await startPracticeService({ dataFile, leads: 0 }),
      await startPracticeService({ dataFile, leads: 0 }),
    ];
    onTestFinished(() => one.close());
    onTestFinished(() => other.close());
    for (const { port } of [one, other, one, other]) {
      expect(await send(port, 'POST', '/leads', { body: goodLead(), headers: fairUse })).toMatchObject({ status: 200 });
    }
    expect(one.ledger.entries().map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4]);
    expect(other.ledger.accepted).toBe(4);
    const counts = (await send(one.port, 'GET', '/myaccount/request/counts')).json;
    expect(counts).toContainEqual(expect.objectContaining({ service: 'Leads', count: 4 }));
  });

  it('that is none is refused with a sentence, and the port stays free', async () => {
    await expect(startPracticeService({ dataFile: folder() })).rejects.toThrow(PracticeFileError);
  });
});

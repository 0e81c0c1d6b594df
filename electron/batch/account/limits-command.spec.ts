import { describe, expect, it } from 'vitest';
import { VirtualClock } from '../../core/api/simulation/virtual-clock.ts';
import { eachTime } from '../../core/foundation/world-fixture.ts';
import { type BatchBench, createBatchBench, jsonLines } from '../batch-fixture.ts';
import { passwordOf, TeamServer } from '../../core/team/team-server-fixture.ts';
import { letOtherWorkRun } from '../../core/threads/thread-server.ts';
import type { FollowTools } from '../program/follow-tools.ts';
import { BatchTrouble } from '../program/trouble.ts';
import { watchLimits } from './limits-command.ts';
import { hasSignals } from '../../core/foundation/this-system-fixture.ts';

let bench: BatchBench;

eachTime(async () => (bench = await createBatchBench()));

interface Counter {
  readonly counter: string;
  readonly services: string[];
  readonly likely: string[];
  readonly used: number;
  readonly limit: number;
  readonly left: number;
  readonly readAt: string;
  readonly computers?: readonly { readonly units: number | null; readonly countedAt: string | null }[];
}

function countersOf(stdout: string): Counter[] {
  return jsonLines<Partial<Counter>>(stdout).filter((line): line is Counter => line.counter !== undefined);
}

/** Units that the service counted, by its counters. */
async function counted(): Promise<Record<string, number>> {
  const answer = await fetch(new URL('/practice/state', bench.practice.url));
  const { services } = (await answer.json()) as { services: Record<string, { units: number }> };
  return Object.fromEntries(Object.entries(services).map(([name, { units }]) => [name, units]));
}

describe('limits', () => {
  it('prints one line a counter of the service, whatever endpoints were used', async () => {
    for (const command of [['users'], ['orgunit', 'Danmark'], ['account'], ['segments']]) await bench.run(command);
    for (const kind of ['simple', 'raw']) await bench.run(['export', kind, '--output', bench.path(`${kind}.csv`)]);
    const { code, stdout, last } = await bench.run(['limits', '--json']);
    const lines = countersOf(stdout);
    expect(lines.map(({ counter, services, likely }) => ({ counter, services, likely }))).toEqual([
      { counter: 'Leads', services: ['POST leads', 'GET leads', 'GET leads/csv'], likely: [] },
      { counter: 'SimpleLeads', services: ['GET simpleleads', 'GET rawleads'], likely: ['GET rawleads'] },
      {
        counter: 'LeadSegments',
        services: ['GET leadsegments', 'POST leadsegments', 'DELETE leadsegments'],
        likely: [],
      },
      {
        counter: 'Account',
        services: ['GET users', 'GET orgunits', 'GET myaccount'],
        likely: expect.any(Array) as string[],
      },
    ]);
    expect(Object.fromEntries(lines.map(({ counter, used }) => [counter, used]))).toEqual({
      Leads: 0,
      ...(await counted()),
    });
    for (const { limit, used, left } of lines) expect(left).toBe(limit - used);
    expect(lines.at(-1)).toMatchObject({ source: 'confirmed', others: 0, price: 1 });
    expect({ code, last }).toMatchObject({ code: 0, last: { counters: 4 } });
  });

  it('says when each figure was read, and what is left for people', async () => {
    const { stdout } = await bench.run(['limits', '--json']);
    const account = countersOf(stdout).find(({ counter }) => counter === 'Account');
    expect(account).toMatchObject({ resetAt: expect.stringMatching(/^\d{4}-.*Z$/) as string });
    expect(Math.abs(Date.now() - Date.parse(account?.readAt ?? ''))).toBeLessThan(60_000);
    const text = await bench.run(['limits']);
    expect(text.stdout).toMatch(
      /\nAccount +\d+ used, 9,9\d\d of 10,000 left, resets \d\d:\d\d on \d+ \w{3} in Europe\/Copenhagen\n/,
    );
  });

  it('names a counter whose endpoints nobody knows, too', async () => {
    bench.practice.faults.add({
      kind: 'body',
      body: '[{"name":"Dialer","limit":100,"count":40}]',
      match: { path: '/myaccount/request/counts' },
      times: 'always',
    });
    const { stdout } = await bench.run(['limits', '--json']);
    expect(countersOf(stdout).at(-1)).toMatchObject({
      counter: 'Dialer',
      services: [],
      limit: 100,
      used: 40,
      left: 60,
    });
  });

  it('says in a team who has used how much, and names who has not told', async () => {
    await using server = await TeamServer.open();
    const at = (person: string, args: string[], invitation = '') =>
      bench.run([...args, '--url', bench.practice.url, '--data-dir', bench.path(person), '--json'], {
        bare: true,
        environment: {
          LEAD_CONSOLE_TEAM_LOGIN: person,
          LEAD_CONSOLE_TEAM_PASSWORD: passwordOf(person),
          ...(invitation === '' ? {} : { LEAD_CONSOLE_TEAM: invitation }),
        },
      });
    const { stdout } = await at('anna', ['team', 'begin', '--database', server.place]);
    const invitation = /"invitation":"([^"]+)"/.exec(stdout)?.[1] ?? '';
    await at('anna', ['users'], invitation);
    await at('bent', ['team', 'join'], invitation);
    const account = countersOf((await at('bent', ['limits'], invitation)).stdout).find(
      ({ counter }) => counter === 'Account',
    );
    expect(account?.computers).toMatchObject([
      { computer: 'bent’s computer', isMe: true, countedAt: expect.any(String) },
      { computer: 'anna’s computer', isMe: false, countedAt: expect.any(String) },
    ]);
    const told = account?.computers?.map(({ units }) => units ?? 0) ?? [];
    expect(Math.min(...told)).toBeGreaterThan(0);
    expect(told.reduce((sum, units) => sum + units, 0)).toBe(account?.used);

    await server.database.run("UPDATE lead_team.office SET state = '' WHERE login = 'anna'");
    const after = countersOf((await at('bent', ['limits'], invitation)).stdout).find(
      ({ counter }) => counter === 'Account',
    );
    expect(after?.computers?.[1]).toMatchObject({ units: null, countedAt: null });
  }, 120_000);

  it('--watch asks no more when it is ended while a question is on its way', async () => {
    const clock = new VirtualClock();
    const asked: PromiseWithResolvers<object>[] = [];
    const said: string[] = [];
    let signal: () => void = () => undefined;
    const output = { tell: () => undefined, say: () => undefined, end: () => undefined };
    const tools = {
      core: {
        call: () => (asked[asked.push(Promise.withResolvers<object>()) - 1] as (typeof asked)[0]).promise,
        on: () => () => undefined,
      },
      clock,
      output: { ...output, warn: (line: string) => void said.push(line) },
      interruption: { exitCode: 130, onSignal: (listener: () => void) => void (signal = listener) },
    } as unknown as FollowTools;
    const watched = watchLimits(tools);
    asked[0]?.resolve({ services: [], unmatched: [] });
    await clock.runAsync(60_000, letOtherWorkRun);
    signal();
    expect(await watched).toBe(130);
    asked[1]?.reject(new BatchTrouble('Cancelled.'));
    await clock.runAsync(200_000, letOtherWorkRun);
    expect([asked.length, said]).toEqual([2, []]);
  });

  it.runIf(hasSignals)(
    '--watch prints each counter once, then what changes, until a signal (where there are signals)',
    async () => {
      await bench.run(['users']);
      let isTold = false;
      const watched = await bench.runProgram(['limits', '--watch', '--json'], {
        onOutput: (stdout, child) => {
          if (isTold || !stdout.includes('"Account"')) return;
          isTold = child.kill('SIGINT');
        },
      });
      expect(watched).toMatchObject({ code: 130, last: { counters: 4 } });
      expect(countersOf(watched.stdout).map(({ counter }) => counter)).toEqual([
        'Leads',
        'SimpleLeads',
        'LeadSegments',
        'Account',
      ]);
    },
  );

  it('--watch ends when nobody reads it any more', async () => {
    const watched = await bench.runProgram(['limits', '--watch', '--json'], {
      onStart: (child) => child.stdout?.destroy(),
    });
    expect(watched).toMatchObject({ code: 0, stderr: '' });
  });
});

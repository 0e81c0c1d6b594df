import { existsSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ChannelArgs, ChannelResult } from '../../../../../shared/contract/channels.ts';
import type { CheckSummary } from '../../../../../shared/contract/check/check.ts';
import type { TeamLook } from '../../../foundation/team-look.ts';
import { specServices } from '../../../sessions/session-fixture.ts';
import { berlin, checkFolder, stage, settings } from '../check-fixture.ts';
import { type Checks, createChecks } from '../check-feature.ts';
import type { CheckTarget } from '../check-messages.ts';
import { layerPathOf } from '../layer-file.ts';

/* Questions of pages to the thread of the check, without an account. With one, and over HTTP: check-feature.spec.ts. */

let checks: Checks;
let targets: Map<string, CheckTarget>;
let heard: [string, unknown][];
let summaries: CheckSummary[];
let team: (Pick<TeamLook, 'isTeam'> & Partial<TeamLook>) | null;

beforeEach(() => {
  [targets, heard, summaries, team] = [new Map(), [], [], null];
  const services = specServices(checkFolder, { emit: (name, payload) => void heard.push([name, payload]) });
  checks = createChecks(services, {
    session: () => null,
    team: () => team as TeamLook | null,
    target: (draftId) => {
      const target = targets.get(draftId);
      if (target === undefined) throw new Error(`no draft ${draftId}`);
      return target;
    },
    onSummary: (summary) => void summaries.push(summary),
    onChange: (draftId) => void heard.push(['changed', draftId]),
  });
});
afterEach(() => checks.close());

type Channel = keyof Checks['handlers'];

async function call<Name extends Channel>(
  name: Name,
  args: ChannelArgs<Name>,
  signal = new AbortController().signal,
): Promise<ChannelResult<Name>> {
  return checks.handlers[name](args, { signal });
}

async function draft(draftId: string): Promise<{ readonly draftId: string }> {
  targets.set(draftId, await stage(draftId, berlin));
  return { draftId };
}

/** What was heard since the last time: changes of drafts, and the draft of each summary. */
function news(): string[] {
  const all = heard.splice(0) as [string, { readonly draftId: string } | string][];
  return all
    .filter(([name]) => name !== 'check:progress')
    .map(([name, payload]) => `${name} ${typeof payload === 'string' ? payload : payload.draftId}`);
}

const name = (draftId: string, value: string) => ({ draftId, edits: [{ row: 1, column: 0, value }] });
const ALL = { parameters: undefined, offset: 0, limit: 10, reasonId: null, filter: 'all', order: 'file' } as const;

it('tells every page what was found, and that a draft has changed when a person changed something', async () => {
  checks.prepare();
  const one = await draft('one');
  const found = await call('check:run', { ...one, callId: 'call' });
  expect(summaries).toEqual([found]);
  expect(heard.filter(([event]) => event === 'check:progress').at(-1)).toEqual([
    'check:progress',
    { callId: 'call', rows: 5, rowsTotal: 5 },
  ]);
  expect(heard.at(-1)).toEqual(['check:changed', { ...one, summary: found }]);
  expect(news()).toEqual(['check:changed one']);
  // Rules that are the same change nothing; others do, and so does each step, back and forth.
  await call('check:run', { ...one, settings: settings({ country: 'AT' }) });
  expect(news()).toEqual(['check:changed one', 'changed one']);
  await call('check:run', { ...one, settings: settings({ country: 'AT' }) });
  expect(news()).toEqual(['check:changed one']);
  await call('check:edit', name('one', 'Anne'));
  expect(news()).toEqual(['check:changed one', 'changed one']);
  await call('check:edit', name('one', 'Anne'));
  expect(news()).toEqual(['check:changed one']);
  await call('check:undo', one);
  await call('check:redo', one);
  expect(news()).toEqual(['check:changed one', 'changed one', 'check:changed one', 'changed one']);
  // A later page runs it without rules of its own.
  await call('check:run', one);
  expect(news()).toEqual(['check:changed one']);
  expect(summaries).toHaveLength(8);
  // Nothing that only looks is news.
  expect((await call('check:rows', { ...one, ...ALL })).rows[0]?.cells[0]).toBe('Anne');
  expect(news()).toEqual([]);
  expect(heard).toEqual([]);
});

it('forgets the changes of a draft on request, also what it told of them', async () => {
  const one = await draft('dropped');
  await call('check:edit', name('dropped', 'Anne'));
  news();
  const path = layerPathOf(targets.get('dropped')?.stagedPath ?? '');
  expect(existsSync(path)).toBe(true);
  expect(await call('check:dropChanges', one)).toEqual({});
  expect(news()).toEqual(['changed dropped']);
  expect(existsSync(path)).toBe(false);
  expect((await call('check:rows', { ...one, ...ALL })).rows[0]?.cells[0]).toBe('Anna');
  // The same step as before: it is one again.
  await call('check:edit', name('dropped', 'Anne'));
  expect(news()).toEqual(['check:changed dropped', 'changed dropped']);
});

it('refuses every question about a draft that something else works with, until that ends', async () => {
  const one = await draft('sealed');
  await draft('other');
  await call('check:edit', name('sealed', 'Anne'));
  team = { isTeam: true };
  targets.set('sealed', { ...(targets.get('sealed') as CheckTarget), campaignCode: 'SPRING' });
  news();
  {
    using _sealed = await checks.seal('sealed');
    const refused = [
      call('check:run', one),
      call('check:rows', { ...one, ...ALL }),
      call('check:edit', name('sealed', 'Bo')),
      call('check:dropChanges', one),
    ];
    for (const answer of await Promise.allSettled(refused))
      expect(answer).toMatchObject({
        reason: { error: { code: 'validation', message: /being started, or compared/ } },
      });
    expect((await call('check:rows', { draftId: 'other', ...ALL })).total).toBe(5);
  }
  expect(news()).toEqual([]);
  expect((await call('check:rows', { ...one, ...ALL })).rows[0]?.cells[0]).toBe('Anne');
});

it('lets go of the files of a draft, and answers again when it is asked', async () => {
  const one = await draft('released');
  // Without a thread there is nothing to let go.
  await checks.release('released');
  await call('check:edit', name('released', 'Anne'));
  await checks.release('released');
  const path = layerPathOf(targets.get('released')?.stagedPath ?? '');
  expect(existsSync(`${path}-wal`)).toBe(false);
  expect((await call('check:rows', { ...one, ...ALL })).rows[0]?.cells[0]).toBe('Anne');
});

it('only runs the check where there is no team to ask', async () => {
  const one = await draft('team');
  const found = await call('check:askTeam', { ...one, callId: 'call' });
  expect(found).toMatchObject({ rows: 5 });
  expect(news()).toEqual(['check:changed team']);
  team = { isTeam: true };
  // A team, and no campaign yet.
  expect(await call('check:askTeam', { ...one, callId: 'call' })).toMatchObject({ rows: 5 });
  const ended = new AbortController();
  ended.abort();
  await expect(call('check:run', one, ended.signal)).rejects.toMatchObject({ error: { code: 'cancelled' } });
  await expect(call('check:run', { draftId: 'gone' })).rejects.toThrow('no draft gone');
});

it('asks the team about the rows of a campaign, and keeps the answer, unless something else works with the draft', async () => {
  const one = await draft('asked');
  targets.set('asked', { ...(targets.get('asked') as CheckTarget), campaignCode: 'SPRING' });
  team = {
    isTeam: true,
    rowsAtColleagues: async (_campaign, rows) =>
      rows.slice(0, 1).map(({ row }) => ({ row, shares: 'lead', name: 'Bo', isCreated: true, at: 5 })),
  };
  await call('check:run', one);
  news();
  const asked = { asked: 5, rows: 1, leftOut: 1, isStale: false, computers: [{ name: 'Bo', rows: 1, at: 5 }] };
  expect((await call('check:askTeam', { ...one, callId: 'call' })).team).toMatchObject(asked);
  // A person took no step with the answer.
  const progress = heard.filter(([event]) => event === 'check:progress').map(([, payload]) => payload);
  expect(progress.at(-1)).toEqual({ callId: 'call', rows: 5, rowsTotal: 5 });
  expect(news()).toEqual(['check:changed asked']);
  expect((await call('check:run', one)).team).toMatchObject(asked);
  using _sealed = await checks.seal('asked');
  await expect(call('check:askTeam', { ...one, callId: 'call' })).rejects.toMatchObject({
    error: { message: expect.stringMatching(/being started, or compared/) },
  });
});

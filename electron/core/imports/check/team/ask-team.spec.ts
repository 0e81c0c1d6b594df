import { expect, it } from 'vitest';
import type { AskedRow, RowAtColleague, TeamLook } from '../../../foundation/team-look.ts';
import { ask, counts, newEngine, stage, wholePage } from '../check-fixture.ts';
import type { CheckEngine } from '../check-engine.ts';
import type { CheckTarget } from '../check-messages.ts';
import { openDraftRows } from '../draft-rows.ts';
import { askTeam } from './ask-team.ts';

const rows = [
  ['Bager Friis', '33151234', '', 'kontakt@friis.example'],
  ['Fynsk El', '66120875', '', 'info@fynskel.example'],
  ['Havn', '65323704', '', 'havn@marina.example'],
  ['Rugbroed', '20673115', '', ''],
];

/** A colleague who has these leads and contacts. */
class Colleague implements TeamLook {
  readonly isTeam = true;
  readonly leads = new Set<string>();
  readonly contacts = new Set<string>();
  readonly asked: AskedRow[] = [];
  isAway = false;
  /** The team sends one lead per phone. */
  isByPhone = false;

  async rowsAtColleagues(_: string, asked: readonly AskedRow[]): Promise<RowAtColleague[]> {
    if (this.isAway) throw new Error('away');
    this.asked.push(...asked);
    return asked.flatMap(({ row, digest, contacts }): RowAtColleague[] => {
      const about = { row, name: 'Anna', isCreated: true, at: 1_790_000_000_000 + row };
      if (digest !== null && this.leads.has(hex(digest))) return [{ ...about, shares: 'lead' }];
      const contact = contacts.find((one) => this.contacts.has(one));
      if (contact === undefined) return [];
      if (this.isByPhone) return [{ ...about, shares: 'leadByPhone' }];
      return [{ ...about, shares: contact.startsWith('phone') ? 'phone' : 'mail' }];
    });
  }
}

const hex = (digest: Uint8Array) => Buffer.from(digest).toString('hex');

function asking(engine: CheckEngine, target: CheckTarget, team: TeamLook, signal = new AbortController().signal) {
  const progress: number[] = [];
  const answer = askTeam(target.campaignCode, {
    team,
    ask: (kind, question) => ask(engine, target, kind, question as never) as never,
    now: () => 1_790_000_100_000,
    pause: async () => undefined,
    onProgress: (done) => void progress.push(done),
    signal,
  });
  return { answer, progress };
}

async function draft(name: string, table = rows) {
  return { ...(await stage(name, table)), campaignCode: 'SPRING', isInTeam: true } as const;
}

/** Anna has the first lead, and has sent another one to the phone of the third. */
async function annaHas(engine: CheckEngine, target: CheckTarget): Promise<Colleague> {
  const { rows: asked } = await ask(engine, target, 'teamRows', { offset: 0, limit: 50 });
  const team = new Colleague();
  team.leads.add(hex(asked[0]?.digest ?? new Uint8Array()));
  team.contacts.add('phone 65323704');
  return team;
}

it.each([
  ['row by row', 5000],
  ['with the whole file', 0],
])('leaves out what a colleague has and shows who shares a phone, judged %s', async (_, mostTouched) => {
  const target = await draft(`team-${mostTouched}`);
  const engine = newEngine(mostTouched);
  const before = await ask(engine, target, 'run', { settings: undefined });
  expect(before.team).toMatchObject({ askedAt: null, rows: 0 });
  const { answer, progress } = asking(engine, target, await annaHas(engine, target));
  const summary = await answer;
  expect(progress).toEqual([4]);
  expect(summary.team).toEqual({
    askedAt: 1_790_000_100_000,
    asked: 4,
    isStale: false,
    rows: 1,
    leftOut: 1,
    contactRows: 1,
    computers: [{ name: 'Anna', rows: 1, at: 1_790_000_000_001 }],
    contactComputers: [{ name: 'Anna', rows: 1, at: 1_790_000_000_003 }],
  });
  expect(counts(summary)).toMatchObject({ sentByTeam: 1, teamContact: 1 });
  expect(summary.leftOut).toEqual([{ reasonId: 'sentByTeam', title: 'Sent by colleagues', rows: 1 }]);
  expect(summary.standing).toMatchObject({ leftOut: 1, ready: 3 });
  const shown = await ask(engine, target, 'rows', { ...wholePage, filter: 'all', look: undefined });
  expect(shown.rows.map(({ colleague }) => colleague?.shares ?? null)).toEqual(['lead', null, 'phone', null]);
  expect(shown.rows[0]).toMatchObject({ leftOut: true, colleague: { name: 'Anna', isCreated: true } });

  const rowsOf = async (name: string) => {
    const look = { find: '', sort: null, colleague: { name } };
    const page = await ask(engine, target, 'rows', { ...wholePage, filter: 'all', look });
    return page.rows.map(({ row }) => row);
  };
  expect([await rowsOf('Anna'), await rowsOf('Bo')]).toEqual([[1, 3], []]);

  // One step sends them all, one undo leaves them out again; another program finds the same.
  const choice = { reasonId: 'sentByTeam', keep: null } as const;
  const sent = await ask(engine, target, 'leaveOut', { choice, isOut: false });
  expect(sent).toMatchObject({ team: { rows: 1, leftOut: 0 }, undo: { steps: 1 }, standing: { leftOut: 0 } });
  expect(sent.undo?.title).toBe('Sending 1 row that colleagues have sent');
  const undone = await ask(engine, target, 'undo', {});
  expect(undone).toMatchObject({ team: { rows: 1, leftOut: 1 }, undo: null });
  engine.close();
  const again = await ask(newEngine(), target, 'run', { settings: undefined });
  expect({ ...again.team }).toEqual({ ...undone.team });
});

it('leaves out a row whose phone a colleague has, where the team sends one lead per phone, and says so', async () => {
  const target = await draft('team-by-phone');
  const team = new Colleague();
  team.contacts.add('phone 65323704');
  team.isByPhone = true;
  const engine = newEngine();
  const summary = await asking(engine, target, team).answer;
  expect(summary.team).toMatchObject({ rows: 1, leftOut: 1, isByPhone: true, contactRows: 0 });
  const [reason] = summary.reasons.filter(({ kind }) => kind === 'sentByTeam');
  expect(reason?.sentence).toContain('the team sends one lead per phone number and campaign');
  engine.close();
  const again = await ask(newEngine(), target, 'rows', { ...wholePage, filter: 'leftOut', look: undefined });
  expect(again.rows.map(({ row, colleague }) => [row, colleague?.shares])).toEqual([[3, 'leadByPhone']]);
});

it('says nothing about a row that is another lead since, until the team is asked again', async () => {
  const target = await draft('team-edits');
  const engine = newEngine();
  const team = await annaHas(engine, target);
  await asking(engine, target, team).answer;
  const edit = (row: number, column: number, value: string) =>
    ask(engine, target, 'edit', { edits: [{ row, column, value }] });
  const edited = await edit(1, 0, 'Bager Friis ApS');
  expect(edited.team).toMatchObject({ rows: 0, leftOut: 0, contactRows: 1, isStale: true });
  expect(edited.standing.leftOut).toBe(0);
  expect((await edit(3, 0, 'Havn ApS')).team).toMatchObject({ contactRows: 0 });
  await ask(engine, target, 'undo', {});
  expect((await ask(engine, target, 'undo', {})).team).toMatchObject({ rows: 1, leftOut: 1, contactRows: 1 });
  // The same for many cells at once.
  const change = { act: { kind: 'case', to: 'upper' }, column: 0, reasonId: null, filter: 'all' } as const;
  expect((await ask(engine, target, 'changeCells', { change })).team).toMatchObject({ rows: 1, isStale: true });
  const replaced = { act: { kind: 'replace', find: 'FRIIS', to: 'BO', place: 'anywhere', isExact: true } } as const;
  const all = { ...change, ...replaced };
  expect((await ask(engine, target, 'changeCells', { change: all })).team).toMatchObject({ rows: 0, contactRows: 1 });
  const asked = await asking(engine, target, team).answer;
  expect(asked.team).toMatchObject({ rows: 0, contactRows: 1, isStale: false });
});

it('lists the rows of one colleague alone, also of those that are known only since the last question', async () => {
  const target = await draft('team-one');
  const engine = newEngine();
  await ask(engine, target, 'run', { settings: undefined });
  const rowsOf = async (name: string) => {
    const look = { find: '', sort: null, colleague: { name } };
    return (await ask(engine, target, 'rows', { ...wholePage, filter: 'all', look })).rows.map(({ row }) => row);
  };
  expect(await rowsOf('Anna')).toEqual([]);
  const team = new Colleague();
  // An answer without a row is one, too: a page with what was known before reads it again.
  const { revision } = await asking(engine, target, team).answer;
  expect((await asking(engine, target, team).answer).revision).toBeGreaterThan(revision);
  team.contacts.add('phone 65323704');
  await asking(engine, target, team).answer;
  expect(await rowsOf('Anna')).toEqual([3]);
  await asking(engine, target, await annaHas(engine, target)).answer;
  expect(await rowsOf('Anna')).toEqual([1, 3]);
  expect(await rowsOf('Bent')).toEqual([]);
});

it.each([
  ['row by row', 5000],
  ['with the whole file', 0],
])('sends again what no colleague has any more, judged %s', async (_, mostTouched) => {
  const target = await draft(`team-given-back-${mostTouched}`);
  const engine = newEngine(mostTouched);
  await asking(engine, target, await annaHas(engine, target)).answer;
  const { team, standing, leftOut } = await asking(engine, target, new Colleague()).answer;
  expect(team).toMatchObject({ rows: 0, leftOut: 0, contactRows: 0, computers: [], contactComputers: [] });
  expect([standing.leftOut, standing.ready, leftOut]).toEqual([0, 4, []]);
});

it('keeps what was known when the team cannot be asked, or the question is cancelled', async () => {
  const target = await draft('team-away');
  const engine = newEngine();
  const team = await annaHas(engine, target);
  await asking(engine, target, team).answer;
  team.isAway = true;
  await expect(asking(engine, target, team).answer).rejects.toThrow('away');
  const stop = new AbortController();
  stop.abort();
  await expect(asking(engine, target, team, stop.signal).answer).rejects.toThrow('aborted');
  const { team: known } = await ask(engine, target, 'run', { settings: undefined });
  expect(known).toMatchObject({ rows: 1, leftOut: 1, askedAt: 1_790_000_100_000 });
});

it('asks in parts, about every row', async () => {
  const many = Array.from({ length: 1203 }, (_, at) => [`Firma ${at}`, `${20_000_000 + at}`, '', '']);
  const target = await draft('team-many', many);
  const team = new Colleague();
  team.contacts.add('phone 20001202');
  const { answer, progress } = asking(newEngine(), target, team);
  expect((await answer).team).toMatchObject({ asked: 1203, contactRows: 1 });
  expect(progress).toEqual([250, 500, 750, 1000, 1203]);
  expect(team.asked.map(({ row }) => row)).toEqual(many.map((_, at) => at + 1));
});

it('says that rows have changed when one did after its part was asked', async () => {
  const many = Array.from({ length: 300 }, (_, at) => [`Firma ${at}`, `${20_000_000 + at}`, '', '']);
  const target = await draft('team-meanwhile', many);
  const engine = newEngine();
  const team = new Colleague();
  const answer = askTeam(target.campaignCode, {
    team,
    ask: (kind, question) => ask(engine, target, kind, question as never) as never,
    now: () => 1_790_000_100_000,
    pause: async () => void (await ask(engine, target, 'edit', { edits: [{ row: 1, column: 0, value: 'Havn' }] })),
    onProgress: () => undefined,
    signal: new AbortController().signal,
  });
  expect((await answer).team).toMatchObject({ asked: 300, isStale: true });
  await ask(engine, target, 'undo', {});
  expect((await ask(engine, target, 'run', { settings: undefined })).team).toMatchObject({ isStale: false });
});

it('a job learns which rows a person sends although a colleague has them', async () => {
  const target = await draft('team-insist');
  const engine = newEngine();
  await asking(engine, target, await annaHas(engine, target)).answer;
  const insisted = () => {
    engine.close();
    using open = openDraftRows(target.stagedPath);
    return open.after(0, 10).map(({ insisted: saw, isAgreed, leftOut }) => [saw, isAgreed, leftOut]);
  };
  const sent = [null, false, null];
  expect(insisted()).toEqual([[null, false, 'Sent by colleagues'], sent, sent, sent]);
  await ask(engine, target, 'leaveOut', { choice: { rows: [1] }, isOut: false });
  expect(insisted()).toEqual([['created', false, null], sent, sent, sent]);
});

it('without a team, or without a campaign, the rows say nothing of one', async () => {
  const target = { ...(await stage('no-team', rows)), campaignCode: 'SPRING' };
  expect((await ask(newEngine(), target, 'run', { settings: undefined })).team).toBeNull();
  const open = { ...target, campaignCode: '', isInTeam: true } as const;
  expect((await ask(newEngine(), open, 'run', { settings: undefined })).team).toBeNull();
});

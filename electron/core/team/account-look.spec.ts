import { expect, test } from 'vitest';
import { claimedByPhone } from '../foundation/claimed-as.ts';
import type { AskedRow } from '../foundation/team-look.ts';
import type { TeamDatabase } from './team-database-fixture.ts';
import { teamDatabaseForSpecs } from './team-specs-fixture.ts';
import { digestOf } from './team-fixture.ts';
import { begin, call, invite, joinBy, openAccountTeam } from './team-account-fixture.ts';

let database: TeamDatabase;

teamDatabaseForSpecs((opened) => (database = opened));

function computer() {
  const { team, sent } = openAccountTeam({ linkTo: ({ login }) => database.link(login) });
  return { ...team, sent };
}

/** Anna begins the team with what she has sent before; Bent joins it. */
async function annaAndBent(contacts: Readonly<Record<number, string[]>>, oneLeadPer?: 'lead' | 'phone') {
  const [anna, bent] = [computer(), computer()];
  for (const [lead, ways] of Object.entries(contacts)) {
    anna.sent.created.add(Number(lead));
    anna.sent.contacts.set(Number(lead), ways);
  }
  await begin(anna, 'anna', oneLeadPer);
  await joinBy(bent, await invite(anna));
  return { anna, bent };
}

const row = (number: number, contacts: string[] = []): AskedRow => ({
  row: number,
  digest: digestOf(number),
  contacts,
});

test('a colleague hears who sent the same lead, and who sent another one to the same phone or address', async () => {
  const { anna, bent } = await annaAndBent({
    1: ['phone 33151234', 'mail kontakt@friis.example'],
    2: ['phone 66120875'],
  });
  const rows = [
    row(1, ['phone 33151234']),
    row(5, ['phone 66120875', 'mail kontakt@friis.example']),
    row(6, ['mail kontakt@friis.example']),
    row(7, ['phone 11111111']),
  ];
  const found = await bent.look.rowsAtColleagues('spring ', rows);
  expect(found.map(({ at, ...rest }) => ({ ...rest, isTime: at > 0 }))).toEqual([
    { row: 1, shares: 'lead', name: 'anna', isCreated: true, isTime: true },
    { row: 5, shares: 'phone', name: 'anna', isCreated: true, isTime: true },
    { row: 6, shares: 'mail', name: 'anna', isCreated: true, isTime: true },
  ]);
  // Another campaign: the contact is nobody's, and no colleague has her own leads.
  expect(await bent.look.rowsAtColleagues('AUTUMN', [row(5, ['phone 66120875'])])).toEqual([]);
  expect(await anna.look.rowsAtColleagues('SPRING', rows)).toEqual([]);
  const told = database.received.join('\n');
  for (const word of ['33151234', '66120875', 'friis', 'SPRING', 'AUTUMN', 'spring']) expect(told).not.toContain(word);
});

test('with one lead per phone a colleague’s phone is a colleague’s lead', async () => {
  const phone = ['phone 33151234'];
  const { anna, bent } = await annaAndBent({}, 'phone');
  const digest = claimedByPhone({ campaignCode: 'SPRING', digest: digestOf(1), contacts: phone });
  await anna.claims.claim('job', [{ n: 1, digest }], () => undefined);
  const found = await bent.look.rowsAtColleagues('SPRING', [row(1), row(5, phone), row(6, ['phone 66120875'])]);
  expect(found.map(({ row: number, shares }) => [number, shares])).toEqual([[5, 'leadByPhone']]);
  expect(await bent.look.rowsAtColleagues('AUTUMN', [row(5, phone)])).toEqual([]);
});

test('what left since is told with the next news, and a lead that was given back has no mark', async () => {
  const { anna, bent } = await annaAndBent({});
  const claimed = [1, 2].map((n) => ({ n, digest: digestOf(n) }));
  await anna.claims.claim('job', claimed, () => undefined);
  anna.sent.contacts.set(1, ['phone 33151234']).set(2, ['phone 66120875']);
  anna.claims.use('job', 1, digestOf(1));
  anna.sent.created.add(1);
  anna.claims.created(digestOf(1));
  anna.claims.letGo('job');
  const asked = [row(8, ['phone 33151234']), row(9, ['phone 66120875'])];
  await expect
    .poll(async () => (await bent.look.rowsAtColleagues('SPRING', asked)).map((found) => found.row))
    .toEqual([8]);
});

test('a database that was put back is told the marks again', async () => {
  const { anna, bent } = await annaAndBent({ 1: ['phone 33151234'] });
  await database.run('UPDATE lead_team.claim SET marks = NULL');
  await anna.handlers['team:restored']({}, call);
  // Bent has not told again what he sent: who sent what is not known, and not said.
  await expect(anna.look.rowsAtColleagues('SPRING', [row(3)])).rejects.toMatchObject({
    error: { code: 'network', message: expect.stringContaining('not every computer has told it again') as string },
  });
  await bent.claims.claim('job', [{ n: 90, digest: digestOf(90) }], () => undefined);
  await anna.claims.claim('job', [{ n: 91, digest: digestOf(91) }], () => undefined);
  anna.claims.letGo('job');
  const asked = [row(3, ['phone 33151234'])];
  await expect.poll(async () => (await bent.look.rowsAtColleagues('SPRING', asked)).length).toBe(1);
});

test('away from the database nothing is answered', async () => {
  const { bent } = await annaAndBent({ 1: [] });
  database.isAway = true;
  await expect(bent.look.rowsAtColleagues('SPRING', [row(1)])).rejects.toMatchObject({ error: { code: 'network' } });
});

test('nobody but its office marks a lead', async () => {
  const { bent } = await annaAndBent({ 1: ['phone 33151234'] });
  await database.run('UPDATE lead_team.claim SET marks = NULL');
  bent.sent.created.add(1);
  bent.sent.contacts.set(1, ['phone 33151234']);
  await bent.claims.claim('job', [{ n: 90, digest: digestOf(90) }], () => undefined);
  bent.claims.letGo('job');
  await expect.poll(() => database.received.some((request) => request.includes('"marks":["'))).toBe(true);
  expect(await database.rows('SELECT 1 FROM lead_team.claim WHERE marks IS NOT NULL')).toEqual([]);
});

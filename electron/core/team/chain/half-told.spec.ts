import { expect, test } from 'vitest';
import { TeamTrouble } from '../link/team-link.ts';
import type { TeamDatabase } from '../team-database-fixture.ts';
import { officeIn, teamDatabaseForSpecs } from '../team-specs-fixture.ts';

let team: TeamDatabase;

teamDatabaseForSpecs((opened) => (team = opened));

const joined = (login: string) => officeIn(team, login);

test('a database that is put back while somebody tells what they sent is told all of it again', async () => {
  const anna = await joined('anna');
  for (let lead = 1; lead <= 1500; lead += 1) anna.sent.created.add(lead);
  let questions = 0;
  let putBack: Promise<void> | undefined;
  // After the first part, which the second question tells.
  team.onQuestion = () => {
    questions += 1;
    if (questions === 2) putBack = team.run(`TRUNCATE lead_team.claim; UPDATE lead_team.team SET cluster = 'another'`);
  };
  await anna.chain.declare();
  await putBack;
  team.onQuestion = null;
  expect(await team.rows('SELECT key FROM lead_team.claim')).toHaveLength(1500);
});

test('somebody who cannot tell yet what they sent knows how far a database came that was put back', async () => {
  const anna = await joined('anna');
  const bent = await joined('bent');
  await bent.claim([1]);
  const { moves } = await bent.chain.check();
  expect(anna.journal.self()?.seen).toBeLessThan(moves);
  let questions = 0;
  team.onQuestion = () => {
    questions += 1;
    if (questions === 3) team.cuts.push('before');
  };
  await expect(anna.chain.restored()).rejects.toThrow(TeamTrouble);
  team.onQuestion = null;
  expect(anna.journal.self()?.seen).toBeGreaterThanOrEqual(moves);
});

test('a computer that has nothing to send learns at its next look that the database was put back', async () => {
  const anna = await joined('anna');
  const bent = await joined('bent');
  const copy = await team.files();
  await anna.claim([1]);
  anna.send(1);
  await anna.tell();
  const claims = () => team.rows('SELECT office, state FROM lead_team.claim');
  const before = await claims();
  const { incarnation } = anna.journal.self() ?? {};
  await anna.chain.keepUp();
  expect(anna.journal.self()?.incarnation).toBe(incarnation);

  await team.putBack(copy);
  expect(await claims()).toEqual([]);
  await anna.chain.keepUp();
  expect(await claims()).toEqual(before);
  expect(anna.journal.self()?.incarnation).not.toBe(incarnation);
  // The database has come as far as the other one had seen, but it is another life of it.
  await bent.chain.keepUp();
  expect(bent.journal.self()?.incarnation).toBe(anna.journal.self()?.incarnation);
});

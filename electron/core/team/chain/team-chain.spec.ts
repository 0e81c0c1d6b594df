import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { specFolder } from '../../foundation/folder-fixture.ts';
import { thrownBy } from '../../foundation/world-fixture.ts';
import { TeamTrouble } from '../link/team-link.ts';
import type { TeamDatabase } from '../team-database-fixture.ts';
import { digestOf } from '../team-fixture.ts';
import { officeIn, specOffice, teamDatabaseForSpecs } from '../team-specs-fixture.ts';

let team: TeamDatabase;

teamDatabaseForSpecs((opened) => (team = opened));

const office = (login: string, path?: string) => officeIn(team, login, path);
const two = async () => [await office('anna'), await office('bent')] as const;

const claims = () =>
  team.rows('SELECT o.login, c.state FROM lead_team.claim c JOIN lead_team.office o ON o.id = c.office');

const trouble = (work: Promise<unknown>) => thrownBy(work, TeamTrouble);

test('a lead belongs to the computer that claims it first, and the other one learns whose it is', async () => {
  const [anna, bent] = await two();

  expect(await anna.claim([1, 2, 3])).toEqual([1, 2, 3]);
  const others: (number | undefined)[] = [];
  expect(await bent.claim([3, 4], (_, other) => others.push(other?.office))).toEqual([4]);

  expect(others).toEqual([anna.journal.self()?.id, undefined]);
  expect(await claims()).toHaveLength(4);
});

test('an office knows how far the team came when it claimed', async () => {
  const [anna, bent] = await two();
  await anna.claim([1]);
  await bent.claim([2]);
  const { moves } = await bent.chain.check();
  expect(bent.journal.self()).toMatchObject({ seen: moves });
  expect(anna.journal.self()?.seen).toBeLessThan(moves);
});

test('what was given back is free for others; what was created never is', async () => {
  const [anna, bent] = await two();
  await anna.claim([1, 2]);
  expect(anna.send(1)).toBe(true);
  anna.journal.letGo('job', (digest) => anna.sent.mayHaveArrived(digest));
  await anna.tell();
  expect(anna.journal.hasNews()).toBe(false);
  // A later row of the lead that was created is refused.
  anna.journal.giveLater(digestOf(1));
  anna.sent.created.clear();
  await anna.tell();

  expect(await bent.claim([1, 2])).toEqual([2]);
});

describe('two rows of one computer with one lead', () => {
  test('the first is refused while the second is claimed: the lead is not given back', async () => {
    const [anna, bent] = await two();
    await anna.claim([1]);
    expect(anna.journal.use('job', 1, anna.run, digestOf(1))).toBe(true);
    // The move of the second row is on its way while the first is refused.
    await anna.chain.move({
      job: 'job',
      rows: [{ n: 2, digest: digestOf(1) }],
      settle: (row) => {
        anna.journal.giveLater(digestOf(1));
        anna.journal.claimed('job', row, anna.run, 0);
      },
    });
    await anna.tell();

    expect(await bent.claim([1])).toEqual([]);
    // The second leaves: from now on nothing gives the lead back.
    expect(anna.journal.use('job', 2, anna.run, digestOf(1))).toBe(true);
    await anna.tell();
    expect(await bent.claim([1])).toEqual([]);
  });

  test('the second leaves while the lead of the first waits to be given back', async () => {
    const [anna, bent] = await two();
    await anna.claim([1]);
    anna.journal.claimed('job', { n: 2, digest: digestOf(1) }, anna.run, 0);
    anna.journal.use('job', 1, anna.run, digestOf(1));
    anna.journal.giveLater(digestOf(1));
    anna.journal.use('job', 2, anna.run, digestOf(1));
    await anna.tell();

    expect(await bent.claim([1])).toEqual([]);
  });

  test('the claim of the second is let go: then the lead is given back, once', async () => {
    const [anna, bent] = await two();
    await anna.claim([1]);
    anna.journal.use('job', 1, anna.run, digestOf(1));
    anna.journal.claimed('job', { n: 2, digest: digestOf(1) }, anna.run, 0);
    anna.journal.giveLater(digestOf(1));
    await anna.tell();
    anna.journal.letGo('job', () => false);
    await anna.tell();

    expect(await bent.claim([1])).toEqual([1]);
  });
});

describe('an answer that was lost', () => {
  test('before the move was carried out: it is asked again with the same words', async () => {
    const anna = await office('anna');
    team.cuts.push('before');
    await trouble(anna.claim([1]));
    expect(await anna.claim([2])).toEqual([2]);
    expect(anna.journal.self()?.no).toBe(2);
  });

  test('after it was carried out: the move is done once, and what nobody waits for is given back', async () => {
    const [anna, bent] = await two();
    team.cuts.push('after');
    await trouble(anna.claim([1, 2]));

    expect(await anna.claim([2])).toEqual([2]);
    expect(anna.journal.self()?.no).toBe(2);
    expect(await bent.claim([1, 2])).toEqual([1]);
  });
});

describe('a folder', () => {
  test('that was put back goes on as a new computer, and sends nothing that it took before', async () => {
    const folder = specFolder('team-back');
    const [path, copy] = [join(folder, 'journal.sqlite'), join(folder, 'copy.sqlite')];
    const before = await office('anna', path);
    before.database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    copyFileSync(path, copy);
    await before.claim([1, 2]);
    before.send(1);
    await before.tell();

    const anna = await office('anna', copy);
    const former: number[] = [];
    expect(await anna.claim([1, 2, 3], (_, other) => other && former.push(other.office))).toEqual([3]);

    expect(former).toEqual([before.journal.self()?.id, before.journal.self()?.id]);
    expect(anna.journal.self()?.formers).toEqual([before.journal.self()?.id]);
    expect(anna.notes).toHaveLength(1);
  });

  test('that was copied: the second of both goes on as a new computer, and no lead is both’s', async () => {
    const folder = specFolder('team-copy');
    const [path, copy] = [join(folder, 'journal.sqlite'), join(folder, 'copy.sqlite')];
    const one = await office('anna', path);
    one.database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    copyFileSync(path, copy);
    const other = await office('anna', copy);

    expect(await other.claim([1, 2])).toEqual([1, 2]);
    expect(await one.claim([2, 3])).toEqual([3]);
    expect(await other.claim([3, 4])).toEqual([4]);
    expect([one, other].map(({ journal }) => journal.self()?.formers.length)).toEqual([1, 0]);
  });
});

describe('a database that was put back', () => {
  test('everybody tells again what they sent before anybody claims', async () => {
    const [anna, bent] = await two();
    await anna.claim([9]);
    const copy = await team.files();
    await anna.claim([1, 2]);
    anna.send(1);
    await anna.tell();
    await bent.claim([3]);
    bent.send(3);
    await bent.tell();
    // Anna has seen the most, and comes second: nobody has to tell once more because of that.
    await anna.claim([6]);
    await team.putBack(copy);

    // Bent notices, tells, and waits for Anna.
    const waiting = await trouble(bent.claim([1, 4]));
    expect(waiting.kind).toBe('team');
    expect(waiting.message).toContain('anna’s computer');
    // What Anna had claimed and not sent is not hers any more.
    expect(await anna.claim([5])).toEqual([5]);
    expect(anna.send(2)).toBe(false);
    expect(await bent.claim([1, 4])).toEqual([4]);
  });

  test('what was given back since the copy is free again, whoever had it since, and nothing that was sent', async () => {
    const [anna, bent] = await two();
    expect(await anna.claim([1, 2, 3, 4])).toEqual([1, 2, 3, 4]);
    const copy = await team.files();
    // 1 is given back with a move, 2 waits for one, 3 is claimed, 4 leaves.
    anna.journal.use('job', 1, anna.run, digestOf(1));
    anna.journal.giveLater(digestOf(1));
    await anna.tell();
    expect(await bent.claim([1])).toEqual([1]);
    expect(await anna.claim([1])).toEqual([]);
    anna.journal.use('job', 2, anna.run, digestOf(2));
    anna.journal.giveLater(digestOf(2));
    anna.send(4);
    await team.putBack(copy);
    await team.run(`UPDATE lead_team.team SET cluster = 'another'`);

    await trouble(bent.claim([1]));
    await anna.tell();
    expect(await bent.claim([1, 2, 3, 4])).toEqual([1, 2, 3]);
    expect(await anna.claim([1, 2, 3])).toEqual([]);
  });

  test('without a computer that it has forgotten nobody goes on, unless a person says so', async () => {
    const anna = await office('anna');
    const copy = await team.files();
    const bent = await office('bent');
    bent.journal.rename('Bent Holm', 'db.example/leads');
    await bent.chain.declare();
    await bent.claim([1]);
    bent.send(1);
    await bent.tell();
    await anna.chain.offices();
    await anna.claim([7]);
    await team.putBack(copy);

    expect((await trouble(anna.claim([2]))).message).toContain('Bent Holm’s computer');
    const missing = (await anna.chain.offices()).find(({ isMissing }) => isMissing);
    await anna.chain.leave(missing?.id ?? 0);
    expect(await anna.claim([2])).toEqual([2]);
    // Bent comes back and tells what he sent.
    await bent.tell();
    expect(await anna.claim([1])).toEqual([]);
  });

  test('that nobody can notice: a person says it', async () => {
    const [anna, bent] = await two();
    await bent.claim([1]);
    bent.send(1);
    await bent.tell();
    await team.run('DELETE FROM lead_team.claim');
    await anna.chain.restored();

    await trouble(anna.claim([1]));
    await bent.tell();
    expect(await anna.claim([1])).toEqual([]);
  });

  test('is said of no database that is another team’s: nothing is written into that one', async () => {
    const anna = await office('anna');
    await anna.claim([1]);
    anna.send(1);
    await team.run('UPDATE lead_team.team SET id = gen_random_uuid()');
    const before = await team.rows('SELECT incarnation FROM lead_team.team');
    await expect(anna.chain.restored()).rejects.toThrow('leads to another one');
    expect(await team.rows('SELECT incarnation FROM lead_team.team')).toEqual(before);
  });

  test('a dump that was read in is noticed by everybody, also by those who had seen nothing later', async () => {
    const anna = await office('anna');
    await anna.claim([1]);
    anna.send(1);
    await team.run(
      `BEGIN; SET LOCAL ROLE lead_team_owner; ALTER TABLE lead_team.claim RENAME TO former;
       CREATE TABLE lead_team.claim (LIKE lead_team.former INCLUDING ALL); DROP TABLE lead_team.former; COMMIT`,
    );
    const before = anna.journal.self()?.incarnation;
    expect(await anna.claim([2])).toEqual([2]);
    expect(anna.journal.self()?.incarnation).not.toBe(before);
    expect(await claims()).toHaveLength(2);
  });

  test('another server under the same address is noticed by its identifier', async () => {
    const anna = await office('anna');
    await anna.claim([1]);
    anna.send(1);
    await team.run(`UPDATE lead_team.team SET cluster = 'another'`);
    const before = anna.journal.self()?.incarnation;
    expect(await anna.claim([2])).toEqual([2]);
    expect(anna.journal.self()?.incarnation).not.toBe(before);
    expect(await claims()).toHaveLength(2);
  });
});

describe('a person’s word', () => {
  test('takes a lead from a computer that was not heard for long, or that has sent it', async () => {
    const [anna, bent] = await two();
    await anna.claim([1, 2]);
    anna.send(1);
    await anna.tell();
    expect(await bent.claim([1, 2])).toEqual([]);
    const insist = () => [1, 2].forEach((n) => bent.journal.insist('job', n));
    insist();
    // Anna's computer may be sending the lead 2 in this moment.
    expect(await bent.claim([1, 2])).toEqual([1]);
    insist();
    await team.run(`UPDATE lead_team.office SET heard_at = now() - interval '11 minutes' WHERE login = 'anna'`);
    expect(await bent.claim([2])).toEqual([2]);
    expect(await team.rows('SELECT from_office, to_office FROM lead_team.handed_over')).toHaveLength(2);
    // What Anna gives back late changes nothing.
    anna.journal.use('job', 2, anna.run, digestOf(2));
    anna.journal.giveLater(digestOf(2));
    await anna.tell();
    expect(await claims()).toHaveLength(2);
    expect(await anna.claim([2])).toEqual([]);
  });

  const silent = () =>
    team.run(`UPDATE lead_team.office SET heard_at = now() - interval '1 hour' WHERE login = 'anna'`);

  test('counts only for what they saw: a lead that was created since stays its colleague’s', async () => {
    const [anna, bent] = await two();
    await anna.claim([1]);
    expect(await bent.claim([1])).toEqual([]);
    bent.journal.insist('job', 1);
    // The database is away for Bent; meanwhile Anna's computer wakes and creates the lead.
    team.cuts.push('before');
    await trouble(bent.claim([1]));
    anna.send(1);
    await anna.tell();
    await silent();

    const told: (boolean | undefined)[] = [];
    expect(await bent.claim([1], (_, other) => told.push(other?.isCreated))).toEqual([]);
    expect(told).toEqual([true]);
    expect(await bent.claim([1])).toEqual([]);
    expect(await team.rows('SELECT 1 FROM lead_team.handed_over')).toEqual([]);
    // Asked anew, and knowing that it was created.
    bent.journal.insist('job', 1);
    expect(await bent.claim([1])).toEqual([1]);
  });

  test('of a lead about which nobody said what became of it takes none that was created', async () => {
    const [anna, bent] = await two();
    await anna.claim([1, 2]);
    anna.send(1);
    await anna.tell();
    await silent();
    bent.journal.insist('job', 1, 'taken');
    bent.journal.insist('job', 2, 'created');
    expect(await bent.claim([1, 2])).toEqual([]);
    bent.journal.insist('job', 1, 'created');
    bent.journal.insist('job', 2, 'taken');
    expect(await bent.claim([1, 2])).toEqual([1, 2]);
  });
});

describe('members', () => {
  test('read no table, and strangers call no function', async () => {
    for (const table of ['team', 'office', 'claim', 'handed_over'])
      await expect(team.run(`SET SESSION AUTHORIZATION anna; SELECT * FROM lead_team.${table}`)).rejects.toThrow(
        'permission denied',
      );
    await expect(team.link('nobody').call('hello_v1', {})).rejects.toThrow('is no member of the team');
  });

  test('do not move for another login, and only the owner says that a server was moved', async () => {
    const anna = await office('anna');
    const { office: code, incarnation, head } = anna.journal.self() ?? {};
    const request = { office: code, incarnation, seen: 0, prev: head, next: crypto.randomUUID() };
    const lists = { give: [], created: [], take: [], insist: [], insistTaken: [] };
    expect(await team.link('bent').call('move_v1', { ...request, ...lists })).toMatchObject({ verdict: 'notYours' });
    await expect(team.run('SET SESSION AUTHORIZATION bent; SELECT lead_team.moved_v1()')).rejects.toThrow(
      'permission denied',
    );
  });

  test('the script runs a second time and changes nothing that is there', async () => {
    const anna = await office('anna');
    await anna.claim([1]);
    const { TEAM_SCRIPT } = await import('../script/team-script.ts');
    await team.run(TEAM_SCRIPT);
    expect(await claims()).toHaveLength(1);
  });
});

test('what was ever sent is told when joining, also more than fits into one part', async () => {
  const anna = specOffice(team, 'anna');
  for (let lead = 1; lead <= 2500; lead += 1) anna.sent.created.add(lead);
  await anna.join(team, 'anna');
  const bent = await office('bent');
  expect(await bent.claim([1, 1000, 1001, 2500, 2501])).toEqual([2501]);
  expect(await claims()).toHaveLength(2501);
});

import { describe, expect, test } from 'vitest';
import { thrownBy } from '../../foundation/world-fixture.ts';
import { TeamTrouble } from '../link/team-link.ts';
import type { TeamDatabase } from '../team-database-fixture.ts';
import { digestOf, type SpecOffice } from '../team-fixture.ts';
import { officeIn, specOffice, teamDatabaseForSpecs } from '../team-specs-fixture.ts';

/* Leads that one computer took and another one sent, where the database has forgotten the second. */

let team: TeamDatabase;

teamDatabaseForSpecs((opened) => (team = opened));

const office = (login: string) => officeIn(team, login);

const claims = () =>
  team.rows('SELECT o.login, c.state FROM lead_team.claim c JOIN lead_team.office o ON o.id = c.office');

const silent = (login: string) =>
  team.run(`UPDATE lead_team.office SET heard_at = now() - interval '11 minutes' WHERE login = '${login}'`);

/** The numbers of the offices whose leads these are. */
async function othersOf(asking: SpecOffice, leads: readonly number[]): Promise<(number | undefined)[]> {
  const others: (number | undefined)[] = [];
  await asking.claim(leads, (_, other) => others.push(other?.office));
  return others;
}

/** Anna takes the leads 1 and 2. At a person's word Bent takes them over and sends them: of 1 no answer comes. The database forgets Bent's part. */
async function takenOver(): Promise<{ anna: SpecOffice; bent: SpecOffice; carla: SpecOffice }> {
  const anna = await office('anna');
  const bent = await office('bent');
  const carla = await office('carla');
  await anna.claim([1, 2]);
  const copy = await team.files();
  await silent('anna');
  for (const lead of [1, 2]) bent.journal.insist('job', lead);
  expect(await bent.claim([1, 2])).toEqual([1, 2]);
  expect([bent.sendUnanswered(1), bent.send(2)]).toEqual([true, true]);
  await bent.tell();
  await team.putBack(copy);
  // As everybody can notice.
  await team.run(`UPDATE lead_team.team SET cluster = 'another'`);
  return { anna, bent, carla };
}

describe.each(['anna', 'bent'] as const)(
  'a database put back to before a lead was taken over, told first by %s',
  (first) => {
    async function told() {
      const all = await takenOver();
      const { anna, bent, carla } = all;
      for (const one of first === 'anna' ? [anna, bent, carla] : [bent, anna, carla])
        await one.tell().catch(() => undefined);
      return all;
    }

    test('keeps it for the computer that sent it, with an answer or without, until that one knows', async () => {
      const { anna, bent, carla } = await told();
      const id = bent.journal.self()?.id;
      expect(await othersOf(anna, [1, 2])).toEqual([id, id]);
      expect(await othersOf(carla, [1, 2])).toEqual([id, id]);
      // It is not there.
      bent.neverArrived(1);
      await bent.tell();
      expect(await carla.claim([1, 2])).toEqual([1]);
    });

    test('knows it as created once that computer does', async () => {
      const { anna, bent } = await told();
      bent.arrived(1);
      await bent.tell();
      expect(await claims()).toEqual(Array(2).fill({ login: 'bent', state: 'c' }));
      expect(await anna.claim([1, 2])).toEqual([]);
    });
  },
);

describe('a lead that two computers may have sent', () => {
  /** Anna has the lead 1; Bent comes in and tells that he sent it, without an answer. */
  async function both(): Promise<{ anna: SpecOffice; bent: SpecOffice }> {
    const anna = await office('anna');
    expect(await anna.claim([1])).toEqual([1]);
    const bent = specOffice(team, 'bent');
    bent.sent.created.add(1);
    bent.sent.unanswered.add(1);
    await bent.join(team, 'bent');
    return { anna, bent };
  }

  test('is free for nobody when one of them gives it back', async () => {
    const { anna, bent } = await both();
    const carla = await office('carla');
    anna.journal.letGo('job', () => false);
    await anna.tell();
    expect(await carla.claim([1])).toEqual([]);
    expect(await claims()).toContainEqual({ login: 'bent', state: 't' });
    bent.neverArrived(1);
    await bent.tell();
    expect(await carla.claim([1])).toEqual([1]);
  });

  test('is free once both have given it back, whoever comes first', async () => {
    const { anna, bent } = await both();
    const carla = await office('carla');
    bent.neverArrived(1);
    await bent.tell();
    expect(await carla.claim([1])).toEqual([]);
    anna.journal.letGo('job', () => false);
    await anna.tell();
    expect(await carla.claim([1])).toEqual([1]);
  });

  test('stays the first one’s when the second gives it back, and created when the first one says so', async () => {
    const { anna, bent } = await both();
    const carla = await office('carla');
    // It was on its way.
    expect(anna.send(1)).toBe(true);
    bent.neverArrived(1);
    await bent.tell();
    expect(await carla.claim([1])).toEqual([]);
    await anna.tell();
    expect(await claims()).toContainEqual({ login: 'anna', state: 'c' });
  });

  test.each(['in a move', 'when it tells anew'])(
    'is created once the second one says so %s, and stays so',
    async (how) => {
      const { anna, bent } = await both();
      bent.arrived(1);
      await (how === 'in a move' ? bent.tell() : bent.chain.declare());
      anna.journal.letGo('job', () => false);
      await anna.tell();
      expect(await claims()).toEqual([{ login: 'bent', state: 'c' }]);
      expect(await bent.claim([1])).toEqual([1]);
      // Who has it by a word has it alone.
      anna.journal.insist('job', 1, 'created');
      expect(await anna.claim([1])).toEqual([1]);
      expect(await anna.claim([1])).toEqual([1]);
    },
  );

  test('has the second one once, however often that one tells, and the time of then', async () => {
    const anna = await office('anna');
    const bent = await office('bent');
    await anna.claim([1]);
    await team.run(`UPDATE lead_team.claim SET at = '2020-01-01'`);
    bent.sent.created.add(1);
    bent.sent.unanswered.add(1);
    for (let times = 0; times < 2; times += 1) await bent.chain.declare();
    expect(await team.rows(`SELECT also, at > '2021-01-01' AS "isNew" FROM lead_team.claim`)).toEqual([
      { also: [bent.journal.self()?.id], isNew: true },
    ]);
  });

  test('is given back by the one that took it, got no answer, and is told that it is the other’s', async () => {
    const anna = await office('anna');
    const bent = await office('bent');
    const carla = await office('carla');
    team.cuts.push('after');
    await thrownBy(anna.claim([1]), TeamTrouble);
    bent.sent.created.add(1);
    bent.sent.unanswered.add(1);
    await bent.chain.declare();
    await anna.tell();
    await anna.tell();
    expect(await claims()).toEqual([{ login: 'bent', state: 't' }]);
    bent.neverArrived(1);
    await bent.tell();
    expect(await carla.claim([1])).toEqual([1]);
  });

  test('is told to the one that has it as another’s, and sent again only at a person’s word', async () => {
    const { anna, bent } = await both();
    const id = bent.journal.self()?.id;
    expect(await othersOf(anna, [1])).toEqual([id]);
    const question = { office: anna.journal.self()?.office, keys: [anna.keys.ofLead(digestOf(1))], marks: [] };
    expect(await team.link('anna').call('look_v1', question)).toMatchObject({ leads: [{ office: id }] });
    anna.journal.insist('job', 1);
    // Bent is at work, and may find out.
    expect(await anna.claim([1])).toEqual([]);
    anna.journal.insist('job', 1);
    await silent('bent');
    expect(await anna.claim([1])).toEqual([1]);
    expect(await team.rows('SELECT from_office FROM lead_team.handed_over')).toEqual([{ from_office: id }]);
    // What Bent gives back late changes nothing.
    bent.neverArrived(1);
    await bent.tell();
    expect(await claims()).toContainEqual({ login: 'anna', state: 't' });
  });

  test('is handed over to a third one only when both were not heard for long', async () => {
    await both();
    const carla = await office('carla');
    const asked = async () => {
      carla.journal.insist('job', 1);
      return carla.claim([1]);
    };
    await carla.claim([1]);
    await silent('anna');
    expect(await asked()).toEqual([]);
    await silent('bent');
    expect(await asked()).toEqual([1]);
    expect(await carla.claim([1])).toEqual([1]);
  });
});

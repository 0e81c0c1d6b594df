import { expect, test } from 'vitest';
import { join } from 'node:path';
import { createSessionSecrets } from '../../host/session-secrets.ts';
import { specFolder } from '../foundation/folder-fixture.ts';
import { takeLease } from '../storage/lease.ts';
import { invitationText, readInvitation } from './link/invitation.ts';
import type { AccountTeam } from './team-feature.ts';
import { TeamDatabase } from './team-database-fixture.ts';
import { teamDatabaseForSpecs } from './team-specs-fixture.ts';
import { ADDRESS, digestOf } from './team-fixture.ts';
import { begin, call, closeAccountTeams, invite, joinBy, openAccountTeam } from './team-account-fixture.ts';

let database: TeamDatabase;

teamDatabaseForSpecs((opened) => (database = opened));

interface Setting extends Omit<NonNullable<Parameters<typeof openAccountTeam>[0]>, 'linkTo'> {
  readonly to?: TeamDatabase;
}

function account({ to, ...setting }: Setting = {}): AccountTeam {
  return openAccountTeam({ ...setting, linkTo: ({ login }) => (to ?? database).link(login) }).team;
}

const state = (team: AccountTeam) => team.handlers['team:state']({}, call);
const claim = (team: AccountTeam, n: number) => team.claims.claim('job', [{ n, digest: digestOf(n) }], () => undefined);

test('an account without a team asks nobody', async () => {
  const team = account();
  expect(team.claims.isTeam).toBe(false);
  expect(await state(team)).toEqual({ team: null });
  await expect(invite(team)).rejects.toThrow('in no team');
});

test('nobody begins or joins for another account than the one that was looked at, and the team is not asked', async () => {
  const team = openAccountTeam({ linkTo: () => expect.unreachable('asked') }).team;
  const invitation = invitationText({ place: { host: 'db', port: 5432, database: 'd' }, secret: new Uint8Array(32) });
  const other = { login: 'anna', password: 'x', account: { id: 'another', address: ADDRESS } };
  const refused = 'Another account is in use now';
  await expect(team.handlers['team:begin']({ place: 'db/d', ...other }, call)).rejects.toThrow(refused);
  await expect(team.handlers['team:join']({ invitation, ...other }, call)).rejects.toThrow(refused);
  expect(await state(team)).toEqual({ team: null });
});

test('who has begun and was not told so begins once more, with the same secret', async () => {
  const team = account();
  await begin(team);
  const invitation = await invite(team);
  expect((await begin(team)).team).toMatchObject({ trouble: '', colleagues: [{ isMe: true }] });
  expect(await invite(team)).toBe(invitation);
});

test('one begins, another joins by invitation, and each sees both', async () => {
  const [anna, bent] = [account(), account()];
  await begin(anna);
  expect(anna.claims.isTeam).toBe(true);
  await joinBy(bent, await invite(anna));

  for (const team of [anna, bent]) {
    const { team: known } = await state(team);
    expect(known).toMatchObject({ place: 'db.example/leads', trouble: '' });
    expect(known?.colleagues.map(({ name }) => name)).toEqual(['anna', 'bent']);
  }
  expect((await state(bent)).team?.colleagues.map(({ isMe }) => isMe)).toEqual([false, true]);
});

test('who joins again takes the name of then; one who says none keeps theirs', async () => {
  const [anna, bent] = [account(), account()];
  await begin(anna);
  await joinBy(bent, await invite(anna));
  const access = { invitation: await invite(anna), login: 'bent', password: 'word' };
  const names = async () => (await state(anna)).team?.colleagues.map(({ name }) => name);

  const renamed = await bent.handlers['team:join']({ ...access, name: 'Bent Friis' }, call);
  expect(renamed.team?.name).toBe('Bent Friis');
  expect(await names()).toEqual(['anna', 'Bent Friis']);
  expect((await bent.handlers['team:join'](access, call)).team?.name).toBe('Bent Friis');
  // Who comes in without a name is called by the login.
  expect((await account().handlers['team:join']({ ...access, login: 'carla' }, call)).team?.name).toBe('carla');
});

test('who joins again after the database has moved sees its new place', async () => {
  const anna = account();
  await begin(anna);
  const { secret } = readInvitation(await invite(anna)) ?? expect.unreachable('no invitation');
  const moved = invitationText({ place: { host: 'new.example', port: 5432, database: 'leads' }, secret });
  const access = { invitation: moved, login: 'anna', password: 'word' };
  expect((await anna.handlers['team:join'](access, call)).team?.place).toBe('new.example/leads');
  expect(await invite(anna)).toBe(moved);
});

test('no answer but the invitation has the secret, and none has a password', async () => {
  const anna = account();
  const begun = await begin(anna);
  const invitation = await invite(anna);
  const secret = invitation.split(':')[1] ?? '';
  for (const answer of [begun, await state(anna)]) {
    const text = JSON.stringify(answer);
    expect(text).not.toContain(secret.slice(0, 20));
    expect(text).not.toContain('password of');
  }
});

test('after a restart the access is read from the passwords; without it nothing is claimed', async () => {
  const folder = specFolder('team');
  const secrets = createSessionSecrets();
  const before = account({ folder, secrets });
  await begin(before);
  const given = { invitation: await invite(before), login: 'anna', password: 'word' };
  await closeAccountTeams();

  expect(await claim(account({ folder, secrets }), 1)).toBeNull();
  await closeAccountTeams();
  expect(await claim(account({ folder, given }), 2)).toBeNull();
  await closeAccountTeams();
  const without = account({ folder });
  expect(without.claims.isTeam).toBe(true);
  expect(await claim(without, 3)).toMatchObject({
    kind: 'teamPerson',
    reason: expect.stringContaining('does not have'),
  });
});

test('a command that names a team claims nothing before the account has joined it', async () => {
  const anna = account();
  await begin(anna);
  const given = { invitation: await invite(anna), login: 'bent', password: 'word' };
  const bent = account({ given });
  expect(bent.claims.isTeam).toBe(true);
  expect(await claim(bent, 1)).toMatchObject({ kind: 'teamPerson', reason: expect.stringContaining('Join the team') });
  expect(() => bent.claims.use('job', 1, digestOf(1))).toThrow('not claimed');
});

test.each([
  ['a broken invitation', async (text: string) => text.slice(2), {}, 'no invitation'],
  ['another service', async (text: string) => text, { address: 'https://other.example' }, 'another service address'],
])('%s is refused, and the account stays out', async (_, changed, setting, words) => {
  const anna = account();
  await begin(anna);
  const bent = account(setting);
  await expect(joinBy(bent, await changed(await invite(anna)))).rejects.toThrow(words);
  expect(bent.claims.isTeam).toBe(false);
});

test('another secret is refused', async () => {
  const empty = await database.files();
  const anna = account();
  await begin(anna);
  const first = await invite(anna);
  await database.putBack(empty);
  await begin(account());
  await expect(joinBy(account(), first)).rejects.toThrow('not for the team');
});

test('a team that has somebody in it is not begun once more', async () => {
  await begin(account());
  await expect(begin(account(), 'bent')).rejects.toThrow('begun already');
});

test('a database that does not write safely, or knows leads in another way, is not used', async () => {
  await using unsafe = await TeamDatabase.open({ isSafe: false });
  await expect(begin(account({ to: unsafe }))).rejects.toThrow('does not write safely');
  await database.run('UPDATE lead_team.team SET key_form = 3');
  await expect(begin(account())).rejects.toThrow('Update Lead Console');
}, 120_000);

test('one lead per phone: who joins learns it, and a database that says otherwise later is not used', async () => {
  const [anna, bent] = [account(), account()];
  expect((await begin(anna, 'anna', 'phone')).team?.isByPhone).toBe(true);
  expect((await joinBy(bent, await invite(anna))).team?.isByPhone).toBe(true);
  expect([anna.claims.isByPhone, bent.claims.isByPhone]).toEqual([true, true]);

  await database.run('UPDATE lead_team.team SET key_form = 1');
  const other = expect.stringContaining('in another way than when this computer joined');
  expect(await claim(account(), 1)).not.toBeNull();
  await expect(joinBy(bent, await invite(anna))).rejects.toMatchObject({ message: other });
  await database.run('UPDATE lead_team.team SET key_form = 2');
  expect((await joinBy(bent, await invite(anna))).team).toMatchObject({ isByPhone: true, trouble: '' });
});

test('a program that has not heard of the other team claims nothing by the rules of the former one', async () => {
  const empty = await database.files();
  const [folder, secrets] = [specFolder('team'), createSessionSecrets()];
  const app = account({ folder, secrets });
  await begin(app);
  const command = account({ folder, secrets });
  await app.handlers['team:leave']({ isForced: false }, call);
  await database.putBack(empty);
  await begin(app, 'anna', 'phone');
  expect(command.claims.isByPhone).toBe(false);
  expect(await claim(command, 1)).toMatchObject({ kind: 'team', reason: expect.stringContaining('another team') });
  expect(command.claims.isByPhone).toBe(true);
  expect(await claim(command, 1)).toBeNull();
});

test('a database that was prepared before there was a choice takes one lead per lead, and nothing else', async () => {
  await using older = await TeamDatabase.open();
  await older.run('DROP FUNCTION lead_team.begin_v2(text) CASCADE');
  await older.run(`CREATE OR REPLACE FUNCTION lead_team.begin_v1(request text) RETURNS text LANGUAGE sql SECURITY DEFINER
    SET search_path = lead_team, pg_temp AS $$ UPDATE team SET secret_check = request::jsonb->>'secretCheck',
    address_check = request::jsonb->>'addressCheck' RETURNING '{"verdict":"done"}' $$`);
  const anna = account({ to: older });
  await expect(begin(anna, 'anna', 'phone')).rejects.toThrow('batch team sql');
  expect(await state(anna)).toEqual({ team: null });
  expect((await begin(anna)).team).not.toHaveProperty('isByPhone');
}, 120_000);

test('a database with the script of before goes on, and a person reads that it should run again', async () => {
  const anna = account();
  expect((await begin(anna)).team).not.toHaveProperty('hasOldScript');
  await database.forgetEdition();
  const bent = account();
  expect((await joinBy(bent, await invite(anna))).team).toMatchObject({ trouble: '', hasOldScript: true });
  expect(await claim(bent, 1)).toBeNull();
});

test('the database of another team in the same place is noticed before it is told anything', async () => {
  const anna = account();
  await begin(anna);
  await database.run('UPDATE lead_team.team SET id = gen_random_uuid()');
  await database.run(`DELETE FROM lead_team.claim`);
  await database.run(`DELETE FROM lead_team.office`);
  expect(await claim(anna, 1)).toMatchObject({
    kind: 'teamPerson',
    reason: expect.stringContaining('now leads to another one'),
  });
  expect(await database.rows('SELECT 1 FROM lead_team.office')).toEqual([]);
});

test('leaving gives back what was claimed, and forgets the secret', async () => {
  const [anna, bent] = [account(), account()];
  await begin(anna);
  await joinBy(bent, await invite(anna));
  await claim(bent, 1);
  expect(await bent.handlers['team:leave']({ isForced: false }, call)).toEqual({ team: null });

  expect(bent.claims.isTeam).toBe(false);
  expect(await database.rows('SELECT 1 FROM lead_team.claim')).toEqual([]);
  expect((await state(anna)).team?.colleagues.map(({ hasLeft }) => hasLeft)).toEqual([false, true]);
});

test('who is in a team begins and joins no other one: what is claimed would stay taken there', async () => {
  await using other = await TeamDatabase.open();
  const [folder, secrets] = [specFolder('team'), createSessionSecrets()];
  const anna = account();
  await begin(anna);
  await joinBy(account({ folder, secrets }), await invite(anna));
  await closeAccountTeams();
  const there = account({ folder, secrets, to: other });
  await expect(begin(there)).rejects.toThrow('Leave that team first');
  const bent = account({ to: other });
  await begin(bent);
  await expect(joinBy(there, await invite(bent))).rejects.toThrow('Leave that team first');
  await closeAccountTeams();
  expect(await claim(account({ folder, secrets }), 1)).toBeNull();
}, 120_000);

test('while the database is away only a person who insists leaves', async () => {
  const anna = account();
  await begin(anna);
  database.isAway = true;
  expect((await state(anna)).team?.trouble).toContain('cut before');
  await expect(anna.handlers['team:leave']({ isForced: false }, call)).rejects.toThrow('cut before');
  expect(anna.claims.isTeam).toBe(true);
  expect(await anna.handlers['team:leave']({ isForced: true }, call)).toEqual({ team: null });
});

test('a computer that the team knows under another login leaves it by force, and joins with the new one', async () => {
  const anna = account();
  await begin(anna);
  await claim(anna, 1);
  const join = { invitation: await invite(anna), login: 'bent', password: 'password of bent' };
  await expect(anna.handlers['team:join'](join, call)).rejects.toThrow('or leave the team and join with the new one');
  await expect(anna.handlers['team:leave']({ isForced: false }, call)).rejects.toThrow('under another login');

  expect(await anna.handlers['team:leave']({ isForced: true }, call)).toEqual({ team: null });
  expect((await anna.handlers['team:join'](join, call)).team).toMatchObject({ name: 'bent', trouble: '' });
  expect(await claim(anna, 2)).toBeNull();
});

test('nobody joins or leaves while an import runs', async () => {
  const folder = specFolder('team');
  const anna = account({ folder });
  {
    using _lease = takeLease(join(folder, 'locks', 'job-1.sqlite'));
    await expect(begin(anna)).rejects.toThrow('running');
  }
  await begin(anna);
  using _lease = takeLease(join(folder, 'locks', 'job-1.sqlite'));
  await expect(anna.handlers['team:leave']({ isForced: false }, call)).rejects.toThrow('running');
});

test('an import that begins while somebody joins keeps them out: it would send by the rules of before', async () => {
  const folder = specFolder('team');
  let lease: Disposable | null = null;
  database.onQuestion = () => void (lease ??= takeLease(join(folder, 'locks', 'job-1.sqlite')));
  const anna = account({ folder });
  await expect(begin(anna)).rejects.toThrow('running');
  expect(await state(anna)).toEqual({ team: null });
  database.onQuestion = null;
  (lease as Disposable | null)?.[Symbol.dispose]();
  await begin(anna);
  expect((await state(anna)).team?.colleagues).toHaveLength(1);
});

test('nobody goes on without themselves, or without a computer that is not there', async () => {
  const anna = account();
  const { team } = await begin(anna);
  const me = team?.colleagues[0]?.id ?? 0;
  await expect(anna.handlers['team:goOnWithout']({ office: me }, call)).rejects.toThrow('this computer');
  await expect(anna.handlers['team:goOnWithout']({ office: 99 }, call)).rejects.toThrow('no computer');
});

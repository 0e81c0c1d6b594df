import { expect, it } from 'vitest';
import { TeamKeys } from '../keys/team-keys.ts';
import { TeamTrouble } from '../link/team-link.ts';
import { SCRIPT_VERSION } from '../script/team-script.ts';
import { ADDRESS, SECRET } from '../team-fixture.ts';
import { checkTeam, type ExpectedTeam } from './check-team.ts';
import type { Hello } from './team-answers.ts';

const keys = new TeamKeys(SECRET);
const HELLO: Hello = {
  team: 'ours',
  version: SCRIPT_VERSION,
  edition: 1,
  keyForm: 1,
  incarnation: 'first',
  moves: 0,
  secretCheck: keys.secretCheck,
  addressCheck: keys.addressCheck(ADDRESS),
  writesSafely: true,
};
const MEMBER: ExpectedTeam = { keys, address: ADDRESS, team: 'ours', keyForm: 1 };

it('the database of the team is that for a member, and for who comes', () => {
  const comes = { ...MEMBER, team: null, keyForm: null };
  for (const keyForm of [1, 2]) expect(() => checkTeam({ ...HELLO, keyForm }, comes)).not.toThrow();
  expect(() => checkTeam({ ...HELLO, version: SCRIPT_VERSION - 1 }, MEMBER)).not.toThrow();
});

it.each<[string, Partial<Hello>, string]>([
  ['a newer script', { version: SCRIPT_VERSION + 1 }, 'A newer version'],
  ['leads told apart in a new way', { keyForm: 3 }, 'in a way that this version does not know'],
  ['a disk that is not waited for', { writesSafely: false }, 'does not write safely'],
  ['another team', { team: 'theirs' }, 'now leads to another one'],
  ['leads told apart in another way than before', { keyForm: 2 }, 'in another way than when this computer joined'],
  ['no team', { secretCheck: null }, 'Nobody has begun a team'],
  ['another secret', { secretCheck: 'theirs' }, 'The invitation is not for the team'],
  ['another service', { addressCheck: null }, 'belongs to another service address'],
])('a database with %s is refused, for a person', (_, change, sentence) => {
  const check = () => checkTeam({ ...HELLO, ...change }, MEMBER);
  expect(check).toThrow(TeamTrouble);
  expect(check).toThrow(expect.objectContaining({ kind: 'teamPerson', message: expect.stringContaining(sentence) }));
  expect(check).toThrow('Nothing is sent meanwhile.');
});

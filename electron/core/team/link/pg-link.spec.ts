import type { Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withoutTrying } from '../../../../shared/domain/jobs/hold-words.ts';
import { AUTHORITY, EXPIRED, GOOD, OTHER_NAME, SELF_SIGNED } from '../../api/simulation/spec-certificates.ts';
import { VirtualClock } from '../../api/simulation/virtual-clock.ts';
import { thrownBy } from '../../foundation/world-fixture.ts';
import { troubleOf } from './link-words.ts';
import { PgLink } from './pg-link.ts';
import { message as sent, SpecPostgres } from './postgres-fixture.ts';
import { TeamTrouble } from './team-link.ts';

let server: SpecPostgres;
let clock: VirtualClock;
const links: PgLink[] = [];
/** Those that led to another computer. */
let roads: Socket[] = [];

beforeEach(async () => {
  server = await SpecPostgres.open();
  clock = new VirtualClock();
  roads = [];
});

afterEach(async () => {
  for (const link of links.splice(0)) await link[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

/** A name of the certificate for specs, which is not this computer's. */
const FAR = 'service.example';

function linkTo(host: string, port = server.port, certificates: readonly string[] = []): PgLink {
  const link = new PgLink({
    place: { host, port, database: 'leads' },
    login: 'anna',
    password: 'word of anna',
    clock,
    certificates: () => certificates,
    socket: () => {
      const road = server.socket();
      roads.push(road);
      return road;
    },
  });
  links.push(link);
  return link;
}

const refusal = (link: PgLink) => thrownBy(link.call('hello_v1', {}), TeamTrouble);

test('questions go over one connection, one after the other', async () => {
  const link = linkTo('127.0.0.1');
  const answers = await Promise.all([link.call('hello_v1', {}), link.call('offices_v1', { a: 1 })]);
  expect(answers).toEqual([{ known: true }, { known: true }]);
  expect(server.opened).toBe(1);
  expect(server.received).toContain('SELECT lead_team.offices_v1($1) AS answer');
});

test('a connection that did not answer in time is never used again', async () => {
  const link = linkTo('127.0.0.1');
  await link.call('hello_v1', {});
  server.manners.isSilent = true;
  const asked = refusal(link);
  await expect.poll(() => server.received.split('hello_v1').length).toBe(3);
  clock.run(13_000);
  expect((await asked).message).toContain('no answer');
  await expect.poll(() => server.closed).toBe(1);

  server.manners.isSilent = false;
  expect(await link.call('hello_v1', {})).toEqual({ known: true });
  expect(server.opened).toBe(2);
});

test('a server that is not there is tried again by the rows', async () => {
  const { port } = server;
  await server[Symbol.asyncDispose]();
  const { kind, message } = await refusal(linkTo('127.0.0.1', port));
  expect(kind).toBe('team');
  expect(message).toContain(`(127.0.0.1:${port}/leads: connection refused)`);
  server = await SpecPostgres.open();
});

test.each([
  ['28P01', 'does not accept the login "anna"'],
  ['28000', 'does not let "anna" in'],
  ['3D000', 'no database with this name'],
])('a login refused with %s is a person’s to put right', async (code, words) => {
  server.manners.refusal = code;
  const { kind, message } = await refusal(linkTo('127.0.0.1'));
  expect(kind).toBe('teamPerson');
  expect(message).toContain(words);
});

test.each([
  ['42501', 'teamPerson'],
  ['3F000', 'teamPerson'],
  ['42883', 'teamPerson'],
  ['53300', 'team'],
  ['53100', 'team'],
  ['57P03', 'team'],
  ['XX000', 'team'],
])('an answer %s waits for %s', (code, kind) => {
  const error = Object.assign(new Error('refused'), { code });
  expect(troubleOf(error, { host: 'db.example', port: 5432, database: 'leads' }, 'anna').kind).toBe(kind);
});

test.each([
  ['25006', 'it takes no changes'],
  ['55000', 'it answers with the error 55000'],
  ['40001', 'it answers with the error 40001'],
  ['P0001', 'it answers with the error P0001'],
])('an error %s of the server is not called a broken connection', (code, words) => {
  const error = Object.assign(new Error('refused'), { code, severity: 'ERROR' });
  const { kind, message } = troubleOf(error, { host: 'db.example', port: 5432, database: 'leads' }, 'anna');
  expect(kind).toBe('team');
  expect(message).toContain(`cannot be used now (db.example/leads: ${words}). If it stays so, ask whoever runs it.`);
  expect(withoutTrying(message)).not.toBe(message);
});

test.each([
  ['a broken connection', { code: 'EPROTO' }],
  ['what a server says in place of a code', { code: 'word of anna', severity: 'ERROR' }],
])('%s is not called an error of the server', (_, parts) => {
  const error = Object.assign(new Error('broken'), parts);
  const { kind, message } = troubleOf(error, { host: 'db.example', port: 5432, database: 'leads' }, 'anna');
  expect(kind).toBe('team');
  expect(message).toContain('cannot be reached (db.example/leads: the connection broke)');
});

test('a login without a rule of the server is told from one that was taken back', () => {
  const error = Object.assign(new Error('no pg_hba.conf entry'), { code: '28000', routine: 'ClientAuthentication' });
  const { kind, message } = troubleOf(error, { host: 'db.example', port: 5432, database: 'leads' }, 'anna');
  expect(kind).toBe('teamPerson');
  expect(message).toContain('no rule by which the login "anna" may reach the database "leads"');
});

test('a login without the right to connect is told from one that is no member of the team', () => {
  const error = Object.assign(new Error('permission denied'), { code: '42501', routine: 'CheckMyDatabase' });
  const { kind, message } = troubleOf(error, { host: 'db.example', port: 5432, database: 'leads' }, 'anna');
  expect(kind).toBe('teamPerson');
  expect(message).toContain('The login "anna" has no right to connect to the database "leads".');
  expect(message).not.toContain('member');
});

test('a mistake of the program is not called a broken connection', () => {
  const place = { host: 'db.example', port: 5432, database: 'leads' };
  expect(() => troubleOf(new TypeError('is not a constructor'), place, 'anna')).toThrow(TypeError);
});

test('another computer is asked with TLS, and only under the name of its certificate', async () => {
  server.manners.certificate = GOOD;
  expect(await linkTo(FAR, server.port, [AUTHORITY]).call('hello_v1', {})).toEqual({ known: true });
});

test.each([
  ['of another name', OTHER_NAME, 'is not for this name'],
  ['that has expired', EXPIRED, 'has expired'],
  ['that signed itself', SELF_SIGNED, 'is signed by itself'],
])('a certificate %s gets no password', async (_, certificate, words) => {
  server.manners.certificate = certificate;
  const { kind, message } = await refusal(linkTo(FAR, server.port, [AUTHORITY]));
  expect(kind).toBe('teamPerson');
  expect(message).toContain(words);
  expect(server.received).toBe('');
});

test('an unknown authority, and a server without TLS, get no password', async () => {
  server.manners.certificate = GOOD;
  expect((await refusal(linkTo(FAR))).message).toContain('authority that this computer does not know');
  delete server.manners.certificate;
  expect((await refusal(linkTo(FAR))).message).toContain('takes no encrypted connections');
  expect(server.received).toBe('');
});

test('another computer learns no password by asking for it in clear text', async () => {
  server.manners.certificate = GOOD;
  server.manners.passwordOf = () => 'word';
  const { kind, message } = await refusal(linkTo(FAR, server.port, [AUTHORITY]));
  expect(kind).toBe('teamPerson');
  expect(message).toContain('in clear text');
  expect(server.received).toContain('anna');
  expect(server.received).not.toContain('word');
});

test('an answer without end is given up before it fills the memory', async () => {
  // The beginning of a row of a gigabyte.
  const row = Buffer.alloc(80 * 1024 * 1024);
  row.write('D');
  row.writeUInt32BE(2 ** 30, 1);
  server.manners.answer = () => Promise.resolve(row);
  const { kind, message } = await refusal(linkTo('127.0.0.1'));
  expect(kind).toBe('teamPerson');
  expect(message).toContain('longer than any answer of a team');
});

test.each([
  ['an error that never ends', sent('E', Buffer.alloc(0))],
  ['a notice whose text never ends', sent('N', Buffer.from('Mrefused'))],
  ['a row that goes back in itself', sent('D', Buffer.from([0, 2, 0, 0, 0, 1, 0x41, 0xff, 0xff, 0xff, 0xf0]))],
  ['a row with fewer cells than none', sent('D', Buffer.from([0xff, 0xff]))],
  ['half of its columns', sent('T', Buffer.from([0, 9, 0x41, 0]))],
  ['a message that is shorter than its head', Buffer.from([0x5a, 0, 0, 0, 3])],
  [
    'a row with more cells than columns',
    Buffer.concat([
      sent('T', Buffer.from([0, 0])),
      sent('D', Buffer.from([0, 1, 0, 0, 0, 1, 0x41])),
      sent('C', Buffer.from('SELECT 1\0')),
      sent('Z', Buffer.from('I')),
    ]),
  ],
])('a server that answers %s is trouble, and no end of the program', { timeout: 10_000 }, async (_, answer) => {
  server.manners.certificate = GOOD;
  for (const link of [linkTo('127.0.0.1'), linkTo(FAR, server.port, [AUTHORITY])]) {
    server.manners.answer = () => Promise.resolve(answer);
    const { kind, message } = await refusal(link);
    expect(kind).toBe('teamPerson');
    expect(message).toContain('does not answer as a PostgreSQL server does');
    delete server.manners.answer;
    expect(await link.call('hello_v1', {})).toEqual({ known: true });
  }
});

test('a server that wants a ticket of Kerberos is a person’s to put right', async () => {
  server.manners.greeting = sent('R', Buffer.from([0, 0, 0, 7]));
  const { kind, message } = await refusal(linkTo('127.0.0.1'));
  expect(kind).toBe('teamPerson');
  expect(message).toContain('set the login to scram-sha-256');
});

test('a greeting without end is given up before it fills the memory', async () => {
  const greeting = Buffer.alloc(80 * 1024 * 1024);
  greeting.write('N');
  greeting.writeUInt32BE(2 ** 30, 1);
  server.manners.greeting = greeting;
  expect((await refusal(linkTo('127.0.0.1'))).message).toContain('longer than any answer of a team');
});

test('a server that does not hang up after a goodbye is left: nobody waits for it at the end', async () => {
  Object.assign(server.manners, { certificate: GOOD, neverHangsUp: true });
  const link = linkTo(FAR, server.port, [AUTHORITY]);
  await link.call('hello_v1', {});
  await link[Symbol.asyncDispose]();
  await expect.poll(() => roads.map(({ destroyed }) => destroyed)).toEqual([true]);
  // It was told: a server that listens closes its side at once.
  expect(server.received).toContain('X\0\0\0\x04');
});

test('a server that refuses and does not hang up is left', async () => {
  server.manners.greeting = sent('E', Buffer.from('SFATAL\0C28P01\0Mrefused\0\0'));
  expect((await refusal(linkTo('127.0.0.1'))).message).toContain('does not accept the login "anna"');
  await expect.poll(() => server.closed).toBe(1);
});

test('a code that is the name of something every object has is a code that nobody knows', async () => {
  server.manners.refusal = 'constructor';
  const { kind, message } = await refusal(linkTo('127.0.0.1'));
  expect(kind).toBe('team');
  expect(message).toContain('the connection broke');
});

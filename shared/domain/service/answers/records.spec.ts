import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAccount, readFigures, readSegments, readUsers } from './records.ts';
import { leadClosure, leadStatus } from '../leads/lead-status.ts';
import { SERVICES, matchService } from '../services.ts';

describe('readFigures', () => {
  it.each([
    [{ 'POST leads': 100_000 }],
    [{ limits: { 'POST leads': 100_000 } }],
    [{ Limits: [{ Service: 'leads', Method: 'POST', DailyLimit: '100000' }] }],
    [[{ name: 'POST /api/leads', limit: 100_000 }]],
    [{ 'POST leads': { limit: 100_000 } }],
    [{ Limits: { Service: 'POST leads', Limit: '100000' } }],
    [{ service: 'POST leads', limit: 100_000 }],
  ])('reads limits from %o', (value) => {
    expect(readFigures(value, 'limit')).toMatchObject([{ services: ['POST leads'], limit: 100_000, used: null }]);
  });

  it('derives what is used from what is left', () => {
    expect(readFigures([{ service: 'users', limit: 100, remaining: 40, reset: 60 }], 'used')).toMatchObject([
      { used: 60, secondsLeft: 60 },
    ]);
  });

  it('makes nothing of shapes it does not know, and never fails', () => {
    expect(readFigures('none', 'limit')).toEqual([]);
    expect(readFigures([{ service: 'x' }], 'limit')).toEqual([]);
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        for (const figure of readFigures(value, 'used')) expect(figure.used ?? 0).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe('matchService', () => {
  it.each(SERVICES.map((service) => service.id))('finds %s under its own name', (id) =>
    expect(matchService(id)).toEqual([id]),
  );

  it.each([
    ['Leads', ['POST leads', 'GET leads', 'GET leads/csv']],
    ['POST /api/leads', ['POST leads']],
    ['leads (POST)', ['POST leads']],
    ['SimpleLeads', ['GET simpleleads']],
    ['/leadsegments/{UniqueId}/leads', ['POST leadsegments', 'DELETE leadsegments']],
    ['myaccount/request/counts', ['GET myaccount']],
    ['calls', []],
    ['constructor', []],
    ['', []],
  ])('%s: %o', (name, services) => expect(matchService(name)).toEqual(services));
});

it('reads segments as far as it can', () => {
  expect(readSegments({ Data: [{ UniqueId: 's1', ActiveFrom: '2026-01-01' }, 7] })).toEqual({
    segments: [
      {
        uniqueId: 's1',
        name: 's1',
        isActive: false,
        activeFrom: '2026-01-01',
        activeTill: null,
        goalTargetValue: null,
        goalCurrentValue: 0,
      },
    ],
    unread: [7],
  });
  expect(readSegments({ no: 'list' })).toBeNull();
  // Read without its last digits it would be the id of another segment.
  const long = { id: 2 ** 63, name: 's' };
  expect(readSegments([long])).toEqual({ segments: [], unread: [long] });
});

it('names users by what there is', () => {
  const users = readUsers([{ Name: 'Anna' }, { firstName: 'Bo', lastName: 'Ek' }, { orgCode: 'x/y' }, 'plain', {}]);
  expect(users?.map((user) => user.name)).toEqual(['Anna', 'Bo Ek', 'x/y', 'plain', 'User 5']);
});

it('reads the rights of an account', () => {
  expect(
    readAccount({ UserName: 'api', ProjectRights: 'B2B*, X', ResourceRights: { Leads: ['GET', 'POST'] } }),
  ).toMatchObject({
    username: 'api',
    projectRights: ['B2B*', 'X'],
    resourceRights: { Leads: ['GET', 'POST'] },
  });
  expect(readAccount([])).toBeNull();
});

it('finds statuses and closures by name in any case and by number', () => {
  expect(leadStatus('vipredial')?.value).toBe(10);
  expect(leadStatus(750)?.name).toBe('GlobalDoNotCall');
  expect(leadStatus('Gone')).toBeNull();
  expect(leadClosure('4')?.name).toBe('Unqualified');
  expect(leadClosure(null)).toBeNull();
});

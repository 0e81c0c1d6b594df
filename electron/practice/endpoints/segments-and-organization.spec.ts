import { describe, expect, it } from 'vitest';
import { generatedLeadId, isGeneratedLeadId } from '../data/leads.ts';
import { defaultSeed } from '../foundation/options.ts';
import { goodLead, startForSpec } from '../client-fixture.ts';

const path = '/leadsegments/SEG-0152/leads';
const change = (leadUniqueIds: unknown, uniqueId: unknown = 'SEG-0152') => ({ body: { uniqueId, leadUniqueIds } });

describe('lead segments', () => {
  it('lists active, coming and ended segments', async () => {
    const { call } = await startForSpec();
    const segments = (await call('GET', '/leadsegments')).json as Record<string, unknown>[];
    expect(segments).toHaveLength(8);
    expect(segments.filter(({ isActive }) => isActive === true)).toHaveLength(4);
    expect(segments).toContainEqual({
      uniqueId: 'SEG-0129',
      name: 'Winback Malmö',
      isActive: true,
      goalCurrentValue: 512,
    });
    expect(segments[0]).toEqual({
      uniqueId: 'SEG-0148',
      name: 'Nordlys callback list',
      isActive: true,
      activeFrom: '2026-11-02T00:00:00.0000000',
      activeTill: '2026-11-30T00:00:00.0000000',
      goalTargetValue: 2000,
      goalCurrentValue: 1240,
    });
  });

  it('adds known leads once and removes them again', async () => {
    const { call, post, service } = await startForSpec();
    await post(goodLead());
    const imported = service.ledger.entries()[0]?.uniqueId ?? '';
    const generated = generatedLeadId(defaultSeed, 3);
    const added = await call('POST', path, change([imported, generated, generated, 'G000000000000']));
    expect(added).toMatchObject({
      status: 200,
      json: { added: 2, alreadyMembers: 0, unknownLeadUniqueIds: ['G000000000000'] },
    });
    expect((await call('POST', path, change([generated]))).json).toMatchObject({ added: 0, alreadyMembers: 1 });
    expect((await call('GET', '/leadsegments')).json).toContainEqual(
      expect.objectContaining({ uniqueId: 'SEG-0152', goalCurrentValue: 2 }),
    );
    const removed = await call('DELETE', path, change([generated, 'nobody']));
    expect(removed.status).toBe(200);
    expect(removed.json).toContainEqual(expect.objectContaining({ uniqueId: 'SEG-0152', goalCurrentValue: 1 }));
  });

  it.each([
    ['an unknown segment', '/leadsegments/SEG-9/leads', change([], 'SEG-9')],
    ['another id in the body', path, change([], 'SEG-0148')],
    ['no id in the body', path, { body: { leadUniqueIds: [] } }],
    ['no leads', path, change(undefined)],
    ['leads that are no list', path, change('G1')],
    ['leads that are no texts', path, change([1])],
    ['malformed JSON', path, { raw: '{' }],
  ])('answers 400 to %s', async (_name, address, settings) => {
    const { call } = await startForSpec();
    expect(await call('POST', address, settings)).toMatchObject({ status: 400 });
    expect(await call('DELETE', address, settings)).toMatchObject({ status: 400 });
  });

  it('changes nothing without a body, which the specification marks optional', async () => {
    const { call } = await startForSpec();
    expect(await call('POST', path)).toMatchObject({ status: 200, json: { added: 0 } });
    expect(await call('DELETE', path)).toMatchObject({ status: 200 });
  });

  it('knows its generated leads by their id alone', () => {
    for (let index = 0; index < 2000; index += 1)
      expect(isGeneratedLeadId(generatedLeadId(5, index), 5, 1000)).toBe(index < 1000);
    expect(isGeneratedLeadId(generatedLeadId(6, 1), 5, 1000)).toBe(false);
  });
});

describe('org units and users', () => {
  const read = async (orgCode: string, query = '') => {
    const { call } = await startForSpec();
    return call('GET', `/orgunits/${encodeURIComponent(orgCode)}${query}`);
  };

  it('finds org codes with spaces, slashes, ampersands and at signs', async () => {
    for (const orgCode of ['Nord/Øst Team 2', 'Außendienst & Service', 'malmo@practice.example']) {
      expect(await read(orgCode)).toMatchObject({ status: 200, json: { orgCode } });
    }
    expect(await read('nobody')).toMatchObject({ status: 404 });
  });

  it('leaves complex properties out unless they are listed', async () => {
    expect((await read('Danmark')).json).toEqual({ orgCode: 'Danmark', uniqueId: 'ORG-2', name: 'Danmark' });
    expect((await read('Danmark', '?include=nonsense,Parent')).json).toMatchObject({ parent: { orgCode: 'practice' } });
  });

  it('includes nested properties only when every step is listed, by commas or by repeating', async () => {
    const nested = { users: [{ username: 'bjha', campaigns: [{ code: 'NO-NORDLYS-11' }] }, { username: 'inso' }] };
    expect((await read('Nord/Øst Team 2', '?include=users,campaigns')).json).toMatchObject(nested);
    expect((await read('Nord/Øst Team 2', '?include=users&include=campaigns')).json).toMatchObject(nested);
    expect((await read('Nord/Øst Team 2', '?include=campaigns')).json).toEqual({
      orgCode: 'Nord/Øst Team 2',
      uniqueId: 'ORG-4',
      name: 'Nord/Øst Team 2',
    });
  });

  it('leaves loops and repeated objects out', async () => {
    const reply = await read('Danmark', '?include=parent,children,users,campaigns,ownerOrgUnit');
    const ids = [...reply.text.matchAll(/"uniqueId":"([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(reply.json).toMatchObject({
      parent: { children: expect.not.arrayContaining([expect.objectContaining({ orgCode: 'Danmark' })]) as unknown },
    });
    // The second user works on the campaign that the first one already shows.
    const users = (await read('Nord/Øst Team 2', '?include=users,campaigns')).json as { users: object[] };
    expect(users.users[1]).not.toHaveProperty('campaigns');
  });

  it('includes a name on both types that have it: the parent of an org unit and of a user', async () => {
    const { call } = await startForSpec();
    const users = (await call('GET', '/users?include=parent')).json as {
      username: string;
      parent?: { orgCode: string; parent?: { orgCode: string } };
    }[];
    expect(users.find(({ username }) => username === 'sokj')?.parent).toMatchObject({
      orgCode: 'København Syd',
      parent: { orgCode: 'Danmark' },
    });
  });

  it('lists users', async () => {
    const { call } = await startForSpec();
    const users = (await call('GET', '/users')).json as object[];
    expect(users).toHaveLength(8);
    expect(users).toContainEqual(expect.objectContaining({ orgCode: 'Petersen/Thorben', isActive: false }));
  });
});

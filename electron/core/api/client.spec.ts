import diagnostics from 'node:diagnostics_channel';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import type { ApiClient } from './client.ts';
import { createLedgerStore, createMemoryLedger, type LedgerStore } from './broker/ledger/ledger-store.ts';
import { leadsOf } from './reads/leads-of.ts';
import type { LeadBody } from './reads/streams.ts';
import { SPEC_DIALECT } from './simulation/spec-client.ts';
import { client, restart, server } from './simulation/client-world.ts';

const create = (over: Partial<Parameters<ApiClient['createLead']>[1]> = {}) =>
  client.createLead(
    { campaignCode: 'C-1', data: { Telefon1: '+45 1', lower: 'æ' }, poolName: 'Pool' },
    { lane: 'import', beforeSend: () => undefined, ...over },
  );

async function collect(body: LeadBody) {
  const leads: unknown[] = [];
  for await (const part of leadsOf(body)) {
    if (part.kind === 'end') return { leads, end: part };
    leads.push(...part.leads);
  }
  throw new Error('the stream had no end');
}

const SIMPLE = {
  projects: ['B2B*', 'a,b'],
  modifiedFrom: '2026-05-06',
  statuses: ['New', 'VIPRedial'],
  closures: ['Success'],
};

const SEARCH = {
  source: 'search' as const,
  searchName: 'x',
  modifiedFrom: null,
  project: null,
  include: [],
  extra: [],
  answer: 'csv' as const,
};

const DAY_USED_UP = { 'x-rate-limit-limit': '100000', 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': '7200' };

describe('creating a lead', () => {
  it('sends what the specification and the dialect say, with the fair use header, on a connection of its own', async () => {
    server.answer = (_request, response) => void response.end('{"success":true,"UniqueId":"L1"}');
    expect(await create()).toMatchObject({ outcome: 'created', leadId: 'L1' });
    expect(server.heard[0]).toMatchObject({ method: 'POST', url: '/api/leads' });
    expect(JSON.parse(server.heard[0]?.body ?? '')).toEqual({
      CampaignCode: 'C-1',
      leadPoolName: 'Pool',
      data: { Telefon1: '+45 1', lower: 'æ' },
    });
    expect(server.heard[0]?.headers).toMatchObject({
      'x-rate-limit-fair-use-policy': 'Minute rated',
      'content-type': 'application/json',
      accept: 'application/json',
      connection: 'close',
    });
    await restart({ dialect: { ...SPEC_DIALECT, bodyCase: 'camel', poolField: 'pool' }, fairUse: false });
    await create();
    expect(JSON.parse(server.heard[1]?.body ?? '')).toEqual({
      campaignCode: 'C-1',
      pool: 'Pool',
      data: { Telefon1: '+45 1', lower: 'æ' },
    });
    expect(server.heard[1]?.headers).not.toHaveProperty('x-rate-limit-fair-use-policy');
  });

  it('hears the words and the fields of a refusal, and tells of them', async () => {
    const used: unknown[] = [];
    await restart({ onUse: (use) => used.push(use) });
    server.answer = (_request, response) =>
      void response
        .writeHead(400)
        .end(
          '{"ResponseStatus":{"ErrorCode":"E","Message":"Not valid","Errors":[{"FieldName":"Phone","Message":"is too short"}]}}',
        );
    expect(await create()).toMatchObject({
      outcome: 'rejected',
      status: 400,
      message: expect.stringContaining('Not valid'),
      fieldErrors: [{ field: 'Phone', message: 'is too short' }],
    });
    expect(used).toEqual([{ kind: 'refused', status: 400, text: expect.stringContaining('Not valid') }]);
  });

  it('puts a row back uncounted at 401 and 429, with the time at which it goes on', async () => {
    server.answer = (_request, response) => void response.writeHead(401).end();
    expect(await create()).toMatchObject({ outcome: 'notNow', kind: 'auth', retryAt: null });
    server.answer = (_request, response) =>
      void response
        .writeHead(429, { 'x-rate-limit-limit': '240', 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': '20' })
        .end();
    const outcome = await create();
    expect(outcome).toMatchObject({ outcome: 'notNow', kind: 'rateLimited' });
    const quota = client.quota().services.find((entry) => entry.service === 'POST leads');
    expect(quota?.blockedUntil).toBe(outcome.outcome === 'notNow' ? outcome.retryAt : 0);
    expect(quota?.refusedLastDay).toBe(1);
  });

  it('keeps a day that is used up over a restart, and lets reading of other services go on', async () => {
    using database = new DatabaseSync(':memory:');
    await restart({ ledger: createLedgerStore(database) });
    server.answer = (_request, response) => void response.writeHead(429, DAY_USED_UP).end();
    expect(await create()).toMatchObject({ outcome: 'notNow', kind: 'daily' });
    await restart({ ledger: createLedgerStore(database) });
    expect(client.quota().services).toMatchObject([
      { service: 'POST leads', daily: { limit: 100_000, remaining: 0, source: 'refused' } },
    ]);
    const parked = await create();
    expect(parked).toMatchObject({ outcome: 'notNow', kind: 'daily', retryAt: expect.any(Number) });
    expect(server.heard).toHaveLength(1);
    server.answer = (_request, response) => void response.end('[]');
    expect((await client.listSegments()).ok).toBe(true);
  });

  it('shows and logs a used up day that the journal does not take, and writes it at the end', async () => {
    const ledger = createMemoryLedger();
    let isFull = false;
    const fails: LedgerStore = {
      ...ledger,
      write: (service, kept) => {
        if (isFull) throw new Error('database or disk is full');
        ledger.write(service, kept);
      },
    };
    const logged: string[] = [];
    const log = { bug: (where: string) => String(logged.push(where)), note: () => undefined };
    await restart({ ledger: fails, log });
    server.answer = (_request, response) => {
      isFull = true;
      response.writeHead(429, DAY_USED_UP).end();
    };
    expect(await create()).toMatchObject({ kind: 'daily', message: expect.stringMatching(/could not save/) });
    expect(client.quota().services[0]?.blockedReason).toMatch(/quota is used up.*could not save/);
    expect(logged).toEqual(['write the quota of POST leads to the journal']);
    isFull = false;
    await restart({ ledger });
    expect(client.quota().services[0]?.blockedReason).toBe("The service says that today's quota is used up.");
    expect(await create()).toMatchObject({ outcome: 'notNow', kind: 'daily' });
    expect(server.heard).toHaveLength(1);
  });

  it('gives the debit back when the step before the send fails', async () => {
    using database = new DatabaseSync(':memory:');
    await restart({ ledger: createLedgerStore(database) });
    const units = () => Number(database.prepare('SELECT sum(units) AS n FROM quota_minute').get()?.['n']);
    const fails = () => {
      throw new Error('the disk is full');
    };
    expect(await create({ beforeSend: fails })).toMatchObject({ outcome: 'notSent', reason: 'journal' });
    expect(units()).toBe(0);
    await create();
    expect(units()).toBe(1);
    expect(server.heard).toHaveLength(1);
  });

  it('has no password at hand: sends nothing and says so', async () => {
    await restart({ credentials: async () => null });
    expect(await create()).toMatchObject({ outcome: 'notSent', reason: 'noCredentials' });
    expect(await client.listUsers()).toMatchObject({ ok: false, error: { code: 'auth' } });
    expect(server.heard).toEqual([]);
  });
});

it('knows a request as sent in the same turn as undici announces its headers', async () => {
  const order: string[] = [];
  const listen = () => order.push('announced');
  diagnostics.subscribe('undici:client:sendHeaders', listen);
  try {
    server.answer = (_request, response) => void response.end('{"success":true}');
    await create({ beforeSend: () => order.push('intent') });
    await server.close();
    expect(await create({ beforeSend: () => order.push('intent') })).toMatchObject({ outcome: 'notSent' });
  } finally {
    diagnostics.unsubscribe('undici:client:sendHeaders', listen);
  }
  // Without a connection there is no intent.
  expect(order).toEqual(['intent', 'announced']);
});

describe('exporting', () => {
  it('encodes the query as the dialect says and describes it in the same words', async () => {
    await collect(client.exportSimpleLeads({ ...SIMPLE, extra: [{ name: 'Campaigns', value: 'x y' }] }));
    const path =
      '/api/simpleleads?Projects=B2B*,a%2Cb&ModifiedFrom=2026-05-06&Statuses=New,VIPRedial&LeadClosures=Success&Campaigns=x%20y';
    expect(server.heard[0]?.url).toBe(path);
    expect(client.describeExport({ source: 'simple', ...SIMPLE, extra: [{ name: 'Campaigns', value: 'x y' }] })).toBe(
      `GET ${path}`,
    );
    await restart({ dialect: { ...SPEC_DIALECT, listStyle: 'repeat', rawLeadsPath: '/export/raw leads' } });
    server.answer = (_request, response) => void response.end();
    for await (const part of client.exportLeads({ source: 'raw', ...SIMPLE, extra: [] }))
      expect(part).toMatchObject({ kind: 'end', complete: true });
    expect(client.describeExport({ source: 'raw', ...SIMPLE, extra: [] })).toBe(`GET ${server.heard[1]?.url}`);
    expect(server.heard[1]?.url).toBe(
      '/api/export/raw%20leads?Projects=B2B*&Projects=a%2Cb&ModifiedFrom=2026-05-06&Statuses=New&Statuses=VIPRedial&LeadClosures=Success',
    );
  });

  it('gives leads while they arrive and says that the list is complete', async () => {
    let finish = () => {};
    server.answer = (_request, response) => {
      response.write('{"Results":[{"uniqueId":"1","data":{"Navn":"Søren"}},');
      finish = () => void response.end('{"uniqueId":"2"}],"Total":2}');
    };
    const stream = leadsOf(client.exportSimpleLeads(SIMPLE));
    const first = await stream.next();
    expect(first.value).toEqual({ kind: 'leads', leads: [{ uniqueId: '1', data: { Navn: 'Søren' } }] });
    finish();
    expect((await stream.next()).value).toMatchObject({ leads: [{ uniqueId: '2' }] });
    expect((await stream.next()).value).toMatchObject({ kind: 'end', complete: true, rows: 2, error: null });
  });

  it('takes an error that comes with status 200 for what it is', async () => {
    server.answer = (_request, response) => void response.end('{"responseStatus":{"message":"No such search"}}');
    const { end } = await collect(
      client.exportLeads({ ...SEARCH, searchName: 'Mine & yours', include: ['data'], answer: 'json' }),
    );
    expect(server.heard[0]?.url).toBe('/api/leads?searchName=Mine%20%26%20yours&include=data');
    expect(end).toMatchObject({
      complete: false,
      rows: 0,
      error: { code: 'rejected', message: expect.stringContaining('No such search') },
    });
  });

  it('passes CSV on byte for byte', async () => {
    const csv = 'UniqueLeadId,FieldName,FieldValue\r\n1,Navn,Sørén\r\n';
    server.answer = (_request, response) => void response.writeHead(200, { 'content-type': 'text/csv' }).end(csv);
    const pieces: Uint8Array[] = [];
    for await (const part of client.exportLeads({ ...SEARCH, modifiedFrom: '2026-01-01', project: 'B2B*' }))
      if (part.kind === 'bytes') pieces.push(part.bytes);
    expect(Buffer.concat(pieces).toString('utf8')).toBe(csv);
    expect(server.heard[0]).toMatchObject({
      url: '/api/leads/csv?searchName=x&modifiedFrom=2026-01-01&project=B2B*',
      headers: { accept: 'text/csv' },
    });
  });
});

describe('reading', () => {
  it('leaves a service alone that keeps failing, except for a person', async () => {
    server.answer = (_request, response) => void response.writeHead(500).end('{"message":"Boom"}');
    await client.listUsers({ lane: 'refresh' });
    await client.listUsers({ lane: 'refresh' });
    const before = server.heard.length;
    expect(await client.listUsers({ lane: 'refresh' })).toMatchObject({
      ok: false,
      error: { code: 'network', sent: 'no' },
    });
    expect(server.heard).toHaveLength(before);
    expect(await client.listUsers()).toMatchObject({
      ok: false,
      error: { code: 'rejected', status: 500, detail: 'Boom' },
    });
    expect(server.heard.length).toBeGreaterThan(before);
  });

  it('lists segments in any case and keeps what it cannot read', async () => {
    server.answer = (_request, response) =>
      void response.end(
        '{"results":[{"UniqueId":"s1","Name":"Summer","IsActive":"true","GoalCurrentValue":"3"},{"name":"no id"}]}',
      );
    expect(await client.listSegments()).toMatchObject({
      ok: true,
      value: {
        segments: [{ uniqueId: 's1', name: 'Summer', isActive: true, goalCurrentValue: 3, goalTargetValue: null }],
        unread: [{ name: 'no id' }],
      },
    });
  });

  it('adds and removes leads with a body, once', async () => {
    server.answer = (_request, response) => void response.end();
    expect(await client.changeSegment({ kind: 'add', id: 's/1', leadIds: ['a', 'b'] })).toEqual({
      ok: true,
      value: null,
    });
    expect(server.heard[0]).toMatchObject({
      method: 'POST',
      url: '/api/leadsegments/s%2F1/leads',
      body: '{"uniqueId":"s/1","leadUniqueIds":["a","b"]}',
    });
    server.answer = (_request, response) => void response.writeHead(500).end();
    expect(await client.changeSegment({ kind: 'remove', id: 's1', leadIds: ['a'] })).toMatchObject({
      ok: false,
      error: { code: 'network', sent: 'maybe' },
    });
    expect(server.heard).toHaveLength(2);
    expect(server.heard[1]).toMatchObject({ method: 'DELETE', body: '{"uniqueId":"s1","leadUniqueIds":["a"]}' });
  });

  it('learns limits and counts from a map or a list', async () => {
    server.answer = (request, response) =>
      void response.end(
        request.url.endsWith('limits')
          ? '{"POST leads":50000,"Odd thing":1}'
          : '{"Counts":[{"Service":"leads","Method":"POST","Count":1234,"Reset":3600}]}',
      );
    await client.readLimits();
    const counts = await client.readCounts();
    expect(counts).toMatchObject({ ok: true, value: { figures: [{ services: ['POST leads'], used: 1234 }] } });
    const quota = client.quota();
    expect(quota.services.find((entry) => entry.service === 'POST leads')?.daily).toMatchObject({
      limit: 50_000,
      used: 1_234,
      source: 'confirmed',
    });
    expect(quota.rawLimits).toContain('Odd thing');
  });
});

it('keeps a log without query values', async () => {
  server.answer = (_request, response) => void response.writeHead(400).end('{"message":"no"}');
  await client.readOrgUnit('anna@example.com', ['users']);
  await collect(client.exportSimpleLeads({ ...SIMPLE, projects: ['Secret project'] }));
  const log = client.requestLog();
  expect(log.map((entry) => entry.path)).toEqual([
    '/orgunits/…?include',
    '/simpleleads?Projects&ModifiedFrom&Statuses&LeadClosures',
  ]);
});

it('tells of a change of the quota', async () => {
  const told = new Promise<void>((resolve) => client.onQuotaChange(resolve));
  await client.listUsers();
  await told;
  expect(client.quota().services.map((entry) => entry.service)).toContain('GET users');
});

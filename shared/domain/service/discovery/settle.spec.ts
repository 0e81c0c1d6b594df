import { describe, expect, it } from 'vitest';
import type { PointName } from '../../../contract/account/discovery.ts';
import { evidenceOf } from './evidence.ts';
import { compareRights, lossWords, nextGood, rightsSeen } from './rights.ts';
import type { Question, Seen, Sight } from './seen.ts';
import { settle } from './settle.ts';

const AT = Date.UTC(2026, 10, 17, 12, 47);
const DATE = AT;

function answer(question: Question, body: unknown, over: Partial<Seen> = {}): Seen {
  const paths: Record<Question, string> = {
    limits: '/myaccount/request/limits',
    counts: '/myaccount/request/counts',
    users: '/users',
    account: '/myaccount',
    metadata: '/metadata',
    raw: '/rawleads',
    search: '/simpleleads',
  };
  return {
    number: 1,
    question,
    path: paths[question],
    status: 200,
    contentType: question === 'raw' ? 'text/csv' : 'application/json',
    text: typeof body === 'string' ? body : JSON.stringify(body),
    isCut: false,
    reset: '31240',
    date: DATE,
    ...over,
  };
}

const dialect: Sight['dialect'] = {
  bodyCase: 'specification',
  poolField: 'leadPoolName',
  rawLeadsPath: '/rawleads',
  timeZone: 'Europe/Copenhagen',
};

function sight(seen: readonly Seen[], over: Partial<Sight> = {}): Sight {
  return { seen, dialect, nightPrice: { units: 4, source: 'assumed' }, ...over };
}

function verdictOf(point: PointName, seen: readonly Seen[], over: Partial<Sight> = {}) {
  const found = settle(sight(seen, over), AT).find((finding) => finding.point === point);
  if (found === undefined) throw new Error(`${point} is missing`);
  return found;
}

describe('what the answers settle', () => {
  it('leaves everything open without an answer, and says why', () => {
    const findings = settle(sight([]), AT);
    expect(findings).toHaveLength(14);
    expect(findings.filter(({ verdict }) => verdict !== 'open')).toEqual([]);
    expect(findings.every(({ evidence }) => evidence.length > 10)).toBe(true);
  });

  it.each([
    [
      'a list',
      [{ service: 'POST leads', limit: 50_000 }],
      'confirmed',
      'list of services',
      /list of 1 service, POST leads 50,000/,
    ],
    ['a map', { 'POST leads': 50_000 }, 'confirmed', 'map by service', /map of 1 service/],
    ['records by service', { Leads: { limit: 9 } }, 'confirmed', 'map by service', /map of 1 service/],
    ['names nobody knows', { frobs: 5 }, 'contradicted', 'own count of requests', /recognises none/],
    ['something else', 'true', 'contradicted', 'own count of requests', /no form that Lead Console reads/],
  ])('limits that are %s', (_name, body, verdict, used, says) => {
    const found = verdictOf('limitsShape', [answer('limits', body)]);
    expect(found).toMatchObject({ verdict, used, requests: [1], at: AT });
    expect(found.evidence).toMatch(says);
  });

  it('counts of another shape than limits contradict', () => {
    const limits = answer('limits', [{ service: 'POST leads', limit: 9 }]);
    const counts = answer('counts', { 'POST leads': 3 }, { number: 2 });
    expect(verdictOf('countsShape', [limits, counts])).toMatchObject({ verdict: 'contradicted', requests: [2] });
    expect(verdictOf('countsShape', [limits, answer('counts', [{ service: 'POST leads', count: 3 }])]).verdict).toBe(
      'confirmed',
    );
    expect(verdictOf('countsShape', [limits, answer('counts', '', { status: 403 })])).toMatchObject({
      verdict: 'open',
      evidence: expect.stringContaining('refused (403)'),
    });
  });

  it.each([
    ['31240', 'confirmed', 'seconds'],
    ['1795000000', 'contradicted', 'Unix time'],
    ['soon', 'contradicted', 'own count of requests'],
    ['', 'contradicted', 'own count of requests'],
  ])('the reset header %j is %s', (reset, verdict, used) => {
    expect(verdictOf('resetHeader', [answer('limits', {}, { reset })])).toMatchObject({ verdict, used });
  });

  it('compares the ends of periods with the zone', () => {
    const counts = (periodEnd: string) =>
      answer('counts', [{ service: 'POST leads', count: 1, periodEnd, secondsLeft: 600 }]);
    expect(verdictOf('timeZone', [counts('2026-11-17T13:57:00.0000000')])).toMatchObject({
      verdict: 'confirmed',
      used: 'Europe/Copenhagen',
    });
    const found = verdictOf('timeZone', [counts('2026-11-17T14:57:00')]);
    expect(found).toMatchObject({ verdict: 'contradicted', offer: null });
    expect(found.evidence).toBe('Counts say 14:57 where it is 12:57 GMT; in Europe/Copenhagen it would be 13:57.');
    expect(verdictOf('timeZone', [counts('2026-11-17T13:51:00')]).verdict).toBe('open');
  });

  it('reads names and envelope also from a list that is cut off', () => {
    const cut = { isCut: true } as const;
    const search = answer('search', '{"Results":[{"UniqueId":"L-1","Data":{"a":"}"},"X":1},{"Uniq', cut);
    expect(verdictOf('envelope', [search])).toMatchObject({ verdict: 'contradicted', used: 'Results' });
    const envelope = (text: string) => verdictOf('envelope', [answer('search', text, cut)]);
    expect(envelope('{"offset":0,"total":9,"results":[{"uniq').used).toBe('results');
    expect(envelope('{"Data": {"total":9,"Leads" : [{"uniq').used).toBe('Leads');
    // An export does not take Rows for leads either.
    expect(envelope('{"Rows":[{"uniq').evidence).toBe('The answer of lead search is no list that Lead Console reads.');
    const limits = answer('limits', [{ serviceName: 'Leads', limit: 4 }]);
    const found = verdictOf('nameCase', [limits, search]);
    expect(found).toMatchObject({ verdict: 'contradicted', evidence: 'Limits say serviceName, leads say UniqueId.' });
    expect(verdictOf('envelope', [answer('search', '[]')])).toMatchObject({ verdict: 'confirmed', used: 'bare list' });
  });

  it('offers the path at which raw leads are, and changes nothing', () => {
    const table = 'UniqueLeadId,FieldName,FieldValue\nL-1,a,b\n';
    expect(verdictOf('rawLeadsPath', [answer('raw', table)])).toMatchObject({ verdict: 'confirmed', offer: null });
    // A setting need not be written as the path that goes out.
    for (const rawLeadsPath of ['/rawleads/', '/råleads']) {
      const path = rawLeadsPath === '/rawleads/' ? '/rawleads' : '/r%C3%A5leads';
      const found = verdictOf('rawLeadsPath', [answer('raw', table, { path })], {
        dialect: { ...dialect, rawLeadsPath },
      });
      expect(found).toMatchObject({ verdict: 'confirmed', used: rawLeadsPath, offer: null });
    }
    const absent = answer('raw', '{"message":"no"}', { status: 404, contentType: 'application/json' });
    const other = answer('raw', table, { number: 2, path: '/rawleads/csv' });
    expect(verdictOf('rawLeadsPath', [absent, other])).toMatchObject({
      verdict: 'contradicted',
      used: '/rawleads',
      offer: { rawLeadsPath: '/rawleads/csv' },
      evidence: '/rawleads/csv answered text/csv; /rawleads is not served (404).',
    });
    expect(verdictOf('rawLeadsPath', [absent, { ...absent, path: '/rawleads/csv' }])).toMatchObject({
      verdict: 'contradicted',
      offer: null,
    });
    expect(verdictOf('rawLeadsPath', [answer('raw', '', { status: 403 })]).verdict).toBe('open');
    // No lead was changed since yesterday, and nobody promised a header.
    expect(verdictOf('rawLeadsPath', [answer('raw', '\r\n', { contentType: 'text/csv' })])).toMatchObject({
      verdict: 'open',
      evidence: '/rawleads answered text/csv without a line.',
    });
    expect(verdictOf('rawLeadsPath', [answer('raw', '', { contentType: '' })]).verdict).toBe('contradicted');
    expect(verdictOf('rawLeadsPath', [answer('raw', '[]', { contentType: 'application/json' })]).verdict).toBe(
      'contradicted',
    );
  });

  it.each([
    ['UniqueLeadId,FieldName,FieldValue', 'confirmed'],
    ['uniqueleadid;fieldname;fieldvalue', 'confirmed'],
    ['UniqueId,FieldName,FieldValue', 'contradicted'],
    ['4711,"Phone","+45 20"', 'contradicted'],
  ])('the raw columns %j', (line, verdict) => {
    const found = verdictOf('rawLeadsColumns', [answer('raw', `${line}\n`)]);
    expect(found.verdict).toBe(verdict);
    expect(found.evidence).not.toContain('+45');
  });

  const described = (fields: readonly string[]) => ({
    operations: [
      { request: { name: 'ImportLead', properties: fields.map((name) => ({ name })) } },
      { request: { name: 'GetUsers', properties: [] } },
    ],
    types: [{ name: 'ImportLeadResponse', properties: [{ name: 'Success' }, { name: 'UniqueId' }] }],
  });

  it('takes names from the service’s own description, and offers what differs', () => {
    const same = [answer('metadata', described(['CampaignCode', 'Data', 'LeadPoolName']))];
    expect(verdictOf('importNames', same).verdict).toBe('confirmed');
    expect(verdictOf('poolField', same).verdict).toBe('confirmed');
    expect(verdictOf('importResult', same)).toMatchObject({ verdict: 'confirmed', used: 'Success, UniqueId' });
    expect(verdictOf('metadata', same)).toMatchObject({ verdict: 'confirmed', used: 'told by the service' });
    const other = [answer('metadata', described(['campaignCode', 'data', 'LeadPool']))];
    expect(verdictOf('importNames', other)).toMatchObject({ verdict: 'contradicted', offer: { bodyCase: 'camel' } });
    expect(verdictOf('poolField', other)).toMatchObject({ verdict: 'contradicted', offer: { poolField: 'LeadPool' } });
  });

  it('reads a page that links to operations, and no other page', () => {
    const page = '<!doctype html><a href="json/metadata?op=ImportLead">x</a><a href="json/metadata?op=GetUsers">y</a>';
    expect(verdictOf('metadata', [answer('metadata', page)])).toMatchObject({
      verdict: 'confirmed',
      evidence: 'Answered 200 with 2 operations, 2 of them used here.',
    });
    const single = '<!doctype html><a href="json/metadata?op=GetUsers">y</a>';
    expect(verdictOf('metadata', [answer('metadata', single)]).evidence).toContain('with 1 operation, ');
    expect(verdictOf('metadata', [answer('metadata', '<html><title>Welcome</title></html>')]).verdict).toBe('open');
    expect(verdictOf('metadata', [answer('metadata', '', { status: 404 })]).evidence).toBe(
      '/metadata is not served (404).',
    );
  });

  it('reads a page of brackets that never close in one pass', { timeout: 10_000 }, () => {
    const page = `<!doctype html>${'<'.repeat(300_000)}`;
    expect(verdictOf('metadata', [answer('metadata', page)]).verdict).toBe('open');
  });

  it.each([
    ['{"responseStatus":{"errorCode":"x","message":"no right"}}', 'confirmed', 'responseStatus.message'],
    ['{"Message":"no"}', 'confirmed', 'Message'],
    ['not here', 'confirmed', 'plain text'],
    ['{}', 'contradicted', 'the best message that can be found'],
  ])('a refusal with %s', (text, verdict, used) => {
    expect(verdictOf('errorBody', [answer('search', text, { status: 403 })])).toMatchObject({ verdict, used });
  });

  it('keeps what an earlier test saw where this one could not ask, but not for another setting', () => {
    const before = settle(
      sight([answer('search', '[]'), answer('raw', 'UniqueLeadId,FieldName,FieldValue\n')]),
      AT - 5,
    );
    const after = (over: Partial<Sight>) => settle(sight([], over), AT, before);
    const of = (findings: ReturnType<typeof settle>, point: PointName) =>
      findings.find((entry) => entry.point === point);
    expect(of(after({}), 'envelope')).toMatchObject({ verdict: 'confirmed', at: AT - 5, requests: [] });
    expect(of(after({}), 'rawLeadsPath')).toMatchObject({ verdict: 'confirmed', at: AT - 5 });
    const changed = after({ dialect: { ...dialect, rawLeadsPath: '/other' } });
    expect(of(changed, 'rawLeadsPath')).toMatchObject({ verdict: 'open', at: AT, used: '/other' });
  });
});

describe('rights since the last good test', () => {
  const told = (resourceRights: Record<string, string[]>) => ({
    username: 'ws',
    projectRights: ['*'],
    resourceRights,
    entryAccess: 'Full',
  });
  const good = { at: 1, rights: ['SimpleLeads Get', 'Leads Get', 'Leads Post'] };

  it('names what the list lacks and what was refused, with the way that still works', () => {
    const rights = told({ Leads: ['GET', 'post'], SimpleLeads: ['GET'] });
    const now = rightsSeen([answer('search', '', { status: 403 })], rights);
    const changes = compareRights(now, rights, good);
    expect(changes).toEqual([
      { right: 'SimpleLeads Get', before: true, now: 'gone' },
      { right: 'Leads Get', before: true, now: 'allowed' },
      { right: 'Leads Post', before: true, now: 'allowed' },
    ]);
    expect(lossWords(changes)).toMatch(/no lead search.*Saved searches work/);
    expect(nextGood(true, 9, now, changes, good)).toBe(good);
    const shorter = told({ Leads: ['GET'] });
    const lacking = compareRights(rightsSeen([], shorter), shorter, good);
    expect(lacking.filter(({ now: state }) => state === 'gone').map(({ right }) => right)).toEqual([
      'SimpleLeads Get',
      'Leads Post',
    ]);
  });

  it('takes no answer for no loss', () => {
    const changes = compareRights(rightsSeen([answer('search', '', { status: 500 })], null), null, good);
    expect(changes.every(({ now }) => now === 'notKnown')).toBe(true);
    expect(lossWords(changes)).toBe('');
    expect(nextGood(true, 9, new Map(), changes, good)).toEqual({ at: 9, rights: good.rights });
    expect(compareRights(new Map(), null, null)).toEqual([]);
  });
});

it('keeps no value of a lead as evidence', () => {
  const cut = '[{"uniqueId":"L-1","data":{"Phone":"+45 \\"20","Tal":-12.5e3,"tom":null},"on":true},{"uniqueId":"L-2';
  expect(evidenceOf(answer('search', cut, { isCut: true }))).toBe(
    '[{"uniqueId":"…","data":{"Phone":"…","Tal":…,"tom":null},"on":true},{"uniqueId":"…"',
  );
  // Wherever it is cut, and also when it is not JSON after all.
  for (const end of ['"Anna', '"Anna\\', '"Anna\\u', '"Anna\\\nAnna', "'Anna'", 'Anna', '-Anna'])
    expect(evidenceOf(answer('search', `[{"data":{"Name":${end}`, { isCut: true }))).not.toContain('Anna');
  expect(evidenceOf(answer('raw', 'UniqueLeadId,FieldName,FieldValue\nL-1,Phone,+45\n'))).not.toContain('+45');
  expect(evidenceOf(answer('raw', 'L-1,Phone,+45 20 30\n'))).not.toContain('+45');
  expect(evidenceOf(answer('raw', 'L-1,FirstName,Anna\nL-1,Phone,+45\n'))).not.toContain('Anna');
  expect(verdictOf('rawLeadsColumns', [answer('raw', 'L-1,FirstName,Anna\n')]).evidence).toBe(
    'The first line has 3 cells and names no columns.',
  );
  expect(verdictOf('rawLeadsColumns', [answer('raw', 'L-1\n')]).evidence).toBe(
    'The first line has 1 cell and names no columns.',
  );
  expect(evidenceOf(answer('limits', 'x'.repeat(9000)))).toHaveLength(4097);
});

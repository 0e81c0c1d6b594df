import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { campaigns } from '../data/campaigns.ts';
import { authorization, goodLead, startForSpec } from '../client-fixture.ts';
import { closedStatuses, openStatuses } from '../data/statuses.ts';
import type { LeadClosure, LeadStatus } from '../data/statuses.ts';

interface ExportedLead {
  uniqueId: string;
  status: LeadStatus;
  closure: LeadClosure;
  lastModifiedTime: string;
  firstProcessedTime?: string;
  campaign: { code: string; uniqueId: string };
  data: Record<string, string>;
}

const projectOf = new Map(campaigns.map(({ code, project }) => [code, project]));

async function exported(query: string, options = {}, path = '/simpleleads'): Promise<ExportedLead[]> {
  const { call } = await startForSpec({ leads: 1000, ...options });
  const reply = await call('GET', `${path}?${query}`);
  expect(reply.status).toBe(200);
  return reply.json as ExportedLead[];
}

describe('GET /simpleleads', { timeout: 30_000 }, () => {
  it('answers leads in the shape of live services, with letters of many scripts', async () => {
    const leads = await exported('Projects=*');
    expect(leads).toHaveLength(1000);
    expect(new Set(leads.map(({ uniqueId }) => uniqueId)).size).toBe(1000);
    expect(new Set(leads.map(({ campaign }) => campaign.code)).size).toBe(6);
    const worked = leads.find(({ status }) => status === 'UserProcessed');
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{7}$/) as string;
    expect(worked).toMatchObject({
      priority: expect.any(Number) as number,
      uploadTime: time,
      lastModifiedTime: time,
      firstProcessedTime: time,
      closureData: [{ name: 'Resultat' }],
      ownerOrgUnit: { orgCode: expect.any(String) as string },
      uploadedByUser: { orgCode: 'ws-practice' },
      lastModifiedByUser: { orgCode: expect.any(String) as string },
      firstProcessedByUser: { orgCode: expect.any(String) as string },
    });
    expect(leads.filter(({ status }) => status === 'New').every((lead) => lead.firstProcessedTime === undefined)).toBe(
      true,
    );
    expect(
      leads.filter(({ status }) => status === 'Anonymized').every((lead) => Object.keys(lead.data).length === 0),
    ).toBe(true);
    const text = JSON.stringify(leads);
    for (const letters of ['Søren', 'Weißhaupt', 'Łukasz', 'Ελένη', 'Олена', '美咲']) expect(text).toContain(letters);
  });

  it('answers the leads that UniqueId names', async () => {
    const [first, second, third] = await exported('');
    const wanted = [first?.uniqueId, third?.uniqueId];
    expect((await exported(`UniqueId=${wanted.join(',')},nobody`)).map(({ uniqueId }) => uniqueId)).toEqual(wanted);
    expect(await exported(`UniqueId=${second?.uniqueId}&Statuses=Anonymized`)).toHaveLength(
      second?.status === 'Anonymized' ? 1 : 0,
    );
  });

  it('is the same for the same seed and day, and another one for another seed', async () => {
    const read = async (options: object) => {
      const { call } = await startForSpec({ leads: 300, ...options });
      return (await call('GET', '/simpleleads')).text;
    };
    expect(await read({ seed: 7 })).toBe(await read({ seed: 7 }));
    expect(await read({ seed: 7 })).not.toBe(await read({ seed: 8 }));
    const later = { seed: 7, referenceDay: '2026-11-17' };
    expect(await read(later)).toBe(await read({ seed: 7 }));
  });

  it('filters by project with wildcards, by commas, by repeating, in any case', async () => {
    const projects = async (query: string) =>
      [...new Set((await exported(query)).map(({ campaign }) => projectOf.get(campaign.code) ?? ''))].sort((a, b) =>
        a.localeCompare(b),
      );
    expect(await projects('Projects=b2b*')).toEqual(['B2B Danmark', 'B2B Deutschland']);
    expect(await projects('projects=Nord?ys,B2C*')).toEqual(['B2C Sverige', 'Nordlys']);
    expect(await projects('PROJECTS=Nordlys&Projects=Messe%20Europa')).toEqual(['Messe Europa', 'Nordlys']);
    expect(await projects('Projects=Nord')).toEqual([]);
    expect(await projects('Campaigns=DK-*')).toEqual(['B2B Danmark', 'Energi Danmark']);
  });

  it('filters by status and closure, by name or number', async () => {
    const statuses = async (query: string) => new Set((await exported(query)).map(({ status }) => status));
    expect(await statuses('Statuses=new,210')).toEqual(new Set(['New', 'Depleted']));
    expect(await statuses('AllOpenStatuses=true')).toEqual(new Set(openStatuses));
    expect(
      [...(await statuses('AllClosedStatuses=true&Statuses=New'))].every(
        (status) => status === 'New' || closedStatuses.includes(status),
      ),
    ).toBe(true);
    const closures = (await exported('LeadClosures=Success&LeadClosures=4')).map(({ closure }) => closure);
    expect(new Set(closures)).toEqual(new Set(['Success', 'Unqualified']));
  });

  it('filters by time: from is inside, to is outside, a zone is converted', async () => {
    const all = await exported('');
    const edge = all[100]?.lastModifiedTime ?? '';
    const from = await exported(`ModifiedFrom=${edge}`);
    const to = await exported(`modifiedTo=${edge}`);
    expect(from.map(({ uniqueId }) => uniqueId)).toContain(all[100]?.uniqueId);
    expect(from.length + to.length).toBe(1000);
    expect(
      (await exported('ModifiedFrom=2026-11-10')).every(({ lastModifiedTime }) => lastModifiedTime >= '2026-11-10'),
    ).toBe(true);
    const wall = await exported('ModifiedFrom=2026-11-10T12:00:00');
    expect(await exported('ModifiedFrom=2026-11-10T11:00:00Z')).toEqual(wall);
  });

  it.each(['ModifiedFrom=yesterday', 'ModifiedTo=2026-02-30', 'Statuses=Old', 'LeadClosures=Won'])(
    'answers 400 to %s',
    async (query) => {
      const { call } = await startForSpec();
      expect(await call('GET', `/simpleleads?${query}`)).toMatchObject({
        status: 400,
        json: { responseStatus: { errors: [{ fieldName: query.split('=')[0] }] } },
      });
    },
  );

  it('answers imported leads first and respects project rights', async () => {
    const { call, post } = await startForSpec({ leads: 200, projectRights: ['Messe*', 'Nordlys'] });
    await post(goodLead('Første'));
    await post(goodLead('Anden'));
    const leads = (await call('GET', '/simpleleads?Projects=*')).json as ExportedLead[];
    expect(leads.slice(0, 2).map(({ data }) => data['FirstName'])).toEqual(['Første', 'Anden']);
    expect(leads[0]).toMatchObject({ status: 'New', lastModifiedTime: '2026-11-17T13:47:00.0000000' });
    expect(new Set(leads.map(({ campaign }) => campaign.code))).toEqual(new Set(['EU-MESSE-26', 'NO-NORDLYS-11']));
  });

  it('answers in the dialects of live services', async () => {
    const { call } = await startForSpec({ leads: 3, dialect: { envelope: 'Results', keyCase: 'pascal' } });
    const reply = (await call('GET', '/simpleleads')).json as {
      Results: { UniqueId: string; Campaign: object; Data: Record<string, string> }[];
    };
    expect(reply.Results).toHaveLength(3);
    expect(reply.Results[0]).toMatchObject({
      UniqueId: expect.any(String) as string,
      Campaign: { Code: expect.any(String) as string },
    });
    const names = reply.Results.flatMap(({ Data }) => Object.keys(Data));
    expect(names.every((name) => campaigns.some(({ fields }) => fields.some(([field]) => field === name)))).toBe(true);
  });

  it('streams 200,000 leads and keeps little in memory', async () => {
    const { service } = await startForSpec({ leads: 200_000 });
    const before = process.memoryUsage().rss;
    let highest = 0;
    let newLines = 0;
    let rows = 0;
    await new Promise<void>((resolve, reject) => {
      request(
        { port: service.port, host: '127.0.0.1', path: '/api/simpleleads', headers: { authorization } },
        (response) => {
          response.on('data', (chunk: Buffer) => {
            for (const byte of chunk) if (byte === 10) newLines += 1;
            highest = Math.max(highest, process.memoryUsage.rss() - before);
          });
          response.on('end', resolve);
          response.on('error', reject);
        },
      )
        .on('error', reject)
        .end();
    });
    rows = newLines + 1;
    expect(rows).toBe(200_000);
    // The whole answer has 145 MB.
    expect(highest).toBeLessThan(130 * 1024 * 1024);
  }, 60_000);
});

describe('saved searches and CSV', { timeout: 30_000 }, () => {
  it('runs a saved search, which the project parameter widens to other campaigns', async () => {
    const own = await exported('searchName=Nordlys%20redials', {}, '/leads');
    expect(new Set(own.map(({ campaign }) => campaign.code))).toEqual(new Set(['NO-NORDLYS-11']));
    const other = await exported('searchname=nordlys%20redials&project=B2B*', {}, '/leads');
    expect(new Set(other.map(({ campaign }) => campaign.code))).toEqual(new Set(['DE-SCHULE-26Q4', 'DK-FORSIKR-11']));
    expect(other.every(({ status }) => status.includes('Redial'))).toBe(true);
    expect(await exported('searchName=Nothing%20found', {}, '/leads')).toEqual([]);
    const since = await exported('searchName=All%20leads&modifiedFrom=2026-11-15', {}, '/leads');
    expect(since.length).toBeGreaterThan(0);
    expect(since.every(({ lastModifiedTime }) => lastModifiedTime >= '2026-11-15')).toBe(true);
  });

  it('narrows a search by modifiedFrom, and never widens its own days', async () => {
    const search = 'searchName=Energi%20since%20last%20week';
    const ids = async (query: string) => (await exported(query, {}, '/leads')).map(({ uniqueId }) => uniqueId);
    const own = await ids(search);
    const narrower = await exported(`${search}&modifiedFrom=2026-11-15`, {}, '/leads');
    expect(narrower.length).toBeLessThan(own.length);
    expect(narrower.every(({ lastModifiedTime }) => lastModifiedTime >= '2026-11-15')).toBe(true);
    for (const date of ['2020-01-01', '2026-11-10', '2026-11-10T00:00:00'])
      expect(await ids(`${search}&modifiedFrom=${date}`)).toEqual(own);
    expect(await ids(`${search}&modifiedFrom=2026-12-24`)).toEqual([]);
  });

  it('answers 400 without a search and to one nobody saved', async () => {
    const { call } = await startForSpec();
    expect(await call('GET', '/leads')).toMatchObject({ status: 400 });
    expect(await call('GET', '/leads?searchName=Mine')).toMatchObject({ status: 400 });
  });

  it('answers data only when the request includes it, in lower case, when the dialect says so', async () => {
    const options = { leads: 20, dialect: { savedSearchData: 'include', savedSearchDataKeys: 'lower' } };
    expect((await exported('searchName=All%20leads', options, '/leads')).every((lead) => !('data' in lead))).toBe(true);
    const keys = (await exported('searchName=All%20leads&Include=data', options, '/leads')).flatMap(({ data }) =>
      Object.keys(data),
    );
    expect(keys.length).toBeGreaterThan(0);
    expect(keys.every((key) => key === key.toLowerCase())).toBe(true);
  });

  it('answers the same leads as CSV, with every field as a column', async () => {
    const { call, post } = await startForSpec({ leads: 100 });
    await post({ CampaignCode: 'EU-MESSE-26', data: { 'Own, field': 'says "hi"\nthere' } });
    const reply = await call('GET', '/leads/csv?searchName=All%20leads', { headers: { accept: 'text/csv' } });
    expect(reply).toMatchObject({ status: 200, headers: { 'content-type': 'text/csv; charset=utf-8' } });
    const [header = '', first = ''] = reply.text.split('\r\n');
    expect(header).toMatch(/^uniqueId,status,closure,.*,"Own, field"$/);
    expect(first).toMatch(/,"says ""hi""\nthere"$/);
  });

  it('answers raw leads as three cells a field, at a path that can be chosen', async () => {
    const { call } = await startForSpec({ leads: 30, dialect: { rawLeadsPath: '/leads/raw' } });
    expect(await call('GET', '/rawleads')).toMatchObject({ status: 404 });
    const reply = await call('GET', '/leads/raw?Campaigns=EU-MESSE-26', { headers: { accept: 'text/csv' } });
    const [header, ...rows] = reply.text.trimEnd().split('\r\n');
    expect(header).toBe('UniqueLeadId,FieldName,FieldValue');
    expect(rows.length).toBeGreaterThan(0);
    expect(
      rows.filter((row) =>
        /^G[0-9A-F]{12},(FirstName|LastName|Company|Phone|Email|City|Country|Interest|Comment),/.test(row),
      ).length,
    ).toBeGreaterThan(rows.length / 2);
  });
});

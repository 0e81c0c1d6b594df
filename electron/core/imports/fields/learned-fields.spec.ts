import { describe, expect, it, vi } from 'vitest';
import type { EventPayload } from '../../../../shared/contract/channels.ts';
import { EVERYTHING } from '../../../../shared/domain/service/queries/query-fixture.ts';
import { benches, type CoreUnderTest, prepare } from '../import-fixture.ts';
import { type FieldSample, learnedFields } from './learned-fields.ts';

// Real files, real HTTP, on a machine that may be busy.
vi.setConfig({ testTimeout: 30_000 });

const CAMPAIGN = 'DK-ENERGI-26';
const made = benches();

/** Exports all leads, and answers the campaigns whose fields were learned. */
async function exported(core: CoreUnderTest): Promise<readonly string[]> {
  const learned = new Promise<EventPayload<'import:fieldsLearned'>>((resolve) => {
    core.core.onEvent((name, payload) => {
      if (name === 'import:fieldsLearned') resolve(payload as EventPayload<'import:fieldsLearned'>);
    });
  });
  await core.call('export:start', { query: EVERYTHING });
  return (await learned).campaignCodes;
}

describe('an export', () => {
  it('makes the fields of its campaigns known to an import, as a look-up would, without a request', async () => {
    const desk = await made({ leads: 2000 });
    const core = await desk.start();
    expect(await exported(core)).toContain(CAMPAIGN);
    const file = 'Vorname,Telefon,Mobil,PLZ\nAnna,030 123456,0171 234567,10551\n';
    const draft = await prepare(core, desk, 1, { campaignCode: CAMPAIGN, content: file });
    expect(draft.known.lookUp?.leads).toBe(200);
    const learned = draft.fields.filter((field) => field.source === 'export');
    expect(draft.mapping.map((rule) => rule.field)).toEqual(['Fornavn', 'Telefon1', 'cusTELEFONNR_MOBIL', 'Postnr']);

    const looked = await core.call('import:lookUpFields', { campaignCode: CAMPAIGN });
    const inOrder = (fields: readonly { readonly name: string; readonly type: string }[]) =>
      fields.map(({ name, type }) => `${name} ${type}`).sort();
    expect(inOrder(learned)).toEqual(inOrder(looked.fields));
    const { entries } = await core.call('quota:log', { offset: 0, limit: 100 });
    // The export, and the look-up that it was compared with.
    expect(entries.filter((entry) => entry.path.includes('simpleleads'))).toHaveLength(2);
    expect(core.bugs).toEqual([]);
  });
});

describe('fields that are learned', () => {
  const sample: FieldSample = {
    campaignCode: 'FAIR',
    leads: 50,
    fields: [
      { name: 'telefon', values: ['030 123456'] },
      { name: 'Firma', values: ['Nordwind GmbH', 'B', 'C'] },
    ],
  };

  const origin = { exportId: 'export-1', at: 9 };

  it('leave what a look-up found, and add what it did not', () => {
    const known = {
      campaignCode: 'FAIR',
      at: 1,
      leads: 200,
      fields: [
        { name: 'Telefon', type: 'phone' as const, source: 'export' as const },
        { name: 'Gone', type: 'text' as const, source: 'export' as const },
      ],
    };
    expect(learnedFields(sample, known, origin)).toEqual({
      campaignCode: 'FAIR',
      at: 9,
      leads: 200,
      fields: [
        // What it lost with another export comes again.
        { ...known.fields[0], example: '030 123456', exampleFrom: 'export-1' },
        known.fields[1],
        { name: 'Firma', type: 'text', source: 'export', example: 'Nordwind GmbH', exampleFrom: 'export-1' },
      ],
    });
  });

  it('are none when a campaign has few leads in the export, or they came without data', () => {
    expect(learnedFields({ ...sample, leads: 19 }, undefined, origin)).toBeNull();
    expect(learnedFields({ ...sample, fields: [] }, undefined, origin)).toBeNull();
  });
});

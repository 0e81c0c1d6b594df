import { expect, test } from 'vitest';
import { eachTime } from '../../core/foundation/world-fixture.ts';
import { type BatchBench, createBatchBench } from '../batch-fixture.ts';

const CAMPAIGN = 'DE-SCHULE-26Q4';
let desk: BatchBench;
eachTime(async () => (desk = await createBatchBench({ leads: 400 })));

const fieldsOf = (last: Record<string, unknown> | null) =>
  ((last?.['columns'] ?? []) as { suggestion: { field: string | null } }[]).map(({ suggestion }) => suggestion.field);

test('fields are looked up once, kept, and suggested without asking again', async () => {
  const file = desk.file('schools.csv', 'Schulname,Tel,PLZ\nBerlin-Kolleg,030 901838210,10551\n');
  const before = await desk.run(['inspect', file, '--campaign', CAMPAIGN, '--json']);
  expect(fieldsOf(before.last)).not.toContain('Telefon');

  const asked = await desk.run(['inspect', file, '--campaign', CAMPAIGN, '--look-up', '--json']);
  expect(asked.code).toBe(0);
  expect(fieldsOf(asked.last)).toEqual(['Schulname', 'Telefon', 'PLZ']);
  const [first] = asked.stdout.split('\n');
  expect(JSON.parse(first ?? '')).toMatchObject({ lookUp: { campaign: CAMPAIGN, fields: expect.any(Array) } });

  const again = await desk.run(['inspect', file, '--campaign', CAMPAIGN, '--json', '--data-dir', desk.dataFolder], {
    bare: true,
    environment: { LEAD_CONSOLE_USERNAME: undefined, LEAD_CONSOLE_PASSWORD: undefined },
  });
  expect(fieldsOf(again.last)).toEqual(['Schulname', 'Telefon', 'PLZ']);
});

test('a campaign without leads is said and the file is looked at all the same', async () => {
  const file = desk.file('people.csv', 'Name,Phone\nA,+45 20 30 40 50\n');
  const ended = await desk.run(['inspect', file, '--campaign', 'NOBODY', '--look-up']);
  expect(ended.code).toBe(0);
  expect(ended.stderr).toMatch(/No lead of NOBODY was found/);
  expect(ended.stdout).toMatch(/2 "Phone"/);
});

test('what is missing for asking is said, and a refusal ends the run', async () => {
  const file = desk.file('people.csv', 'Name,Phone\nA,+45 20 30 40 50\n');
  const nameless = await desk.run(['inspect', file, '--look-up']);
  expect([nameless.code, nameless.stderr]).toEqual([2, expect.stringMatching(/--campaign/)]);
  const bare = await desk.run(['inspect', file, '--campaign', CAMPAIGN, '--look-up', '--data-dir', desk.dataFolder], {
    bare: true,
  });
  expect([bare.code, bare.stderr]).toEqual([2, expect.stringMatching(/--url/)]);
  desk.practice.faults.add({ kind: 'status', status: 403, match: { path: '/simpleleads' } });
  const refused = await desk.run(['inspect', file, '--campaign', CAMPAIGN, '--look-up', '--json']);
  expect(refused).toMatchObject({ code: 4, last: { error: { code: 'forbidden' } } });
});

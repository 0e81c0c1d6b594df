import { expect, it, vi } from 'vitest';
import type { AppError } from '../../../../shared/contract/errors.ts';
import { benches, prepare, type CoreUnderTest } from '../import-fixture.ts';

vi.setConfig({ testTimeout: 60_000 });

const bench = benches();

async function opened() {
  const { desk, core } = await bench.started();
  const draft = await prepare(core, desk, 4);
  return { core, draft, plan: draft.plan };
}

const pathsOf = async (call: Promise<unknown>): Promise<string[]> => {
  const error = await call.then(
    () => undefined,
    (failed: { error?: AppError }) => failed.error,
  );
  return error?.code === 'validation' ? error.issues.map(({ path }) => path) : [];
};

const announced = ({ events }: CoreUnderTest) =>
  events.flatMap(({ name, payload }) =>
    name === 'import:draftChanged' ? [(payload as { revision: number }).revision] : [],
  );

it('a change of an older draft is refused, whatever it changes, and the newer one stays', async () => {
  const { core, draft, plan } = await opened();
  const { id: draftId, revision } = draft;
  const newer = await core.call('import:saveDraft', {
    draftId,
    revision,
    plan: { ...plan, campaignCode: 'FIRST' },
  });
  expect(newer.revision).toBe(revision + 1);
  const late = { draftId, revision };
  const calls = [
    core.call('import:saveDraft', { ...late, plan: { ...plan, campaignCode: 'SECOND' } }),
    core.call('import:saveDraft', { ...late, mapping: [] }),
    core.call('import:saveDraft', { ...late, phoneCountry: 'NO' }),
    core.call('import:reread', { ...late, choices: { encoding: 'windows-1252' } }),
    core.call('import:start', late),
  ];
  for (const call of calls) expect(await pathsOf(call)).toEqual(['revision']);
  const now = await core.call('import:draft', { draftId });
  expect(now).toMatchObject({ revision: newer.revision, choices: {}, mapping: newer.mapping });
  expect(now.plan.campaignCode).toBe('FIRST');
  expect(now.phoneCountry.source).not.toBe('you');
  expect((await core.call('job:list', {})).jobs).toEqual([]);
});

it('every change of what was chosen is a newer draft, saved then and announced; to look at a step is not', async () => {
  const { core, draft, plan } = await opened();
  const { id: draftId } = draft;
  const before = announced(core).length;
  const looked = await core.call('import:saveDraft', { draftId, step: 'columns' });
  const same = await core.call('import:saveDraft', { draftId, step: 'plan', plan, mapping: draft.mapping });
  for (const { revision, savedAt } of [looked, same])
    expect([revision, savedAt]).toEqual([draft.revision, draft.savedAt]);
  expect(announced(core)).toHaveLength(before);
  const read = await core.call('import:reread', { draftId, revision: draft.revision, choices: { encoding: 'utf-8' } });
  const country = await core.call('import:saveDraft', { draftId, revision: read.revision, phoneCountry: 'NO' });
  expect([read.revision, country.revision]).toEqual([draft.revision + 1, draft.revision + 2]);
  expect(country.savedAt).toBeGreaterThan(draft.savedAt);
  expect(announced(core).slice(before)).toEqual([read.revision, country.revision]);
});

it('a change under Check is saved then, and every page gets what was found', async () => {
  const { core, draft } = await opened();
  const { id: draftId } = draft;
  await core.call('check:run', { draftId });
  const savedAt = async (): Promise<number> => (await core.call('import:draft', { draftId })).savedAt;
  const before = await savedAt();
  await core.call('check:run', { draftId });
  await core.call('check:undo', { draftId });
  expect(await savedAt()).toBe(before);
  const summary = await core.call('check:edit', { draftId, edits: [{ row: 2, column: 0, value: 'Other' }] });
  const edited = await savedAt();
  expect(edited).toBeGreaterThan(before);
  const found = core.events.filter(({ name }) => name === 'check:changed');
  expect(found.at(-1)?.payload).toEqual({ draftId, summary });
  await core.call('check:leaveOut', { draftId, choice: { rows: [3] }, isOut: true });
  const leftOut = await savedAt();
  await core.call('check:undo', { draftId });
  const undone = await savedAt();
  const { settings } = summary;
  await core.call('check:run', { draftId, settings: { ...settings, country: 'NO' } });
  const ruled = await savedAt();
  expect([leftOut > edited, undone > leftOut, ruled > undone]).toEqual([true, true, true]);
  // The person sees the draft as it was: only rows are others.
  expect((await core.call('import:draft', { draftId })).revision).toBe(draft.revision);
});

import { describe, expect, it, vi } from 'vitest';
import type { CampaignFound, CampaignOrigin } from '../../../../../shared/contract/check/campaign-rows.ts';
import {
  type Bench,
  benches,
  CAMPAIGN,
  column,
  type CoreUnderTest,
  isOver,
  prepare,
  startImport,
} from '../../import-fixture.ts';
import { putElsewhere, shownLeads } from '../../../../practice/client-fixture.ts';

// Real files, real HTTP, on a machine that may be busy.
vi.setConfig({ testTimeout: 30_000 });

const bench = benches();
const MAPPING = [column(0, 'FullName'), column(1, 'Phone'), column(2, 'Email')];
const HEADER = 'FullName,Phone,Email';

/** Anna and Bent were sent from here; Cara and Dora by another program. */
const SENT = [HEADER, 'Anna,+4530111111,anna@x.dk', 'Bent,+4530222222,bent@x.dk', ''].join('\n');
const FILE = [
  HEADER,
  'Anna,+4530111111,anna@x.dk',
  'Bent Berg,+4530222222,bent@x.dk',
  'Cara,+45 30 33 33 33,cara@x.dk',
  'Dora,+4539999999,DORA@x.dk',
  'Emil,+4530555555,emil@x.dk',
  '',
].join('\n');

async function draftBesideCampaign() {
  const { desk, core } = await bench.started();
  const job = await startImport(core, desk, 0, { content: SENT, mapping: MAPPING });
  await core.until(job.id, isOver);
  await putElsewhere(desk.practice.url, CAMPAIGN, { FullName: 'Cara', Phone: '30333333', Email: 'cara@x.dk' });
  await putElsewhere(desk.practice.url, CAMPAIGN, { FullName: 'Dora', Phone: '+4530444444', Email: 'dora@x.dk' });
  const draft = await prepare(core, desk, 0, { content: FILE, mapping: MAPPING });
  return { desk, core, draftId: draft.id };
}

async function found(core: CoreUnderTest, draftId: string): Promise<CampaignFound | null> {
  return (await core.call('check:run', { draftId })).campaign;
}

async function rowsOf(core: CoreUnderTest, draftId: string, origin: CampaignOrigin) {
  return (await core.call('check:campaignRows', { draftId, origin, shares: null, offset: 0, limit: 50 })).rows;
}

/** Has the next list of leads come as `change` makes it of the true one. */
async function showing(desk: Bench, change: (leads: Record<string, unknown>[]) => unknown): Promise<void> {
  const body = JSON.stringify(change(await shownLeads(desk.practice.url, `?Campaigns=${CAMPAIGN}`)));
  desk.practice.faults.add({ kind: 'body', match: { path: '/simpleleads' }, body, contentType: 'application/json' });
}

const each = (change: object) => (leads: object[]) => leads.map((lead) => ({ ...lead, ...change }));
const masked = { FullName: 'A***', Phone: '+45******11', Email: 'a***@x.dk' };

describe('leads that do not show which rows are there', () => {
  const expectNoComparison = async (change: (leads: object[]) => object[], words: string) => {
    const { desk, core, draftId } = await draftBesideCampaign();
    await showing(desk, change);
    const answer = await core.call('import:compareCampaign', { draftId, key: null });
    expect(answer.doubt).toEqual({ kind: 'notComparable', message: expect.stringContaining(words) });
    expect(answer.isProven).toBe(false);
    expect((await found(core, draftId))?.doubt).toContain(words);
    // What could not be compared takes nothing back either.
    await core.call('import:compareCampaign', { draftId, key: null });
    expect((await core.call('check:run', { draftId })).standing.leftOut).toBe(4);
    await showing(desk, change);
    await core.call('import:compareCampaign', { draftId, key: null });
    expect((await core.call('check:run', { draftId })).standing.leftOut).toBe(4);
  };
  const ALL = 'Phone, Email of lead';
  it.each([
    ['without data', each({ data: undefined }), ALL],
    ['without the newest', (leads: object[]) => leads.filter((_, index) => index !== 1), 'does not show lead'],
  ])('are no comparison: %s', (_, change, words) => expectNoComparison(change, words));
  it.each([
    ['with empty data', each({ data: {} }), ALL],
    ['without contacts', each({ data: { FullName: 'Anna' } }), ALL],
    ['masked', each({ data: masked }), ALL],
    ['of no campaign', each({ campaign: undefined }), 'none names its campaign'],
  ])('are no comparison: %s', { tags: ['long'] }, (_, change, words) => expectNoComparison(change, words));

  it('are told apart from an empty campaign, also where this computer has sent nothing', async () => {
    const { desk, core } = await bench.started();
    const draft = await prepare(core, desk, 0, { content: FILE, mapping: MAPPING });
    const compareWhole = () => core.call('import:compareCampaign', { draftId: draft.id, key: null });
    const compare = async () => (await compareWhole()).doubt;
    expect(await compare()).toEqual({ kind: 'emptyCampaign', message: expect.stringContaining('no lead of') });
    await putElsewhere(desk.practice.url, CAMPAIGN, { FullName: 'Cara', Phone: '30333333', Email: 'cara@x.dk' });
    await putElsewhere(desk.practice.url, CAMPAIGN, { FullName: 'Dora', Phone: '+4530444444' });
    // Nothing of this computer had to come: what did not come is not known to be absent.
    expect(await compareWhole()).toMatchObject({ doubt: null, isProven: false });
    expect((await found(core, draft.id))?.isProven).toBe(false);
    await showing(desk, each({ data: { FullName: 'N', Phone: '+4500000000', Email: 'hidden@hidden.invalid' } }));
    expect((await compare())?.message).toContain('rows have only values that the leads of EU-MESSE-26 do not show');
    await putElsewhere(desk.practice.url, CAMPAIGN, { FullName: 'Emma' });
    expect(await compare()).toEqual({
      kind: 'notComparable',
      message: expect.stringContaining('1 of the 3 leads of EU-MESSE-26 shows no phone or e-mail'),
    });
    await putElsewhere(desk.practice.url, CAMPAIGN, { FullName: 'Ewa' });
    await putElsewhere(desk.practice.url, CAMPAIGN, { FullName: 'Eva' });
    expect(await compare()).toEqual({
      kind: 'notComparable',
      message: expect.stringContaining('Only 2 of the 5 leads'),
    });
    await showing(desk, each({ data: masked }));
    expect(await compare()).toEqual({ kind: 'notComparable', message: expect.stringContaining('None of the 5 leads') });
    // Leads of other campaigns came, because the filter was ignored: this one has none.
    await showing(desk, each({ campaign: { code: 'OTHER' } }));
    expect((await compare())?.kind).toBe('emptyCampaign');
  });
});

describe('a comparison with the campaign', () => {
  it('names the import that sent the only row that is there', async () => {
    const { desk, core } = await bench.started();
    const job = await startImport(core, desk, 0, { content: SENT, mapping: MAPPING });
    await core.until(job.id, isOver);
    const content = [HEADER, 'Anna,+4530111111,anna@x.dk', 'Emil,+4530555555,emil@x.dk', ''].join('\n');
    const { id } = await prepare(core, desk, 0, { content, mapping: MAPPING });
    await core.call('import:compareCampaign', { draftId: id, key: null });
    const there = { origin: 'same', rows: 1, sources: [{ name: 'people.csv', rows: 1 }] };
    expect((await found(core, id))?.groups).toMatchObject([there]);
  });

  it('tells apart who put a lead there, and lays each beside its row', async () => {
    const { core, draftId } = await draftBesideCampaign();
    expect(await found(core, draftId)).toBeNull();
    const answer = await core.call('import:compareCampaign', { draftId, key: null });
    expect(answer).toMatchObject({ leads: 4, phone: 3, email: 1, key: 0, stopped: null });

    const campaign = await found(core, draftId);
    expect(campaign).toMatchObject({ campaignCode: CAMPAIGN, leads: 4, stopped: null, isStale: false, country: 'DK' });
    expect(campaign?.groups).toEqual([
      {
        origin: 'elsewhere',
        ...{ rows: 2, phone: 1, email: 1, key: 0, newPhone: 1, leftOut: 2 },
        choice: 'leaveOut',
        sources: [{ name: 'ws-practice', rows: 2 }],
      },
      expect.objectContaining({ origin: 'same', rows: 1, sources: [{ name: 'people.csv', rows: 1 }] }),
      expect.objectContaining({ origin: 'changed', rows: 1, phone: 1 }),
    ]);
    const [cara, dora] = await rowsOf(core, draftId, 'elsewhere');
    expect(cara).toMatchObject({
      line: 4,
      shares: 'phone',
      found: { field: 'Phone', value: '30333333', inFile: '+45 30 33 33 33' },
      // The number has no prefix, and nobody said that it is Danish.
      isGuess: true,
      hasNewPhone: false,
      isLeftOut: true,
      leads: 1,
      lead: { status: 'New', uploadedBy: 'ws-practice', sentBy: null },
    });
    expect(dora).toMatchObject({ line: 5, shares: 'email', hasNewPhone: true, isGuess: false });
    expect(dora?.fields).toEqual([
      { field: 'FullName', inFile: 'Dora', inCampaign: 'Dora', match: 'same' },
      { field: 'Phone', inFile: '+4539999999', inCampaign: '+4530444444', match: 'differs' },
      { field: 'Email', inFile: 'DORA@x.dk', inCampaign: 'dora@x.dk', match: 'form' },
    ]);
    const [bent] = await rowsOf(core, draftId, 'changed');
    expect(bent?.lead.sentBy).toBe('people.csv');
    expect(bent?.fields[0]).toMatchObject({ inFile: 'Bent Berg', inCampaign: 'Bent', match: 'differs' });
    expect(core.bugs).toEqual([]);
  });

  it('finds a row by its key alone, in whatever case', async () => {
    const { desk, core, draftId } = await draftBesideCampaign();
    await putElsewhere(desk.practice.url, CAMPAIGN, { FullName: 'EMIL', Phone: '+4530777777', Email: 'e@x.dk' });
    await core.call('import:compareCampaign', { draftId, key: 'FullName' });
    const rows = await rowsOf(core, draftId, 'elsewhere');
    expect(rows.map(({ row, shares }) => [row, shares])).toContainEqual([5, 'key']);
  });

  it('leaves out, sends anyway, or sends only what is new, each in one step that can be undone; the comparison itself is no step', async () => {
    const { core, draftId } = await draftBesideCampaign();
    await core.call('import:compareCampaign', { draftId, key: null });
    const choose = (choice: 'leaveOut' | 'sendAnyway' | 'onlyNew') =>
      core.call('check:campaignChoice', { draftId, choice: { origin: 'elsewhere', all: choice } });
    const leftOutOf = async () => (await rowsOf(core, draftId, 'elsewhere')).map(({ isLeftOut }) => isLeftOut);

    const onlyNew = await choose('onlyNew');
    expect(onlyNew.campaign?.groups[0]).toMatchObject({ choice: 'onlyNew', leftOut: 1 });
    expect(onlyNew.standing.leftOut).toBe(3);
    expect(await leftOutOf()).toEqual([true, false]);
    const anyway = await choose('sendAnyway');
    expect(anyway.campaign?.groups[0]).toMatchObject({ choice: 'sendAnyway', leftOut: 0 });
    const undone = await core.call('check:undo', { draftId });
    expect(undone.campaign?.groups[0]).toMatchObject({ choice: 'onlyNew' });
    expect(await leftOutOf()).toEqual([true, false]);

    const alone = await core.call('check:campaignChoice', { draftId, choice: { row: 3, isSent: true } });
    expect(alone.campaign?.groups[0]).toMatchObject({ choice: 'sendAnyway' });
    const swapped = await core.call('check:campaignChoice', { draftId, choice: { row: 4, isSent: false } });
    expect(swapped.campaign?.groups[0]).toMatchObject({ choice: null, leftOut: 1 });
    expect(swapped.undo?.title).toBe(`Leaving out 1 row that ${CAMPAIGN} holds`);
    expect((await choose('sendAnyway')).campaign?.groups[0]).toMatchObject({ choice: 'sendAnyway', leftOut: 0 });
    const other = await core.call('check:leaveOut', { draftId, choice: { rows: [4] }, isOut: true });
    expect(other.campaign?.groups[0]).toMatchObject({ leftOut: 1 });
    expect((await rowsOf(core, draftId, 'elsewhere'))[1]?.otherReason).toBe('Chosen rows');
    // A row that a person left out for itself stays so.
    expect((await choose('sendAnyway')).campaign?.groups[0]).toMatchObject({ leftOut: 1 });
    // The whole way back, to what the comparison decided.
    for (let step = 0; step < 30; step += 1) await core.call('check:undo', { draftId });
    const start = await core.call('check:run', { draftId });
    expect([start.undo, start.standing.leftOut, start.campaign?.groups[0]?.choice]).toEqual([null, 4, 'leaveOut']);
    const { steps } = await core.call('check:history', { draftId, offset: 0, limit: 50 });
    expect(steps.map(({ title, stands }) => [title, stands])).toEqual(
      [
        'Leaving out 1 row',
        `Sending 1 row that ${CAMPAIGN} holds`,
        `Leaving out 1 row that ${CAMPAIGN} holds`,
        `Sending 1 row that ${CAMPAIGN} holds`,
        `Sending 1 row that ${CAMPAIGN} holds`,
      ].map((title) => [title, false]),
    );
    const last = await core.call('check:goTo', { draftId, step: steps[0]?.id ?? 0 });
    expect(last).toMatchObject({ standing: { leftOut: 3 }, redo: null, undo: { steps: 5 } });
  });

  it('finds rows that a person has left out, so that none of them is sent unseen when it is taken back', async () => {
    const { core, draftId } = await draftBesideCampaign();
    await core.call('check:leaveOut', { draftId, choice: { rows: [3] }, isOut: true });
    await core.call('import:compareCampaign', { draftId, key: null });
    const back = await core.call('check:undo', { draftId });
    expect(back.campaign?.groups[0]).toMatchObject({ origin: 'elsewhere', rows: 2, leftOut: 2 });
    expect(back.standing.leftOut).toBe(4);
  });

  it('keeps what a person chose when it is made again, and takes back what is not there any more', async () => {
    const { core, draftId } = await draftBesideCampaign();
    await core.call('import:compareCampaign', { draftId, key: null });
    await core.call('check:campaignChoice', { draftId, choice: { origin: 'elsewhere', all: 'onlyNew' } });
    await core.call('import:compareCampaign', { draftId, key: null });
    expect((await found(core, draftId))?.groups[0]).toMatchObject({ rows: 2, choice: 'onlyNew' });

    // Cara has another number now, and no address.
    await core.call('check:edit', {
      draftId,
      edits: [
        { row: 3, column: 1, value: '+4530777777' },
        { row: 3, column: 2, value: '' },
      ],
    });
    expect((await found(core, draftId))?.isStale).toBe(true);
    await core.call('import:compareCampaign', { draftId, key: null });
    const campaign = await found(core, draftId);
    expect(campaign).toMatchObject({ isStale: false, isProven: true });
    expect(campaign?.groups[0]).toMatchObject({ rows: 1, leftOut: 0 });
    const summary = await core.call('check:run', { draftId });
    expect(summary.standing.leftOut).toBe(2);
    expect(summary.undo?.title).toBe('Edit of 2 cells');
  });

  it('says when the leads did not come whole, and what was found counts', async () => {
    const { desk, core, draftId } = await draftBesideCampaign();
    await core.call('import:compareCampaign', { draftId, key: null });
    desk.practice.faults.add({ kind: 'truncate', rows: 2, how: 'end', match: { path: '/simpleleads' } });
    const answer = await core.call('import:compareCampaign', { draftId, key: null });
    // The second lead came without its end.
    expect(answer.leads).toBe(1);
    expect(answer.stopped?.message).toMatch(/\w/);
    // A lead of this computer is among them, and yet the list proves nothing about what did not come.
    expect(answer.isProven).toBe(false);
    const campaign = await found(core, draftId);
    expect(campaign?.stopped).toBe(answer.stopped?.message);
    // What the first comparison found is not taken back for what the second did not see.
    expect(campaign?.groups.reduce((sum, { rows }) => sum + rows, 0)).toBe(4);
    expect((await core.call('check:run', { draftId })).standing.leftOut).toBe(4);
  });

  it('changes nothing when the service answers with a refusal, or a person ends it', async () => {
    const { desk, core, draftId } = await draftBesideCampaign();
    desk.practice.faults.add({ kind: 'status', status: 403, match: { path: '/simpleleads' } });
    await expect(core.call('import:compareCampaign', { draftId, key: null })).rejects.toMatchObject({
      error: { code: 'forbidden' },
    });
    desk.practice.faults.add({ kind: 'hang', when: 'before', match: { path: '/simpleleads' } });
    const ended = core.call('import:compareCampaign', { draftId, key: null, callId: 'comparing' });
    const isEnded = Promise.allSettled([ended]);
    await core.call('call:cancel', { callId: 'comparing' });
    expect(await isEnded).toMatchObject([{ reason: { error: { code: 'cancelled' } } }]);
    const summary = await core.call('check:run', { draftId });
    // Anna and Bent, who were sent from here.
    expect([summary.campaign, summary.standing.leftOut, summary.undo]).toEqual([null, 2, null]);
  });

  it('leaves the draft open to work with, but not to be started or compared twice', async () => {
    const { desk, core, draftId } = await draftBesideCampaign();
    await core.call('check:run', { draftId });
    desk.practice.faults.add({ kind: 'hang', when: 'before', match: { path: '/simpleleads' } });
    const comparing = core.call('import:compareCampaign', { draftId, key: null, callId: 'comparing' });
    const isEnded = Promise.allSettled([comparing]);
    await core.call('check:edit', { draftId, edits: [{ row: 5, column: 0, value: 'Emilie' }] });
    const busy = { error: { code: 'validation', message: expect.stringContaining('being compared') as string } };
    await expect(core.call('import:start', { draftId })).rejects.toMatchObject(busy);
    await expect(core.call('import:compareCampaign', { draftId, key: null })).rejects.toMatchObject(busy);
    await core.call('call:cancel', { callId: 'comparing' });
    expect(await isEnded).toMatchObject([{ reason: { error: { code: 'cancelled' } } }]);
    desk.practice.faults.clear();
    expect(await core.call('import:compareCampaign', { draftId, key: null })).toMatchObject({ leads: 4 });
  });

  it('is about one campaign: another one was not compared', async () => {
    const { core, draftId } = await draftBesideCampaign();
    await core.call('import:compareCampaign', { draftId, key: null });
    const plan = { poolName: null, stopAfterSameRefusal: 0 };
    const name = (campaignCode: string) => core.call('import:saveDraft', { draftId, plan: { ...plan, campaignCode } });
    const { leftOut } = (await core.call('check:run', { draftId })).standing;
    await name(CAMPAIGN.toLowerCase());
    const again = await core.call('check:run', { draftId });
    expect([again.campaign?.leads, again.standing.leftOut]).toEqual([4, leftOut]);
    await name('OTHER-26');
    expect(await found(core, draftId)).toBeNull();
  });
});

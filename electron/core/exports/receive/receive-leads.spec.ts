import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ExportQuery } from '../../../../shared/contract/exports/queries.ts';
import { type Window, windowsOf } from '../../../../shared/domain/service/queries/export-windows.ts';
import { EVERYTHING } from '../../../../shared/domain/service/queries/query-fixture.ts';
import { Failure } from '../../foundation/failure.ts';
import type { ExportRecord } from '../records/export-records.ts';
import { bodyOf, BROKEN, CANCELLED, lead, list, recordOf, type SpecAnswer, SpecResults } from './receive-fixture.ts';
import { receiveLeads } from './receive-leads.ts';

const NOW = '2026-11-20T12:00:00';
const OF_DAYS: ExportQuery = { ...EVERYTHING, modifiedFrom: '2026-11-18' };
const [MONDAY, TUESDAY, FRIDAY] = ['2026-11-16T09:00:00', '2026-11-17T10:00:00', '2026-11-20T11:00:00'];

let results: SpecResults;
/** The answers of the service, one a request; what was asked; what happened meanwhile. */
let answers: SpecAnswer[];
let asked: ExportQuery[];
/** What the service's clock shows, as far as its answers have told. */
let clock: () => string;
let stopped: number;
let bugs: unknown[];
let told: { readonly rows: number; readonly columns: number }[];
let newColumns: number;

beforeEach(() => {
  results = new SpecResults();
  [answers, asked, bugs, told] = [[], [], [], []];
  [stopped, newColumns] = [0, 0];
  clock = () => NOW;
});
afterEach(() => results.close());

async function receive(record: ExportRecord, windows: readonly Window[] | null = null, merges = false) {
  return receiveLeads(record, {
    results,
    path: results.path,
    ask(query) {
      asked.push(query);
      return bodyOf(answers.shift() ?? list(), () => (stopped += 1));
    },
    windows,
    zone: 'Europe/Berlin',
    now: clock,
    spellings: [],
    merges,
    explain: (_record, what) => `${what} Told.`,
    onNewColumns: () => (newColumns += 1),
    onLeads: () => told.push({ rows: record.rows, columns: record.columns.length }),
    onBug: (error) => bugs.push(error),
  });
}

/** The record of an export that the service answers so. */
async function received(query: ExportQuery, ...given: SpecAnswer[]): Promise<ExportRecord> {
  answers = given;
  const record = recordOf(query);
  await receive(record);
  return record;
}

describe('one request', () => {
  it('fills the record with what came, and says so while it comes', async () => {
    const pieces = [`[${lead('a', MONDAY)},`, `${lead('b', TUESDAY, { a: 'x' })},`, `${lead('a', MONDAY)}]`];
    answers = [{ pieces }];
    const record = recordOf(EVERYTHING);
    expect(await receive(record)).toBe(TUESDAY);
    expect(record).toMatchObject({ state: 'complete', reason: '', rows: 3, bytes: pieces.join('').length });
    expect(record.columns).toEqual([
      { path: 'uniqueId', filled: 3 },
      { path: 'lastModifiedTime', filled: 3 },
      { path: 'a', filled: 1 },
    ]);
    expect(record.answer).toMatchObject({ requests: 1, repeated: 1, hasBrokenText: false, mayBeSplit: false });
    expect(record.answer).toMatchObject({ answered: { filters: [], asked: 3 }, windows: null, sameDay: null });
    expect([told[0], told.at(-1)]).toEqual([
      { rows: 1, columns: 2 },
      { rows: 3, columns: 3 },
    ]);
    expect(newColumns).toBe(2);
    expect(results.asked).toEqual(['begin', 'body', 'take', 'take', 'take', 'finish', 'end']);
  });

  it('has its leads in the file itself before it says that all came, so that no power cut takes one', async () => {
    const record = await received(EVERYTHING, list(lead('a', MONDAY), lead('b', TUESDAY)));
    expect(record).toMatchObject({ state: 'complete', rows: 2 });
    expect(results.lasting()).toBe(2);
  });

  it('is partial when the leads that came cannot be made to last', async () => {
    answers = [list(lead('a', MONDAY))];
    results.onAsk = ({ kind }) => {
      if (kind === 'end') throw new Failure({ code: 'file', reason: 'diskFull', message: 'The disk is full.' });
    };
    const record = recordOf(EVERYTHING);
    await receive(record);
    expect(record).toMatchObject({ state: 'partial', rows: 1, reason: 'The disk is full. Told.' });
    expect(record.answer.isUnstored).toBe(true);
  });

  it('compares the leads with the question, and notes what was cut and cannot be read', async () => {
    const broken = Buffer.concat([
      Buffer.from(`[${lead('a', TUESDAY)},{"uniqueId":"`),
      Uint8Array.of(0xff),
      Buffer.from('"}]'),
    ]);
    const record = await received({ ...EVERYTHING, modifiedFrom: '2026-11-17' }, { pieces: [broken] });
    expect(record.answer.answered.filters).toMatchObject([{ filter: 'ModifiedFrom', matching: 1, unchecked: 1 }]);
    expect(record.answer.hasBrokenText).toBe(true);
    const deep = `${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}`;
    const other = await received(EVERYTHING, list(`{"uniqueId":"c","deep":[${deep}]}`));
    expect([other.answer.shortened, other.answer.hasBrokenText]).toEqual([['deep'], false]);
  });

  it('that breaks off leaves its leads; a range of days may be asked for in parts', async () => {
    const record = await received(OF_DAYS, { pieces: [`[${lead('a', FRIDAY)},{"uniq`], error: BROKEN });
    expect(record).toMatchObject({ state: 'partial', reason: 'The connection broke. Told.', rows: 1 });
    expect(record.answer).toMatchObject({ requests: 1, mayBeSplit: true, isUnstored: false });
    const ofTwoDays = await received({ ...EVERYTHING, modifiedFrom: '2026-11-19' }, { pieces: [], error: BROKEN });
    expect(ofTwoDays.answer.mayBeSplit).toBe(true);
    const ofToday = await received({ ...EVERYTHING, modifiedFrom: '2026-11-20' }, { pieces: [], error: BROKEN });
    expect(ofToday.answer).toMatchObject({ requests: 1, mayBeSplit: false, sameDay: null });
    const ofAll = await received(EVERYTHING, { pieces: [], error: BROKEN });
    expect(ofAll.answer.mayBeSplit).toBe(false);
  });

  it('says who ended it: a person, or the service with a reason of its own', async () => {
    const cancelled = await received(OF_DAYS, { pieces: [], error: CANCELLED });
    expect([cancelled.state, cancelled.reason, cancelled.answer.mayBeSplit]).toEqual([
      'cancelled',
      'Cancelled.',
      false,
    ]);
    const refused = await received(OF_DAYS, {
      pieces: [],
      error: { code: 'rejected', status: 403, message: 'No rights.' },
    });
    expect([refused.state, refused.reason, refused.answer.mayBeSplit]).toEqual(['partial', 'No rights.', false]);
  });

  it('is read no further than to the damage in it', async () => {
    const record = await received(OF_DAYS, { pieces: ['<html>', '<body>', '</body>', '</html>'] });
    expect(record).toMatchObject({ state: 'partial', reason: 'The list is notJson. Told.', rows: 0 });
    expect([stopped, results.asked.filter((kind) => kind === 'take').length]).toEqual([1, 2]);
    const short = await received(OF_DAYS, { pieces: [`[${lead('a', FRIDAY)}`] });
    expect(short).toMatchObject({ state: 'partial', reason: 'The list is truncated. Told.' });
  });

  it('of RawLeads that turns out at its end to be no table is not complete', async () => {
    for (const text of [`[${lead('a', FRIDAY)}]`, '{"responseStatus":{"message":"It took too long."}}', 'Time-out']) {
      const record = await received({ ...EVERYTHING, source: 'raw' }, { pieces: [text] });
      expect(record).toMatchObject({ state: 'partial', reason: 'The list is noTable. Told.', rows: 0 });
    }
  });

  it('of a day that answers nothing is made again from the day before, and what is older left out', async () => {
    const ofToday = { ...EVERYTHING, modifiedFrom: '2026-11-20T10:00:00' };
    const record = await received(ofToday, list(), list(lead('a', '2026-11-20T09:59:59'), lead('b', FRIDAY)));
    expect(asked.map(({ modifiedFrom }) => modifiedFrom)).toEqual(['2026-11-20T10:00:00', '2026-11-19T10:00:00']);
    expect(record).toMatchObject({ state: 'complete', rows: 1 });
    expect(record.answer).toMatchObject({ requests: 2, sameDay: { modifiedFrom: '2026-11-19T10:00:00', cut: 1 } });
    const full = await received(ofToday, list(lead('a', FRIDAY)));
    expect([full.answer.requests, full.answer.sameDay]).toEqual([1, null]);
    const raw = recordOf({ ...ofToday, source: 'raw' });
    answers = [{ pieces: ['"LeadId";"Name";"Value"\r\n'] }, { pieces: ['"LeadId";"Name";"Value"\r\n'] }];
    await receive(raw);
    expect(raw.answer).toMatchObject({ requests: 2, sameDay: { cut: null } });
  });
});

describe('a request a window', () => {
  const windows = windowsOf(OF_DAYS, 1, NOW) ?? [];
  const recordOfDays = () => recordOf(OF_DAYS, { windows: { days: 1, total: 3, done: 0, replaced: 0 } });
  const fromSunday = () =>
    recordOf({ ...OF_DAYS, modifiedFrom: '2026-11-15' }, { windows: { days: 1, total: 6, done: 0, replaced: 0 } });

  it('keeps one row of a lead that comes twice, the newer state', async () => {
    answers = [
      list(lead('a', '2026-11-18T09:00:00', { state: 'old' }), lead('b', '2026-11-18T10:00:00')),
      list(lead('a', '2026-11-19T09:00:00', { state: 'new' })),
      list(),
      list(lead('c', '2026-11-19T23:00:00')),
    ];
    const record = recordOfDays();
    expect(await receive(record, windows)).toBe('2026-11-19T23:00:00');
    expect(asked.map(({ modifiedFrom, extra }) => [modifiedFrom, extra[0]?.value])).toEqual([
      ['2026-11-18', '2026-11-19'],
      ['2026-11-19', '2026-11-20'],
      ['2026-11-20', undefined],
      ['2026-11-19', undefined],
    ]);
    expect(record).toMatchObject({ state: 'complete', rows: 2 });
    expect(record.answer).toMatchObject({ requests: 4, windows: { done: 3, replaced: 1 }, sameDay: { cut: 1 } });
  });

  it('ends with the answer that has leads of days after its own: the service does not know an end', async () => {
    // The day after a window belongs to it as well: what changes meanwhile moves there.
    answers = [list(lead('a', '2026-11-16T12:00:00')), list(lead('b', FRIDAY), lead('c', '2026-11-18T00:00:00'))];
    const record = fromSunday();
    await receive(record, windowsOf(record.query, 1, NOW));
    expect(record).toMatchObject({ state: 'complete', rows: 3, answer: { requests: 2, windows: { done: 2 } } });
  });

  it.each([FRIDAY, '2026-11-19T23:00:00'])(
    'goes on after a lead of today by the clock of the service, which may be behind and in another zone: %s',
    async (lastChange) => {
      // This computer is three days ahead. The first answer tells what the service's own clock shows.
      clock = () => (asked.length === 0 ? '2026-11-23T12:00:00' : NOW);
      answers = [list(lead('a', lastChange)), list(), list(lead('b', '2026-11-17T12:00:00'))];
      const record = fromSunday();
      await receive(record, windowsOf(record.query, 1, NOW));
      expect(record).toMatchObject({ state: 'complete', rows: 2, answer: { windows: { done: 6 } } });
    },
  );

  it('goes on after a lead that changed while it was on its way: that says nothing about the service', async () => {
    answers = [list(lead('a', '2026-11-20T12:00:01')), list(lead('b', '2026-11-19T09:00:00')), list(lead('c', FRIDAY))];
    const record = recordOfDays();
    await receive(record, windows);
    expect(record).toMatchObject({ state: 'complete', rows: 3, answer: { requests: 3, windows: { done: 3 } } });
  });

  it('asks a second time for what broke off, and says which request was the last', async () => {
    answers = [list(lead('a', '2026-11-18T09:00:00')), { pieces: [`[${lead('b', FRIDAY)},`], error: BROKEN }];
    // The lead that came before the break is in no newer state when it comes again.
    answers.push({ pieces: [`[${lead('b', FRIDAY)},`], error: BROKEN });
    const record = recordOfDays();
    await receive(record, windows);
    expect(record).toMatchObject({ state: 'partial', reason: 'The connection broke. It was request 2 of 3. Told.' });
    expect(record).toMatchObject({ rows: 2, answer: { requests: 3, mayBeSplit: false } });
    expect(record.answer.windows).toMatchObject({ done: 1, replaced: 0 });
    answers = [{ pieces: [], error: CANCELLED }];
    const cancelled = recordOfDays();
    await receive(cancelled, windows);
    expect(cancelled).toMatchObject({ state: 'cancelled', reason: 'Cancelled.', answer: { requests: 1 } });
  });
});

describe('a result that cannot be written', () => {
  const failing = (kind: string, error: Error) => (request: { readonly kind: string }) => {
    if (request.kind === kind) throw error;
  };

  it('keeps what it has, and says why', async () => {
    const full = Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 });
    results.onAsk = failing('take', full);
    const record = await received(OF_DAYS, { pieces: [`[${lead('a', FRIDAY)}`, ']'] });
    const reason = 'The disk that holds the data folder is full. Told.';
    expect(record).toMatchObject({ state: 'partial', reason, answer: { isUnstored: true } });
    expect([bugs, stopped]).toEqual([[], 1]);
    // The thread lets go of the body and of the export.
    expect(results.asked.slice(-3)).toEqual(['take', 'finish', 'end']);
  });

  it('says so, too, when what the request costs could not be written down, so that nothing was sent', async () => {
    const record = await received(OF_DAYS, {
      pieces: [],
      error: { code: 'file', reason: 'journal', message: 'The disk is full.' },
    });
    expect(record).toMatchObject({ state: 'partial', rows: 0, reason: 'The disk is full.' });
    expect(record.answer.isUnstored).toBe(true);
  });

  it('is a bug when nobody knows the reason, and none when the reason is for a person', async () => {
    results.onAsk = failing('begin', new TypeError('No such thing.'));
    const record = recordOf(OF_DAYS);
    await receive(record);
    expect([record.reason, bugs]).toEqual(['No such thing. Told.', [new TypeError('No such thing.')]]);
    results.onAsk = failing('begin', new Failure({ code: 'cancelled', message: 'The program ends.' }));
    const known = recordOf(OF_DAYS);
    await receive(known);
    expect([known.reason, bugs.length, asked]).toEqual(['The program ends. Told.', 1, []]);
  });
});

it('has the paths of its columns beside its leads at any moment, in case the program dies before the journal has them', async () => {
  const counts = `SELECT (SELECT count(*) - 1 FROM pragma_table_info('leads')) AS columns, (SELECT count(*) FROM column_path) AS named`;
  for (const query of [EVERYTHING, { ...EVERYTHING, source: 'raw' } as const]) {
    results = new SpecResults();
    const { path } = results;
    const steps: unknown[] = [];
    results.onAsk = ({ kind }) => {
      if (kind === 'begin') return;
      using file = new DatabaseSync(path);
      const { columns, named } = file.prepare(counts).get() ?? {};
      expect(named).toBe(columns);
      steps.push(columns);
    };
    const raw = ['LeadId;Name;Value\r\n1;Phone;30\r\n2;Phone;31\r\n', '2;Town;Ribe\r\n3;Phone;3\r\n', '1;Late;x\r\n'];
    const json = [
      `[${lead('a', MONDAY)},`,
      `${lead('b', MONDAY, { town: 'Ribe' })},`,
      `${lead('a', TUESDAY, { late: 'x' })}]`,
    ];
    answers = [{ pieces: query.source === 'raw' ? raw : json }];
    const record = recordOf(query);
    await receive(record, null, true);
    const { paths } = await results.ask({ kind: 'count', path });
    expect(paths).toEqual(record.columns.map((column) => column.path));
    expect(new Set(steps).size).toBe(4);
  }
});

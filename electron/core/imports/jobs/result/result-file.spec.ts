import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { eachTime } from '../../../foundation/world-fixture.ts';
import { DEFAULT_SAVE_FORMATS } from '../../../../../shared/contract/exports/save-formats.ts';
import type { ResultChoices } from '../../../../../shared/contract/jobs/result-choices.ts';
import { visibleMarks } from '../../../../../shared/domain/words/visible-marks.ts';
import { createJournal, type JournalUnderTest, phones, remove } from '../journal/job-fixture.ts';
import { saveResult } from './result-file.ts';

let at: JournalUnderTest;
eachTime(() => (at = createJournal()));

const AT = Date.UTC(2026, 10, 22, 10, 30);

async function save(choices?: ResultChoices): Promise<{ readonly text: string; readonly lines: string[] }> {
  const job = at.job();
  const path = join(at.path, '..', 'result.csv');
  const seen: number[] = [];
  const target = { token: 't', path, name: 'result.csv', access: 'write' as const };
  const signal = new AbortController().signal;
  const saved = await saveResult(at.store, job, target, {
    signal,
    choices,
    onProgress: (rows) => void seen.push(rows),
  });
  const bytes = readFileSync(path);
  const isLatin = choices?.format.format === 'csv' && choices.format.encoding === 'windows-1252';
  const text = new TextDecoder(isLatin ? 'windows-1252' : 'utf-8', { ignoreBOM: true }).decode(bytes);
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .slice(0, -1);
  expect(saved).toMatchObject({ name: 'result.csv', rows: lines.length - 1, countedRows: lines.length - 1 });
  expect(saved.bytes).toBe(bytes.length);
  expect(seen.at(-1)).toBe(lines.length - 1);
  return { text, lines };
}

it('has every column of the file, the row, and what became of it', async () => {
  at.add([['+4530000001'], ['=1+2'], ['+4530000003']]);
  const { rows } = at.store;
  rows.step('job', 1, 'send', { at: AT, run: 'r' });
  rows.step('job', 1, 'created', { at: AT + 1, run: 'r', leadId: 'L1' });
  rows.step('job', 2, 'send', { at: AT, run: 'r' });
  rows.step('job', 2, 'rejected', { at: AT + 2, run: 'r', reason: 'Bad phone.' });
  const { text, lines } = await save();
  expect(text.startsWith('\uFEFF')).toBe(true);
  expect(lines).toEqual([
    'Phone,Row,State,Lead id,Reason,Time',
    '+4530000001,1,created,L1,,2026-11-22T10:30:00.001Z',
    '=1+2,2,refused,,Bad phone.,2026-11-22T10:30:00.002Z',
    '+4530000003,3,waiting,,,',
  ]);
});

it('calls a row unknown whose answer is not here yet: a waiting row is sent when the file is imported', async () => {
  at.add(phones(2));
  at.store.rows.step('job', 1, 'send', { at: AT, run: 'r' });
  expect((await save()).lines.slice(1)).toEqual([
    '+4530000001,1,unknown,,On its way when this file was saved. The lead may exist.,2026-11-22T10:30:00.000Z',
    '+4530000002,2,waiting,,,',
  ]);
});

it('keeps what the service said from running, and shows what cannot be seen', async () => {
  const starts = ['=', '+', '-', '@', '\t', '\r', '\n', '\uff1d', '\uff0b', '\uff0d', '\uff20'];
  const said = [...starts.map((first) => `${first}1+1`), 'No = 1\u001b[31m\u009b\u202e.'];
  at.add(said.map(() => ['=1+1']));
  const { rows } = at.store;
  for (const [index, reason] of said.entries()) {
    rows.step('job', index + 1, 'send', { at: AT, run: 'r' });
    rows.step('job', index + 1, index % 2 === 0 ? 'created' : 'rejected', { at: AT, run: 'r', leadId: reason, reason });
  }
  const { lines } = await save();
  expect(lines.slice(1)).toEqual(
    said.map((text, index) => {
      const shown = `${index < starts.length ? "'" : ''}${visibleMarks(text)}`;
      // The file's own cell stays as it came.
      return `=1+1,${index + 1},${index % 2 === 0 ? 'created' : 'refused'},${shown},${shown},2026-11-22T10:30:00.000Z`;
    }),
  );
  // oxlint-disable-next-line no-control-regex
  expect(lines.join('')).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/);
});

it('gives its own columns names that the file does not use, and a short row all its cells', async () => {
  at.add([['+4530000001']], { columns: ['Phone', ' STATE ', 'Time'] });
  expect((await save()).lines).toEqual([
    'Phone," STATE ",Time,Row,State (import),Lead id,Reason,Time (import)',
    '+4530000001,,,1,waiting,,,',
  ]);
});

it('has every row of a long job once, in order, and replaces the file of an earlier save', async () => {
  at.add(phones(1001));
  writeFileSync(join(at.path, '..', 'result.csv'), 'earlier');
  const { lines } = await save();
  expect(lines.slice(1).map((line) => Number(line.split(',')[1]))).toEqual(
    Array.from({ length: 1001 }, (_, index) => index + 1),
  );
});

it('is not written where it cannot be, and says so', async () => {
  at.add(phones(1));
  const job = at.job();
  const target = {
    token: 't',
    path: join(at.path, '..', 'no-folder', 'x.csv'),
    name: 'x.csv',
    access: 'write' as const,
  };
  const options = { signal: new AbortController().signal, onProgress: () => undefined };
  await expect(saveResult(at.store, job, target, options)).rejects.toMatchObject({ error: { code: 'file' } });
});

it('is not written of an import that is deleted meanwhile: the file would end in the middle', async () => {
  const job = at.add(phones(1200));
  const found = at.job(job.id);
  const path = join(at.path, '..', 'result.csv');
  const options = {
    signal: new AbortController().signal,
    onProgress: () => remove(at.store, job.id, { at: AT, run: 'another program' }),
  };
  await expect(saveResult(at.store, found, { path, name: 'result.csv' }, options)).rejects.toThrow(
    'The import was deleted while its result was saved. No file was written.',
  );
  expect(existsSync(path)).toBe(false);
});

it('is written as a person chose: separator, encoding, guard, only what was refused, times on a clock', async () => {
  at.add([['+4530000001'], ['=1+2'], ['Køge; ø']]);
  const { rows } = at.store;
  for (const row of [1, 2, 3]) rows.step('job', row, 'send', { at: AT, run: 'r' });
  rows.step('job', 1, 'created', { at: AT, run: 'r', leadId: 'L1' });
  for (const row of [2, 3]) rows.step('job', row, 'rejected', { at: AT, run: 'r', reason: 'Bad phone.' });
  const { format } = { format: { ...DEFAULT_SAVE_FORMATS.csv, delimiter: ';', encoding: 'windows-1252' } as const };
  const { lines } = await save({ format, rows: 'refused', zone: 'Europe/Copenhagen' });
  expect(lines).toEqual([
    'Phone;Row;State;Lead id;Reason;Time',
    "'=1+2;2;refused;;Bad phone.;2026-11-22T11:30:00+01:00",
    '"Køge; ø";3;refused;;Bad phone.;2026-11-22T11:30:00+01:00',
  ]);
  const inDelhi = await save({ format: { ...format, guardFormulas: false }, rows: 'refused', zone: 'Asia/Kolkata' });
  expect(inDelhi.lines[1]).toBe('=1+2;2;refused;;Bad phone.;2026-11-22T16:00:00+05:30');
  const west = await save({ format, rows: 'all', zone: 'America/St_Johns' });
  expect(west.lines[1]).toBe('+4530000001;1;created;L1;;2026-11-22T07:00:00-03:30');
  await expect(save({ format, rows: 'all', zone: 'Nowhere' })).rejects.toThrow('There is no time zone "Nowhere".');
});

import { draftSchema, type Draft } from '../../../shared/contract/imports/imports.ts';
import { exampleQuota } from './examples.ts';
import type { Answers } from './host.ts';

const FIRMS = ['Nordlys ApS', 'Sydhavn A/S', 'Vestbo', 'Østerbro Cykler'];
const NO_KINDS = { phone: 0, email: 0, postcode: 0, date: 0, name: 0, id: 0, url: 0, number: 0 };

function guess<Value>(value: Value, reason: string) {
  return { value, certainty: 'likely', reason, alternatives: [] };
}

function column(index: number, label: string, values: readonly [first: string, longest: string, oddest: string]) {
  const [first, longest, oddest] = values;
  const counts = { filled: FIRMS.length, distinct: FIRMS.length, sampled: FIRMS.length };
  return { index, header: label, label, ...counts, kinds: NO_KINDS, first, longest, oddest };
}

/** A file of four rows and three columns; firm and phone are mapped, the note is not. */
export function exampleDraft(changed: Partial<Draft> = {}): Draft {
  return draftSchema.parse({
    id: 'draft-1',
    fileName: 'nordlys.csv',
    fileSize: 2048,
    rows: FIRMS.length,
    step: 'file',
    campaignCode: 'DK-NORDLYS',
    savedAt: Date.UTC(2026, 10, 22, 12),
    revision: 1,
    readingId: 'reading-1',
    reading: {
      format: 'csv',
      size: 2048,
      encoding: guess('utf-8', 'Every byte fits.'),
      delimiter: guess(';', 'Every line has two of them.'),
      newline: 'LF',
      sheets: [],
      sheet: guess(null, 'A text file has one sheet.'),
      headerLine: guess(1, 'The first line has no numbers.'),
      firstDataLine: guess(2, 'Below the header.'),
      lastDataLine: guess(5, 'The end of the file.'),
      columns: [
        column(0, 'Firma', ['Nordlys ApS', 'Østerbro Cykler', 'Vestbo']),
        column(1, 'Telefon', ['30 11 22 33', '+45 30 11 22 33', '30112233']),
        column(2, 'Bemærkning', ['ring', 'ring efter fire', '?']),
      ],
      rows: FIRMS.length,
      complete: true,
      problems: [],
      checkedFor: ['duplicateHeader', 'invisible'],
    },
    mapping: [
      { field: 'Firma', source: { kind: 'columns', columns: [0], join: null }, cleaning: [{ kind: 'trim' }] },
      { field: 'Telefon1', source: { kind: 'columns', columns: [1], join: null }, cleaning: [{ kind: 'trim' }] },
    ],
    suggestions: [{ column: 2, field: null, confidence: 0.2, reasons: ['No field has this name.'], runnerUp: null }],
    fields: [
      { name: 'Firma', type: 'name', source: 'earlier' },
      { name: 'Telefon1', type: 'phone', source: 'earlier' },
      { name: 'Note', type: 'text', source: 'earlier' },
    ],
    known: { count: 3, lookUp: null, imports: 1, templates: 0 },
    asBefore: null,
    likeCampaign: '',
    isInFolder: true,
    phoneCountry: {
      value: 'DK',
      reason: 'The file is in Danish.',
      likely: 'DK',
      offered: [],
      certainty: 0.95,
      source: 'guess',
      clues: ['headers'],
    },
    plan: { campaignCode: 'DK-NORDLYS', poolName: null, stopAfterSameRefusal: 25 },
    choices: {},
    fileModifiedAt: Date.UTC(2026, 10, 20, 9),
    readMilliseconds: 12,
    ...changed,
  });
}

/** What every step asks about this draft: its rows, the file it came from, the account's quota and jobs. */
export function draftAnswers(draft: Draft): Answers {
  const rows = FIRMS.map((firm, index) => ({
    row: index + 1,
    line: index + 2,
    cells: [firm, `30 11 22 3${index}`, ''],
  }));
  return {
    'import:draft': () => draft,
    'import:saveDraft': (changes) => ({
      ...draft,
      ...(changes.mapping === undefined ? {} : { mapping: changes.mapping }),
    }),
    'import:source': () => ({ state: 'same', corrections: 0 }),
    'import:rows': ({ offset, limit }) => ({ rows: rows.slice(offset, offset + limit) }),
    'import:sentRow': ({ row }) => ({
      row,
      line: row + 1,
      fields: [{ field: 'Firma', value: FIRMS[row - 1] ?? '', inFile: FIRMS[row - 1] ?? '', doubt: '' }],
      body: '{"Firma":"Nordlys ApS"}',
    }),
    'import:ruleExamples': ({ rule: { source } }) => ({
      rows: rows.map(({ line, cells }) => {
        const parts = source.kind === 'columns' ? source.columns.map((column) => cells[column] ?? '') : [];
        return { line, inFile: parts.join(' | '), value: parts.filter((part) => part !== '').join(' ') };
      }),
    }),
    'import:campaigns': () => ({ campaigns: [{ code: 'DK-NORDLYS', lastUsedAt: null, jobs: 0 }] }),
    'template:match': () => ({ matches: [] }),
    'template:list': () => ({ templates: [] }),
    'job:list': () => ({ jobs: [] }),
    'quota:snapshot': () => exampleQuota(),
  };
}

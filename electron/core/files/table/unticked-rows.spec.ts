import { describe, expect, it } from 'vitest';
import { fullyProfiledRows } from './column-profile.ts';
import { ProblemList } from './problem-list.ts';
import { RowPacker } from './row-packer.ts';
import { type StagerChoices, TableStager } from './table-stager.ts';
import { isUnticked, isUntickedPacked } from './unticked-rows.ts';

const file = { holder: 'file', shortRowsAreOdd: true } as const;

/** What the sink gets of rows with ; between cells, and what is said of the others. */
function staged(rows: readonly string[], choices: StagerChoices = file) {
  const problems = new ProblemList();
  const written: string[] = [];
  const stager = new TableStager(choices, problems, {
    write: (_, line, cells) => void written.push(`${line} ${cells.join(';')}`),
  });
  for (const [at, row] of rows.entries()) stager.add(at + 1, row.split(';'));
  const { headerLine, lastDataLine } = stager.finish(true);
  const said = problems.list([]).map(({ kind, count, examples }) => `${kind} ${count}, first ${examples[0]?.line}`);
  return { written, said, header: headerLine.value, last: lastDataLine };
}

const names = 'Called;Name;Phone;Town;Consent';
const people = [
  'TRUE;Bo Berg;+4520304050;Ry;FALSE',
  'FALSE;Ann Dahl;+4520304051;Køge;TRUE',
  'FALSE;Ida Eng;;Ribe;FALSE',
];
const empty = 'FALSE;;;;FALSE';

describe('rows with nothing but boxes that nobody ticked', () => {
  it('below the leads are no rows, and hide neither the header nor the end of the table', () => {
    const { written, said, header, last } = staged([names, ...people, ...Array<string>(900).fill(empty)]);
    expect(written).toEqual(people.map((row, at) => `${at + 2} ${row}`));
    expect(said).toEqual(['unticked 900, first 5']);
    expect([header, last.value, last.certainty]).toEqual([1, 4, 'certain']);
  });

  it('between the leads are told once, and no blank rows', () => {
    const { written, said } = staged([names, people[0] ?? '', empty, '', empty, ...people.slice(1)]);
    expect(written).toHaveLength(3);
    expect(said).toEqual(['unticked 2, first 3', 'blankRows 1, first 4']);
  });

  it('are none where a box is ticked, or where something else stands', () => {
    const rows = ['TRUE;;;;FALSE', 'FALSE;;;Ry;FALSE', ';Falk;;;FALSE'];
    expect(rows.map((row) => isUnticked(row.split(';')))).toEqual([false, false, false]);
    expect(['FALSE', ';FALSCH;', 'FAUX;ONWAAR; ', ';ЛОЖЬ'].map((row) => isUnticked(row.split(';')))).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(isUnticked(['', ' '])).toBe(false);
  });

  it('are rows up to a last row that was chosen', () => {
    const { written } = staged([names, ...people, empty, empty], { ...file, lastDataLine: 5 });
    expect(written).toHaveLength(4);
  });

  it('are rows of a text file with one column', () => {
    expect(staged(['Consent', 'TRUE', 'FALSE', 'TRUE'], { ...file, headerLine: 1 }).written).toHaveLength(3);
  });

  it('are known when they come packed', () => {
    const packed = (cells: readonly string[], line = 1) => {
      const packer = new RowPacker();
      packer.begin();
      for (const [column, cell] of cells.entries()) if (cell !== '') packer.text(column, cell);
      const row = packer.finish(line, cells.length);
      if (row === null) throw new Error('the row is blank');
      return row;
    };
    const found = ['FALSE', ';;FALSE;FALSE', ' ;ЛОЖЬ', ';FALSE;Ry', 'FALSETTO;', 'TRUE;FALSE'].map((row) =>
      isUntickedPacked(packed(row.split(';'))),
    );
    expect(found).toEqual([true, true, true, false, false, false]);
    const problems = new ProblemList();
    const stager = new TableStager({ ...file, headerLine: 1 }, problems, {
      write: () => undefined,
      writePacked: () => undefined,
    });
    stager.add(1, ['Done', 'Name']);
    for (let at = 2; at < fullyProfiledRows + 500; at += 1) stager.add(at, ['FALSE', `Person ${at}`]);
    expect(stager.takesPacked).toBe(true);
    stager.packed(packed(['FALSE', ''], fullyProfiledRows + 500));
    stager.packed(packed(['FALSE', 'Ida'], fullyProfiledRows + 501));
    expect(stager.finish(true).rows).toBe(fullyProfiledRows + 499);
    expect(problems.list([])).toMatchObject([{ kind: 'unticked', count: 1 }]);
  });
});

import { describe, expect, it } from 'vitest';
import { fullyProfiledRows } from './column-profile.ts';
import { ProblemList } from './problem-list.ts';
import { RowPacker } from './row-packer.ts';
import { rowText } from './sheet-row.ts';
import { type StagerChoices, TableStager } from './table-stager.ts';

const text = { holder: 'file', shortRowsAreOdd: true, headerLine: 1, lastDataLine: 99_999 } as const;

/** Rows with ; between cells, a line each; an empty one is blank. `written`: what the sink got, with its numbers. */
function staged(rows: readonly string[], choices: StagerChoices = text, isWhole = true) {
  const problems = new ProblemList();
  const written: string[] = [];
  const stager = new TableStager(choices, problems, {
    write: (row, line, cells) => void written.push(`${row} ${line} ${cells.join(';')}`),
  });
  stager.watchesInvisible = true;
  expect(stager.packedWidth).toBe(0);
  const found: number[] = [];
  rows.forEach((row, at) => {
    stager.add(at + 1, row.split(';'));
    found.push(stager.found - stager.rows);
  });
  const held = [...written];
  const table = stager.finish(isWhole);
  const labels = table.columns.map(({ label }) => label);
  const said = problems
    .list(labels)
    .flatMap(({ kind, examples }) => examples.map(({ line, column }) => `${kind} ${line} ${column}`.trim()));
  const blanks = problems.list(labels).find(({ kind }) => kind === 'blankRows');
  return { table, written, said, blanks, held, found, seen: stager.seen, labels };
}

/** Of a chosen end nothing is guessed, so that each row is what it is. */
const guessing = { ...text, lastDataLine: undefined } as const;

describe('rows of a table', () => {
  it('are numbered, and keep their lines; blank ones between them are told', () => {
    const { written, said, seen } = staged(['Name;Phone', '', 'Bo;1', ' ; ', '', 'Ib;2', '', ' ;']);
    expect(written).toEqual(['1 3 Bo;1', '2 6 Ib;2']);
    expect(said).toEqual(['blankRows 4', 'blankRows 5']);
    expect(seen).toBe(3);
  });

  it('that are blank are told by whoever saw it', () => {
    const problems = new ProblemList();
    const stager = new TableStager(text, problems, { write: () => undefined });
    stager.add(1, ['Name', 'Phone']);
    stager.add(2, ['Bo', '1']);
    stager.blanks.upTo(3);
    stager.add(4, ['Ib', '2']);
    // A workbook goes on behind lines that it does not hold.
    stager.add(7, ['Eva', '3']);
    stager.blanks.upTo(8);
    stager.add(9, ['Ida', '4']);
    stager.finish(true);
    const [blanks] = problems.list([]);
    expect([blanks?.count, blanks?.examples.map(({ line }) => line)]).toEqual([4, [3, 5, 6, 8]]);
  });

  it('lose the blanks around their values only when a person wants it', () => {
    expect(staged(['Name;Phone', ' Bo ; 1']).written).toEqual(['1 2  Bo ; 1']);
    expect(staged(['Name;Phone', ' Bo ; 1'], { ...text, keepSpaces: false }).written).toEqual(['1 2 Bo;1']);
  });

  it('have as many cells as the header; what is more or less is told', () => {
    const rows = ['Name;Phone', 'Bo', 'Ib;2; ;', 'Eva;3;x;', 'Ida;4'];
    const { written, said, labels } = staged(rows);
    expect(written).toEqual(['1 2 Bo', '2 3 Ib;2', '3 4 Eva;3;x', '4 5 Ida;4']);
    expect(said).toEqual(['ragged 2', 'ragged 4', 'emptyHeader 1 Column 3']);
    expect(labels).toEqual(['Name', 'Phone', 'Column 3']);
    expect(staged(rows, { ...text, shortRowsAreOdd: false }).said).toEqual(['ragged 4', 'emptyHeader 1 Column 3']);
    // Without a header the first row decides.
    expect(staged(['Bo;1;x', 'Ib;2', 'Eva;3;y;z'], { ...text, headerLine: null }).said).toEqual([
      'ragged 2',
      'ragged 3',
    ]);
  });

  it('have cells that are named when something is odd with them', () => {
    const long = 'x'.repeat(32_767);
    const { said } = staged([
      ...['Name;Phone;Note', `Bo;1;${long}`, `Ib;2;${long}y`, 'Eva;4,17E+10;', 'Ida;E+;4.5E+3'],
      ...['Jim; ;', '4,17E+10;1;x'],
    ]);
    expect(staged(['Na\u200bme;Phone', 'B\u200bo;1', 'Ib;2']).said).toEqual([
      'invisible 1 Na\u200bme',
      'invisible 2 Na\u200bme',
    ]);
    expect(said).toEqual([
      ...['longCell 3 Note', 'shortened 4 Phone', 'shortened 5 Note', 'shortened 7 Name', 'onlySpaces 6 Phone'],
    ]);
  });

  it('that repeat the header are no data, with the mark of a file before them too', () => {
    const rows = ['Name;Phone', 'Bo;1', 'Name;Phone', '\ufeffName;Phone', 'Name;Phone;x', 'x;Phone', 'Ib;2'];
    const { written, said } = staged(rows, guessing);
    expect(said).toContain('repeatedHeader 3');
    expect(said).toContain('repeatedHeader 4');
    expect(written).toEqual(['1 2 Bo;1', '2 5 Name;Phone;x', '3 6 x;Phone', '4 7 Ib;2']);
    expect(staged(rows).written).toHaveLength(6);
    expect(staged(['Name', 'Bo', 'Name', 'Ib'], guessing).written).toHaveLength(3);
  });

  it('that repeat the header with other blanks, capitals or empty cells behind it are no data', () => {
    const odd = ['NAME;PHONE;TOWN', 'Name ; Phone;Town;;'];
    const rows = ['Name;Phone; Town', 'Bo;1;Ry', ...odd, 'Ib;2;Ry', 'Name;Phone', 'Jo;3;x'];
    const { written, said } = staged(rows, guessing);
    expect(said).toEqual(expect.arrayContaining(['repeatedHeader 3', 'repeatedHeader 4']));
    expect(written).toEqual(['1 2 Bo;1;Ry', '2 5 Ib;2;Ry', '3 6 Name;Phone', '4 7 Jo;3;x']);
  });

  it('that repeat the header in capitals are no data in a long table either, where rows come packed', () => {
    const stored: string[] = [];
    const stager = new TableStager(guessing, new ProblemList(), {
      write: (_row, _line, cells) => void stored.push(cells.join()),
      writePacked: (_row, _line, json) =>
        void stored.push((JSON.parse(Buffer.from(json).toString()) as string[]).join()),
    });
    stager.add(1, ['Name', 'Phone']);
    for (let line = 2; line < fullyProfiledRows + 500; line += 1) stager.add(line, ['Bo', String(line)]);
    for (const [at, cells] of [
      ['NAME', 'PHONE'],
      ['Nana', '12345'],
      ['name', 'Phone '],
    ].entries()) {
      const packer = new RowPacker();
      packer.begin();
      for (const [column, cell] of cells.entries()) packer.text(column, cell);
      const row = packer.finish(fullyProfiledRows + 500 + at, 2);
      expect(row).not.toBeNull();
      if (row !== null) stager.packed(row);
    }
    stager.finish(true);
    expect(stored.slice(-2)).toEqual([`Bo,${fullyProfiledRows + 499}`, 'Nana,12345']);
  });

  it('with a phone are leads, also where a group ends with a company that is named like a total', () => {
    const block = Array.from({ length: 9 }, (_, at) => `Bo ${'x'.repeat(at)};0203040${at};${at};${at};c`);
    const rows = ['Name;Phone;a;b;c', ...block, 'Total Energies;02030409', 'Name;Phone;a;b;c', ...block];
    expect(staged(rows, guessing).written).toHaveLength(19);
    expect(staged(rows.with(10, 'Total group;;;45'), guessing).said).toContain('totals 11');
  });

  it('that sum up a group are no data, also where the next one has no header', () => {
    const block = Array.from({ length: 9 }, (_, at) => `Bo ${'x'.repeat(at)};0203040${at};${at};${at};c`);
    const rows = ['Name;Phone;a;b;c', ...block, 'Sum;;;99', ...block, '', 'Sum;;;99', ...block];
    const { written, said } = staged(rows, guessing);
    expect([written.length, said]).toEqual([27, ['totals 11', 'totals 22', 'blankRows 21']]);
    expect(staged(rows).written).toHaveLength(29);
    for (const lead of ['Sum;02030409', 'Sum Ltd;;35;c', 'Sum Ltd;;912345678', 'Sum;;35;35', 'Sum'])
      expect(staged(rows.with(10, lead), guessing).written).toHaveLength(28);
    const narrow = [...block, 'Sum;36', ...block].map((row) => row.replace(/;0.*;c/, ';1;2'));
    expect(staged(['Name;a;b', ...narrow], guessing).written).toHaveLength(19);
  });

  it('that have nothing but the number of a page are no data, and a lead called so is', () => {
    const page = (number: number) => Array.from({ length: 4 }, (_, at) => `Bo ${number}${at};020${number}${at};Ry`);
    const feet = (one: string, two: string) =>
      staged(['Name;Phone;Town', ...page(1), one, ...page(2), two, ...page(3)], guessing).said.filter((problem) =>
        problem.startsWith('pageFeet'),
      );
    for (const [one, two] of [
      ['Page 1 of 3', 'Page 2 of 3'],
      [';;Seite 1 / 3', ';;Seite 2 / 3'],
      ['- Side 1 -', '- Side 2 -'],
      [';第1頁', ';第2頁'],
    ] as const)
      expect(feet(one, two)).toEqual(['pageFeet 6', 'pageFeet 11']);
    expect(feet('Page 1;0201;Ry', 'Page Ltd 2')).toEqual([]);
  });

  it('that are headings of groups are no data, and the data begins behind them', () => {
    const rows = ['Unit;a;b;c', 'North:', 'Ry;1;2;3', 'Køge;4;5;6', 'South ...', 'Ribe;7;8;9', 'Vejle;1;2;3'];
    const { table, written, said } = staged(rows, guessing);
    expect(said).toEqual(['sectionRows 2', 'sectionRows 5']);
    expect(written).toEqual(['1 3 Ry;1;2;3', '2 4 Køge;4;5;6', '3 6 Ribe;7;8;9', '4 7 Vejle;1;2;3']);
    expect(table.firstDataLine.value).toBe(3);
    expect(staged(rows).written).toHaveLength(6);
    expect(staged(rows, { ...guessing, firstDataLine: 4 }).table.firstDataLine.value).toBe(4);
  });

  it('are headings above rows that begin further right, and gaps of three rows above a header', () => {
    const rows = ['Unit;a;b;c', 'Vejle;1;2;3', 'North;;;', ' Ry;1;2;3', ' Køge;4;5;6', 'Ribe;7;8;9'];
    expect(staged(rows, guessing).said).toEqual(['sectionRows 3']);
    const block = Array.from({ length: 9 }, (_, at) => `Ry ${'x'.repeat(at)};${at};2;3`);
    const gap = (...between: readonly string[]) => {
      const { written, said } = staged(['Unit;a;b;c', ...block, ...between, 'Unit;a;b;c', ...block], guessing);
      return [written.length, ...said.map((problem) => problem.split(' ')[0])];
    };
    expect(gap()).toEqual([18, 'repeatedHeader']);
    expect(gap('Sum;9;;', 'South;;;', 'Fyn;;;')).toEqual([
      18,
      'totals',
      'sectionRows',
      'sectionRows',
      'repeatedHeader',
    ]);
    expect(gap('West;;;', 'Sum;9;;', 'South;;;', 'Fyn;;;')[0]).toBe(19);
    expect(gap('West;;;', 'Ry;1;2;3', 'Fyn;;;')[0]).toBe(20);
  });

  it('with only a name are leads right above the header of the next group, where names look like that', () => {
    const names = 'Name;Phone;Mail;Town';
    const people = [
      'Bo Berg;0201;b@x.dk;Ry',
      'Ann Dahl;0202;a@x.dk;Ry',
      'Ida Eng;0203;i@x.dk;Ry',
      'Kim Fog;0204;k@x.dk;Ry',
    ];
    const found = (...between: readonly string[]) => {
      const { written, said } = staged([names, ...people, ...between, names, ...people], guessing);
      return [written.length, ...said.filter((problem) => !problem.startsWith('blankRows'))];
    };
    expect(found('Eva Holm;;;')).toEqual([9, 'repeatedHeader 7']);
    expect(found('Liv Gade;;;', 'Eva Holm;;;')).toEqual([10, 'repeatedHeader 8']);
    expect(found('Ribe;;;')).toEqual([8, 'sectionRows 6', 'repeatedHeader 7']);
    expect(found('', 'North Jutland;;;')).toEqual([8, 'sectionRows 7', 'repeatedHeader 8']);
  });

  it('come again on each page with its title and the line below the names', () => {
    const page = (number: number) => [`List, page ${number};;;`, '', 'Unit;a;b;c', '---;-;-;-'];
    const rows = ['Vejle;1;2;3', 'Ry;4;5;6', 'Ribe;7;8;9'];
    const { written, said } = staged([...page(1), ...rows, ...page(2), ...rows, 'List, page 3;;;'], {
      ...guessing,
      headerLine: 3,
      firstDataLine: 5,
    });
    expect(written.map((row) => row.split(' ')[1])).toEqual(['5', '6', '7', '12', '13', '14', '15']);
    expect(said.filter((problem) => !problem.startsWith('blankRows'))).toEqual([
      ...['titleLines 1', 'titleLines 4', 'repeatedHeader 8', 'repeatedHeader 10', 'repeatedHeader 11'],
    ]);
  });

  it('come again with their title in narrow tables, too, where a row with one value is data', () => {
    const page = (number: number) => [`List, page ${number}`, 'Name;Phone', 'Bo;20301', 'Ib;20302', 'Eva'];
    const { written, said } = staged([...page(1), ...page(2), ...page(3)], {
      ...guessing,
      headerLine: 2,
      firstDataLine: 3,
    });
    expect(written).toHaveLength(9);
    expect(said.filter((problem) => problem.startsWith('repeatedHeader'))).toHaveLength(4);
  });

  it('are data where only their numbers are those of a title, or of the line below the names', () => {
    const names = 'Unit;a;b;c';
    const rows = ['Vejle;1;2;3', 'Ry;4;5;6', 'Ribe;7;8;9'];
    const { written } = staged(['2026;;;', names, 'No. 1;;;', ...rows, ';20112233;;', names, 'No. 2;;;', ...rows], {
      ...guessing,
      headerLine: 2,
      firstDataLine: 4,
    });
    expect(written.map((row) => row.split(' ')[1])).toEqual(['4', '5', '6', '7', '9', '10', '11', '12']);
  });

  it('that sum up a group and name it are no data, and those of a group of groups', () => {
    const block = (town: string, land: string) =>
      Array.from({ length: 4 }, (_, at) => `Bo ${'x'.repeat(at)};0203040${at};${town};${land};${at}`);
    const odense = block('Odense', 'Fyn');
    const vejle = block('Vejle', 'Jylland');
    const rows = (first: string, second: string) =>
      staged(['Name;Phone;Town;Land;Sum', ...odense, first, second, ...vejle, 'Total Vejle;;;;6'], guessing);
    for (const [first, second] of [
      [';;Odense Total;;6', ';;;Fyn Total;6'],
      ['Total Odense;;;;6', 'TOTAL FYN;;;;6'],
      [';;Odense I alt;;6', 'Celkem z Odense;;;;6'],
      ['5;;Odense Total;;', 'Sum of Odense;;;;6'],
    ] as const) {
      const { written, said } = rows(first, second);
      expect([written.length, said]).toEqual([8, ['totals 6', 'totals 7', 'totals 12']]);
    }
    for (const lead of [
      'Total Bygg;;;;45',
      'Total Odense;02030409;;;45',
      'Odense;;;;6',
      '9;Total Odense;;;',
      'Total Nye Odense;;;;7',
      'TotalOdense;;;;6',
      'Total Odense;;x;;',
      'Odense Total',
    ])
      expect([lead, rows(lead, lead).written.length]).toEqual([lead, 10]);
  });

  it('end above the total of the last group, and it is said that rows are below', () => {
    const people = Array.from({ length: 4 }, (_, at) => `Bo ${'x'.repeat(at)};0203040${at};Odense;${at}`);
    const end = (...more: string[]) => staged(['Name;Phone;Town;Sum', ...people, ...more], guessing).table.lastDataLine;
    expect(end(';;Odense Total;6')).toMatchObject({ value: 5, certainty: 'likely', alternatives: [6] });
    expect(end()).toMatchObject({ value: 5, certainty: 'certain', alternatives: [] });
  });

  it('are notes behind a blank line, and rows without one', () => {
    const people = ['Bo;1;x', 'Ib;2;y', 'Eva;3;z'];
    expect(staged(['Name;Sum;Note', ...people, '', 'by hand'], guessing).said).toEqual(['notesBelow 6']);
    expect(staged(['Name;Sum;Note', ...people, 'by hand'], guessing).written).toHaveLength(4);
  });

  it('are read on behind a total that leads follow, and the total is told', () => {
    const people = ['Bo;+4520304050;10', 'Ib;+4520304051;20', 'Eva;+4520304052;30'];
    const { written, said } = staged(['Name;Phone;Sum', ...people, 'Total;;60', 'Jim;+4520304053;5'], guessing);
    expect(written.map((row) => row.split(' ')[1])).toEqual(['2', '3', '4', '6']);
    expect(said).toEqual(['totals 5']);
  });

  it('above and below the table are told, and totals by themselves', () => {
    const people = ['Bo;1;x', 'Ib;2;y', 'Eva;3;z'];
    const { table, written, said } = staged(
      ['Leads of May', '', 'Name;Sum;Note', ...people, 'Total;6', '', 'by hand'],
      {
        ...guessing,
        headerLine: undefined,
      },
    );
    expect(written).toHaveLength(3);
    expect(said).toEqual(['titleLines 1', 'totals 7', 'notesBelow 9']);
    expect([table.headerLine.value, table.firstDataLine.value, table.lastDataLine.value]).toEqual([3, 4, 6]);
    const chosen = staged(['Name;Sum', ...people, 'Jim;4'], { ...text, firstDataLine: 3, lastDataLine: 4 });
    expect(chosen.written).toEqual(['1 3 Ib;2;y', '2 4 Eva;3;z']);
    expect(chosen.said).toEqual(
      ['ragged 3', 'ragged 4', 'titleLines 2', 'notesBelow 5', 'emptyHeader 1 Column 3'].sort(
        (one, other) => chosen.said.indexOf(one) - chosen.said.indexOf(other),
      ),
    );
    // A beginning has no end.
    const begun = staged(['Name;Sum;Note', ...people, 'Total;6', '', 'by hand'], guessing, false);
    expect(rowText([' ', ...Array.from({ length: 13 }, (_, at) => ` ${at}${'x'.repeat(70)}`)])).toBe(
      Array.from({ length: 12 }, (_, at) => `${at}${'x'.repeat(70)}`.slice(0, 60)).join(' | '),
    );
    expect([begun.written.length, begun.table.lastDataLine.certainty]).toEqual([5, 'guess']);
  });

  it('are passed on as they come, but for the last ones', () => {
    const rows = Array.from({ length: 1000 }, (_, at) => `Person ${at};${at}`);
    const { held, written, found } = staged(['Name;No', ...rows], guessing);
    expect(found[199]).toBe(199);
    expect(found[399]).toBe(399);
    expect(found[400]).toBe(200);
    expect(held).toHaveLength(800);
    expect(written.at(-1)).toBe('1000 1001 Person 999;999');
    expect(written).toHaveLength(1000);
    const gaps = [
      'Name;No',
      'Bo;1',
      ...Array<string>(1500).fill(''),
      'Ib;2',
      '',
      'Eva;3',
      ...Array<string>(9).fill(''),
    ];
    const blanks = staged(gaps).blanks;
    expect(blanks).toMatchObject({ count: 1501, title: '1,501 rows without content' });
    expect(blanks?.examples.map(({ line }) => line)).toEqual(Array.from({ length: 20 }, (_, at) => at + 3));
    const one = ['Name;No', 'Bo;1', ...Array<string>(21).fill(''), 'Ib;2'];
    expect(staged(one).blanks?.count).toBe(21);
    // The header is looked for among the first two hundred rows, or up to the one that was chosen.
    const late = staged(
      Array.from({ length: 300 }, (_, at) => `x;y${at}`),
      { ...text, headerLine: 250 },
    );
    expect([late.written[0], late.written.length, late.found[249], late.found[250]]).toEqual([
      '1 251 x;y250',
      50,
      0,
      1,
    ]);
  });

  it('are the same whether they come as cells or packed, as they do once the columns are known', () => {
    const ordinary = Array.from({ length: fullyProfiledRows + 400 }, (_, at) => `Person ${at % 90};${at % 7};Ry`);
    const odd = [
      ...['Name;No;City', '\ufeffName;No;City', 'Name;No;Ry', 'North:;;', 'x; ;Ry', 'gpj\u202eexe;1;Ry'],
      ...[
        'Øst;4,17E+10;Ry',
        `${'x'.repeat(32_768)};1;`,
        `${'longer than all'.repeat(9)};1;Ry`,
        ';;only the last',
        'Bo;1',
        'Ib;2;Ry;more',
      ],
    ];
    const fed = (isPacked: boolean) => {
      const problems = new ProblemList();
      const written: string[] = [];
      let packs = 0;
      const stager = new TableStager(guessing, problems, {
        write: (row, line, cells) => void written.push(`${row} ${line} ${JSON.stringify(cells)}`),
        writePacked: (row, line, json) => {
          packs += 1;
          written.push(`${row} ${line} ${Buffer.from(json).toString('utf8')}`);
        },
      });
      stager.watchesInvisible = true;
      const packer = new RowPacker();
      for (const [at, row] of ['Name;No;City', ...ordinary, ...odd, ...ordinary.slice(0, 600)].entries()) {
        const cells = row.split(';');
        const width = isPacked ? stager.packedWidth : 0;
        packer.begin();
        if (width > 0) for (const [column, cell] of cells.entries()) if (cell !== '') packer.text(column, cell);
        const packed = width > 0 ? packer.finish(at + 1, cells.length) : null;
        if (packed === null) stager.add(at + 1, cells);
        else stager.packed(packed);
      }
      const table = stager.finish(true);
      const filled = table.columns.map((column) => [column.label, column.filled, column.longest]);
      const said = problems.list(table.columns.map(({ label }) => label)).map(({ kind, count }) => `${kind} ${count}`);
      return { packs, seen: stager.seen, rows: table.rows, written: written.slice(-1012), filled, said };
    };
    const [cells, packed] = [fed(false), fed(true)];
    expect(cells.packs).toBe(0);
    expect(packed.packs).toBeGreaterThan(700);
    const whole = (row: string) => row.replace(/(?:,"")+\]$/, ']');
    expect({ ...packed, packs: 0, written: packed.written.map(whole) }).toEqual({
      ...cells,
      written: cells.written.map(whole),
    });
    expect(cells.said).toEqual([
      ...['repeatedHeader 2', 'onlySpaces 1', 'invisible 1', 'shortened 1', 'longCell 1', 'ragged 2', 'emptyHeader 1'],
    ]);
  });

  it('are refused where there are none, or too many cells', () => {
    expect(() => staged([])).toThrow('has no rows with content');
    expect(() => staged(['Name;Phone'])).toThrow('has a header but no rows below it');
    expect(() => staged(['Name;Phone', ';'.repeat(16_384)])).toThrow('Line 2 has 16,385 columns; at most 16,384');
  });
});

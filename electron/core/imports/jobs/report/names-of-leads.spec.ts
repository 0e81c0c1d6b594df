import { expect, it } from 'vitest';
import { eachTime } from '../../../foundation/world-fixture.ts';
import { atOnce, createJournal, type JournalUnderTest } from '../journal/job-fixture.ts';
import { namesOfLeads } from './names-of-leads.ts';

let at: JournalUnderTest;

eachTime(() => (at = createJournal()));

/** Rows with what was sent for each, and their lead ids by number: "A1". */
function imported(id: string, mark: string, createdAt: number, sent: readonly Record<string, string>[]): void {
  at.add(
    sent.map(() => ['']),
    { id, fileName: `${id}.csv`, createdAt },
  );
  for (const [index, data] of sent.entries()) {
    at.journal
      .prepare('UPDATE import_cell SET payload = ? WHERE job = ? AND n = ?')
      .run(JSON.stringify(data), id, index + 1);
    at.journal
      .prepare(`UPDATE import_row SET state = 'created', at = 5, lead_id = ? WHERE job = ? AND n = ?`)
      .run(`${mark}${index + 1}`, id, index + 1);
  }
}

it('names leads as they were sent, joined from their parts; a lead without a sure name is left out', () => {
  imported('old', 'A', 1, [{ Fornavn: 'Anna', Efternavn: 'Lund' }, { Telefon1: '+4520112233' }]);
  imported('new', 'B', 2, [{ FirstName: 'Bo', LastName: 'Berg' }]);
  const names = atOnce(namesOfLeads(at.store, ['A1', 'A2', 'B1', 'nobody']));
  expect(names).toEqual([
    { leadId: 'B1', name: 'Bo Berg', from: 'import', source: 'new.csv', at: 5 },
    { leadId: 'A1', name: 'Anna Lund', from: 'import', source: 'old.csv', at: 5 },
  ]);
});

it('does not name a row that was not created, and asks nothing for nobody', () => {
  imported('old', 'A', 1, [{ Fornavn: 'Anna', Efternavn: 'Lund' }]);
  at.journal.exec(`UPDATE import_row SET state = 'unknown'`);
  expect(atOnce(namesOfLeads(at.store, ['A1']))).toEqual([]);
  expect(atOnce(namesOfLeads(at.store, []))).toEqual([]);
});

it('names one lead alone, by its latest import that names it, and looks no further when all are named', () => {
  imported('old', 'A', 1, [{ Fornavn: 'Anna' }, { Fornavn: 'Bo' }, { Fornavn: 'Carl' }]);
  imported('new', 'A', 2, [{ Fornavn: 'Annette' }, { Telefon1: '1' }]);
  const work = namesOfLeads(at.store, ['A1', 'A2']);
  const sizes: unknown[] = [];
  let step = work.next();
  // A row at a time.
  for (; step.done !== true; step = work.next(0)) sizes.push(step.value);
  expect(step.value.map(({ name, source }) => [name, source])).toEqual([
    ['Annette', 'new.csv'],
    ['Bo', 'old.csv'],
  ]);
  // Both rows of the last import and its end, then two of the three before.
  expect(sizes).toEqual([0, 1, 1, 1, 1]);
  expect(atOnce(namesOfLeads(at.store, ['A3'])).map(({ name }) => name)).toEqual(['Carl']);
});

it('says when a lead was created, or when its import began where that is not known', () => {
  imported('old', 'A', 7, [{ Fornavn: 'Anna' }]);
  at.journal.exec('UPDATE import_row SET at = NULL');
  expect(atOnce(namesOfLeads(at.store, ['A1']))).toMatchObject([{ at: 7 }]);
});

import { expect, test } from 'vitest';
import type { CheckSummary } from '../../../../../../shared/contract/check/check.ts';
import { exampleDraft } from '../../../../testing/example-draft.ts';
import { showPage } from '../../../../testing/show.tsx';
import { reason, summary } from '../../checking/check-fixture.ts';
import { CheckReportPage } from './CheckReportPage.tsx';

const draft = exampleDraft({ step: 'check' });
const phone = reason({ count: 12, examples: [{ row: 1, line: 2, value: '12345' }] });
const repeats = reason({
  id: 'duplicatePhone',
  kind: 'duplicatePhone',
  severity: 'warning',
  field: null,
  title: 'Phone repeats in this file',
  count: 5,
  repair: null,
});
const found: CheckSummary = summary([phone, repeats], {
  duplicates: [
    { reasonId: 'duplicatePhone', by: 'phone', label: 'phone', groups: 2, rows: 5, extra: { first: 3, last: 3 } },
  ],
  leftOut: [{ reasonId: null, title: '', rows: 3 }],
  cleanedPhones: 700,
});
const step = (id: number, title: string, stands: boolean) => ({ id, title, rows: id, stands });

const open = () =>
  showPage(<CheckReportPage draft={draft} />, {
    'check:run': () => found,
    'check:history': () => ({
      total: 3,
      steps: [step(9, 'Undone', false), step(4, 'Second', true), step(2, 'First', true)],
    }),
  });

test('the report has reasons, counts, examples, what was left out and what was decided', async () => {
  const { screen } = await open();
  const paper = screen.getByRole('article');
  await expect
    .element(paper.getByRole('row', { name: /^Area code is missing .*likely to be refused\. line 2 “12345” 12$/ }))
    .toBeVisible();
  await expect
    .element(paper.getByRole('row', { name: /^Phone repeats in this file All are sent as they are\..* 5$/ }))
    .toBeVisible();
  await expect.element(paper.getByRole('row', { name: 'Chosen one by one 3 rows' })).toBeVisible();
  await expect.element(paper.getByText('Germany +49, a guess, 700 cleaned')).toBeVisible();
  expect(
    paper
      .getByText(/^(?:First|Second|Undone)$/)
      .elements()
      .map((cell) => cell.textContent),
  ).toEqual(['First', 'Second']);
});

test('without examples no value of the file is on the page', async () => {
  const { screen } = await open();
  await screen.getByRole('checkbox', { name: 'Values of the file as examples' }).click();
  const paper = screen.getByRole('article');
  await expect.element(paper.getByText('No value of the file on this page.')).toBeVisible();
  expect(paper.getByText(/12345/).elements()).toEqual([]);
  await expect.element(paper.getByText('line 2', { exact: true })).toBeVisible();
});

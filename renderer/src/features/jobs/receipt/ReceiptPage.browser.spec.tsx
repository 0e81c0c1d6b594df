import { expect, test, vi } from 'vitest';
import type { Receipt } from '../../../../../shared/contract/jobs/receipt.ts';
import { format } from '../../../lib/format.ts';
import { exampleJob, exampleQuota } from '../../../testing/examples.ts';
import type { Answers } from '../../../testing/host.ts';
import { showPage } from '../../../testing/show.tsx';
import { ReceiptPage } from './ReceiptPage.tsx';

const SENTENCE = 'Telefon1 is not a valid phone number: it must have eight digits and begin with neither 0 nor 1';
const reasons = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ reason: `${SENTENCE} (${index + 1}).`, count: 1 }));
const lead = { line: 2, leadId: '50F9A31', at: Date.UTC(2026, 10, 22, 12) };

function receipt(refused: number, change: Partial<Receipt> = {}): Receipt {
  const counts = { rows: 100, created: 88, refused, unknown: 0, skipped: 0, excluded: 12 - refused, waiting: 0 };
  return {
    summary: exampleJob({ state: 'complete', counts, poolName: 'Nordlys 2026-11' }),
    address: 'http://127.0.0.1:4810/api',
    username: 'anna',
    file: { name: 'nordlys.csv', size: 12_000, hash: '9c1e6f0b7a52d84e'.repeat(4), readAs: 'UTF-8, comma' },
    fairUse: true,
    requests: 100,
    mapping: Array.from({ length: 10 }, (_, index) => ({
      field: `Field${index}`,
      columns: [`Column ${index}`],
      constant: null,
      cleaning: index === 0 ? [{ kind: 'phone' as const, country: 'DK' }] : [],
      rewritten: index === 0 ? 1811 : 0,
    })),
    refused: reasons(refused),
    skipped: reasons(12 - refused).slice(0, 6),
    first: lead,
    last: { ...lead, line: 91, leadId: '50FB0B1' },
    wereUnknown: Array.from({ length: 9 }, (_, index) => ({
      line: index + 2,
      cameBack: 'The connection was cut.',
      decision: 'exists' as const,
      had: 'lead' as const,
      leadId: `50FA0C${index}`,
      at: lead.at,
    })),
    wereUnknownTotal: 9,
    seen: null,
    repaired: 0,
    readAt: lead.at,
    ...change,
  };
}

const showReceipt = (answer: Receipt, answers: Answers = {}) =>
  showPage(<ReceiptPage jobId="job-1" />, {
    'job:receipt': () => answer,
    'quota:snapshot': () => exampleQuota(),
    ...answers,
  });

const DESKTOP: Answers = {
  'host:info': () => ({ host: 'desktop', version: '1', platform: 'linux', protection: 'os' }),
  'host:savePdf': () => ({ name: 'nordlys.pdf' }),
};

function expectNothingOffThePaper(paper: Element): void {
  const sheet = paper.getBoundingClientRect();
  for (const element of paper.querySelectorAll('*')) {
    const place = element.getBoundingClientRect();
    expect(place.right).toBeLessThanOrEqual(sheet.right);
    expect(place.bottom).toBeLessThanOrEqual(sheet.bottom);
  }
}

test('six reasons of a kind, ten fields and rows that were unknown are one page, in full words', async () => {
  const { screen } = await showReceipt(receipt(6));
  await expect.element(screen.getByText('one page, A4')).toBeInTheDocument();
  const paper = screen.getByRole('article');
  expectNothingOffThePaper(paper.element());
  expect(paper.element().getBoundingClientRect().height).toBeLessThan(827);
  for (const name of [`${SENTENCE} (1).`, `${SENTENCE} (6).`])
    expect(
      paper
        .getByText(name)
        .elements()
        .map((cell) => cell.scrollWidth > cell.clientWidth),
    ).toEqual([false, false]);
  await expect.element(paper.getByText(/phone \+45, 1,811 rewritten/)).toBeVisible();
  await expect.element(paper.getByText('one lead, 50FA0C5')).toBeVisible();
  await expect.element(paper.getByText('and 3 more rows')).toBeVisible();
  await screen.getByText('Letter').click();
  await expect.element(screen.getByText('one page, Letter')).toBeInTheDocument();
  expectNothingOffThePaper(paper.element());
});

test('more reasons are all listed, on as many pages as they need', async () => {
  const { screen } = await showReceipt(receipt(12, { refused: reasons(30) }));
  await expect.element(screen.getByText('A4, more than one page')).toBeInTheDocument();
  const paper = screen.getByRole('article');
  await expect.element(paper.getByText(`${SENTENCE} (30).`)).toBeInTheDocument();
  expect(paper.getByText(/^one lead, /).elements()).toHaveLength(9);
  expectNothingOffThePaper(paper.element());
});

test('what was checked says whether the page names the line of every unknown row', async () => {
  const open = (change: Partial<Receipt> = {}) => {
    const answer = receipt(6, change);
    const counts = { ...answer.summary.counts, created: 79, unknown: 9 };
    const wereUnknown = answer.wereUnknown.map((row) => ({ ...row, decision: 'open' as const, leadId: null }));
    return { ...answer, summary: { ...answer.summary, counts }, wereUnknown };
  };
  const short = await showReceipt(open());
  await expect.element(short.screen.getByText(/the page names the lines of 6 of them/)).toBeVisible();
  await short.screen.getByRole('checkbox', { name: 'Reasons and decisions' }).click();
  await expect.element(short.screen.getByText(/unknown: the page says how many/)).toBeVisible();
  await short.screen.unmount();
  const long = await showReceipt(open({ refused: reasons(30) }));
  await expect.element(long.screen.getByText(/the page names their lines/)).toBeVisible();
});

test('rows refused for reasons that are not listed are counted, and what lead search showed is said', async () => {
  const { screen } = await showReceipt(
    receipt(6, { refused: reasons(4), seen: { at: lead.at, leads: 86, created: 88 } }),
  );
  await expect.element(screen.getByText('2 rows for other reasons')).toBeVisible();
  await expect.element(screen.getByText(/Lead search showed 86 of the 88 created leads/)).toBeVisible();
});

test('the desktop program saves a PDF under the name of the job; a browser prints', async () => {
  const { screen } = await showReceipt(receipt(6));
  await expect.element(screen.getByRole('button', { name: 'Print' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Save as PDF' }).elements()).toEqual([]);
  await screen.unmount();
  const desktop = await showReceipt(receipt(6), DESKTOP);
  await desktop.screen.getByRole('button', { name: 'Save as PDF' }).click();
  await expect.element(desktop.screen.getByText('Saved nordlys.pdf')).toBeVisible();
  expect(desktop.host.calls('host:savePdf')).toEqual([{ suggestedName: 'Nordlys customers receipt.pdf' }]);
});

test('a held Ctrl+S saves one PDF', async () => {
  const { screen, host } = await showReceipt(receipt(6), DESKTOP);
  await expect.element(screen.getByRole('button', { name: 'Save as PDF' })).toBeVisible();
  for (const repeat of [false, true, true])
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 's', ctrlKey: true, repeat, cancelable: true }));
  await expect.element(screen.getByText('Saved nordlys.pdf')).toBeVisible();
  expect(host.calls('host:savePdf')).toHaveLength(1);
});

test('the page is called free of leads’ data only where the service’s own words are not on it', async () => {
  const { screen } = await showReceipt(
    receipt(1, { refused: [{ reason: 'The phone +4530104729 is on the list of Anna Holm.', count: 1 }] }),
  );
  const paper = screen.getByRole('article');
  await expect.element(paper.getByText(/but lead ids and reasons/)).toBeVisible();
  await expect.element(screen.getByText(/Read what the service said before the page goes/)).toBeVisible();
  await screen.getByRole('checkbox', { name: 'Reasons and decisions' }).click();
  await expect.element(paper.getByText('No lead’s data but lead ids.')).toBeVisible();
  await expect.element(screen.getByText(/so it can go to a colleague or a customer/)).toBeVisible();
});

test('the text that is copied has the parts of the page and no others', async ({ onTestFinished }) => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  onTestFinished(() => copied.mockRestore());
  const few = receipt(6);
  const counts = { ...few.summary.counts, rows: 1294, excluded: 1200 };
  const { screen } = await showReceipt({
    ...few,
    summary: { ...few.summary, counts },
    skipped: [{ reason: 'Left out by hand', count: 1200 }],
  });
  const copy = async () => {
    await screen.getByRole('button', { name: /^Copy as text|^Copied/ }).click();
    return copied.mock.lastCall?.[0] ?? '';
  };
  const whole = await copy();
  expect(whole).toMatch(/^Created 88, refused 6, unknown 0, skipped 1,200, waiting 0$/m);
  const lines = {
    'Names of people': [/, user anna$/m, /^Sent by: anna$/m],
    'File name and hash': [/^File: nordlys\.csv, /m, /^SHA-256: 9c1e/m],
    Mapping: [/^Column 0 -> Field0: /m],
    'Reasons and decisions': [/^Refused 1: /m, /^Skipped 1,200: /m],
    'How to undo': [/^To undo this import: /m],
  };
  for (const [part, expected] of Object.entries(lines)) {
    for (const line of expected) expect(whole).toMatch(line);
    await screen.getByRole('checkbox', { name: part }).click();
    const less = await copy();
    for (const line of expected) expect(less).not.toMatch(line);
  }
  expect(await copy()).toMatch(/^Sent by: Person 1$/m);
});

test('times of another day than the one of the start have their day', async () => {
  const nextDay = lead.at + 86_400_000;
  const answer = receipt(6, { last: { ...lead, at: nextDay, leadId: '50FB0B1', line: 91 }, readAt: nextDay });
  const [open] = answer.wereUnknown;
  if (open === undefined) throw new Error('The example has rows that were unknown.');
  const { screen } = await showReceipt({
    ...answer,
    summary: { ...answer.summary, counts: { ...answer.summary.counts, waiting: 3 } },
    wereUnknown: [{ ...open, at: nextDay }],
  });
  // 12:00 UTC on the clock of the account.
  const day = format.dayAndMonth(nextDay, 'UTC');
  const paper = screen.getByRole('article');
  for (const words of [
    `as of ${day} 13:00, 3 rows wait`,
    `line 2, 13:00:00. Last lead 50FB0B1, line 91, ${day} 13:00:00.`,
    `linked${day} 13:00`,
  ])
    await expect.poll(() => paper.element().textContent).toContain(words);
});

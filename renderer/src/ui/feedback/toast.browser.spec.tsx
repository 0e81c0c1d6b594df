import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { showPage } from '../../testing/show.tsx';
import { Page, toast } from '../index.ts';

test('what has just happened is seen at once, and a failure stays while there is something else to give way', async () => {
  const { screen } = await showPage(<p>A page</p>);
  toast('First');
  toast('Second failed', null, { tone: 'error' });
  toast('Third');
  await expect.element(screen.getByText('Third')).toBeVisible();
  toast('Fourth');
  await expect.element(screen.getByText('Fourth')).toBeVisible();
  await expect.element(screen.getByText('First')).not.toBeInTheDocument();
  toast('Fifth');
  await expect.element(screen.getByText('Fifth')).toBeVisible();
  await expect.element(screen.getByText('Third')).not.toBeInTheDocument();
  await expect.element(screen.getByText('Second failed')).toBeVisible();
});

/** Everything in the page that can be pressed, where it can be seen: scrolled out of sight it covers nothing. */
function pressable(): DOMRect[] {
  const body = document.querySelector('main > [data-layout]');
  if (body === null) throw new Error('There is no page.');
  const frame = body.getBoundingClientRect();
  const all = [...body.querySelectorAll('button'), ...document.querySelectorAll('[data-page-foot] button')];
  return all.map((button) => {
    const { x, y, width, height } = button.getBoundingClientRect();
    const bottom = body.contains(button) ? Math.min(y + height, frame.bottom) : y + height;
    return new DOMRect(x, y, width, Math.max(0, bottom - y));
  });
}

/** The notes that can be seen, once they stand where they stay. */
async function notesAtRest(): Promise<DOMRect[]> {
  await expect.poll(() => document.getAnimations().length).toBe(0);
  return [...document.querySelectorAll('.mantine-Notification-root')]
    .map((note) => note.getBoundingClientRect())
    .filter(({ height }) => height > 0);
}

const bodyHeight = () => document.querySelector('main > [data-layout]')?.getBoundingClientRect().height ?? 0;

const overlaps = (one: DOMRect, other: DOMRect) =>
  one.height > 0 &&
  one.left < other.right &&
  other.left < one.right &&
  one.top < other.bottom &&
  other.top < one.bottom;

test.each([
  { width: 1366, height: 768, foot: true, layout: 'fill' },
  { width: 1024, height: 700, foot: false, layout: 'scroll' },
  { width: 683, height: 384, foot: true, layout: 'scroll' },
] as const)(
  'notes cover nothing that can be pressed: $width x $height, $layout',
  async ({ width, height, foot, layout }) => {
    await page.viewport(width, height);
    const rows = Array.from({ length: 80 }, (_, row) => (
      <button key={row} type="button" style={{ display: 'block', width: '100%' }}>
        Row {row}
      </button>
    ));
    const { screen } = await showPage(
      <Page title="Rows" layout={layout} foot={foot ? <button type="button">Start</button> : undefined}>
        <div style={{ overflow: 'auto', flex: 1 }}>{rows}</div>
      </Page>,
    );
    toast('Saved', 'Leads of the autumn.csv, counted again: 12,400 leads in 4 columns.');
    toast('Could not be sent', 'The service is out of reach.', { tone: 'error' });
    await expect.element(screen.getByText('Could not be sent')).toBeVisible();
    const notes = await notesAtRest();
    expect(notes).toHaveLength(2);
    expect(notes.some((note) => pressable().some((row) => overlaps(row, note)))).toBe(false);
    expect(notes.every((note) => note.top >= 0 && note.bottom <= height)).toBe(true);
  },
);

test.each([{ rail: 208 }, { rail: 72 }])(
  'notes move nothing while the rail has room for them: $rail pixels',
  async ({ rail }) => {
    await page.viewport(1366, 768);
    const { screen } = await showPage(
      <div style={{ display: 'flex' }}>
        <nav style={{ position: 'fixed', inset: `0 auto 0 0`, width: rail, display: 'flex', flexDirection: 'column' }}>
          <button type="button">Import</button>
          <div data-toast-ground style={{ flex: 1 }} />
          <button type="button">Quota</button>
        </nav>
        <main style={{ marginLeft: rail }}>
          <Page title="Rows">Rows</Page>
        </main>
      </div>,
    );
    const before = bodyHeight();
    toast('Saved', 'Leads of the autumn.csv, counted again: 12,400 leads in 4 columns.');
    await expect.element(screen.getByText('Saved')).toBeVisible();
    const [note = new DOMRect()] = await notesAtRest();
    expect(note.width).toBeGreaterThan(0);
    const buttons = [...document.querySelectorAll('nav button')].map((button) => button.getBoundingClientRect());
    expect(buttons.some((button) => overlaps(button, note))).toBe(false);
    if (rail > 100) {
      expect(note.right).toBeLessThanOrEqual(rail);
      expect(bodyHeight()).toBe(before);
    } else expect(note.left).toBeGreaterThan(rail);
  },
);

test('a note gives way when what stands below it in the rail grows', async () => {
  await page.viewport(1366, 768);
  const { screen } = await showPage(
    <nav style={{ position: 'fixed', inset: '0 auto 0 0', width: 208, display: 'flex', flexDirection: 'column' }}>
      <div data-toast-ground style={{ flex: 1, minHeight: 0 }} />
      <div data-quota style={{ height: 40 }}>
        Quota
      </div>
    </nav>,
  );
  toast('Saved', 'Leads of the autumn.csv.');
  await expect.element(screen.getByText('Saved')).toBeVisible();
  await notesAtRest();
  const quota = document.querySelector<HTMLElement>('[data-quota]');
  if (quota === null) throw new Error('There is no quota.');
  quota.style.height = '120px';
  const note = () => document.querySelector('.mantine-Notification-root')?.getBoundingClientRect().bottom;
  await expect.poll(note).toBeLessThanOrEqual(quota.getBoundingClientRect().top);
});

test('in a narrow window the newest note stands over the words of the foot and moves nothing; a failure is read in full', async () => {
  await page.viewport(1024, 768);
  const { screen } = await showPage(
    <Page
      title="Rows"
      layout="fill"
      foot={
        <>
          <p data-toast-line style={{ flex: 1 }}>
            1,200 rows go on
          </p>
          <button type="button">Plan</button>
        </>
      }
    >
      Rows
    </Page>,
  );
  const before = bodyHeight();
  toast('Saved', 'The first of two.');
  toast('Repaired 14 rows', '1,200 rows go on.', { action: { label: 'Undo', onClick: () => undefined } });
  await expect.element(screen.getByRole('button', { name: 'Undo' })).toBeVisible();
  await expect.element(screen.getByText('Saved')).not.toBeVisible();
  const [note = new DOMRect()] = await notesAtRest();
  const foot = document.querySelector('[data-page-foot]')?.getBoundingClientRect() ?? new DOMRect();
  expect(note.top).toBeGreaterThanOrEqual(foot.top);
  expect(note.bottom).toBeLessThanOrEqual(foot.bottom);
  expect(pressable().some((button) => overlaps(button, note))).toBe(false);
  expect(bodyHeight()).toBe(before);
  toast('Could not be sent', 'The service is out of reach.', { tone: 'error' });
  await expect.element(screen.getByText('The service is out of reach.')).toBeVisible();
  await expect.element(screen.getByText('1,200 rows go on', { exact: true })).toBeVisible();
  await expect.poll(bodyHeight).toBeLessThan(before);
});

test('what can be pressed in the foot is not covered', async () => {
  await page.viewport(1024, 768);
  const { screen } = await showPage(
    <Page
      title="Rows"
      layout="fill"
      foot={
        <p data-toast-line style={{ flex: 1 }}>
          <button type="button">Leave out</button>
        </p>
      }
    >
      Rows
    </Page>,
  );
  toast('Saved', 'Twelve rows.');
  await expect.element(screen.getByText('Saved')).toBeVisible();
  const [note = new DOMRect()] = await notesAtRest();
  expect(note.height).toBeGreaterThan(0);
  expect(pressable().some((button) => overlaps(button, note))).toBe(false);
});

test('a warning in the narrow rail is there from its first word to its last', async () => {
  await page.viewport(1366, 768);
  await showPage(
    <nav style={{ position: 'fixed', inset: '0 auto 0 0', width: 208, display: 'flex', flexDirection: 'column' }}>
      <div data-toast-ground style={{ flex: 1 }} />
    </nav>,
  );
  const cut =
    'Counted in the file: 1. It matches. A workbook holds 32,767 characters a cell. Cut there: lead 1, "Kilde" (40,000 characters), lead 2, "Kilde" (40,000 characters). Save as CSV, JSON or Parquet to keep all of it.';
  toast('Saved 1 lead as energi-2026-11-26.xlsx', cut, { tone: 'warning' });
  const box = (part: string) => document.querySelector(`.mantine-Notification-${part}`)?.getBoundingClientRect();
  await expect.poll(() => document.getAnimations().length === 0 && box('root') !== undefined).toBe(true);
  expect(box('title')?.top).toBeGreaterThanOrEqual(box('root')?.top ?? Infinity);
  expect(box('description')?.bottom).toBeLessThanOrEqual(box('root')?.bottom ?? 0);
});

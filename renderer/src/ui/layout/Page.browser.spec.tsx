import { expect, test } from 'vitest';
import { page as browser } from 'vitest/browser';
import { showPage } from '../../testing/show.tsx';
import { Page } from './Page.tsx';

const LONG = 'customers-of-the-north-and-the-south-with-a-name-that-has-room-nowhere-2026.csv';

test('of a trail of long names both are cut in one line, and a title has all of each', async () => {
  await browser.viewport(900, 700);
  const { screen } = await showPage(
    <Page
      parent={{ name: LONG, href: '#/import' }}
      title={`Report on ${LONG}`}
      actions={<button type="button">Print</button>}
    >
      <p>All rows</p>
    </Page>,
  );
  const parent = screen.getByRole('link', { name: LONG });
  await expect.element(parent).toHaveAttribute('title', LONG);
  const heading = screen.getByRole('heading', { level: 1 });
  await expect.element(heading).toHaveAttribute('title', `Report on ${LONG}`);
  expect(heading.element().getBoundingClientRect().height).toBeLessThan(30);
  const box = parent.element().getBoundingClientRect();
  expect(box.height).toBeLessThan(30);
  expect(box.width).toBeGreaterThanOrEqual(48);
  const print = screen.getByRole('button', { name: 'Print' }).element().getBoundingClientRect();
  expect(heading.element().getBoundingClientRect().right).toBeLessThanOrEqual(print.left);
  expect(print.right).toBeLessThanOrEqual(window.innerWidth);
  await browser.viewport(1366, 768);
});

test('a long name gives way to a short one of the page that stands after it', async () => {
  await browser.viewport(900, 700);
  const { screen } = await showPage(
    <Page
      parent={{ name: LONG, href: '#/import' }}
      title="Receipt"
      actions={<button type="button">Print the receipt on a printer</button>}
    >
      <p>All rows</p>
    </Page>,
  );
  const parent = screen.getByRole('link', { name: LONG }).element();
  expect(parent.scrollWidth).toBeGreaterThan(parent.clientWidth);
  const last = screen.getByText('Receipt', { exact: true }).element();
  expect(last.scrollWidth).toBeLessThanOrEqual(last.clientWidth);
  await browser.viewport(1366, 768);
});

test.each([
  ['Jobs', 'people.csv'],
  ['Segments', `Everything of ${LONG} ${LONG}`],
])('a page in a trail is never cut, and its mark follows it at once: %s', async (parent, name) => {
  const { screen } = await showPage(
    <Page parent={{ name: parent, href: '#/' }} title={name}>
      <p>All rows</p>
    </Page>,
  );
  const link = screen.getByRole('link', { name: parent }).element();
  const words = document.createRange();
  words.selectNodeContents(link);
  expect(link.scrollWidth).toBeLessThanOrEqual(link.clientWidth);
  expect(link.getBoundingClientRect().right - words.getBoundingClientRect().right).toBeLessThan(1);
});

test('a title of words alone says itself', async () => {
  const { screen } = await showPage(<Page title="Jobs">All of them</Page>);
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Jobs' })).not.toHaveAttribute('title');
});

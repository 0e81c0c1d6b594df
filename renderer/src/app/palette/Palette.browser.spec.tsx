import { afterEach, expect, test, vi } from 'vitest';
import { page as browser, userEvent } from 'vitest/browser';
import { Modal } from '@mantine/core';
import { exampleJob } from '../../testing/examples.ts';
import { failure } from '../../testing/host.ts';
import { showPage } from '../../testing/show.tsx';
import { Palette } from './Palette.tsx';
import { palette, paletteStore } from './palette-store.ts';

afterEach(() => palette.close());

const show = (page = <Palette openFile={() => undefined} />) =>
  showPage(page, {
    'job:list': () => ({ jobs: [exampleJob()], isInTeam: false }),
    'export:list': () => ({ exports: [] }),
    'import:campaigns': () => ({ campaigns: [] }),
    'segment:list': () => ({ segments: [], unread: [], readAt: 1 }),
    'account:users': () => ({ users: [], readAt: 1 }),
  });

test('letters that are typed before its field has the focus are not lost', async () => {
  const { screen } = await show();
  palette.open();
  // The turn in which it opens ends; its field has the focus only after that.
  await Promise.resolve();
  await new Promise((resolve) => requestAnimationFrame(resolve));
  for (const key of 'quota') {
    const target = document.activeElement ?? document.body;
    if (target instanceof HTMLInputElement) target.value += key;
    else target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  }
  await expect.element(screen.getByRole('textbox', { name: 'Search or run a command' })).toHaveValue('quota');
});

test.each([
  ['k', 'KeyK'],
  ['K', 'KeyK'],
  ['л', 'KeyK'],
  ['ن', 'KeyK'],
])('Ctrl and the key of K, which is %s, opens it', async (key, code) => {
  const { screen } = await show();
  const press = (more: KeyboardEventInit) =>
    document.body.dispatchEvent(
      new KeyboardEvent('keydown', { key, code, ctrlKey: true, bubbles: true, cancelable: true, ...more }),
    );
  press({ shiftKey: true });
  press({ altKey: true });
  press({ ctrlKey: false });
  await new Promise((resolve) => window.setTimeout(resolve, 50));
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  // The browser would go to its address bar.
  expect(press({})).toBe(false);
  await expect.element(screen.getByRole('dialog')).toBeVisible();
});

test('a long name of its list has all of it in a title', async () => {
  const { screen } = await show();
  palette.open();
  const name = screen.getByText(exampleJob().name, { exact: true });
  await expect.element(name).toHaveAttribute('title', exampleJob().name);
});

test('its field and its foot stay in sight beside a long list, in a low window too', async () => {
  // 1366×768 at 200 %.
  await browser.viewport(683, 384);
  const { screen } = await show();
  palette.open();
  // What is read moves the list once more when it comes, so it is waited for before anything is scrolled.
  await expect.element(screen.getByText(exampleJob().name, { exact: true })).toBeInTheDocument();
  const last = screen.getByRole('button', { name: /colours$/ });
  await expect.element(last).toBeInTheDocument();
  last.element().scrollIntoView({ block: 'nearest' });
  await expect.element(last).toBeInViewport();
  await expect.element(screen.getByRole('textbox', { name: 'Search or run a command' })).toBeInViewport({ ratio: 1 });
  await expect.element(screen.getByText(/commands only$/)).toBeInViewport({ ratio: 1 });
  await browser.viewport(1366, 768);
});

test('a job is found by its campaign', async () => {
  const { screen } = await show();
  palette.open();
  const { campaignCode, name } = exampleJob();
  await screen.getByRole('textbox', { name: 'Search or run a command' }).fill(campaignCode.toLowerCase());
  await expect.element(screen.getByText(name, { exact: true })).toBeVisible();
});

test('a campaign has the imports into it, however they write its code', async () => {
  const { screen, host } = await show();
  const code = exampleJob().campaignCode.toLowerCase();
  host.answer({ 'import:campaigns': () => ({ campaigns: [{ code, lastUsedAt: 1, jobs: 1 }] }) });
  palette.open();
  await screen.getByRole('textbox', { name: 'Search or run a command' }).fill(code);
  await expect.element(screen.getByText('1 import', { exact: true })).toBeVisible();
});

test('what could not be searched is not said to have no match', async () => {
  const { screen, host } = await show();
  const answered = Promise.withResolvers<never>();
  host.answer({ 'segment:list': () => answered.promise });
  palette.open();
  await screen.getByRole('textbox', { name: 'Search or run a command' }).fill('golf');
  await expect.element(screen.getByText(/Segments and users are still being read\./)).toBeVisible();
  answered.reject(failure({ code: 'forbidden', message: 'You have no right to segments.' }));
  await expect.element(screen.getByText(/Segments or users could not be read\./)).toBeVisible();
});

test('Esc closes the palette and not the dialog under it, and then that', async () => {
  const onClose = vi.fn<() => void>();
  const { screen } = await show(
    <>
      <Palette openFile={() => undefined} />
      <Modal opened onClose={onClose} title="Change many cells" />
    </>,
  );
  palette.open();
  await expect.element(screen.getByRole('textbox', { name: 'Search or run a command' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  expect(paletteStore.getState().opened).toBe(false);
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});

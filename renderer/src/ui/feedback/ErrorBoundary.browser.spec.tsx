import { expect, test, vi } from 'vitest';
import { showPage } from '../../testing/show.tsx';
import { ErrorBoundary, Page } from '../index.ts';

let isBroken = true;

function Part() {
  if (isBroken) throw new Error('A bug of the spec.');
  return <p>The part works</p>;
}

test('a part that breaks says so in the frame of its page, beside the rail, and is tried again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  isBroken = true;
  const { screen } = await showPage(
    <ErrorBoundary around={(note) => <Page title="Export">{note}</Page>}>
      <Part />
    </ErrorBoundary>,
  );
  const main = screen.getByRole('main');
  await expect.element(main.getByText('This part of Lead Console has stopped working.')).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'Export' })).toBeVisible();
  isBroken = false;
  await main.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText('The part works')).toBeVisible();
});

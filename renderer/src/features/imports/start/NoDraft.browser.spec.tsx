import { expect, test } from 'vitest';
import { exampleJob } from '../../../testing/examples.ts';
import { draftAnswers, exampleDraft } from '../../../testing/example-draft.ts';
import { failing } from '../../../testing/host.ts';
import { showPage } from '../../../testing/show.tsx';
import { navigate } from '../../../lib/navigation.ts';
import { ImportPage } from '../ImportPage.tsx';

test.each([
  ['draft-1', 'Open the import', '#/jobs/draft-1'],
  ['another', 'Choose a file', '#/import'],
])('the address of a draft that is gone leads to its import when it was started: %s', async (id, link, href) => {
  navigate('import', 'draft-1', { part: 'plan' });
  const { screen } = await showPage(<ImportPage />, {
    'import:draft': failing({ code: 'notFound', message: 'This draft is not here.' }),
    'job:list': () => ({ jobs: [exampleJob({ id })] }),
  });
  await expect.element(screen.getByRole('link', { name: link })).toHaveAttribute('href', href);
  const isStarted = id === 'draft-1';
  expect(screen.getByText('This draft is not here.').elements()).toHaveLength(isStarted ? 0 : 1);
  expect(screen.getByText(/^This import was started/).elements()).toHaveLength(isStarted ? 1 : 0);
});

const gone = failing({ code: 'notFound', message: 'This draft is not here.' });

test('a draft that was started in another window gives way to its import with the next change', async () => {
  navigate('import', 'draft-1', { part: 'file' });
  const { screen, host } = await showPage(<ImportPage />, draftAnswers(exampleDraft({ step: 'file' })));
  await expect.element(screen.getByRole('heading', { name: 'What we noticed' })).toBeVisible();
  host.answer({
    'import:saveDraft': () => {
      // Until then the page has not been told.
      host.answer({ 'import:draft': gone });
      return gone();
    },
    'job:list': () => ({ jobs: [exampleJob({ id: 'draft-1' })] }),
  });
  await screen.getByRole('button', { name: 'Columns' }).first().click();
  await expect.element(screen.getByRole('link', { name: 'Open the import' })).toBeVisible();
  expect(screen.getByText('This draft is not here.').elements()).toHaveLength(0);
});

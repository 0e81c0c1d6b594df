import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draftAnswers, exampleDraft } from '../../../testing/example-draft.ts';
import { showPage } from '../../../testing/show.tsx';
import { summary } from '../checking/check-fixture.ts';
import { Wizard } from '../wizard/Wizard.tsx';

const draft = exampleDraft({ step: 'plan' });
const clean = summary([], { draftId: draft.id, rows: 4, rowsWithProblem: 0 });

test('phones that get no country are named before they go out as they are written', async () => {
  await page.viewport(1366, 768);
  const reason = 'So far United Kingdom for DK-NORDLYS, but this file names Germany.';
  const unsure = { ...clean, country: { ...clean.country, value: null, reason }, unprefixedPhones: 14 };
  const { screen } = await showPage(<Wizard draft={draft} />, { ...draftAnswers(draft), 'check:run': () => unsure });
  const note = screen.getByRole('status').filter({ hasText: reason });
  await expect
    .element(note.getByText('14 phones without a country prefix are sent as they are written.'))
    .toBeVisible();
  await note.getByRole('button', { name: 'Back to Check' }).click();
  await expect.element(screen.getByText(/^14 phones have no country prefix/)).toBeVisible();
});

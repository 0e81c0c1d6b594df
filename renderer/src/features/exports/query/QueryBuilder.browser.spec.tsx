import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draftOf, EMPTY_DRAFT, type QueryDraft } from '../../../lib/query-draft.ts';
import { show } from '../../../testing/show.tsx';
import { QueryBuilder } from './QueryBuilder.tsx';

const DIALECT = { listStyle: 'comma', rawLeadsPath: '/rawleads/csv', timeZone: 'Europe/Copenhagen' } as const;

function Builder({ first, onFetch }: { readonly first: QueryDraft; readonly onFetch: (draft: QueryDraft) => void }) {
  const [draft, setDraft] = useState(first);
  return (
    <QueryBuilder
      draft={draft}
      dialect={DIALECT}
      used={{ searches: ['Redials Vestland', 'All leads'], projects: ['Energi*'] }}
      queries={null}
      folding={null}
      action={<button type="submit">Fetch</button>}
      onChange={setDraft}
      onFetch={() => onFetch(draft)}
    />
  );
}

async function showBuilder(first: QueryDraft = EMPTY_DRAFT) {
  await page.viewport(1366, 768);
  const fetched: QueryDraft[] = [];
  const { screen } = await show(<Builder first={first} onFetch={(draft) => fetched.push(draft)} />);
  return { screen, fetched, request: screen.getByRole('code') };
}

test('each source has its own fields, and its request is shown before it is sent', async () => {
  const { screen, request } = await showBuilder(
    draftOf({
      source: 'simple',
      projects: ['Ø*'],
      modifiedFrom: '2026-11-16',
      statuses: ['New'],
      closures: [],
      extra: [],
    }),
  );
  await expect
    .element(request)
    .toMatchTextContent(/^\/simpleleads\?Projects=%C3%98\*&ModifiedFrom=2026-11-16&Statuses=New$/);

  await screen.getByRole('combobox', { name: 'Source' }).click();
  await screen.getByRole('option', { name: 'Raw leads' }).click();
  await expect
    .element(request)
    .toMatchTextContent(/^\/rawleads\/csv\?Projects=%C3%98\*&ModifiedFrom=2026-11-16&Statuses=New$/);
  await expect.element(screen.getByRole('link', { name: 'Path set for the account' })).toBeVisible();

  await screen.getByRole('combobox', { name: 'Source' }).click();
  await screen.getByRole('option', { name: 'Saved search' }).click();
  // No filter of another source is sent along, and nothing is sent without the name.
  await expect.element(screen.getByText('Type the name of a search that was saved in the service.')).toBeVisible();
  await expect.element(request).not.toBeInTheDocument();
  await screen.getByRole('combobox', { name: 'Name of the search' }).click();
  await screen.getByRole('option', { name: 'Redials Vestland' }).click();
  await screen.getByRole('button', { name: 'campaign' }).click();
  await expect
    .element(request)
    .toMatchTextContent(/^\/leads\?searchName=Redials%20Vestland&modifiedFrom=2026-11-16&include=campaign$/);
  await screen.getByText('CSV', { exact: true }).click();
  await screen.getByRole('textbox', { name: 'Project' }).fill('B2B*');
  await expect
    .element(request)
    .toMatchTextContent(
      /^\/leads\/csv\?searchName=Redials%20Vestland&modifiedFrom=2026-11-16&project=B2B\*&include=campaign$/,
    );
});

test('a search without a name cannot be fetched; with one it is', async () => {
  const { screen, fetched } = await showBuilder({ ...EMPTY_DRAFT, source: 'search' });
  await screen.getByRole('button', { name: 'Fetch' }).click();
  expect(fetched).toEqual([]);
  await screen.getByRole('combobox', { name: 'Name of the search' }).fill('Mine');
  await screen.getByRole('button', { name: 'Fetch' }).click();
  expect(fetched).toMatchObject([{ searchName: 'Mine' }]);
});

test('an unfinished parameter says that it is not sent, and stops nothing', async () => {
  const { screen, request, fetched } = await showBuilder();
  await screen.getByRole('button', { name: 'Parameter', exact: true }).click();
  const name = screen.getByRole('combobox', { name: 'Name of the parameter' });
  await expect.element(name).toHaveAccessibleDescription('Empty, so it is not sent.');
  await screen.getByRole('textbox', { name: 'Value of the parameter' }).fill('2026-11-17');
  await expect.element(name).toHaveAccessibleDescription('Without a name it is not sent.');
  await expect.element(request).toMatchTextContent(/^\/simpleleads\?Projects=\*$/);
  await screen.getByRole('button', { name: 'Fetch' }).click();
  expect(fetched).toHaveLength(1);
  await name.fill('ModifiedTo');
  await expect.element(request).toMatchTextContent(/^\/simpleleads\?Projects=\*&ModifiedTo=2026-11-17$/);
  await expect.element(name).not.toHaveAccessibleDescription();
});

test('a range can be asked for in parts, and the price is said', async () => {
  const { screen, fetched } = await showBuilder({
    ...EMPTY_DRAFT,
    modifiedFrom: new Date(Date.now() - 9 * 86_400_000).toISOString().slice(0, 10),
  });
  await screen.getByRole('button', { name: '1 request' }).click();
  await screen.getByRole('menuitem', { name: /^Day by day [\d,]+ requests$/ }).click();
  await expect.element(screen.getByRole('button', { name: /^[\d,]+ requests$/ })).toBeVisible();
  await screen.getByRole('button', { name: 'Fetch' }).click();
  expect(fetched).toMatchObject([{ windowDays: 1 }]);
  // Without a beginning there is nothing to split.
  await screen.getByLabelText(/^Modified since/).fill('');
  await expect.element(screen.getByText('1 request')).toBeVisible();
});

test('a time of day is sent with the day', async () => {
  const { screen, request } = await showBuilder({ ...EMPTY_DRAFT, modifiedFrom: '2026-11-16' });
  await screen.getByRole('button', { name: 'Time', exact: true }).click();
  await screen.getByLabelText('Modified since, time of day').fill('13:46:05');
  await expect.element(request).toMatchTextContent(/ModifiedFrom=2026-11-16T13%3A46%3A05$/);
  await screen.getByLabelText(/^Modified since \(/).fill('2026-11-15');
  await expect.element(request).toMatchTextContent(/ModifiedFrom=2026-11-15T13%3A46%3A05$/);
});

import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { EVERYTHING } from '../../../../../shared/domain/service/queries/query-fixture.ts';
import type { QueryRun } from '../../../../../shared/domain/service/queries/relative-since.ts';
import { choose, chooseItem } from '../../../testing/choose.ts';
import { exampleExport } from '../../../testing/examples.ts';
import { draftOf, EMPTY_DRAFT, type QueryDraft } from '../../../lib/query-draft.ts';
import { show } from '../../../testing/show.tsx';
import { QueryBuilder } from './QueryBuilder.tsx';

const DIALECT = { listStyle: 'comma', rawLeadsPath: '/rawleads/csv' } as const;

interface BuilderProps {
  readonly first: QueryDraft;
  readonly runs: readonly QueryRun[];
  readonly onFetch: (draft: QueryDraft) => void;
}

function Builder({ first, runs, onFetch }: BuilderProps) {
  const [draft, setDraft] = useState(first);
  return (
    <QueryBuilder
      draft={draft}
      dialect={DIALECT}
      runs={runs}
      used={{ searches: ['Redials Vestland', 'All leads'], projects: ['Energi*'] }}
      queries={null}
      folding={null}
      action={<button type="submit">Fetch</button>}
      onChange={setDraft}
      onFetch={() => onFetch(draft)}
    />
  );
}

async function showBuilder(first: QueryDraft = EMPTY_DRAFT, runs: readonly QueryRun[] = []) {
  await page.viewport(1366, 768);
  const fetched: QueryDraft[] = [];
  const { screen } = await show(<Builder first={first} runs={runs} onFetch={(draft) => fetched.push(draft)} />);
  return { screen, fetched, request: screen.getByRole('code') };
}

test('each source has its own fields, and its request is shown before it is sent', async () => {
  const { screen, request } = await showBuilder(
    draftOf({ ...EVERYTHING, projects: ['Ø*'], modifiedFrom: '2026-11-16', statuses: ['New'] }),
  );
  await expect
    .element(request)
    .toMatchTextContent(/^\/simpleleads\?Projects=%C3%98\*&ModifiedFrom=2026-11-16&Statuses=New$/);

  await choose(screen, 'Source', 'Raw leads');
  await expect
    .element(request)
    .toMatchTextContent(/^\/rawleads\/csv\?Projects=%C3%98\*&ModifiedFrom=2026-11-16&Statuses=New$/);
  await expect.element(screen.getByRole('link', { name: 'Path set for the account' })).toBeVisible();

  await choose(screen, 'Source', 'Saved search');
  // No filter of another source is sent along, and nothing is sent without the name.
  await expect.element(screen.getByText('Type the name of a search that was saved in the service.')).toBeVisible();
  await expect.element(request).not.toBeInTheDocument();
  await choose(screen, 'Name of the search', 'Redials Vestland');
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
  await chooseItem(screen, '1 request', /^Day by day [\d,]+ requests$/);
  await expect.element(screen.getByRole('button', { name: /^[\d,]+ requests$/ })).toBeVisible();
  await screen.getByRole('button', { name: 'Fetch' }).click();
  expect(fetched).toMatchObject([{ windowDays: 1 }]);
  // Without a beginning there is nothing to split.
  await screen.getByLabelText(/^Modified since/).fill('');
  await expect.element(screen.getByText('1 request')).toBeVisible();
});

test('a range that takes too many requests is never called one request', async () => {
  const { screen } = await showBuilder({ ...EMPTY_DRAFT, modifiedFrom: '2020-01-01', windowDays: 1 });
  await screen.getByRole('button', { name: 'too many requests' }).click();
  await expect.element(screen.getByRole('menuitem', { name: /^Day by day .*too many requests/ })).toBeDisabled();
});

test('a year has four digits, however many are typed', async () => {
  const { screen, request } = await showBuilder({ ...EMPTY_DRAFT, modifiedFrom: '2026-11-16' });
  await screen.getByLabelText(/^Modified since/).click();
  await userEvent.keyboard('{Home}111620265');
  await expect.element(request).toMatchTextContent(/ModifiedFrom=\d{4}-11-16$/);
});

test('a time of day is sent with the day', async () => {
  const { screen, request } = await showBuilder({ ...EMPTY_DRAFT, modifiedFrom: '2026-11-16' });
  await screen.getByRole('button', { name: 'Time', exact: true }).click();
  await screen.getByLabelText('Modified since, time of day').fill('13:46:05');
  await expect.element(request).toMatchTextContent(/ModifiedFrom=2026-11-16T13%3A46%3A05$/);
  await screen.getByLabelText(/^Modified since \(/).fill('2026-11-15');
  await expect.element(request).toMatchTextContent(/ModifiedFrom=2026-11-15T13%3A46%3A05$/);
});

test('a beginning that moves with the day shows the date and the zone that it has now', async () => {
  const { screen, request, fetched } = await showBuilder({ ...EMPTY_DRAFT, modifiedFrom: '2026-11-16' });
  const begin = (name: string) => chooseItem(screen, 'A beginning that moves with the day', name);
  await begin('Since yesterday');
  await expect.element(screen.getByLabelText(/^Modified since \(/)).toHaveValue('Yesterday');
  await expect.element(request).toMatchTextContent(/ModifiedFrom=\d{4}-\d\d-\d\d$/);
  await expect.element(screen.getByText(/^Fetched now: since \d{4}-\d\d-\d\d in Europe\/Copenhagen$/)).toBeVisible();
  await screen.getByRole('button', { name: 'Fetch' }).click();
  expect(fetched).toMatchObject([{ modifiedFrom: { since: 'yesterday' } }]);

  await begin('Since 7 days ago');
  await screen.getByLabelText('Modified since, days ago').fill('14');
  await expect.element(screen.getByLabelText(/^Modified since \(/)).toHaveValue('14 days ago');
  await begin('A date');
  await expect.element(screen.getByLabelText(/^Modified since \(/)).toHaveValue('');
  await expect.element(request).toMatchTextContent(/^\/simpleleads\?Projects=\*$/);
});

test('since the last run needs a complete run of the same query, and says so without one', async () => {
  const last: QueryDraft = { ...EMPTY_DRAFT, modifiedFrom: { since: 'last-run' } };
  const without = await showBuilder(last, [exampleExport({ state: 'partial' })]);
  await expect
    .element(without.screen.getByText(/^This query has no complete run on this computer yet\./))
    .toBeVisible();
  await expect.element(without.request).not.toBeInTheDocument();
});

test('since the last run asks from when the last complete run was asked for', async () => {
  const last: QueryDraft = { ...EMPTY_DRAFT, modifiedFrom: { since: 'last-run' } };
  const { request } = await showBuilder(last, [exampleExport({ askedAt: '2026-11-24T08:15:00' })]);
  await expect.element(request).toMatchTextContent(/ModifiedFrom=2026-11-24T08%3A15%3A00$/);
});

import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Draft } from '../../../../../shared/contract/imports/imports.ts';
import { draftAnswers, exampleDraft } from '../../../testing/example-draft.ts';
import { type Answers, failing, failure } from '../../../testing/host.ts';
import { showPage } from '../../../testing/show.tsx';
import { whileArriving } from '../../../lib/arriving-files.ts';
import { offerFiles } from '../../../lib/pending-file.ts';
import { usePlace } from '../../../lib/navigation.ts';
import { closeToasts } from '../../../ui/index.ts';
import { ImportPage } from '../ImportPage.tsx';

const file = { token: 'file-00000001', name: 'nordlys.csv', size: 2048 };
const summary = (id: string, fileName: string) => exampleDraft({ id, fileName, step: 'columns', campaignCode: '' });

function paste(text: string): void {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
}

/** The import page, and another one that a person may go to. */
function Pages() {
  return usePlace().page === 'import' ? <ImportPage /> : <p>Another page</p>;
}

/** Shows the import page to a person who may choose one file. */
const open = (answers: Answers = {}) =>
  showPage(<Pages />, {
    ...draftAnswers(exampleDraft()),
    'import:drafts': () => ({ drafts: [] }),
    'import:draftOf': () => ({ draft: null }),
    'import:samples': () => ({ samples: [{ name: 'damaged.csv', description: 'Everything at once' }] }),
    'host:chooseFiles': () => ({ files: [file] }),
    ...answers,
  });

test('a file is read with its progress, and cancelling it comes back to the start without a failure', async () => {
  const reading = Promise.withResolvers<Draft>();
  const { screen, host } = await open({ 'import:open': () => reading.promise });
  await screen.getByRole('button', { name: /^Choose a file/ }).click();
  await expect.element(screen.getByRole('heading', { name: 'Reading nordlys.csv' })).toBeVisible();
  const callId = host.calls('import:open')[0]?.callId ?? '';
  host.emit('import:progress', { callId, bytesRead: 1024, bytesTotal: 2048, rows: 2 });
  await expect.element(screen.getByText(/2 rows, 50/)).toBeVisible();
  host.emit('import:progress', { callId, bytesRead: 1024, bytesTotal: 2048, rows: 1 });
  await expect.element(screen.getByText(/1 row, 50/)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Open damaged.csv' })).toBeDisabled();
  await screen.getByRole('button', { name: 'Cancel' }).click();
  expect(host.calls('call:cancel')).toEqual([{ callId }]);
  reading.reject(failure({ code: 'cancelled', message: 'Cancelled.' }));
  await expect.element(screen.getByRole('button', { name: /^Choose a file/ })).toBeVisible();
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
});

test('a file that is on its way from the browser shows that at once, and can be cancelled', async () => {
  const { screen } = await open();
  await expect.element(screen.getByRole('button', { name: /^Choose a file/ })).toBeVisible();
  const arriving = Promise.withResolvers<void>();
  const cancel = vi.fn<() => void>(arriving.resolve);
  const arrived = whileArriving({ name: 'long.csv', size: 200_000_000, cancel }, () => arriving.promise);
  await expect.element(screen.getByRole('heading', { name: 'Reading long.csv' })).toBeVisible();
  await expect.element(screen.getByText('The browser hands over 200 MB. Then it is read.')).toBeVisible();
  await screen.getByRole('button', { name: 'Cancel' }).click();
  await arrived;
  expect(cancel).toHaveBeenCalledOnce();
  await expect.element(screen.getByRole('button', { name: /^Choose a file/ })).toBeVisible();
});

test('a file that cannot be read says why, and another one can be chosen at once', async () => {
  const { screen, host } = await open({
    'import:openSample': failing({ code: 'file', message: 'The file is damaged. Save it again.', reason: 'damaged' }),
    'import:open': () => exampleDraft(),
  });
  await page.viewport(1366, 768);
  await screen.getByRole('button', { name: 'Open damaged.csv' }).click();
  await expect.element(screen.getByRole('alert').getByText(/The file is damaged\./)).toBeVisible();
  await screen.getByRole('button', { name: 'Choose another file' }).click();
  await expect.element(screen.getByRole('heading', { name: 'What we noticed' })).toBeVisible();
  expect(host.calls('import:open')).toMatchObject([{ token: 'file-00000001' }]);
});

test('a deleted draft leaves the focus on the one that takes its place', async () => {
  let drafts = [summary('1', 'one.csv'), summary('2', 'two.csv')];
  const { screen, host } = await open({
    'import:drafts': () => ({ drafts }),
    'import:deleteDraft': ({ draftId }) => {
      drafts = drafts.filter((draft) => draft.id !== draftId);
      return {};
    },
  });
  await screen.getByRole('button', { name: 'Delete the draft of one.csv…' }).click();
  await screen.getByRole('button', { name: 'Delete draft' }).click();
  await expect.element(screen.getByRole('link', { name: 'Continue with two.csv' })).toHaveFocus();
  await expect.element(screen.getByRole('link', { name: 'Continue with one.csv' })).not.toBeInTheDocument();
  expect(host.calls('import:deleteDraft')).toEqual([{ draftId: '1' }]);
});

test('a draft that a damage has made unreadable names its file and can be deleted after a question', async () => {
  let unreadable = [{ id: 'lost', fileName: 'people.csv' }];
  const { screen, host } = await open({
    'import:drafts': () => ({ drafts: [], ...(unreadable.length === 0 ? {} : { unreadable }) }),
    'import:deleteDraft': () => {
      unreadable = [];
      return {};
    },
  });
  const list = screen.getByRole('list', { name: 'Drafts that cannot be read' });
  await expect.element(list.getByTitle('people.csv')).toBeVisible();
  await expect.element(screen.getByRole('list', { name: 'Drafts', exact: true })).not.toBeInTheDocument();
  await expect.element(list.getByText(/is damaged and cannot be read\. Choose the file again/)).toBeVisible();
  await screen.getByRole('button', { name: 'Delete the damaged draft of people.csv…' }).click();
  expect(host.calls('import:deleteDraft')).toEqual([]);
  await screen.getByRole('button', { name: 'Delete draft', exact: true }).click();
  await expect.element(list).not.toBeInTheDocument();
  expect(host.calls('import:deleteDraft')).toEqual([{ draftId: 'lost' }]);
});

test('a file that is a draft already is not opened a second time before a person says so', async () => {
  const known = { ...summary('draft-1', 'nordlys.csv'), problems: 3 };
  const { screen, host } = await open({
    'import:draftOf': () => ({ draft: known }),
    'import:open': () => exampleDraft(),
  });
  await screen.getByRole('button', { name: /^Choose a file/ }).click();
  await expect.element(screen.getByRole('dialog').getByText(/3 rows have problems/)).toBeVisible();
  expect(host.calls('import:open')).toEqual([]);
  await screen.getByRole('button', { name: 'Continue the draft' }).click();
  await expect.element(screen.getByRole('heading', { name: 'What we noticed' })).toBeVisible();
  expect(host.calls('import:open')).toEqual([]);
});

test('a file that is dropped during the question about another waits, and is then asked about itself', async () => {
  const other = { ...file, token: 'file-00000002', name: 'sydlys.csv' };
  const third = { ...file, token: 'file-00000003', name: 'vestlys.csv' };
  const drafts = new Map([
    [file.token, summary('draft-1', 'nordlys.csv')],
    [other.token, summary('draft-2', 'sydlys.csv')],
  ]);
  const { screen, host } = await open({
    'import:draftOf': ({ token }) => ({ draft: drafts.get(token) ?? null }),
    'import:open': () => exampleDraft(),
  });
  // Faster than the first is looked for.
  offerFiles([file]);
  offerFiles([other]);
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByText(/^nordlys\.csv has not changed/)).toBeVisible();
  offerFiles([third]);
  expect(host.calls('import:draftOf')).toEqual([{ token: file.token }]);
  await screen.getByRole('button', { name: 'Continue the draft' }).click();
  await expect.element(dialog.getByText(/^sydlys\.csv has not changed/)).toBeVisible();
  expect(host.calls('import:open')).toEqual([]);
  await screen.getByRole('button', { name: 'Open as a new draft' }).click();
  await expect.poll(() => host.calls('import:open').map(({ token }) => token)).toEqual([other.token, third.token]);
});

test('a file that is dropped while another is read waits for it, and does not hide why that one cannot be read', async () => {
  const reading = Promise.withResolvers<Draft>();
  const { screen, host } = await open({
    'import:open': ({ token }) => (token === file.token ? reading.promise : exampleDraft()),
  });
  await expect.element(screen.getByRole('button', { name: /^Choose a file/ })).toBeVisible();
  offerFiles([file]);
  await expect.element(screen.getByRole('heading', { name: 'Reading nordlys.csv' })).toBeVisible();
  offerFiles([{ ...file, token: 'file-00000002', name: 'other.csv' }]);
  await expect.element(screen.getByRole('heading', { name: 'Reading nordlys.csv' })).toBeVisible();
  reading.reject(failure({ code: 'file', message: 'The file is damaged. Save it again.', reason: 'damaged' }));
  await expect.element(screen.getByText(/The file is damaged\./)).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'What we noticed' })).toBeVisible();
  expect(host.calls('import:open').map(({ token }) => token)).toEqual([file.token, 'file-00000002']);
  expect(host.calls('call:cancel')).toEqual([]);
});

test('a file that was read while the person looks at another page does not take them away from it', async () => {
  const reading = Promise.withResolvers<Draft>();
  const draft = exampleDraft();
  const { screen } = await open({ 'import:open': () => reading.promise });
  await screen.getByRole('button', { name: /^Choose a file/ }).click();
  await expect.element(screen.getByRole('heading', { name: 'Reading nordlys.csv' })).toBeVisible();
  window.location.hash = '#/jobs';
  reading.resolve(draft);
  await expect.element(screen.getByText(`${draft.fileName} was read`)).toBeVisible();
  expect(window.location.hash).toBe('#/jobs');
  await screen.getByRole('button', { name: 'Open', exact: true }).click();
  await expect.poll(() => window.location.hash).toContain(`#/import/${draft.id}`);
});

test('a reading that goes on while the person looks at another page is shown again, and its failure is told there', async () => {
  const reading = Promise.withResolvers<Draft>();
  const { screen } = await open({
    'import:drafts': () => ({ drafts: [summary('draft-1', 'one.csv')] }),
    'import:open': () => reading.promise,
  });
  await screen.getByRole('button', { name: /^Choose a file/ }).click();
  const progress = screen.getByRole('heading', { name: 'Reading nordlys.csv' });
  await expect.element(progress).toBeVisible();
  window.location.hash = '#/jobs';
  await expect.element(screen.getByText('Another page')).toBeVisible();
  window.location.hash = '#/import';
  await expect.element(progress).toBeVisible();
  window.location.hash = '#/jobs';
  await expect.element(screen.getByText('Another page')).toBeVisible();
  reading.reject(failure({ code: 'file', message: 'The file is damaged. Save it again.', reason: 'damaged' }));
  await expect.element(screen.getByText('nordlys.csv was not read')).toBeVisible();
  expect(window.location.hash).toBe('#/jobs');
  closeToasts();
  window.location.hash = '#/import';
  await expect.element(screen.getByRole('alert').getByText(/The file is damaged\./)).toBeVisible();
  await screen.getByRole('link', { name: 'Continue with one.csv' }).click();
  await expect.element(screen.getByRole('heading', { name: 'What we noticed' })).toBeVisible();
  window.location.hash = '#/import';
  await expect.element(screen.getByRole('button', { name: /^Choose a file/ })).toBeVisible();
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
});

test('the question about a file that is a draft already waits until the person comes back', async () => {
  const looking = Promise.withResolvers<{ draft: ReturnType<typeof summary> }>();
  const { screen } = await open({ 'import:draftOf': () => looking.promise });
  await screen.getByRole('button', { name: /^Choose a file/ }).click();
  window.location.hash = '#/jobs';
  await expect.element(screen.getByText('Another page')).toBeVisible();
  looking.resolve({ draft: summary('draft-1', 'nordlys.csv') });
  window.location.hash = '#/import';
  await expect.element(screen.getByRole('dialog').getByText(/^nordlys\.csv has not changed/)).toBeVisible();
});

test('all drafts are chosen and deleted at once, and each says what is left to correct', async () => {
  let drafts = [{ ...summary('1', 'one.csv'), problems: 2 }, summary('2', 'two.csv'), summary('3', 'three.csv')];
  const { screen, host } = await open({
    'import:drafts': () => ({ drafts }),
    'import:deleteDraft': ({ draftId }) => {
      drafts = drafts.filter((draft) => draft.id !== draftId);
      return {};
    },
  });
  await expect.element(screen.getByText(/2 rows with problems/)).toBeVisible();
  await screen.getByRole('checkbox', { name: 'Choose all 3' }).click();
  await screen.getByRole('checkbox', { name: 'Choose the draft of two.csv' }).click();
  await screen.getByRole('button', { name: 'Delete chosen…' }).click();
  await screen.getByRole('button', { name: 'Delete 2 drafts' }).click();
  await expect.element(screen.getByRole('link', { name: 'Continue with one.csv' })).not.toBeInTheDocument();
  await expect.element(screen.getByRole('link', { name: 'Continue with two.csv' })).toBeVisible();
  expect(host.calls('import:deleteDraft').map(({ draftId }) => draftId)).toEqual(['1', '3']);
});

test('a draft that is gone meanwhile, or that cannot be deleted, does not keep the others', async () => {
  let drafts = ['1', '2', '3', '4'].map((id) => summary(id, `${id}.csv`));
  const { screen, host } = await open({
    'import:drafts': () => ({ drafts }),
    'import:deleteDraft': ({ draftId }) => {
      if (draftId === '2' || draftId === '3') throw failure({ code: 'file', reason: 'busy', message: 'It is open.' });
      drafts = drafts.filter(({ id }) => id !== draftId && id !== '1');
      if (draftId === '1') throw failure({ code: 'notFound', message: 'This draft is not here.' });
      return {};
    },
  });
  await screen.getByRole('checkbox', { name: 'Choose all 4' }).click();
  await screen.getByRole('button', { name: 'Delete chosen…' }).click();
  await screen.getByRole('button', { name: 'Delete 4 drafts' }).click();
  await expect.element(screen.getByText('2 drafts were not deleted.')).toBeVisible();
  expect(host.calls('import:deleteDraft').map(({ draftId }) => draftId)).toEqual(['1', '2', '3', '4']);
  await expect.element(screen.getByText('2 chosen')).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Continue with 1.csv' })).not.toBeInTheDocument();
  drafts = drafts.filter(({ id }) => id !== '2' && id !== '3');
  host.answer({ 'import:deleteDraft': failing({ code: 'notFound', message: 'This draft is not here.' }) });
  await screen.getByRole('button', { name: 'Delete the draft of 2.csv…' }).click();
  await screen.getByRole('button', { name: 'Delete draft' }).click();
  await expect.element(screen.getByRole('link', { name: 'Continue with 2.csv' })).not.toBeInTheDocument();
});

test('cells from the clipboard are opened, a single word is not', async () => {
  const { screen, host } = await open({ 'import:openPasted': () => exampleDraft() });
  await expect.element(screen.getByRole('button', { name: /^Choose a file/ })).toBeVisible();
  paste('word');
  await expect.element(screen.getByText('Nothing to open was pasted.')).toBeVisible();
  paste('Name\tPhone\nAnna\t1\n');
  await expect.element(screen.getByRole('heading', { name: 'What we noticed' })).toBeVisible();
  expect(host.calls('import:openPasted').map(({ text }) => text)).toEqual(['Name\tPhone\nAnna\t1\n']);
});

test('cells that are pasted under a dialog open nothing behind it', async () => {
  const { screen } = await open({ 'import:drafts': () => ({ drafts: [summary('draft-1', 'one.csv')] }) });
  await screen.getByRole('button', { name: 'Delete the draft of one.csv…' }).click();
  await expect.element(screen.getByRole('button', { name: 'Delete draft' })).toBeVisible();
  paste('word');
  paste('Name\tPhone\nAnna\t1\n');
  await screen.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(screen.getByText('Nothing to open was pasted.')).not.toBeInTheDocument();
});

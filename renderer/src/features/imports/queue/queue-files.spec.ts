import { expect, onTestFinished, test, vi } from 'vitest';
import { replaceClient } from '../../../bridge/client.ts';
import { exampleDraft } from '../../../testing/example-draft.ts';
import { createHost } from '../../../testing/host.ts';
import { queueFiles } from './queue-files.ts';

const tokenOf = (id: string) => `file-${id.repeat(8)}`;
const idOf = (token: string) => token.slice(-1);
const chosen = (...ids: readonly string[]) => ids.map((id) => ({ token: tokenOf(id), name: `${id}.csv`, size: 1 }));

/** A core with drafts and their queues, in memory. A file and its draft have the same letter. */
function coreWith(known: string) {
  let queueId = '';
  let queued: readonly string[] = [];
  const drafts = new Set([known]);
  const placeOf = (id: string) => (queued.includes(id) ? { id: queueId, place: queued.indexOf(id) } : null);
  const summaryOf = (id: string) => exampleDraft({ id, queue: placeOf(id) });
  const draftOf = (id: string) => ({ draft: drafts.has(id) ? summaryOf(id) : null });
  const host = createHost({
    'import:draftOf': ({ token }) => draftOf(idOf(token)),
    'import:open': ({ token, queueId: into }) => {
      const id = idOf(token);
      queueId = into ?? '';
      drafts.add(id);
      queued = [...queued, id];
      return exampleDraft({ id });
    },
    'import:drafts': () => ({ drafts: [...drafts].map(summaryOf) }),
    'import:arrangeQueue': ({ queueId: into, draftIds }) => {
      queueId = into;
      queued = draftIds;
      return {};
    },
  });
  replaceClient(host.leadConsole);
  onTestFinished(host.verify);
  return {
    host,
    queued: () => queued,
    /** What a person does to the queue just before this file is asked about. */
    before: (id: string, arrange: (queue: readonly string[]) => readonly string[]) =>
      host.answer({
        'import:draftOf': ({ token }) => {
          if (idOf(token) === id) queued = arrange(queued);
          return draftOf(idOf(token));
        },
      }),
  };
}

test('a file that is a draft already joins the queue as a person has arranged it meanwhile', async () => {
  const core = coreWith('c');
  core.before('c', (queue) => queue.toReversed());
  queueFiles(chosen('a', 'b', 'c'));
  await vi.waitFor(() => expect(core.queued()).toEqual(['b', 'a', 'c']));
});

test('a file that was taken out meanwhile is not brought back by one that joins', async () => {
  const core = coreWith('c');
  core.before('c', (queue) => queue.filter((id) => id !== 'a'));
  queueFiles(chosen('a', 'b', 'c'));
  await vi.waitFor(() => expect(core.queued()).toEqual(['b', 'c']));
});

test('the very same file joins a queue once', async () => {
  const core = coreWith('c');
  queueFiles(chosen('a', 'c', 'c', 'd'));
  await vi.waitFor(() => expect(core.queued()).toEqual(['a', 'c', 'd']));
  expect(core.host.calls('import:arrangeQueue')).toHaveLength(1);
});

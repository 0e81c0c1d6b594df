import type { Plant } from './planting.ts';

/* Bugs of segments and exports that the simulation must find. */

const SEGMENTS = 'electron/core/segments';
const EXPORTS = 'electron/core/exports';

export const plantsBesideImports: readonly Plant[] = [
  {
    name: 'batch-waits-after-death',
    says: 'a batch of a change of a segment that a dead program left on its way waits again instead of being unknown',
    file: `${SEGMENTS}/change-store.ts`,
    find: "`UPDATE segment_batch SET state = 'unknown', reason = ? WHERE change = ? AND state = 'sent'`",
    becomes: "`UPDATE segment_batch SET state = 'waiting', reason = ? WHERE change = ? AND state = 'sent'`",
    within: 500,
  },
  {
    name: 'batch-not-written',
    says: 'a batch leaves and nothing is written of it',
    file: `${SEGMENTS}/segment-run.ts`,
    find: 'store.markSent(this.#change.id, batch.number, clock.wallNow());',
    within: 500,
  },
  {
    name: 'lost-batch-is-not-sent',
    says: 'a batch whose answer did not come is sent again',
    file: `${SEGMENTS}/segment-run.ts`,
    find: "if (error.sent === 'maybe') return this.#unknown(batch, error.message);",
    within: 100,
  },
  {
    name: 'undone-twice',
    says: 'a change that was undone can be undone once more',
    file: `${SEGMENTS}/change-store.ts`,
    find: 'u.undoes = segment_change.undoes AND u.id <> segment_change.id',
    becomes: 'u.undoes IS NULL AND u.undoes IS NOT NULL',
    within: 1000,
  },
  {
    name: 'undo-has-refused-leads',
    says: 'the undo of a change takes leads back that the service had refused',
    file: `${SEGMENTS}/change-leads.ts`,
    find: "AND b.state = 'done' ORDER BY b.number`).all(change).flatMap(movedIn)",
    becomes: "AND b.state <> 'waiting' ORDER BY b.number`).all(change).flatMap(movedIn)",
    within: 1000,
  },
  {
    name: 'decision-before-beginning',
    says: 'a person’s word about a batch is written before the change goes on, and not with it',
    file: `${SEGMENTS}/change-store.ts`,
    find: 'return inTransaction(this.#journal, work);',
    becomes: 'return work();',
    within: 3000,
  },
  {
    name: 'paused-with-nothing-left',
    says: 'a change whose program died with its last batch on its way stays paused',
    file: `${SEGMENTS}/change-store.ts`,
    find: "state = iif(${isOpen}, 'paused', 'ended')",
    becomes: "state = 'paused'",
    within: 1000,
  },
  {
    name: 'leads-do-not-last',
    says: 'an export says that all leads came before they are on the disk',
    file: `${EXPORTS}/intake/lead-intake.ts`,
    find: 'this.#store.settle();',
    within: 3000,
  },
  {
    name: 'columns-without-paths',
    says: 'the paths of columns are in the journal alone, which has them behind their leads',
    file: `${EXPORTS}/intake/lead-intake.ts`,
    find: 'this.#store.name(paths);',
    within: 3000,
  },
  {
    name: 'abandoned-is-complete',
    says: 'an export whose program died is complete with the leads that came',
    file: `${EXPORTS}/abandoned-exports.ts`,
    find: "record.state = 'partial';",
    becomes: "record.state = 'complete';",
    within: 1000,
  },
  {
    name: 'cut-answer-is-complete',
    says: 'an export whose answer broke off is complete',
    file: `${EXPORTS}/receive/receive-leads.ts`,
    find: "error === null ? 'complete' : error.code",
    becomes: "error === null || error.code === 'network' ? 'complete' : error.code",
    within: 2000,
  },
];

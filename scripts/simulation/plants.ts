import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../lib/project.ts';

/*
 * Bugs that the simulation must find: each is a change of one place of the product, made while its source is loaded. What the
 * disk has stays as it is.
 */

export interface Plant {
  readonly name: string;
  /** What goes wrong, for a person. */
  readonly says: string;
  readonly file: string;
  readonly find: string;
  /** What stands there instead; left out: nothing. */
  readonly becomes?: string;
  /** Lives in which it must be found. */
  readonly within: number;
}

const JOBS = 'electron/core/imports/jobs';
const STEPS = `${JOBS}/journal/rows/row-steps.ts`;
const SEGMENTS = 'electron/core/segments';
const BROKER = 'electron/core/api/broker';
const ABSENCE = 'shared/domain/jobs/absence.ts';

export const plants: readonly Plant[] = [
  {
    name: 'intent-after-send',
    says: 'a row is written as sent after its first byte left',
    file: 'electron/core/api/transport/transport.ts',
    find: 'beforeSend?.();\n              sent = true;',
    becomes: 'sent = true;\n              setImmediate(() => { try { beforeSend?.(); } catch {} });',
    within: 300,
  },
  {
    name: 'left-rows-wait-again',
    says: 'rows that a dead program left on their way wait again instead of being unknown',
    file: STEPS,
    find: "this.step(job, Number(row['n']), 'unknown', { at, run, reason: LEFT_BEHIND })",
    becomes: "this.step(job, Number(row['n']), 'takeBack', { at, run, reason: LEFT_BEHIND })",
    within: 100,
  },
  {
    name: 'verdict-kept-after-resend',
    says: 'what a look found out about a row is kept when the row is sent again',
    file: STEPS,
    find: "if (name === 'send') forgetVerdict.run(job, n);",
    within: 2000,
  },
  {
    name: 'wish-ignored-at-send',
    says: 'a row leaves although another program has written that its import pauses',
    file: STEPS,
    find: "if (name === 'send' && this.#statements.readUnwished.get(job) !== undefined) throw new Unwished(job, n, name);",
    within: 500,
  },
  {
    name: 'same-lead-of-another-job',
    says: 'nobody looks whether another import has sent the same lead',
    file: `${JOBS}/journal/sent/sent-elsewhere.ts`,
    find: 'return latest === undefined ? null : reasonFrom(latest, this.#zone);',
    becomes: 'return latest === undefined || this.#zone !== "" ? null : reasonFrom(latest, this.#zone);',
    within: 100,
  },
  {
    name: 'lease-ignored',
    says: 'a lease keeps nobody out',
    file: 'electron/core/storage/lease.ts',
    find: "return lock(path, 'BEGIN EXCLUSIVE');",
    becomes: "return lock(path, 'SELECT 1');",
    within: 300,
  },
  {
    name: 'lease-kept-at-hold',
    says: 'the lease of an import that waits for a person is not given back',
    file: `${JOBS}/running-jobs.ts`,
    find: 'else run.lease[Symbol.dispose]();',
    within: 100,
  },
  {
    name: 'failure-is-refusal',
    says: 'a failure of the service counts as a refusal',
    file: 'electron/core/api/outcomes/lead-answer.ts',
    find: 'if (TIMEOUTS.has(status) || status >= 500 || status < 200) return serverTrouble(answer);',
    within: 100,
  },
  {
    name: 'page-is-success',
    says: 'a page of a gateway counts as a created lead',
    file: 'electron/core/api/outcomes/lead-answer.ts',
    find: 'const result = readLeadResult(body, sentFields);',
    becomes:
      "const result = readLeadResult(body, sentFields);\n  if (result.kind === 'unreadable') return { outcome: 'created', leadId: null, raw };",
    within: 100,
  },
  {
    name: 'lost-is-not-sent',
    says: 'a request whose connection broke counts as not sent',
    file: 'electron/core/api/transport/transport.ts',
    find: 'beforeSend?.();\n              sent = true;',
    becomes: 'beforeSend?.();',
    within: 100,
  },
  {
    name: 'throttled-is-refused',
    says: 'an answer 429 counts as a refusal',
    file: 'electron/core/api/outcomes/create-lead.ts',
    find: 'if (answer.status !== 429) return outcomeOf(answer);',
    becomes: 'return outcomeOf(answer);',
    within: 500,
  },
  {
    name: 'debit-not-written',
    says: 'the ledger of the quota is written with the answer, not before the request leaves',
    file: `${BROKER}/ledger/kept-ledger.ts`,
    find: 'this.#writeAll([...this.#changes, change], [...this.#statistics, statistic]);',
    becomes: 'this.hold(change);\n    this.#statistics.push(statistic);',
    within: 100,
  },
  {
    name: 'ledger-of-one-program',
    says: 'a program does not hear what another one has debited',
    file: `${BROKER}/ledger/kept-ledger.ts`,
    find: 'if (version === this.#version) return;',
    becomes: 'return;',
    within: 300,
  },
  {
    name: 'lost-is-credited',
    says: 'the quota gets a request back whose answer was lost',
    file: 'electron/core/api/requests/requester.ts',
    find: "ticket.settle({ kind: sent === 'no' ? 'notSent' : 'lost' });",
    becomes: "ticket.settle({ kind: 'notSent' });",
    within: 200,
  },
  {
    name: 'pause-not-written',
    says: 'a pause is not written down',
    file: `${JOBS}/job-stops.ts`,
    find: "jobs.store.setWish(jobId, 'pause');\n",
    within: 100,
  },
  {
    name: 'stop-forgotten-at-opening',
    says: 'a stop that a death cut off is not carried out at the next opening',
    file: `${JOBS}/job-commands.ts`,
    find: "if (job.wish === 'stop') return this.stops.goOn(job.id, lease);",
    within: 1000,
  },
  {
    name: 'deleted-stays-in-the-record',
    says: 'a deleted import stays in the record of what was sent',
    file: `${JOBS}/journal/job-removal.ts`,
    find: 'sentRecord.forget(job.id, known);',
    within: 200,
  },
  {
    name: 'deletion-not-ended',
    says: 'the rest of a deletion that a death cut off stays',
    file: `${JOBS}/job-upkeep.ts`,
    find: 'for (const jobId of store.removal.unfinished()) {',
    becomes: 'for (const jobId of store.removal.unfinished().slice(0, 0)) {',
    within: 1000,
  },
  {
    name: 'deleted-leads-forgotten',
    says: 'waiting rows do not learn that a deleted import has sent the same lead',
    file: `${JOBS}/journal/job-removal.ts`,
    find: "sentElsewhere.beforeRemoval(jobId, Number(last), (job, n, reason) =>\n          steps.step(job, n, 'sentElsewhere', { ...detail, reason }),\n        );",
    within: 2000,
  },
  {
    name: 'requests-of-deleted-forgotten',
    says: 'refused rows of a deleted import count as never sent (it was so until a simulated life found it)',
    file: `${JOBS}/journal/sent/deleted-jobs.ts`,
    find: 'SELECT sum(requests) AS requests FROM deleted_import WHERE requested_at >= ?',
    becomes: 'SELECT sum(sent) AS requests FROM deleted_import WHERE at >= ?',
    within: 2000,
  },
  {
    name: 'half-line-goes-on',
    says: 'half a line of a dead program stays in the record (it was so until a simulated life found it)',
    file: `${JOBS}/witness/witness.ts`,
    find: "if (before < fstatSync(file).size) ftruncateSync(file, before);\n        writeWhole(file, lines.map(lineText).join(''), before);",
    becomes:
      "const size = fstatSync(file).size;\n        writeWhole(file, (before < size ? '\\n' : '') + lines.map(lineText).join(''), size);",
    within: 2000,
  },
  {
    name: 'repair-is-not-sent',
    says: 'a refused row that was repaired is sent as it was',
    file: `${JOBS}/repair-commands.ts`,
    find: 'cells: editedCells(cells, changes), payload: null',
    becomes: 'cells, payload: null',
    within: 300,
  },
  {
    name: 'trial-forgotten',
    says: 'an import goes on behind its trial without being asked',
    file: 'shared/domain/schedule/trial-rows.ts',
    find: 'return trial === 0 ?',
    becomes: 'return trial >= 0 ?',
    within: 100,
  },
  {
    name: 'plan-forgotten',
    says: 'an import begins before the time for which it is planned',
    file: `${JOBS}/run/row-release.ts`,
    find: 'if (resumeAt !== null)',
    becomes: 'if (resumeAt === 0)',
    within: 100,
  },
  {
    name: 'undone-step-is-doubt',
    says: 'a step that a death undid is a doubt when another program went on behind it (it was so until a simulated life found it)',
    file: `${JOBS}/journal/recovery/compare-witness.ts`,
    find: 'if (own.last === memory.last) return lost.length === 0 && forgotten.length > 0 && loose.length === 0;',
    becomes: 'if (own.last === memory.last) return false;',
    within: 2000,
  },
  {
    name: 'commits-do-not-wait',
    says: 'a commit does not wait until it is on the disk',
    file: 'electron/core/storage/database.ts',
    find: 'PRAGMA synchronous=FULL;',
    becomes: 'PRAGMA synchronous=NORMAL;',
    within: 200,
  },
  {
    name: 'record-does-not-wait',
    says: 'a line of the record is not forced to the disk',
    file: `${JOBS}/witness/witness.ts`,
    find: 'fdatasyncSync(file);',
    within: 200,
  },
  {
    name: 'record-before-the-lock',
    says: 'the record gets its line after the transaction of the step, not in it',
    file: STEPS,
    find: "if (name === 'send') this.#sentRecord.sent(job, n, detail.at);",
    becomes: "if (name === 'send') setImmediate(() => { try { this.#sentRecord.sent(job, n, detail.at); } catch {} });",
    within: 300,
  },
  {
    name: 'answer-in-two-commits',
    says: 'an answer and its attempt are two commits',
    file: STEPS,
    find: "inTransaction(this.#journal, () => {\n      if (name === 'send' && this",
    becomes:
      "((_: unknown, work: () => void) => name === 'send' ? inTransaction(this.#journal, work) : work())(0, () => {\n      if (name === 'send' && this",
    within: 2000,
  },
  {
    name: 'look-at-once',
    says: 'a look does not wait for requests that may still be on their way',
    file: `${JOBS}/reconcile/look-for-rows.ts`,
    find: 'if (wait > 0) await sleep(tools.clock, wait, tools.signal);',
    within: 3000,
  },
  {
    name: 'correction-sends-twice',
    says: 'rows that go on in a corrected import stay in the former one',
    file: `${JOBS}/held-job.ts`,
    find: 'await this.#jobs.upkeep.inSlices(store.rows.passingOn(id, rows, reason, this.#clock.wallNow(), run));',
    within: 500,
  },
  {
    name: 'throttled-stays-on-its-way',
    says: 'a row that the service did not look at stays on its way',
    file: `${JOBS}/run/job-runner.ts`,
    find: "if (state === 'intent') this.#writer.write(n, 'takeBack', { reason });",
    within: 200,
  },
  {
    name: 'counts-drift',
    says: 'a row that is skipped is not counted out of those that wait',
    file: `${JOBS}/journal/records/journal-schema.ts`,
    find: 'UPDATE import_tally SET rows = rows - 1 WHERE job = old.job AND state = old.state;',
    becomes:
      "UPDATE import_tally SET rows = rows - (new.state <> 'skipped') WHERE job = old.job AND state = old.state;",
    within: 100,
  },
  {
    name: 'absence-without-witness',
    says: 'a lead that is not in the list is absent, whatever the list shows',
    file: ABSENCE,
    find: "if (seen.leads === 0) return { kind: 'nothingCame' };",
    becomes: 'if (seen.leads >= 0) return null;',
    within: 500,
  },
  {
    name: 'pause-of-another-ignored',
    says: 'a row leaves although another program has paused its import',
    file: STEPS,
    find: "wish IN ('pause', 'stop')",
    becomes: "wish IN ('stop')",
    within: 1000,
  },
  {
    name: 'taken-back-stays-in-the-record',
    says: 'the record keeps a row that was taken back as sent',
    file: STEPS,
    find: "else if (to === 'ready' && name !== 'sendAgain') this.#sentRecord.free(job, n, detail.at);",
    within: 1000,
  },
  {
    name: 'stop-skips-what-is-on-its-way',
    says: 'a stop skips rows that are on their way, too',
    file: STEPS,
    find: "WHERE job = ?3 AND state = 'ready'\n       AND n IN (SELECT n FROM import_row WHERE job = ?3 AND state = 'ready' ORDER BY n LIMIT ?4)",
    becomes:
      "WHERE job = ?3 AND state IN ('ready', 'intent')\n       AND n IN (SELECT n FROM import_row WHERE job = ?3 AND state IN ('ready', 'intent') ORDER BY n LIMIT ?4)",
    within: 300,
  },
  {
    name: 'left-rows-stay-on-their-way',
    says: 'rows that a dead program left on their way stay so for ever',
    file: `${JOBS}/running-jobs.ts`,
    find: 'this.store.rows.recover(jobId, this.#services.clock.wallNow(), this.run);',
    within: 100,
  },
  {
    name: 'stop-not-written',
    says: 'a stop is not written down',
    file: `${JOBS}/job-stops.ts`,
    find: "#markStopped(jobId: string): void {\n    this.#jobs.store.setWish(jobId, 'stop');",
    becomes: '#markStopped(jobId: string): void {',
    within: 1500,
  },
  {
    name: 'day-ends-early',
    says: 'the ledger begins the next day a minute before the service does',
    file: 'shared/domain/quota/quota.ts',
    find: '(now >= ledger.periodEnd ||',
    becomes: '(now >= ledger.periodEnd - 60_000 ||',
    within: 1000,
  },
  {
    name: 'under-way-forgotten',
    says: 'a figure of the service counts as whole although requests are under way',
    file: `${BROKER}/service-day.ts`,
    find: 'const inFlight = this.#border.uncounted(',
    becomes: 'const inFlight = 0 * this.#border.uncounted(',
    within: 300,
  },
  {
    name: 'given-back-twice',
    says: 'a request that never left is given back twice',
    file: `${BROKER}/service-day.ts`,
    find: 'this.#throttledCount.gaveBack(request.units);',
    becomes: 'this.#throttledCount.gaveBack(request.units);\n    this.#giveBack(request, false);',
    within: 1000,
  },
  {
    name: 'commit-without-room-is-done',
    says: 'a transaction for which the disk has no room is taken for written',
    file: 'electron/core/storage/database.ts',
    find: "database.exec('COMMIT');\n    return value;",
    becomes:
      "try { database.exec('COMMIT'); } catch (error) { if (!String(error).includes('full')) throw error; database.exec('ROLLBACK'); }\n    return value;",
    within: 500,
  },
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
];

/**
 * Has the product loaded with a bug in it. Call it before any module of the product is loaded.
 *
 * @throws Error when its place is not in the source any more
 */
export function plant({ name, file, find, becomes = '' }: Plant): void {
  const path = join(root, file);
  if (readFileSync(path, 'utf8').split(find).length !== 2)
    throw new Error(`The place of ${name} is not once in ${file}.`);
  const url = pathToFileURL(path).href;
  registerHooks({
    load(asked, context, next) {
      const loaded = next(asked, context);
      if (asked !== url || loaded.source === undefined || loaded.source === null) return loaded;
      const text =
        typeof loaded.source === 'string' ? loaded.source : Buffer.from(loaded.source as Uint8Array).toString('utf8');
      return { ...loaded, source: text.replace(find, () => becomes) };
    },
  });
}

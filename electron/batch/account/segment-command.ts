import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { SegmentBatch, SegmentChange } from '../../../shared/contract/segments/segment-changes.ts';
import { isLowCount } from '../../../shared/domain/service/answers/segment-answers.ts';
import { MINUTE } from '../../../shared/domain/time/time.ts';
import { format } from '../../../shared/domain/words/format.ts';
import type { Clock } from '../../core/foundation/ports.ts';
import { refuseInterrupted, untilSignal } from '../program/call-until-signal.ts';
import { endOnSignal } from '../program/end-on-signal.ts';
import type { FollowTools } from '../program/follow-tools.ts';
import { isoOf } from '../program/output.ts';
import { stillWaiting, waitingWords } from '../program/still-waiting.ts';
import { watchHold } from './long-hold.ts';
import type { SegmentChangeOptions } from './segment-arguments.ts';
import { BatchTrouble, EXIT, type ExitCode } from '../program/trouble.ts';

/** Puts leads into a segment or takes them out, batch by batch, and says what became of every id. */
export async function changeSegment(
  tools: FollowTools,
  options: SegmentChangeOptions,
  input: NodeJS.ReadableStream,
): Promise<ExitCode> {
  const { interruption } = tools;
  const prepared = await prepare(tools, options, input);
  const left = options.repair ? await leftOpen(tools, prepared) : null;
  let ended = left === null ? await begin(tools, prepared) : await goOn(tools, left);
  if (options.repair && ended.counts.unknown > 0 && interruption.exitCode === null) ended = await repair(tools, ended);
  return finish(tools, ended);
}

function begin(tools: FollowTools, prepared: SegmentChange): Promise<SegmentChange> {
  const { core, output } = tools;
  const { id, segmentId, segmentName, leads, listed, repeated, unusable, batchCount } = prepared;
  output.tell({ change: id, segment: segmentId, listed, repeated, unusable, leads });
  output.say(
    `${format.count(leads, 'lead')} for ${segmentName} (${segmentId}), ${format.count(batchCount, 'request')}.`,
  );
  return follow(tools, id, () => core.call('segment:start', { changeId: id }));
}

async function prepare(
  { core, interruption }: FollowTools,
  { kind, segment, ids }: SegmentChangeOptions,
  input: NodeJS.ReadableStream,
): Promise<SegmentChange> {
  using folder = ids === '-' ? core.makeWorkingFolder() : null;
  const reading = new AbortController();
  interruption.onSignal(() => reading.abort());
  try {
    const path = folder === null ? ids : join(folder.path, 'standard input');
    if (folder !== null) await pipeline(input, createWriteStream(path, { mode: 0o600 }), { signal: reading.signal });
    // What an earlier change put in may have been taken out elsewhere: a script gets what it asks for.
    const source = { from: 'list', token: core.grant(path, 'read') } as const;
    return await untilSignal(interruption, () =>
      core.call('segment:prepare', { segmentId: segment, kind, source, leaveOutEarlier: false }),
    );
  } catch (error) {
    refuseInterrupted(interruption, error);
    // The service answered, and it has no such segment: that is its answer, not a slip of the keyboard.
    if (error instanceof BatchTrouble && error.code === 'notFound')
      throw new BatchTrouble(error.message, error.code, EXIT.stopped, { cause: error });
    throw error;
  }
}

/** The change that an earlier run began with these ids, when something of it is unknown or was not sent. */
async function leftOpen({ core, interruption }: FollowTools, { id }: SegmentChange): Promise<SegmentChange | null> {
  const { change } = await untilSignal(interruption, () => core.call('segment:leftOpen', { changeId: id }));
  return change;
}

/** Sends only what an earlier run left: the figures at the end are those of both. */
function goOn(tools: FollowTools, change: SegmentChange): Promise<SegmentChange> {
  const { id, segmentId, segmentName, listed, repeated, unusable, leads, createdAt, counts } = change;
  const began = new Date(createdAt).toISOString();
  const { output } = tools;
  output.tell({ change: id, segment: segmentId, listed, repeated, unusable, leads, began });
  output.say(
    `Going on with the change of ${segmentName} (${segmentId}) that began ${began.slice(0, 16)}Z: ${format.count(counts.unknown, 'lead')} unknown, ${format.count(counts.waiting, 'lead')} not sent.`,
  );
  return repair(tools, change);
}

/** Each batch whose answer did not come is sent once more, and those that were not sent. */
function repair(tools: FollowTools, change: SegmentChange): Promise<SegmentChange> {
  return follow(tools, change.id, () => tools.core.call('segment:repair', { changeId: change.id }), change);
}

/**
 * Answers when nothing runs any more. Every batch with an answer is a line.
 *
 * @param before as an earlier run left it: its batches were told then
 */
async function follow(
  tools: FollowTools,
  id: string,
  start: () => Promise<unknown>,
  before?: SegmentChange,
): Promise<SegmentChange> {
  const { core, clock, output } = tools;
  const settled = before?.batches.filter(({ state }) => state !== 'unknown') ?? [];
  const told = new Map<number, string>(settled.map(({ number, state }) => [number, state]));
  const ended = Promise.withResolvers<SegmentChange>();
  const isHeldTooLong = watchHold(clock);
  const stillWaitingSince = stillWaiting(clock);
  let heldFor = '';
  let toldHold = '';
  const look = (change: SegmentChange) => {
    if (change.id !== id) return;
    for (const batch of change.batches) tellBatch(batch);
    const since = stillWaitingSince(change.heldUntil === null ? null : change.reason);
    if (change.state !== 'running' && change.state !== 'prepared') ended.resolve(change);
    else if (isHeldTooLong(change)) {
      heldFor = change.reason;
      core.call('segment:pause', { changeId: id }).then(ended.resolve, ended.reject);
    } else if (since !== null) {
      output.tell({ state: 'running', reason: change.reason, waitingSince: isoOf(since) });
      output.say(`${waitingWords(since)} ${change.reason}`);
    } else if (change.heldUntil !== null && change.reason !== toldHold) {
      toldHold = change.reason;
      output.tell({ state: 'running', reason: change.reason });
      output.say(`Waiting. ${change.reason}`);
    }
  };
  const tellBatch = ({ number, state, leads, counts, reason }: SegmentBatch) => {
    if (state === 'waiting' || state === 'sent' || told.get(number) === state) return;
    told.set(number, state);
    output.tell({ batch: number, state, leads, ...counts, ...(reason === '' ? {} : { reason }) });
    if (state !== 'done' || isLowCount(reason)) output.say(`Batch ${number}: ${state}. ${reason}`);
  };
  const stop = core.on('segment:progress', look);
  const ask = () => core.call('segment:change', { changeId: id }).then(look);
  try {
    await start();
    endOnSignal(tools, 'The change', () => core.call('segment:pause', { changeId: id }));
    // While a change waits, no event comes.
    using _asking = everyMinute(clock, () => void ask().catch(ended.reject));
    await ask();
    const change = await ended.promise;
    return change.reason === '' && change.state === 'paused' ? { ...change, reason: heldFor } : change;
  } finally {
    stop();
  }
}

function everyMinute(clock: Clock, work: () => void): Disposable {
  let timer = clock.after(MINUTE, again);
  function again(): void {
    timer = clock.after(MINUTE, again);
    work();
  }
  return { [Symbol.dispose]: () => timer.cancel() };
}

function finish({ output, interruption }: FollowTools, change: SegmentChange): ExitCode {
  const { kind, counts, reason, before, after } = change;
  const { moved, missing, refused, unknown, waiting } = counts;
  const word = kind === 'add' ? 'added' : 'removed';
  const parts = [`${format.number(moved)} ${word}`, `${missing} missing`, `${refused} refused`, `${unknown} unknown`];
  if (waiting > 0) parts.push(`${format.number(waiting)} not sent`);
  const isSaying = change.batches.every((batch) => batch.state !== 'done' || batch.saysMissing);
  if (!isSaying) output.say(`The service does not say which ids it did not find: they count as ${word}.`);
  const message = messageOf(change);
  if (message !== '') output.warn(message);
  const exitCode = interruption.exitCode ?? exitCodeOf(change);
  output.end(`${parts.join(', ')}.`, {
    [word]: moved,
    missing,
    refused,
    unknown,
    ...(waiting > 0 ? { waiting } : {}),
    ...(isSaying ? {} : { missingKnown: false }),
    ...(before === null ? {} : { before: before.count }),
    ...(after === null ? {} : { after: after.count }),
    change: change.id,
    ...(exitCode === EXIT.done || message === '' ? {} : { error: { code: codeOf(change), message } }),
  });
  return exitCode;

  function codeOf({ counts: { unknown: doubtful } }: SegmentChange): string {
    if (doubtful > 0) return 'unknown';
    if (reason !== '') return 'stopped';
    // A signal or a person has paused or stopped it.
    return waiting > 0 ? 'cancelled' : 'rejected';
  }
}

function messageOf({ counts, reason, batches, state }: SegmentChange): string {
  const { unknown, refused, waiting } = counts;
  const unsent = waiting > 0 ? `the ${format.count(waiting, 'lead')} not sent` : 'nothing else';
  if (unknown > 0)
    return `${format.count(unknown, 'lead')} left this computer, and no readable answer came. They are not sent again by themselves. The same command with --repair sends them once more, and ${unsent}; a segment holds each lead once. ${reason}`.trim();
  if (waiting > 0) {
    const notSent = `${format.count(waiting, 'lead')} not sent`;
    return state === 'stopped'
      ? `The change was stopped in the app. ${notSent}.`
      : `${reason} ${notSent}: the same command with --repair goes on with them.`.trim();
  }
  if (reason !== '') return reason;
  const why = batches.find((batch) => batch.counts.refused > 0 && batch.reason !== '')?.reason ?? '';
  return refused > 0 ? `The service refused ${format.count(refused, 'lead')}: ${why}` : '';
}

function exitCodeOf({ counts, state }: SegmentChange): ExitCode {
  if (counts.unknown > 0) return EXIT.unknown;
  if (counts.waiting > 0 || state !== 'ended') return EXIT.stopped;
  return counts.refused > 0 ? EXIT.refused : EXIT.done;
}

import { mkdtempSync, rmSync } from 'node:fs';
import { createWriteStream } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { SegmentBatch, SegmentChange } from '../../../shared/contract/segments/segment-changes.ts';
import type { FollowTools } from '../program/follow-tools.ts';
import type { SegmentChangeOptions } from './segment-arguments.ts';
import { BatchTrouble, EXIT, type ExitCode } from '../program/trouble.ts';

/** Milliseconds. A change that waits longer than this for its quota ends; it goes on when the command is given again. */
const LONGEST_HOLD = 15 * 60_000;

/** Puts leads into a segment or takes them out, batch by batch, and says what became of every id. */
export async function changeSegment(
  tools: FollowTools,
  options: SegmentChangeOptions,
  input: NodeJS.ReadableStream,
): Promise<ExitCode> {
  const { core, output, interruption } = tools;
  const prepared = await prepare(tools, options, input);
  const { leads, listed, repeated, unusable } = prepared;
  output.tell({ change: prepared.id, segment: prepared.segmentId, listed, repeated, unusable, leads });
  output.say(
    `${count(leads, 'lead')} for ${prepared.segmentName} (${prepared.segmentId}), ${count(prepared.batchCount, 'request')}.`,
  );
  interruption.onSignal(() => void core.call('segment:pause', { changeId: prepared.id }).catch(() => undefined));
  let ended = await follow(tools, prepared.id, () => core.call('segment:start', { changeId: prepared.id }));
  if (options.repair && ended.counts.unknown > 0 && interruption.exitCode === null) ended = await repair(tools, ended);
  return finish(tools, ended);
}

async function prepare(
  { core }: FollowTools,
  { kind, segment, ids }: SegmentChangeOptions,
  input: NodeJS.ReadableStream,
): Promise<SegmentChange> {
  const folder = mkdtempSync(join(tmpdir(), 'lead-console-ids-'));
  try {
    const path = ids === '-' ? join(folder, 'standard input') : ids;
    if (ids === '-') await pipeline(input, createWriteStream(path, { mode: 0o600 }));
    // What an earlier change put in may have been taken out elsewhere: a script gets what it asks for.
    return await core.call('segment:prepare', {
      segmentId: segment,
      kind,
      source: { from: 'list', token: core.grant(path, 'read') },
      leaveOutEarlier: false,
    });
  } catch (error) {
    // The service answered, and it has no such segment: that is its answer, not a slip of the keyboard.
    if (error instanceof BatchTrouble && error.code === 'notFound')
      throw new BatchTrouble(error.message, EXIT.stopped, error.code, { cause: error });
    throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Each batch whose answer did not come is sent once more. */
async function repair(tools: FollowTools, { id, batches }: SegmentChange): Promise<SegmentChange> {
  const unknown = batches.filter(({ state }) => state === 'unknown');
  tools.output.say(`Sending ${count(unknown.length, 'batch', 'batches')} once more.`);
  return follow(tools, id, async () => {
    for (const { number } of unknown)
      await tools.core.call('segment:resolve', { changeId: id, batch: number, as: 'again' });
  });
}

/** Answers when nothing runs any more. Every batch with an answer is a line. */
async function follow(
  { core, clock, output }: FollowTools,
  id: string,
  start: () => Promise<unknown>,
): Promise<SegmentChange> {
  const told = new Map<number, string>();
  const ended = Promise.withResolvers<SegmentChange>();
  const look = (change: SegmentChange) => {
    if (change.id !== id) return;
    for (const batch of change.batches) tellBatch(batch);
    if (change.state !== 'running' && change.state !== 'prepared') ended.resolve(change);
    else if (change.heldUntil !== null && change.heldUntil - clock.wallNow() > LONGEST_HOLD)
      core.call('segment:pause', { changeId: id }).then(ended.resolve, ended.reject);
  };
  const tellBatch = ({ number, state, leads, counts, reason }: SegmentBatch) => {
    if (state === 'waiting' || state === 'sent' || told.get(number) === state) return;
    told.set(number, state);
    output.tell({ batch: number, state, leads, ...counts, ...(reason === '' ? {} : { reason }) });
    if (state !== 'done') output.say(`Batch ${number}: ${state}. ${reason}`);
  };
  const stop = core.on('segment:progress', look);
  try {
    await start();
    look(await core.call('segment:change', { changeId: id }));
    return await ended.promise;
  } finally {
    stop();
  }
}

function finish({ output, interruption }: FollowTools, change: SegmentChange): ExitCode {
  const { kind, counts, reason, before, after } = change;
  const { moved, missing, refused, unknown, waiting } = counts;
  const word = kind === 'add' ? 'added' : 'removed';
  const parts = [
    `${moved.toLocaleString('en')} ${word}`,
    `${missing} missing`,
    `${refused} refused`,
    `${unknown} unknown`,
  ];
  if (waiting > 0) parts.push(`${waiting.toLocaleString('en')} not sent`);
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
    return doubtful > 0 ? 'unknown' : reason === '' ? 'rejected' : 'stopped';
  }
}

function messageOf({ counts, reason, batches }: SegmentChange): string {
  const { unknown, refused } = counts;
  if (unknown > 0)
    return `${count(unknown, 'lead')} left this computer, and no answer came. They are not sent again; --repair sends them once more, which cannot double them. ${reason}`.trim();
  if (reason !== '') return reason;
  const why = batches.find(({ reason: said }) => said !== '')?.reason ?? '';
  return refused > 0 ? `The service refused ${count(refused, 'lead')}: ${why}` : '';
}

function exitCodeOf({ counts, state }: SegmentChange): ExitCode {
  if (counts.unknown > 0) return EXIT.unknown;
  if (counts.waiting > 0 || state !== 'ended') return EXIT.stopped;
  return counts.refused > 0 ? EXIT.refused : EXIT.done;
}

function count(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString('en')} ${number === 1 ? one : many}`;
}

// Why: decision 0061.
import type { z } from 'zod';
import type { ChangeSnapshot } from './snapshots.ts';

/**
 * How the answer of a call, or an event, changes the answers that the page keeps. Each area declares its effects beside
 * its schemas; in `channels.ts` the compiler checks every name, argument and answer in them. `Payload` is the answer of
 * the call or the payload of the event.
 */

/** Kept answers of the channel are out of date: those on the screen are read again now, the others when they are shown. */
export interface Reread<Channel extends string> {
  readonly does: 'reread';
  readonly channel: Channel;
}

/** Kept answers of the channel are wrong: they are removed, and those on the screen are read again. */
export interface Forget<Channel extends string> {
  readonly does: 'forget';
  readonly channel: Channel;
}

/** The payload contains a whole answer of the channel. `known` is the kept answer. */
export interface Put<Payload, Channel extends string, Args, Answer> {
  readonly does: 'put';
  readonly channel: Channel;
  readonly args: (payload: Payload) => Args;
  readonly answer: (payload: Payload, known: Answer | undefined) => Answer;
}

/** Changes a part of a kept answer. Does nothing when no answer is kept. */
export interface Update<Payload, Channel extends string, Args, Answer> {
  readonly does: 'update';
  readonly channel: Channel;
  readonly args: (payload: Payload) => Args;
  readonly answer: (payload: Payload, known: Answer) => Answer;
}

/** The answer contains the payload of an event, at least as new, and is applied like it: the event may arrive later. */
export interface SameAsEvent<Payload, Event extends string, EventPayload> {
  readonly does: 'sameAsEvent';
  readonly event: Event;
  readonly payload: (payload: Payload) => EventPayload;
}

/** When another account is in use now, the kept answers of all channels that belong to an account are removed. */
export interface SwitchAccount<Payload> {
  readonly does: 'switchAccount';
  readonly activeId: (payload: Payload) => string | null;
}

/** The core was started again: sequences begin again, and everything is read again. */
export interface StartAnew<Payload> {
  readonly does: 'startAnew';
  readonly when: (payload: Payload) => boolean;
}

/** An effect whose names and types `channels.ts` has yet to check. */
type UncheckedEffect = Pick<
  | Reread<string>
  | Forget<string>
  | Put<never, string, unknown, unknown>
  | Update<never, string, unknown, unknown>
  | SameAsEvent<never, string, unknown>
  | SwitchAccount<never>
  | StartAnew<never>,
  'does'
>;

/** The channels of an area. `changes` may be empty, but not left out. */
export type AreaChannels = Record<
  `${string}:${string}`,
  {
    readonly args: z.ZodType;
    readonly result: z.ZodType;
    readonly changes: readonly UncheckedEffect[];
    /** For an answer with snapshots: where they are. An older snapshot never replaces a newer one. */
    readonly snapshots?: (answer: never, change: ChangeSnapshot) => unknown;
    /** The answer is the same for every account. All others are removed when another account is in use. */
    readonly isOfEveryAccount?: true;
  }
>;

/** The events of an area. */
export type AreaEvents = Record<
  `${string}:${string}`,
  {
    readonly payload: z.ZodType;
    readonly changes: readonly UncheckedEffect[];
    /** The account of the event, null for every account. An event of an account that is not in use changes nothing. */
    readonly accountId?: (payload: never) => string | null;
  }
>;

export function reread<const Channel extends string>(channel: Channel): Reread<Channel> {
  return { does: 'reread', channel };
}

export function forget<const Channel extends string>(channel: Channel): Forget<Channel> {
  return { does: 'forget', channel };
}

/** Without `answer` the payload is the answer. */
export function put<const Channel extends string, Payload, Args>(
  channel: Channel,
  args: (payload: Payload) => Args,
): Put<Payload, Channel, Args, Payload>;
export function put<const Channel extends string, Payload, Args, Answer>(
  channel: Channel,
  args: (payload: Payload) => Args,
  answer: (payload: Payload, known: Answer | undefined) => Answer,
): Put<Payload, Channel, Args, Answer>;
export function put<const Channel extends string, Payload, Args>(
  channel: Channel,
  args: (payload: Payload) => Args,
  answer: (payload: Payload, known: Payload | undefined) => Payload = (payload) => payload,
): Put<Payload, Channel, Args, Payload> {
  return { does: 'put', channel, args, answer };
}

export function update<const Channel extends string, Payload, Args, Answer>(
  channel: Channel,
  args: (payload: Payload) => Args,
  answer: (payload: Payload, known: Answer) => Answer,
): Update<Payload, Channel, Args, Answer> {
  return { does: 'update', channel, args, answer };
}

/** Without `payload` the answer is the payload. */
export function sameAs<const Event extends string>(
  event: Event,
): { readonly does: 'sameAsEvent'; readonly event: Event; readonly payload: <Answer>(answer: Answer) => Answer };
export function sameAs<const Event extends string, Answer, EventPayload>(
  event: Event,
  payload: (answer: Answer) => EventPayload,
): SameAsEvent<Answer, Event, EventPayload>;
export function sameAs(event: string, payload: (answer: never) => unknown = (answer) => answer): unknown {
  return { does: 'sameAsEvent', event, payload };
}

export function switchAccount<Payload>(activeId: (payload: Payload) => string | null): SwitchAccount<Payload> {
  return { does: 'switchAccount', activeId };
}

export function startAnew<Payload>(when: (payload: Payload) => boolean): StartAnew<Payload> {
  return { does: 'startAnew', when };
}

import { methodName, subscriptionName, type LeadConsole } from '../../../shared/contract/bridge.ts';
import type {
  ChannelInput,
  ChannelName,
  ChannelResult,
  EventName,
  EventPayload,
} from '../../../shared/contract/channels.ts';
import type { Outcome } from '../../../shared/contract/errors.ts';
import type { ChosenFile } from '../../../shared/contract/host/files.ts';
import { link } from '../lib/link.ts';
import { browserPlatform, reloadForTokens } from './browser-platform.ts';
import { CallError, unwrap } from './call-error.ts';
import { createHttpClient } from './http-client.ts';

declare global {
  interface Window {
    /** The preload sets it on the desktop; missing in the browser host. */
    readonly leadConsole?: LeadConsole;
  }
}

let client: LeadConsole | undefined;

function leadConsole(): LeadConsole {
  if (client === undefined && window.leadConsole === undefined) reloadForTokens(window);
  client ??= window.leadConsole ?? createHttpClient(browserPlatform, link);
  return client;
}

/** For specs: replaces the host. */
export function replaceClient(replacement: LeadConsole): void {
  client = replacement;
}

type Method<Name extends ChannelName> = (args: ChannelInput<Name>) => Promise<Outcome<ChannelResult<Name>>>;
type Subscription<Name extends EventName> = (listener: (payload: EventPayload<Name>) => void) => () => void;

type AnswerListener = <Name extends ChannelName>(name: Name, result: ChannelResult<Name>) => void;

const answerListeners = new Set<AnswerListener>();

/** Calls the listener with every answer, before the caller gets it; returns the function that removes the listener. */
export function onAnswer(listener: AnswerListener): () => void {
  answerListeners.add(listener);
  return () => answerListeners.delete(listener);
}

/** Makes a call. Throws a `CallError` for every failure that the host reports. */
export async function call<Name extends ChannelName>(
  name: Name,
  args: ChannelInput<Name>,
): Promise<ChannelResult<Name>> {
  const method = leadConsole()[methodName(name)] as unknown as Method<Name>;
  const result = unwrap(await method(args));
  for (const listener of answerListeners) listener(name, result);
  return result;
}

/** Channels whose calls have an id and can be cancelled. */
type CancellableName = {
  [Name in ChannelName]: 'callId' extends keyof ChannelInput<Name> ? Name : never;
}[ChannelName];

/** A call that is cancelled when the signal aborts; it then fails with the code `cancelled`, also when it is answered all the same. */
export async function callUntil<Name extends CancellableName>(
  name: Name,
  args: Omit<ChannelInput<Name>, 'callId'>,
  signal: AbortSignal,
): Promise<ChannelResult<Name>> {
  const endWithSignal = (): void => {
    if (signal.aborted) throw new CallError({ code: 'cancelled', message: 'Cancelled.' });
  };
  endWithSignal();
  const callId = newCallId();
  const cancel = (): void => endCall(callId);
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const result = await call(name, { ...args, callId } as ChannelInput<Name>);
    endWithSignal();
    return result;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/** Calls the listener for every event of this name; returns the function that removes the listener. */
export function onEvent<Name extends EventName>(
  name: Name,
  listener: (payload: EventPayload<Name>) => void,
): () => void {
  const subscribe = leadConsole()[subscriptionName(name)] as unknown as Subscription<Name>;
  return subscribe(listener);
}

/** Gives a dropped or pasted file to the host, which answers with a token for it. */
export async function acceptFile(file: File): Promise<ChosenFile> {
  return unwrap(await leadConsole().acceptFile(file));
}

/** After a save: downloads the file in the browser host; does nothing on the desktop. */
export async function deliverFile(token: string): Promise<void> {
  unwrap(await leadConsole().deliverFile(token));
}

/** A new id for one long call, for `call:cancel`. */
export function newCallId(): string {
  return crypto.randomUUID();
}

/** Cancels a long call. That call reports how it ended, so a failure of the cancelling itself is not shown. */
export function endCall(callId: string): void {
  call('call:cancel', { callId }).catch((failure: unknown) => {
    if (!(failure instanceof CallError)) reportError(failure);
  });
}

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
import { browserPlatform } from './browser-platform.ts';
import { CallError, unwrap } from './call-error.ts';
import { createConnection } from './connection.ts';
import { createHttpClient } from './http-client.ts';

declare global {
  interface Window {
    /** Given by the preload on the desktop; missing in the browser host. */
    readonly leadConsole?: LeadConsole;
  }
}

export const connection = createConnection();

let client: LeadConsole | undefined;

function leadConsole(): LeadConsole {
  client ??= window.leadConsole ?? createHttpClient(browserPlatform, connection);
  return client;
}

/** For specs: takes the place of the host. */
export function replaceClient(replacement: LeadConsole): void {
  client = replacement;
}

type Method<Name extends ChannelName> = (args: ChannelInput<Name>) => Promise<Outcome<ChannelResult<Name>>>;
type Subscription<Name extends EventName> = (listener: (payload: EventPayload<Name>) => void) => () => void;

type AnswerListener = <Name extends ChannelName>(name: Name, result: ChannelResult<Name>) => void;

const answerListeners = new Set<AnswerListener>();

/** Calls the listener with every answer, before whoever asked gets it; returns the function that ends it. */
export function onAnswer(listener: AnswerListener): () => void {
  answerListeners.add(listener);
  return () => answerListeners.delete(listener);
}

/** Asks the host. Throws a `CallError` for every failure a person should hear about. */
export async function call<Name extends ChannelName>(
  name: Name,
  args: ChannelInput<Name>,
): Promise<ChannelResult<Name>> {
  const method = leadConsole()[methodName(name)] as unknown as Method<Name>;
  const result = unwrap(await method(args));
  for (const listener of answerListeners) listener(name, result);
  return result;
}

/** Channels whose calls carry an id, so that they can be cancelled. */
type CancellableName = {
  [Name in ChannelName]: 'callId' extends keyof ChannelInput<Name> ? Name : never;
}[ChannelName];

/** A call that is cancelled when the signal aborts; it fails with the code `cancelled` then. */
export async function callUntil<Name extends CancellableName>(
  name: Name,
  args: Omit<ChannelInput<Name>, 'callId'>,
  signal: AbortSignal,
): Promise<ChannelResult<Name>> {
  const callId = newCallId();
  const cancel = (): void => endCall(callId);
  signal.addEventListener('abort', cancel, { once: true });
  try {
    return await call(name, { ...args, callId } as ChannelInput<Name>);
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/** Calls the listener for every event of this name; returns the function that ends it. */
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

/** After a save: hands the file over where the host cannot write to the chosen place itself. */
export async function deliverFile(token: string): Promise<void> {
  unwrap(await leadConsole().deliverFile(token));
}

/** A name for one long call, so that `call:cancel` can end it. */
export function newCallId(): string {
  return crypto.randomUUID();
}

/** Asks the host to end a long call. How it ended is the answer to that call, so no failure of this one matters. */
export function endCall(callId: string): void {
  call('call:cancel', { callId }).catch((failure: unknown) => {
    if (!(failure instanceof CallError)) reportError(failure);
  });
}

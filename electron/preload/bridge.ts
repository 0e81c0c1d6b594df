// Why: decision 0041.
import { methodName, subscriptionName } from '../../shared/contract/bridge.ts';

/** The parts of Electron that the sandboxed preload uses. */
export interface BridgeParts<DroppedFile> {
  readonly invoke: (channel: string, args: unknown) => Promise<unknown>;
  /** Passes the payload only: the event object would give the page access to the sender. */
  readonly subscribe: (event: string, listener: (payload: unknown) => void) => () => void;
  readonly pathOf: (file: DroppedFile) => string;
  /** Calls the listener with the files of each drop, and of each choice in a file input, that a person really made. */
  readonly onFiles: (listener: (files: readonly DroppedFile[]) => void) => void;
  readonly newToken: () => string;
}

export interface ContractNames {
  readonly channels: readonly string[];
  readonly events: readonly string[];
  /** Events whose latest payload is kept until the page listens. */
  readonly patient: readonly string[];
}

/** Not in the contract: the preload says here that a file was dropped, with its path and a token for one use. */
export const FILE_DROPPED = 'internal:fileDropped';
/** Not in the contract: the preload hands in the token of a dropped file. The page sees neither path nor token. */
export const ACCEPT_FILE = 'internal:acceptFile';

const NAMES_ARGUMENT = '--lead-console-contract=';

/**
 * The names of the contract as an argument for the preload's command line. So the preload needs neither zod nor a list
 * of its own, and knows exactly the channels of the main process.
 */
export function namesArgument({ channels, events, patient }: ContractNames): string {
  return NAMES_ARGUMENT + [channels, events, patient].map((names) => names.join(',')).join(';');
}

export function namesFrom(args: readonly string[]): ContractNames {
  const text = args.find((argument) => argument.startsWith(NAMES_ARGUMENT))?.slice(NAMES_ARGUMENT.length) ?? '';
  const [channels = [], events = [], patient = []] = text
    .split(';')
    .map((part) => part.split(',').filter((name) => name !== ''));
  return { channels, events, patient };
}

/** `window.leadConsole`: one function a channel, one subscription an event, and nothing generic. */
export function createBridge<DroppedFile>(
  names: ContractNames,
  { invoke, subscribe, pathOf, onFiles, newToken }: BridgeParts<DroppedFile>,
): Readonly<Record<string, (argument: never) => unknown>> {
  /** Tokens of the last drop, by path: the page may get another object for the same file. */
  let dropped = new Map<string, string>();
  onFiles((files) => {
    dropped = new Map(files.map((file) => [pathOf(file), newToken()]));
    for (const [path, token] of dropped) if (path !== '') invoke(FILE_DROPPED, { path, token }).catch(() => undefined);
  });
  const channels = names.channels.map((name) => [methodName(name), (args: unknown) => invoke(name, args)] as const);
  const events = names.events.map((name) => {
    const listen = (listener: Listener) => subscribe(name, (payload) => listener(payload));
    return [subscriptionName(name), names.patient.includes(name) ? patient(listen) : listen] as const;
  });
  return Object.freeze({
    ...Object.fromEntries<(argument: never) => unknown>([...channels, ...events]),
    acceptFile: (file: DroppedFile) => {
      const path = pathOf(file);
      const token = dropped.get(path) ?? '';
      dropped.delete(path);
      return invoke(ACCEPT_FILE, { token });
    },
    // The core has already written the file to the place that the person chose.
    deliverFile: async () => ({ ok: true, value: {} }),
  });
}

type Listener = (payload: unknown) => void;
type Listen = (listener: Listener) => () => void;

/** Keeps the latest payload that arrives while nobody listens, and gives it to the next listener. */
function patient(listen: Listen): Listen {
  const listeners = new Set<Listener>();
  let kept: { readonly payload: unknown } | null = null;
  listen((payload) => {
    if (listeners.size === 0) kept = { payload };
    for (const listener of listeners) listener(payload);
  });
  return (listener) => {
    const own: Listener = (payload) => listener(payload);
    listeners.add(own);
    if (kept) own(kept.payload);
    kept = null;
    return () => listeners.delete(own);
  };
}

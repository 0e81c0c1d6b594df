import { methodName, subscriptionName } from '../../shared/contract/bridge.ts';

/** What the sandboxed preload has of Electron. */
export interface BridgeParts<DroppedFile> {
  readonly invoke: (channel: string, args: unknown) => Promise<unknown>;
  /** Calls with the payload only: the event object would give the page a way to the sender. */
  readonly subscribe: (event: string, listener: (payload: unknown) => void) => () => void;
  readonly pathOf: (file: DroppedFile) => string;
}

export interface ContractNames {
  readonly channels: readonly string[];
  readonly events: readonly string[];
  /** Events of which the latest is kept until somebody listens. */
  readonly patient: readonly string[];
}

/** Internal: the page has a function that takes a dropped file; the path goes past it. */
export const ACCEPT_FILE = 'internal:acceptFile';

const NAMES_ARGUMENT = '--lead-console-contract=';

/**
 * Main hands the names of the contract to the preload on its command line: the preload then needs neither zod nor a
 * list of its own, and cannot name a channel that main does not have.
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
  { invoke, subscribe, pathOf }: BridgeParts<DroppedFile>,
): Readonly<Record<string, (argument: never) => unknown>> {
  const channels = names.channels.map((name) => [methodName(name), (args: unknown) => invoke(name, args)] as const);
  const events = names.events.map((name) => {
    const listen = (listener: Listener) => subscribe(name, (payload) => listener(payload));
    return [subscriptionName(name), names.patient.includes(name) ? patient(listen) : listen] as const;
  });
  return Object.freeze({
    ...Object.fromEntries<(argument: never) => unknown>([...channels, ...events]),
    acceptFile: (file: DroppedFile) => invoke(ACCEPT_FILE, { path: pathOf(file) }),
    // The save dialog has put the file where the person wanted it.
    deliverFile: async () => ({ ok: true, value: {} }),
  });
}

type Listener = (payload: unknown) => void;
type Listen = (listener: Listener) => () => void;

/** Keeps what arrives while nobody listens, and gives the latest of it to the next who does. */
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

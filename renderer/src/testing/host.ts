import { methodName, subscriptionName, type LeadConsole } from '../../../shared/contract/bridge.ts';
import {
  channelNames,
  channels,
  eventNames,
  events,
  type ChannelArgs,
  type ChannelName,
  type ChannelResult,
  type EventName,
  type EventPayload,
} from '../../../shared/contract/channels.ts';
import { appErrorSchema, type AppError, type Outcome } from '../../../shared/contract/errors.ts';
import { chosenFileSchema, type ChosenFile } from '../../../shared/contract/host/files.ts';
import { CallError } from '../bridge/index.ts';

/**
 * What the host answers, a function a channel. It returns the result, or a promise for a result that comes later, or
 * throws a `CallError` for a call that fails (see `failure`).
 */
export type Answers = {
  readonly [Name in ChannelName]?: (args: ChannelArgs<Name>) => ChannelResult<Name> | Promise<ChannelResult<Name>>;
} & {
  readonly acceptFile?: (file: { readonly name: string; readonly size: number }) => ChosenFile;
  readonly deliverFile?: (token: string) => void;
};

/** An expected failure, for an answer to throw. Without details: an internal one, as a bug in the core would give. */
export function failure(details: AppError | string): CallError {
  return new CallError(
    appErrorSchema.parse(typeof details === 'string' ? { code: 'internal', message: details, logId: 'spec' } : details),
  );
}

/** An answer that fails so each time. */
export const failing = (details: AppError | string) => (): never => {
  throw failure(details);
};

/** The stand-in of the host in component specs. Everything that crosses it is parsed by the contract's schemas. */
export interface StandInHost {
  readonly leadConsole: LeadConsole;
  /** Changes what a channel answers from now on. */
  readonly answer: (answers: Answers) => void;
  readonly emit: <Name extends EventName>(name: Name, payload: EventPayload<Name>) => void;
  /** Arguments of the calls of a channel so far, oldest first. */
  readonly calls: <Name extends ChannelName>(name: Name) => readonly ChannelArgs<Name>[];
  /** @throws Error when a call was not expected, or arguments or an answer are not what the contract says */
  readonly verify: () => void;
}

export function createHost(first: Answers): StandInHost {
  let answers = first;
  const breaches: string[] = [];
  const asked: { readonly name: ChannelName; readonly args: unknown }[] = [];
  const listeners = new Map<EventName, Set<(payload: unknown) => void>>();

  function breach(message: string): Outcome<never> {
    breaches.push(message);
    return { ok: false, error: { code: 'internal', message, logId: 'spec' } };
  }

  async function settle(name: string, answer: () => unknown, parse: (value: unknown) => unknown): Promise<unknown> {
    let value: unknown;
    try {
      value = await answer();
    } catch (error) {
      if (error instanceof CallError) return { ok: false, error: appErrorSchema.parse(error.details) };
      return breach(`The answer to ${name} threw ${String(error)}`);
    }
    try {
      return { ok: true, value: parse(value) };
    } catch (error) {
      return breach(`The answer to ${name} breaks the contract: ${String(error)}`);
    }
  }

  async function receive(name: ChannelName, input: unknown): Promise<unknown> {
    const { args: argsSchema, result } = channels[name];
    const args = argsSchema.safeParse(input);
    if (!args.success) return breach(`The arguments of ${name} break the contract: ${String(args.error)}`);
    asked.push({ name, args: args.data });
    const answer = answers[name] as ((args: unknown) => unknown) | undefined;
    if (answer === undefined) return breach(`${name} was not expected with ${JSON.stringify(args.data)}`);
    return settle(
      name,
      () => answer(args.data),
      (value) => result.parse(value),
    );
  }

  function subscribe(name: EventName, listener: (payload: unknown) => void): () => void {
    const known = listeners.get(name) ?? new Set();
    listeners.set(name, known.add(listener));
    return () => known.delete(listener);
  }

  const leadConsole: Record<string, unknown> = {
    acceptFile: (file: File) => {
      const { acceptFile } = answers;
      if (acceptFile === undefined) return Promise.resolve(breach('acceptFile was not expected'));
      return settle(
        'acceptFile',
        () => acceptFile(file),
        (value) => chosenFileSchema.parse(value),
      );
    },
    deliverFile: (token: string) => {
      const { deliverFile } = answers;
      if (deliverFile === undefined) return Promise.resolve(breach('deliverFile was not expected'));
      return settle(
        'deliverFile',
        () => deliverFile(token),
        () => ({}),
      );
    },
  };
  for (const name of channelNames) leadConsole[methodName(name)] = (args: unknown) => receive(name, args);
  for (const name of eventNames) {
    leadConsole[subscriptionName(name)] = (listener: (payload: unknown) => void) => subscribe(name, listener);
  }

  return {
    leadConsole: leadConsole as unknown as LeadConsole,
    answer: (changed) => {
      answers = { ...answers, ...changed };
    },
    emit: (name, payload) => {
      const parsed = events[name].payload.parse(payload);
      for (const listener of listeners.get(name) ?? []) listener(parsed);
    },
    calls: <Name extends ChannelName>(name: Name) =>
      asked.filter((entry) => entry.name === name).map((entry) => entry.args as ChannelArgs<Name>),
    verify: () => {
      if (breaches.length > 0) throw new Error(breaches.join('\n'));
    },
  };
}

import type { ChannelInput, ChannelName, ChannelResult, EventName, EventPayload } from './channels.ts';
import type { Outcome } from './errors.ts';
import type { ChosenFile } from './host/files.ts';

/** `import:start` → `importStart`. */
export type MethodName<Name extends string> = Name extends `${infer Area}:${infer Verb}`
  ? `${Area}${Capitalize<Verb>}`
  : never;

/** `job:progress` → `onJobProgress`. */
export type SubscriptionName<Name extends string> = Name extends `${infer Area}:${infer Noun}`
  ? `on${Capitalize<Area>}${Capitalize<Noun>}`
  : never;

export function methodName<Name extends string>(name: Name): MethodName<Name> {
  const [area = '', verb = ''] = name.split(':');
  return (area + verb.charAt(0).toUpperCase() + verb.slice(1)) as MethodName<Name>;
}

export function subscriptionName<Name extends string>(name: Name): SubscriptionName<Name> {
  const [area = '', noun = ''] = name.split(':');
  return `on${area.charAt(0).toUpperCase()}${area.slice(1)}${noun.charAt(0).toUpperCase()}${noun.slice(1)}` as SubscriptionName<Name>;
}

/** Everything the page can call: one function a channel and one subscription an event. */
export type LeadConsole = {
  readonly [Name in ChannelName as MethodName<Name>]: (
    args: ChannelInput<Name>,
  ) => Promise<Outcome<ChannelResult<Name>>>;
} & {
  readonly [Name in EventName as SubscriptionName<Name>]: (
    listener: (payload: EventPayload<Name>) => void,
  ) => () => void;
} & {
  /** Takes a file that was dropped on the page. The host finds its path (desktop) or receives its bytes (browser). */
  readonly acceptFile: (file: File) => Promise<Outcome<ChosenFile>>;
  /** Downloads a saved file in the browser; does nothing on the desktop, where the core writes to the chosen place. */
  readonly deliverFile: (token: string) => Promise<Outcome<object>>;
};

/** Shape of `File` for folders without DOM types. */
interface File {
  readonly name: string;
  readonly size: number;
}

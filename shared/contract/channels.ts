import type { z } from 'zod';
import { accountChannels, accountEvents } from './account/account-channels.ts';
import type { Forget, Put, Reread, SameAsEvent, StartAnew, SwitchAccount, Update } from './cache-effects.ts';
import { checkChannels, checkEvents } from './check/check-channels.ts';
import { compareChannels, compareEvents } from './exports/compare-channels.ts';
import { exportChannels, exportEvents } from './exports/export-channels.ts';
import { savedQueryChannels, savedQueryEvents } from './exports/saved-query-channels.ts';
import { keptViewChannels } from './exports/kept-view-channels.ts';
import { callChannels, hostChannels, hostEvents } from './host/host-channels.ts';
import { fileTextChannels } from './imports/file-text-channels.ts';
import { importChannels, importEvents } from './imports/import-channels.ts';
import { templateChannels, templateEvents } from './imports/template-channels.ts';
import { jobChannels, jobEvents } from './jobs/job-channels.ts';
import { repairChannels } from './jobs/repair-channels.ts';
import { outcomePlanChannels, outcomePlanEvents } from './jobs/outcome-plan.ts';
import { outcomeChannels } from './jobs/outcomes.ts';
import { trialChannels } from './jobs/trial.ts';
import { networkChannels } from './network/network-channels.ts';
import { preferenceChannels, preferenceEvents } from './preferences/preference-channels.ts';
import { quotaChannels, quotaEvents } from './quota/quota-channels.ts';
import { teamChannels } from './team/team-channels.ts';
import { segmentChannels, segmentEvents } from './segments/segment-channels.ts';
import type { EachSnapshot } from './snapshots.ts';

/**
 * Every channel, from all areas. The main process, the preload, the page and the types of both sides are derived from
 * this record. The host itself answers `host:` channels, the core all others.
 */
export const channels = {
  ...hostChannels,
  ...callChannels,
  ...accountChannels,
  ...importChannels,
  ...fileTextChannels,
  ...templateChannels,
  ...checkChannels,
  ...jobChannels,
  ...repairChannels,
  ...trialChannels,
  ...outcomeChannels,
  ...outcomePlanChannels,
  ...exportChannels,
  ...compareChannels,
  ...savedQueryChannels,
  ...keptViewChannels,
  ...segmentChannels,
  ...quotaChannels,
  ...networkChannels,
  ...teamChannels,
  ...preferenceChannels,
} as const;

/** Every event, from all areas. A progress event is a snapshot: the newest counts, and the last one is always sent. */
export const events = {
  ...hostEvents,
  ...accountEvents,
  ...importEvents,
  ...templateEvents,
  ...savedQueryEvents,
  ...checkEvents,
  ...jobEvents,
  ...outcomePlanEvents,
  ...exportEvents,
  ...segmentEvents,
  ...compareEvents,
  ...quotaEvents,
  ...preferenceEvents,
} as const;

export type ChannelName = keyof typeof channels;
export type ChannelArgs<Name extends ChannelName> = z.infer<(typeof channels)[Name]['args']>;
export type ChannelInput<Name extends ChannelName> = z.input<(typeof channels)[Name]['args']>;
export type ChannelResult<Name extends ChannelName> = z.infer<(typeof channels)[Name]['result']>;
export type HostChannelName = Extract<ChannelName, `host:${string}`>;
export type CoreChannelName = Exclude<ChannelName, HostChannelName>;

export type EventName = keyof typeof events;
export type EventPayload<Name extends EventName> = z.infer<(typeof events)[Name]['payload']>;

export const channelNames = Object.keys(channels) as ChannelName[];
export const eventNames = Object.keys(events) as EventName[];

export function isChannelName(text: string): text is ChannelName {
  return Object.hasOwn(channels, text);
}

export function isHostChannel(name: ChannelName): name is HostChannelName {
  return name.startsWith('host:');
}

/** An effect with names that exist, and with the arguments and answers of the channels and events it names. */
export type CacheEffect<Payload> =
  | {
      [Name in ChannelName]:
        | Reread<Name>
        | Forget<Name>
        | Put<Payload, Name, ChannelInput<Name>, ChannelResult<Name>>
        | Update<Payload, Name, ChannelInput<Name>, ChannelResult<Name>>;
    }[ChannelName]
  | { [Name in EventName]: SameAsEvent<Payload, Name, EventPayload<Name>> }[EventName]
  | SwitchAccount<Payload>
  | StartAnew<Payload>;

/**
 * The channels as the page's cache reads them. It does not compile when an effect names a channel that does not exist, or
 * gives a channel an answer of another type.
 */
export const cachedChannels: {
  readonly [Name in ChannelName]: {
    readonly changes: readonly CacheEffect<ChannelResult<Name>>[];
    readonly snapshots?: EachSnapshot<ChannelResult<Name>>;
    readonly isOfEveryAccount?: true;
  };
} = channels;

/** The same for events. */
export const cachedEvents: {
  readonly [Name in EventName]: {
    readonly changes: readonly CacheEffect<EventPayload<Name>>[];
    readonly accountId?: (payload: EventPayload<Name>) => string | null;
  };
} = events;

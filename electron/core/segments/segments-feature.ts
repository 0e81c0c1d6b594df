import { join } from 'node:path';
import type { CoreChannelName } from '../../../shared/contract/channels.ts';
import type { FeatureServices, OpenFeature } from '../sessions/feature.ts';
import type { AccountSession } from '../sessions/session.ts';
import { removeAbandoned } from '../storage/working-folder.ts';
import { AccountSegments } from './account-segments.ts';
import { ChangeLeads } from './change-leads.ts';
import { ChangeThread } from './change-thread.ts';
import { LeadIdSources, type LeadPorts } from './lead-id-sources.ts';
import { leadNames } from './lead-names.ts';
import { saveChange } from './save-change.ts';
import { SegmentLists } from './segment-lists.ts';

type SegmentChannel = Extract<CoreChannelName, `segment:${string}`>;

export interface SegmentsOptions extends LeadPorts {
  /** Whether changes that ran when the program ended continue when their account is opened. */
  readonly resumeOnOpen: boolean;
}

/** The lead segments of the service, and the changes that are made to them from here. */
export function openSegments(
  services: FeatureServices,
  session: AccountSession,
  { resumeOnOpen, ...ports }: SegmentsOptions,
): OpenFeature<SegmentChannel> {
  const lists = new SegmentLists(session.api, services.clock);
  const thread = new ChangeThread(session.journal, services.log);
  const segments = new AccountSegments(services, session, lists, thread);
  const folder = join(session.folder, 'reading');
  removeAbandoned(folder);
  const grantedFile = (token: string) => services.grantedFile(token, 'read');
  const sources = new LeadIdSources({ grantedFile, thread, folder, ...ports });
  // Read here, a batch at a time: a save lasts, and the thread has to answer meanwhile.
  const leads = new ChangeLeads(session.journal, async () => undefined);
  segments.resumeLeft(resumeOnOpen);
  return {
    handlers: {
      'segment:list': async ({ refresh }) => lists.read(refresh),
      'segment:fileColumns': async ({ token }, { signal }) => sources.columns(token, signal),
      'segment:prepare': async ({ source, leaveOutEarlier, ...args }, { signal }) => {
        const outOf = leaveOutEarlier && args.kind === 'add' ? args.segmentId : null;
        return segments.prepare(args, await sources.prepare(source, outOf, signal));
      },
      'segment:prepareUndo': async ({ changeId }) => segments.prepareUndo(changeId),
      'segment:leftOpen': async ({ changeId }) => ({ change: await segments.leftOpen(changeId) }),
      'segment:start': async ({ changeId }) => segments.start(changeId),
      'segment:pause': async ({ changeId }) => segments.pause(changeId),
      'segment:repair': async ({ changeId }) => segments.repair(changeId),
      'segment:stop': async ({ changeId }) => segments.stop(changeId),
      'segment:resolve': async ({ changeId, batch, as }) => segments.resolve(changeId, batch, as),
      'segment:changes': async () => ({ changes: segments.all() }),
      'segment:change': async ({ changeId }) => segments.summary(changeId),
      'segment:leads': async ({ changeId, ...filter }, { signal }) => {
        const { id } = segments.summary(changeId);
        return thread.ask('page', { id, filter }, { signal });
      },
      'segment:leadNames': async ({ leadIds }, { signal }) => ({ names: await leadNames(ports, leadIds, signal) }),
      'segment:members': async (args, { signal }) => thread.ask('members', args, { signal }),
      'segment:saveResult': async ({ changeId, token }, { signal }) => {
        const isThere = () => segments.store.find(changeId) !== undefined;
        return saveChange(leads, segments.store.get(changeId), isThere, services.grantedFile(token, 'write'), signal);
      },
      'segment:removeChange': async ({ changeId }) => {
        await segments.remove(changeId);
        return {};
      },
    },
    [Symbol.asyncDispose]: () => segments[Symbol.asyncDispose](),
  };
}

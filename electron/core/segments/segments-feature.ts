import { join } from 'node:path';
import type { CoreChannelName } from '../../../shared/contract/channels.ts';
import type { FeatureServices, OpenFeature } from '../sessions/feature.ts';
import type { AccountSession } from '../sessions/session.ts';
import { AccountSegments } from './account-segments.ts';
import { type LeadIdPorts, LeadIdSources, removeAbandonedCopies } from './lead-id-sources.ts';
import { saveChange } from './save-change.ts';
import { SegmentLists } from './segment-lists.ts';

type SegmentChannel = Extract<CoreChannelName, `segment:${string}`>;

export interface SegmentsOptions extends LeadIdPorts {
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
  const segments = new AccountSegments(services, session, lists);
  const reading = join(session.folder, 'reading');
  removeAbandonedCopies(reading, services.clock.wallNow());
  const sources = new LeadIdSources({
    grantedFile: (token) => services.grantedFile(token, 'read'),
    folder: reading,
    ...ports,
  });
  segments.resumeLeft(resumeOnOpen);
  const summaryOf = (changeId: string) => segments.summary(segments.change(changeId));
  return {
    handlers: {
      'segment:list': async ({ refresh }) => lists.read(refresh),
      'segment:fileColumns': async ({ token }, { signal }) => sources.columns(token, signal),
      'segment:prepare': async ({ source, ...args }, { signal }) =>
        segments.prepare(args, await sources.read(source, signal)),
      'segment:prepareUndo': async ({ changeId }) => segments.prepareUndo(changeId),
      'segment:start': async ({ changeId }) => segments.start(changeId),
      'segment:pause': async ({ changeId }) => segments.pause(changeId),
      'segment:resume': async ({ changeId }) => segments.start(changeId),
      'segment:stop': async ({ changeId }) => segments.stop(changeId),
      'segment:resolve': async ({ changeId, batch, as }) => segments.resolve(changeId, batch, as),
      'segment:changes': async () => ({ changes: segments.all() }),
      'segment:change': async ({ changeId }) => summaryOf(changeId),
      'segment:leads': async ({ changeId, ...filter }) => segments.store.leads(segments.change(changeId).id, filter),
      'segment:saveResult': async ({ changeId, token }, { signal }) =>
        saveChange(segments.store, segments.change(changeId), services.grantedFile(token, 'write'), signal),
      'segment:removeChange': async ({ changeId }) => {
        segments.remove(changeId);
        return {};
      },
    },
    [Symbol.asyncDispose]: () => segments[Symbol.asyncDispose](),
  };
}

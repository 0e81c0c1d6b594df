import type { ChannelResult } from '../../../shared/contract/channels.ts';
import { rawText, valueOf } from '../foundation/failure.ts';
import type { Feature, FeatureServices } from '../sessions/session.ts';

/** Lead segments as the service lists them. A list is kept until the person asks again: each look costs a request. */
export function createSegmentsFeature(services: FeatureServices): Feature<'segment:list'> {
  const kept = new Map<string, ChannelResult<'segment:list'>>();
  return {
    handlers: {
      'segment:list': async ({ refresh }) => {
        const { account, api } = services.session();
        const known = kept.get(account.id);
        if (known && !refresh) return known;
        const { segments, unread } = valueOf(await api.listSegments());
        const list = {
          segments: [...segments],
          unread: unread.map((entry) => rawText(entry)),
          readAt: services.clock.wallNow(),
        };
        kept.set(account.id, list);
        return list;
      },
    },
    sessionClosing: async (session) => {
      kept.delete(session.account.id);
    },
  };
}

import type { ChannelResult } from '../../../shared/contract/channels.ts';
import { rawText, valueOf } from '../foundation/failure.ts';
import type { FeatureServices, Handlers } from '../sessions/feature.ts';
import type { AccountSession } from '../sessions/session.ts';

/** The lead segments of the service. The list stays until the person refreshes it, because reading it costs a request. */
export function openSegments({ clock }: FeatureServices, { api }: AccountSession): Handlers<'segment:list'> {
  let kept: ChannelResult<'segment:list'> | null = null;
  return {
    'segment:list': async ({ refresh }) => {
      if (kept !== null && !refresh) return kept;
      const { segments, unread } = valueOf(await api.listSegments());
      kept = { segments: [...segments], unread: unread.map((entry) => rawText(entry)), readAt: clock.wallNow() };
      return kept;
    },
  };
}

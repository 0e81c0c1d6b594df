import type { ExportQuery } from '../../../../../shared/contract/exports/queries.ts';
import { pausedUntil } from '../../../../../shared/domain/service/queries/export-request.ts';
import { useChannel } from '../../../bridge/index.ts';
import { format } from '../../../lib/format.ts';
import { useNow } from '../../../lib/use-now.ts';

/** What keeps the request from leaving: "the service asked for a pause until 10:05:00"; null when it asked for none. */
export function usePause(query: ExportQuery): string | null {
  const now = useNow(1000);
  const { data: quota } = useChannel('quota:snapshot', {});
  const until = pausedUntil(query, quota?.services ?? []);
  return until > now ? `the service asked for a pause until ${format.timeWithSeconds(until)}` : null;
}

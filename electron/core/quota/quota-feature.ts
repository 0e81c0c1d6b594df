import type { QuotaSnapshot } from '../../../shared/contract/quota/quota.ts';
import { isServiceId } from '../../../shared/domain/service/services.ts';
import { cancelled, notFound, valueOf } from '../foundation/failure.ts';
import type { Timer } from '../foundation/ports.ts';
import type { AccountSession, Feature, FeatureServices } from '../sessions/session.ts';

/** At most four snapshots a second reach the page; the last one always does. */
const PULSE_MILLISECONDS = 250;

/** What the quota of the active account looks like now, and where each figure comes from. */
export function createQuotaFeature(
  services: FeatureServices,
): Feature<'quota:snapshot' | 'quota:refresh' | 'quota:log' | 'quota:probe' | 'quota:reserve'> {
  const subscriptions = new Map<string, () => void>();
  const pending = new Map<string, Timer>();
  let sequence = 0;

  function snapshot(session: AccountSession): QuotaSnapshot {
    const { services: each, ...figures } = session.api.quota();
    sequence += 1;
    return {
      accountId: session.account.id,
      ...figures,
      timeZone: session.account.dialect.timeZone,
      services: [...each],
      sequence,
    };
  }

  function pulse(session: AccountSession): void {
    if (pending.has(session.account.id)) return;
    const timer = services.clock.after(PULSE_MILLISECONDS, () => {
      pending.delete(session.account.id);
      services.emit('quota:pulse', snapshot(session));
    });
    pending.set(session.account.id, timer);
  }

  return {
    handlers: {
      'quota:snapshot': async () => snapshot(services.session()),
      'quota:refresh': async () => {
        const session = services.session();
        valueOf(await session.api.readLimits());
        valueOf(await session.api.readCounts());
        const now = snapshot(session);
        services.emit('quota:pulse', now);
        return now;
      },
      'quota:probe': async (_, { signal }) => {
        const session = services.session();
        const probe = await session.api.probeNightPrice(signal);
        if (signal.aborted) throw cancelled('The check of the price was cancelled. What was known before still holds.');
        const isSettled = probe.result === 'settled';
        return { isSettled, message: isSettled ? '' : probe.message, snapshot: snapshot(session) };
      },
      'quota:reserve': async ({ service, units }) => {
        if (!isServiceId(service)) throw notFound('This service is not known here. Nothing was changed.');
        const session = services.session();
        session.api.setDailyReserve(service, units);
        return snapshot(session);
      },
      'quota:log': async ({ offset, limit }) => {
        const entries = services.session().api.requestLog();
        return { total: entries.length, entries: entries.slice(offset, offset + limit) };
      },
    },
    sessionOpened(session) {
      subscriptions.set(
        session.account.id,
        session.api.onQuotaChange(() => pulse(session)),
      );
    },
    async sessionClosing(session) {
      subscriptions.get(session.account.id)?.();
      subscriptions.delete(session.account.id);
      pending.get(session.account.id)?.cancel();
      pending.delete(session.account.id);
    },
  };
}

import type { QuotaSnapshot } from '../../../shared/contract/quota/quota.ts';
import { isServiceId } from '../../../shared/domain/service/services.ts';
import { cancelled, notFound, valueOf } from '../foundation/failure.ts';
import type { Timer } from '../foundation/ports.ts';
import type { FeatureServices, Handlers, OpenFeature } from '../sessions/feature.ts';
import type { AccountSession } from '../sessions/session.ts';

/** Milliseconds between two snapshots: at most four a second reach the page; the last one always does. */
const PULSE_MILLISECONDS = 250;

type QuotaChannel = 'quota:snapshot' | 'quota:refresh' | 'quota:log' | 'quota:probe' | 'quota:reserve';

/** The quota of one account as it is now, and where each figure comes from. */
export function openQuota(services: FeatureServices, session: AccountSession): OpenFeature<QuotaChannel> {
  const snapshot = () => snapshotOf(session, services.nextSequence());
  let pending: Timer | null = null;
  const stopListening = session.api.onQuotaChange(() => {
    pending ??= services.clock.after(PULSE_MILLISECONDS, () => {
      pending = null;
      services.emit('quota:pulse', snapshot());
    });
  });
  return {
    handlers: quotaHandlers(services, session, snapshot),
    async [Symbol.asyncDispose]() {
      stopListening();
      pending?.cancel();
    },
  };
}

function quotaHandlers(
  services: FeatureServices,
  { api }: AccountSession,
  snapshot: () => QuotaSnapshot,
): Handlers<QuotaChannel> {
  return {
    'quota:snapshot': async () => snapshot(),
    'quota:refresh': async () => {
      valueOf(await api.readLimits());
      valueOf(await api.readCounts());
      const now = snapshot();
      services.emit('quota:pulse', now);
      return now;
    },
    'quota:probe': async (_, { signal }) => {
      const probe = await api.probeNightPrice(signal);
      if (signal.aborted) throw cancelled('The check of the price was cancelled. What was known before still holds.');
      const isSettled = probe.result === 'settled';
      return { isSettled, message: isSettled ? '' : probe.message, snapshot: snapshot() };
    },
    'quota:reserve': async ({ service, units }) => {
      if (!isServiceId(service)) throw notFound('This service is not known here. Nothing was changed.');
      api.setDailyReserve(service, units);
      return snapshot();
    },
    'quota:log': async ({ offset, limit }) => {
      const entries = api.requestLog();
      return { total: entries.length, entries: entries.slice(offset, offset + limit) };
    },
  };
}

function snapshotOf({ account, api }: AccountSession, sequence: number): QuotaSnapshot {
  const { services, ...figures } = api.quota();
  return {
    accountId: account.id,
    ...figures,
    timeZone: account.dialect.timeZone,
    services: [...services],
    sequence,
  };
}

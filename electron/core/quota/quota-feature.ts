import type { QuotaSnapshot } from '../../../shared/contract/quota/quota.ts';
import { isServiceId } from '../../../shared/domain/service/services.ts';
import { cancelled, notFound, valueOf } from '../foundation/failure.ts';
import type { Clock, Timer } from '../foundation/ports.ts';
import type { FeatureServices, Handlers, OpenFeature } from '../sessions/feature.ts';
import type { AccountSession } from '../sessions/session.ts';

/** Milliseconds between two snapshots for the page: a person reads at most four a second. */
const PULSE_MILLISECONDS = 250;
/** Milliseconds between two notices that the log has grown: after each, the page reads up to 500 entries. */
const LOG_MILLISECONDS = 1000;

type QuotaChannel = 'quota:snapshot' | 'quota:refresh' | 'quota:log' | 'quota:probe' | 'quota:reserve';

/** The quota of one account: its figures now, and the source of each. */
export function openQuota(services: FeatureServices, session: AccountSession): OpenFeature<QuotaChannel> {
  const snapshot = () => snapshotOf(session, services.nextSequence());
  const pulse = new Notice(services.clock, PULSE_MILLISECONDS, () => services.emit('quota:pulse', snapshot()));
  const lastLogged = () => session.api.requestLog().at(-1)?.id;
  let announced = lastLogged();
  const logged = new Notice(services.clock, LOG_MILLISECONDS, () => {
    if (lastLogged() === announced) return;
    announced = lastLogged();
    services.emit('quota:logged', { accountId: session.account.id });
  });
  const stopListening = session.api.onQuotaChange(() => {
    pulse.due();
    logged.due();
  });
  return {
    handlers: quotaHandlers(services, session, snapshot),
    async [Symbol.asyncDispose]() {
      stopListening();
      pulse.cancel();
      logged.cancel();
    },
  };
}

/** Calls `send` after a pause, once for all changes that came meanwhile. */
class Notice {
  readonly #clock: Clock;
  readonly #pause: number;
  readonly #send: () => void;
  #timer: Timer | null = null;

  constructor(clock: Clock, pause: number, send: () => void) {
    this.#clock = clock;
    this.#pause = pause;
    this.#send = send;
  }

  due(): void {
    this.#timer ??= this.#clock.after(this.#pause, () => {
      this.#timer = null;
      this.#send();
    });
  }

  cancel(): void {
    this.#timer?.cancel();
  }
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
      if (signal.aborted)
        throw cancelled('The check of the price was cancelled. The price known before still applies.');
      const isSettled = probe.result === 'settled';
      return { isSettled, message: isSettled ? '' : probe.message, snapshot: snapshot() };
    },
    'quota:reserve': async ({ service, units }) => {
      if (!isServiceId(service)) throw notFound('Lead Console does not know this service. Nothing was changed.');
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

import type { CoreChannelName } from '../../../shared/contract/channels.ts';
import { isServiceId, type ServiceId } from '../../../shared/domain/service/services.ts';
import { isTimeZone } from '../../../shared/domain/service/service-time.ts';
import type { PostJson } from '../api/transport/post-json.ts';
import { cancelled, invalid, notFound, valueOf } from '../foundation/failure.ts';
import type { Clock, Timer } from '../foundation/ports.ts';
import type { FeatureServices, Handlers, OpenFeature } from '../sessions/feature.ts';
import type { AccountSession } from '../sessions/session.ts';
import { writeChart } from './chart-file.ts';
import { AccountQuota, FORECAST_FOR } from './account-quota.ts';
import type { JobView } from './job-view.ts';

/** Milliseconds between two snapshots for the page: at most two a second. */
const PULSE_MILLISECONDS = 500;
/** Milliseconds between two notices that the log has grown: after each, the page reads up to 500 entries. */
const LOG_MILLISECONDS = 1000;
/** Milliseconds between two notices that the series of the running day have grown. */
const SERIES_MILLISECONDS = 2000;
/** Milliseconds between two notices that what changes slowly has grown. */
const HISTORY_MILLISECONDS = 60_000;

/** Milliseconds after the last request until the figures are sent once more: a forecast that was made before has ended jobs. */
const REST_MILLISECONDS = FORECAST_FOR + 1000;

/** Milliseconds between two looks for alerts, and for what another program has written to the journal. */
const LOOK_MILLISECONDS = 30_000;

type QuotaChannel = Extract<CoreChannelName, `quota:${string}` | `chart:${string}`>;

/** The quota of one account: its figures now, and the source of each. @param post takes alerts to another address */
export function openQuota(
  services: FeatureServices,
  session: AccountSession,
  jobs: JobView,
  post: PostJson,
): OpenFeature<QuotaChannel> {
  const quota = new AccountQuota(services, session, jobs, post);
  jobs.countWith(() => quota.otherUseOfRows());
  const accountId = session.account.id;
  const pulse = new Notice(services, PULSE_MILLISECONDS, () => services.emit('quota:pulse', quota.snapshot()));
  const lastLogged = () => session.api.requestLog().at(-1)?.id;
  let announced = lastLogged();
  const logged = new Notice(services, LOG_MILLISECONDS, () => {
    if (lastLogged() === announced) return;
    announced = lastLogged();
    services.emit('quota:logged', { accountId });
  });
  const series = new Notice(services, SERIES_MILLISECONDS, () => services.emit('quota:series', { accountId }));
  const history = new Notice(services, HISTORY_MILLISECONDS, () => services.emit('quota:history', { accountId }));
  const sendAll = () => {
    services.emit('quota:pulse', quota.snapshot());
    services.emit('quota:series', { accountId });
  };
  const look = new Notice(services, LOOK_MILLISECONDS, () => {
    look.due();
    if (quota.hearOthers()) sendAll();
    announceAlerts(services, session, quota);
  });
  look.due();
  const rest = new Notice(services, REST_MILLISECONDS, sendAll, true);
  const notices = [pulse, logged, series, history, rest];
  const stopListening = session.api.onQuotaChange(() => {
    for (const notice of notices) notice.due();
  });
  return {
    handlers: { ...quotaHandlers(services, session, quota), ...seriesHandlers(quota) },
    async [Symbol.asyncDispose]() {
      stopListening();
      for (const notice of [...notices, look]) notice.cancel();
      guarded(services, () => quota.alerts.close())();
      await quota.delivery.settle();
    },
  };
}

function announceAlerts(services: FeatureServices, { account }: AccountSession, quota: AccountQuota): void {
  const { forPage, written } = quota.lookForAlerts();
  const of = { accountId: account.id, accountName: account.name };
  const { raised, takenBack } = forPage;
  for (const alert of takenBack) services.emit('quota:alert', { ...of, change: 'takenBack', alert });
  for (const alert of raised) services.emit('quota:alert', { ...of, change: 'raised', alert });
  if (raised.length + takenBack.length > 0) services.emit('quota:pulse', quota.snapshot());
  const before = quota.delivery.shown.failure;
  const tellFailure = () => {
    if (quota.delivery.shown.failure !== before) services.emit('quota:pulse', quota.snapshot());
  };
  quota.delivery.announce(written, guarded(services, tellFailure));
}

/** Catches a journal that cannot be read or written: the next change, or the next look for alerts, tells again. */
function guarded({ log }: Pick<FeatureServices, 'log'>, tell: () => void): () => void {
  return () => {
    try {
      tell();
    } catch (error) {
      log.bug('tell of the quota', error);
    }
  };
}

/** Calls `send` after a pause, once for all changes that came meanwhile. */
class Notice {
  readonly #clock: Clock;
  readonly #pause: number;
  readonly #send: () => void;
  readonly #isPutOff: boolean;
  #timer: Timer | null = null;

  /** @param isPutOff each change begins the pause anew: nothing is sent before changes rest */
  constructor(services: Pick<FeatureServices, 'clock' | 'log'>, pause: number, send: () => void, isPutOff = false) {
    this.#clock = services.clock;
    this.#pause = pause;
    this.#send = guarded(services, send);
    this.#isPutOff = isPutOff;
  }

  due(): void {
    if (this.#isPutOff) this.cancel();
    this.#timer ??= this.#clock.after(this.#pause, () => {
      this.#timer = null;
      this.#send();
    });
  }

  cancel(): void {
    this.#timer?.cancel();
    this.#timer = null;
  }
}

type SeriesChannel = 'quota:burnDown' | 'quota:minutes' | 'quota:hours' | 'quota:refusals' | 'quota:latency';

function quotaHandlers(
  services: FeatureServices,
  { api, onUse }: AccountSession,
  quota: AccountQuota,
): Handlers<Exclude<QuotaChannel, SeriesChannel>> {
  return {
    'quota:snapshot': async () => quota.snapshot(),
    'quota:refresh': async () => {
      valueOf(await api.readLimits());
      valueOf(await api.readCounts());
      const now = quota.snapshot();
      services.emit('quota:pulse', now);
      return now;
    },
    'quota:probe': async (_, { signal }) => {
      const probe = await api.probeNightPrice(signal);
      if (signal.aborted)
        throw cancelled('The check of the price was cancelled. The price known before still applies.');
      const isSettled = probe.result === 'settled';
      if (isSettled) onUse?.({ kind: 'nightPrice', units: probe.units });
      return { isSettled, message: isSettled ? '' : probe.message, snapshot: quota.snapshot() };
    },
    'quota:reserve': async ({ service, units }) => {
      api.setDailyReserve(known(service), units);
      return quota.snapshot();
    },
    'quota:shares': async ({ service, minute, day }) => {
      api.setShares(known(service), { minute, day });
      return quota.snapshot();
    },
    'quota:productionZone': async ({ zone }) => {
      if (zone !== null && !isTimeZone(zone)) {
        throw invalid(`"${zone}" is not a time zone. Nothing was changed. Write it as in Europe/Copenhagen.`);
      }
      api.setProductionZone(zone);
      return quota.snapshot();
    },
    'quota:alertSettings': async (settings) => {
      quota.alertSettings.current = settings;
      return quota.snapshot();
    },
    'quota:alertDelivery': async ({ webhook, file }) => {
      const path = file === null ? null : file === 'keep' ? undefined : services.grantedFile(file, 'write').path;
      await quota.delivery.change(webhook, path);
      return quota.snapshot();
    },
    'quota:alertSeen': async ({ alertId }) => {
      quota.markSeen(alertId);
      return quota.snapshot();
    },
    'chart:save': async ({ token, format, content }) =>
      writeChart(format, content, services.grantedFile(token, 'write')),
    'quota:log': async ({ offset, limit }) => {
      const entries = api.requestLog();
      return { total: entries.length, entries: entries.slice(offset, offset + limit) };
    },
  };
}

function seriesHandlers(quota: AccountQuota): Handlers<SeriesChannel> {
  return {
    'quota:burnDown': async ({ service }) => quota.burnDown(known(service)),
    'quota:minutes': async ({ service, from, to }) => quota.minutes(known(service), from, to),
    'quota:hours': async ({ service, days }) => quota.hours(known(service), days),
    'quota:refusals': async ({ service, offset, limit }) =>
      quota.refusals(service === null ? null : known(service), { offset, limit }),
    'quota:latency': async ({ service, from, to }) => quota.latency(service === null ? null : known(service), from, to),
  };
}

function known(service: string): ServiceId {
  if (!isServiceId(service)) throw notFound('Lead Console does not know this service. Nothing was changed.');
  return service;
}

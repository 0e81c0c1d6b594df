import { EMPTY_LEDGER, PRICES, priceOf } from '../../../shared/domain/quota/quota.ts';
import {
  formatServiceTime,
  isTimeZone,
  knownZone,
  timeWords,
  wallClockAt,
} from '../../../shared/domain/service/service-time.ts';
import { ENDPOINT, SERVICES, type ServiceId } from '../../../shared/domain/service/services.ts';
import { PLAIN_NETWORK } from '../foundation/network-access.ts';
import type { ApiClientOptions } from './api-client.ts';
import { RequestBroker } from './broker/broker.ts';
import { Budgets } from './broker/ledger/budgets.ts';
import { serviceQuota, type ServiceQuotaDetail } from './broker/service-quota.ts';
import { ServiceState } from './broker/service-state.ts';
import { ChangeNotices } from './change-notices.ts';
import { AccountFigures } from './reads/account-figures.ts';
import { CircuitBreaker } from './reads/circuit-breaker.ts';
import { knownNightPrice, type NightPrice } from './reads/price-probe.ts';
import type { ReadTools } from './reads/read.ts';
import { Reachability } from './requests/reachability.ts';
import type { Block } from './requests/request-tools.ts';
import { RequestLog } from './requests/request-log.ts';
import { Requester } from './requests/requester.ts';
import { ServerClock } from './requests/server-clock.ts';
import { openSocket } from './transport/probe-connection.ts';
import { DEFAULT_TIMEOUTS, type Timeouts } from './transport/timeouts.ts';
import { Transport } from './transport/transport.ts';

/** Milliseconds. Requests that change something get this long to end before their connections are closed. */
const CLOSE_GRACE = 5_000;
/** Milliseconds before a used up day ends at which the counts are read, so that an early reset is noticed. */
const BEFORE_DAY = 2_000;
/** In the journal: the zone of the production hours that a person chose; empty: none. */
const ZONE_FACT = 'productionZone';

/** Everything below the endpoints of one account: sockets, broker, what is known of the service, and how it ends. */
export class Connection {
  readonly url: URL;
  readonly zone: string;
  readonly fairUse: boolean;
  readonly transport: Transport;
  readonly broker: RequestBroker;
  readonly serverClock: ServerClock;
  readonly reachability: Reachability;
  readonly log = new RequestLog();
  readonly notices: ChangeNotices;
  readonly figures: AccountFigures;
  /** What an endpoint needs to send a request and to read its answer. */
  readonly tools: ReadTools;
  readonly #options: ApiClientOptions;
  readonly #timeouts: Timeouts;
  readonly #requester: Requester;
  readonly #breakers = new Map<ServiceId, CircuitBreaker>();

  /** Throws for a base address that is neither https nor http on this computer. */
  constructor(options: ApiClientOptions) {
    const { clock, random, dialect } = options;
    this.#options = options;
    this.url = new URL(options.baseAddress);
    this.zone = knownZone(dialect.timeZone);
    this.fairUse = options.fairUse ?? true;
    this.#timeouts = { ...DEFAULT_TIMEOUTS, ...options.timeouts };
    this.notices = new ChangeNotices(clock);
    this.serverClock = new ServerClock(clock);
    this.transport = new Transport({
      baseAddress: options.baseAddress,
      clock,
      proxy: options.proxy ?? null,
      timeouts: this.#timeouts,
      network: options.network ?? PLAIN_NETWORK,
      sockets: options.sockets,
    });
    this.broker = this.#openBroker();
    this.reachability = new Reachability({
      clock,
      random,
      log: options.log,
      reach: () => this.#canConnect(),
      onChange: (isReachable) => {
        this.broker.hold(!isReachable);
        this.notices.changed();
      },
    });
    this.#requester = new Requester({
      transport: this.transport,
      broker: this.broker,
      reachability: this.reachability,
      serverClock: this.serverClock,
      log: this.log,
      clock,
      fairUse: this.fairUse,
      credentials: options.credentials,
      onAnswer: (service, status) => this.#answered(service, status),
      onTurnedAway: (service) => this.#turnedAway(service),
    });
    this.tools = {
      requester: this.#requester,
      transport: this.transport,
      clock,
      random,
      breaker: (service) => this.#breaker(service),
      blocked: (service) => this.#blocked(service),
      formatTime: (instant) => this.#formatTime(instant),
    };
    this.figures = new AccountFigures({
      tools: this.tools,
      clock,
      broker: this.broker,
      log: options.log,
      onChange: this.notices.changed,
    });
  }

  get nightPrice(): NightPrice {
    return knownNightPrice(this.#options.ledger, this.#options.dialect.nightPrice);
  }

  get productionZone(): { readonly zone: string; readonly isOwn: boolean } {
    const own = this.#options.ledger.readFact(ZONE_FACT);
    return own !== null && isTimeZone(own) ? { zone: own, isOwn: true } : { zone: this.zone, isOwn: false };
  }

  setProductionZone(zone: string | null): void {
    this.#options.ledger.writeFact(ZONE_FACT, zone ?? '');
    this.notices.changed();
  }

  /** What a person may know about every service that was used or read about. */
  quotas(): ServiceQuotaDetail[] {
    const { broker, fairUse } = this;
    return broker
      .known()
      .map((state) => serviceQuota(state, broker, this.#options.clock, this.#price(fairUse, state.daily.limit)));
  }

  /** `yyyy-MM-dd` on the service's wall clock. */
  formatDate(instant: number): string {
    return formatServiceTime(wallClockAt(instant, this.zone)).slice(0, 10);
  }

  resume(): void {
    this.#woke();
    this.broker.resume();
  }

  async close(): Promise<void> {
    this.reachability.close();
    this.figures.close();
    this.broker.close();
    await this.#requester.changesEnded(CLOSE_GRACE);
    this.notices.close();
    this.transport.close();
    await this.#requester.settled();
    // The last answers may have taught something that the journal could not take at once.
    this.broker.saveLedgers();
  }

  #openBroker(): RequestBroker {
    const { clock, random, ledger, log } = this.#options;
    const price = (isFairUse: boolean, dailyLimit: number | null) => this.#price(isFairUse, dailyLimit);
    const broker = new RequestBroker({
      clock,
      budgets: new Budgets(ledger, (error) => log.bug('write which endpoints share a counter to the journal', error)),
      stateFor: ({ key, endpoints, likely }) =>
        new ServiceState({
          service: key,
          endpoints,
          likely,
          clock,
          random,
          ledger,
          price,
          onUnsaved: (error) => this.#unsaved(key, error),
        }),
      onChange: this.notices.changed,
      onWake: () => {
        this.#woke();
        this.notices.changed();
      },
    });
    // Earlier figures are shown before the first request of this run.
    for (const { id } of SERVICES) if (ledger.read(id) !== EMPTY_LEDGER) broker.state(id);
    return broker;
  }

  #unsaved(service: ServiceId, error: unknown): void {
    this.#options.log.bug(`write the quota of ${service} to the journal`, error);
    this.notices.changed();
  }

  /** Units for one request now. */
  #price(fairUse: boolean, dailyLimit: number | null): number {
    if (fairUse) return PRICES.fairUse;
    const { serverClock, productionZone } = this;
    const { zone } = productionZone;
    return priceOf({ fairUse, dailyLimit, serverNow: serverClock.now(), zone, nightPrice: this.nightPrice.units });
  }

  /** Opens and closes a bare connection, which costs no unit. */
  async #canConnect(): Promise<boolean> {
    const { sockets } = this.#options;
    if (sockets === undefined) (await openSocket(this.transport.target)).destroy();
    else await sockets.reach();
    return true;
  }

  #answered(service: ServiceId, status: number): void {
    this.figures.answered(service);
    if (status === 429) {
      this.figures.outdated();
      const block = this.#blocked(service);
      if (block?.period === 'day') this.figures.askAt(block.until - BEFORE_DAY);
    }
    const isOwnRead = service === ENDPOINT.account;
    if ((this.#options.reconcile ?? true) && !isOwnRead && status !== 401) this.figures.keepFresh();
  }

  /**
   * The day may be remembered by a clock that was wrong then, and any answer tells the service's time. An end that the
   * service has not named is a guess, and the day may be over long before it. A program that waits would hear neither.
   */
  #turnedAway(service: ServiceId): void {
    const isGuess = this.broker.state(service).day.ledger.origins.end === null;
    const mayBeWrong = isGuess || this.serverClock.offset === null;
    if (mayBeWrong && (this.#options.reconcile ?? true)) this.figures.keepFresh();
  }

  /** After a sleep old connections may be dead, the figures old and the service's clock another. */
  #woke(): void {
    this.transport.renew();
    this.serverClock.forget();
    this.figures.outdated();
    this.reachability.tryNow();
  }

  #breaker(service: ServiceId): CircuitBreaker {
    const breaker = this.#breakers.get(service) ?? new CircuitBreaker();
    this.#breakers.set(service, breaker);
    return breaker;
  }

  #blocked(service: ServiceId): Block | null {
    const { day } = this.broker.state(service);
    const { blockedUntil, blockedPeriod } = day.ledger;
    if (blockedUntil === null || blockedPeriod === null) return null;
    return { until: blockedUntil, period: blockedPeriod, unsaved: day.isUnsaved, why: day.blockedBy };
  }

  #formatTime(instant: number): string {
    return timeWords(instant, this.#options.clock.wallNow(), this.zone);
  }
}

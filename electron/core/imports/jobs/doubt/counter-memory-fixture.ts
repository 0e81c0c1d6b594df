import { type DailyLedger, EMPTY_LEDGER } from '../../../../../shared/domain/quota/quota.ts';
import type { ServiceFigure } from '../../../../../shared/domain/service/answers/records.ts';
import type { ServiceId } from '../../../../../shared/domain/service/services.ts';
import { DAY, HOUR } from '../../../../../shared/domain/time/time.ts';
import { createMemoryLedger } from '../../../api/broker/ledger/ledger-store.ts';
import { VirtualClock } from '../../../api/simulation/virtual-clock.ts';
import { CounterMemory } from './counter-memory.ts';
import { addMinute, figure } from './sent-check-fixture.ts';

/** For specs: what is remembered of the counter, beside a ledger in memory and on a virtual clock. */
export class CounterBench {
  readonly clock = new VirtualClock();
  readonly ledger = createMemoryLedger();
  memory = new CounterMemory(this.ledger, this.clock);

  /** The program starts again. @param createdSince leads that the service created for this computer since then */
  restart(createdSince?: (from: number) => number): void {
    this.memory = new CounterMemory(this.ledger, this.clock, createdSince);
  }

  later(milliseconds: number): void {
    this.clock.run(this.clock.monotonicNow() + milliseconds);
  }

  /** Requests of this minute, as the broker writes them. */
  sent(requests: number, service: ServiceId = 'POST leads', at = this.clock.wallNow()): void {
    addMinute(this.ledger, at, requests, service);
  }

  remembered = (change: Partial<ServiceFigure> = {}): number => this.memory.ofDay(figure(change)).remembered;

  /** What the service said of the counter on which creating leads draws: its period began four hours ago. */
  told(used: number, service: ServiceId = 'POST leads'): void {
    const now = this.clock.wallNow();
    this.ledger.write(service, {
      ...EMPTY_LEDGER,
      used,
      periodStart: now - 4 * HOUR,
      periodEnd: now + 20 * HOUR,
      confirmedAt: now - HOUR,
      byWhom: { ...EMPTY_LEDGER.byWhom, told: { used, own: used, doubtful: 0, lacked: 0 } },
    });
  }

  /** A period of the counter began now, in which this much was used. */
  begun(used: number): void {
    const now = this.clock.wallNow();
    this.ledger.write('POST leads', { ...EMPTY_LEDGER, used, periodStart: now, periodEnd: now + DAY });
  }

  correct(change: Partial<DailyLedger>): void {
    this.ledger.write('POST leads', { ...this.ledger.read('POST leads'), ...change });
  }

  /** This number of requests was answered with 429, and their cost was given back. */
  throttled(units: number): void {
    const { byWhom } = this.ledger.read('POST leads');
    this.correct({ byWhom: { ...byWhom, doubtful: byWhom.doubtful + units } });
  }
}

import { USUAL_TERMS } from '../../../../../shared/contract/imports/imports.ts';
import { HOUR, SECOND } from '../../../../../shared/domain/time/time.ts';
import { VirtualClock } from '../../../api/simulation/virtual-clock.ts';
import { createJournal } from '../journal/job-fixture.ts';
import { tagOf } from '../journal/records/lead-payload.ts';
import { leadBody } from './lead-body-fixture.ts';
import { CAMPAIGN, column, lookTools } from './reconcile-fixture.ts';
import { lookForRows } from './look-for-rows.ts';

export const WORK_TIME = 60 * SECOND;
export const PEOPLE = [
  ['Ada', '+4530111111'],
  ['Bo', '+4530222222'],
  ['Cai', '+4530333333'],
  ['Early', '+4530444444'],
  ['Late', '+4530555555'],
];
/** Rows that were created before all others, and after them. */
export const [EARLY, LATE] = [4, 5];

const MAPPING = [column(0, 'LastName'), column(1, 'Phone')];
export const TERMS = { campaignCode: CAMPAIGN, columns: ['Name', 'Phone'], mapping: MAPPING };

/** For specs: a journal, a virtual clock, and a service that shows the leads it is told to show. */
export class LookWorld implements Disposable {
  at = createJournal();
  readonly clock = new VirtualClock();
  readonly asked: { since: string; lane: string; campaign: string }[] = [];
  readonly progress: [number, number][] = [];
  /** What the service shows. */
  leads: unknown[] = [];
  /** How its answer breaks off; null: it comes whole. */
  failure: string | null = null;

  add(tagField: string | null = null): void {
    this.at.add(PEOPLE, { ...TERMS, terms: { ...USUAL_TERMS, tagField } });
  }

  /** A journal without rows takes the place of the one that is there. */
  forget(): void {
    this.at[Symbol.dispose]();
    this.at = createJournal();
  }

  /** The row left this number of milliseconds ago and ended at once in this way. Null: it is under way. */
  sent(n: number, ago: number, ending: 'unknown' | 'created' | null = 'unknown', leadId: string | null = null): void {
    const by = { at: this.clock.wallNow() - ago, run: 'spec' };
    this.at.store.rows.step('job', n, 'send', by);
    if (ending !== null) this.at.store.rows.step('job', n, ending, ending === 'created' ? { ...by, leadId } : by);
  }

  /** Sends rows between two that were created: leads that are known to be there. */
  between(send: () => void): void {
    this.sent(EARLY, 20 * HOUR, 'created', `lead-${EARLY}`);
    send();
    this.sent(LATE, 30 * SECOND, 'created', `lead-${LATE}`);
  }

  /** The rows, of which the first left an hour ago, between those two. */
  addBetween(tagField: string | null = null): void {
    this.add(tagField);
    this.between(() => this.sent(1, HOUR));
  }

  lead(n: number, change: Readonly<Record<string, unknown>> = {}) {
    return {
      uniqueId: `lead-${n}`,
      campaign: { code: CAMPAIGN },
      data: { LastName: PEOPLE[n - 1]?.[0], Phone: PEOPLE[n - 1]?.[1] },
      uploadTime: new Date(this.clock.wallNow()).toISOString(),
      ...change,
    };
  }

  tagged(n: number) {
    const lead = this.lead(n);
    return { ...lead, data: { ...lead.data, Reference: tagOf('job', n) } };
  }

  look(zone = 'UTC', most?: number) {
    const tools = lookTools(this.at, this.clock, {
      exportSimpleLeads: (query, options) => {
        const campaign = query.extra?.find(({ name }) => name === 'Campaigns')?.value ?? '';
        this.asked.push({ since: query.modifiedFrom ?? '', lane: options?.lane ?? '', campaign });
        return leadBody(this.leads, this.failure);
      },
    });
    const onProgress = (...figures: [number, number]) => this.progress.push(figures);
    return lookForRows({ ...tools, zone, workTime: WORK_TIME, onProgress }, this.at.job(), most);
  }

  [Symbol.dispose](): void {
    this.at[Symbol.dispose]();
  }
}

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HOUR } from '../../../../../shared/domain/time/time.ts';
import { VirtualClock } from '../../../api/simulation/virtual-clock.ts';
import { createJournal, type JournalUnderTest } from '../journal/job-fixture.ts';
import { leadBody } from './lead-body-fixture.ts';
import { lookForRows } from './look-for-rows.ts';
import { CAMPAIGN, column, lookTools } from './reconcile-fixture.ts';

/** Rows of a phone and a country that all share: what such leads prove of a row that is not found. */

const ROWS = 1200;

let at: JournalUnderTest;
let clock: VirtualClock;
beforeEach(() => {
  at = createJournal();
  clock = new VirtualClock();
});
afterEach(() => at[Symbol.dispose]());

const phone = (n: number) => `+45300${String(n).padStart(5, '0')}`;
const lead = (n: number, change: object = {}) => ({
  uniqueId: `lead-${n}`,
  campaign: { code: CAMPAIGN },
  data: { Phone: phone(n), Country: 'Denmark' },
  uploadTime: new Date(clock.wallNow()).toISOString(),
  ...change,
});
const created = () => Array.from({ length: ROWS }, (_, index) => lead(index + 1)).filter((_, index) => index !== 499);

/** Row 500 is unknown, all others were created. */
function sendAll(): void {
  at.add(
    Array.from({ length: ROWS }, (_, index) => [phone(index + 1), 'Denmark']),
    {
      campaignCode: CAMPAIGN,
      columns: ['Phone', 'Country'],
      mapping: [column(0, 'Phone'), column(1, 'Country')],
    },
  );
  at.journal.exec('BEGIN');
  for (let n = 1; n <= ROWS; n += 1) {
    const by = { at: clock.wallNow() - HOUR + n, run: 'spec' };
    at.store.rows.step('job', n, 'send', by);
    if (n === 500) at.store.rows.step('job', n, 'unknown', by);
    else at.store.rows.step('job', n, 'created', { ...by, leadId: `lead-${n}` });
  }
  at.journal.exec('COMMIT');
}

async function verdict(leads: readonly unknown[]): Promise<string | undefined> {
  const tools = lookTools(at, clock, { exportSimpleLeads: () => leadBody([...leads]) });
  const look = await lookForRows(tools, at.job());
  return look.verdicts[0]?.verdict;
}

describe('a row that is not found', () => {
  beforeEach(sendAll);

  it('is absent when all leads with its other value are those of other rows', async () => {
    expect(await verdict(created())).toBe('absent');
  });

  it('is in doubt when one with that value, and without a contact, is nobody’s, among a thousand that are', async () => {
    const leads = created();
    leads.splice(600, 0, lead(500, { uniqueId: 'new', data: { Country: 'Denmark' } }));
    expect(await verdict(leads)).not.toBe('absent');
  });

  it('is absent beside a lead of another campaign that a row of another import has', async () => {
    const elsewhere = lead(500, { uniqueId: 'other-1', campaign: { code: 'OTHER' } });
    expect(await verdict([...created(), elsewhere])).toBe('unclear');
    at.add([[phone(500), 'Denmark']], { id: 'other', campaignCode: 'OTHER', columns: ['Phone', 'Country'] });
    at.created(1, { at: clock.wallNow(), run: 'spec', leadId: 'other-1' }, 'other');
    expect(await verdict([...created(), elsewhere])).toBe('absent');
  });
});

import { type PracticeService, startPracticeService } from '../../../../practice/practice-service.ts';
import type { ApiClient } from '../../../api/client.ts';
import { SPEC_CREDENTIALS, specClient } from '../../../api/simulation/spec-client.ts';
import type { Clock } from '../../../foundation/ports.ts';
import { systemClock } from '../../../system/system-clock.ts';
import { createJournal, type JournalUnderTest } from '../journal/job-fixture.ts';
import type { JobRecord } from '../journal/records/job-records.ts';
import { Verdicts } from '../journal/rows/verdicts.ts';
import type { LookTools } from './look-for-rows.ts';

export { column } from '../../fields/column-fixture.ts';

export const CAMPAIGN = 'EU-MESSE-26';

/** For specs: a journal, a practice service over real HTTP, and a client of it. */
export interface ReconcileWorld extends AsyncDisposable {
  readonly service: PracticeService;
  readonly client: ApiClient;
  readonly at: JournalUnderTest;
  readonly tools: LookTools;
  /** Creates a lead as a row of the campaign does, and answers its id. */
  create(data: Readonly<Record<string, string>>): Promise<string | null>;
  /** The one job of the journal. */
  job(): JobRecord;
}

/** `leads`: how many the service has. Without a minute rule: rows are created only to be looked for. */
export async function openReconcileWorld(leads: number): Promise<ReconcileWorld> {
  const service = await startPracticeService({ leads, ...SPEC_CREDENTIALS, limits: { Leads: 10_000 } });
  const client = specClient(service.url);
  const at = createJournal();
  return {
    service,
    client,
    at,
    tools: { ...lookTools(at, systemClock, client), zone: 'Europe/Copenhagen' },
    async create(data) {
      const options = { lane: 'person', beforeSend: () => undefined } as const;
      const outcome = await client.createLead({ campaignCode: CAMPAIGN, data }, options);
      if (outcome.outcome !== 'created') throw new Error(JSON.stringify(outcome));
      return outcome.leadId;
    },
    job() {
      return at.job();
    },
    async [Symbol.asyncDispose]() {
      at[Symbol.dispose]();
      await client.close();
      await service.close();
    },
  };
}

/** What a look needs, from a service whose times are those of UTC. */
export function lookTools(at: JournalUnderTest, clock: Clock, api: LookTools['api']): LookTools {
  return {
    api,
    clock,
    zone: 'UTC',
    workTime: 15_000,
    verdicts: new Verdicts(at.journal),
    signal: new AbortController().signal,
    onProgress: () => undefined,
  };
}

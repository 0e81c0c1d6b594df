// Why: decision 0351.
import { isAboutCampaign } from '../../../../../shared/domain/jobs/about-campaign.ts';
import type { Hold } from '../../../../../shared/domain/jobs/job-state.ts';
import type { CreateLeadOutcome } from '../../../api/outcomes/lead-outcome.ts';
import { saidBefore } from '../../../api/requests/exchange-trouble.ts';

/** Unknown rows one after the other. The job then waits for a person, because more rows would become unknown too. */
const UNKNOWN_IN_A_ROW = 20;
/** Unreadable answers before the first readable one. The address is then probably not that of a lead service. */
const UNREADABLE_AT_START = 3;

/**
 * Watches the answers of a run and says when a person should look before more rows are sent.
 *
 * @param sameRefusal equal refusals in a row that stop the job; 0 for no limit
 * @param isNamed a refusal of the job is about its campaign already: a person has seen it, and sends the others all the same
 */
export function createWatch(sameRefusal: number, isNamed = false) {
  let hasNamedCampaign = isNamed;
  let refusal = '';
  let refusals = 0;
  let unknowns = 0;
  let unreadable = 0;
  let hasRead = false;

  function forget(): void {
    refusals = 0;
    unknowns = 0;
    unreadable = 0;
    hasRead = false;
  }

  function answered(outcome: CreateLeadOutcome): Hold | null {
    const isNoService =
      (outcome.outcome === 'unknown' && outcome.reason === 'brokenAnswer') ||
      (outcome.outcome === 'rejected' && outcome.status === 404);
    unreadable = isNoService ? unreadable + 1 : 0;
    unknowns = outcome.outcome === 'unknown' ? unknowns + 1 : 0;
    if (outcome.outcome === 'created' || (outcome.outcome === 'rejected' && !isNoService)) hasRead = true;
    const words = outcome.outcome === 'rejected' ? outcome.message : '';
    const isWordless = outcome.outcome === 'rejected' && outcome.isWordless === true;
    const reason = isWordless ? `${outcome.status}` : words;
    refusals = outcome.outcome === 'rejected' ? (reason === refusal ? refusals + 1 : 1) : 0;
    refusal = reason;

    if (!hasRead && unreadable >= UNREADABLE_AT_START)
      return hold(
        'unreadable',
        'Lead Console could not read the first answers as those of a lead service; their rows say what came. Nothing more is sent. Check the address of the account, then resume.',
      );
    if (unknowns >= UNKNOWN_IN_A_ROW)
      return hold(
        'trouble',
        `${unknowns} rows one after the other got no readable answer. Nothing more is sent, so that no more rows become unknown. Find out whether the service works, then resume.`,
      );
    if (!hasNamedCampaign && isAboutCampaign(words)) {
      hasNamedCampaign = true;
      return hold(
        'stopRule',
        `The service refused a row because of its campaign.${saidBefore(words)} The others have the same campaign, so nothing more is sent. Correct it, or resume to send the rest as it is.`,
      );
    }
    if (sameRefusal > 0 && refusals >= sameRefusal)
      return hold(
        'stopRule',
        `The service refused ${refusals === 1 ? 'a row' : `${refusals} rows one after the other${isWordless ? '' : ' for the same reason'}`}.${saidBefore(words)} Correct the file or the mapping, or resume to send the rest as it is.`,
      );
    return null;
  }

  return { forget, answered };
}

function hold(kind: Hold['kind'], reason: string): Hold {
  return { kind, reason, resumeAt: null };
}

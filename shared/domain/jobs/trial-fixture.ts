import type { TrialField, TrialLead } from '../../contract/jobs/trial.ts';

/** For specs: the lead that was read back for a row of a trial. */
export const trialLead = (row: number, fields: TrialField[], foundBy: TrialLead['foundBy'] = 'id'): TrialLead => ({
  row,
  line: row + 1,
  leadId: `L${row}`,
  foundBy,
  fields,
});

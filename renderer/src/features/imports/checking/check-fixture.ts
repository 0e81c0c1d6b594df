import type { CampaignFound, CampaignGroup } from '../../../../../shared/contract/check/campaign-rows.ts';
import type { CheckRow, CheckReason, CheckSummary } from '../../../../../shared/contract/check/check.ts';

/** A problem that one repair puts right, with what a spec changes about it. */
export function reason(change: Partial<CheckReason> = {}): CheckReason {
  return {
    id: 'areaCodeMissing:Phone',
    kind: 'areaCodeMissing',
    severity: 'problem',
    field: 'Phone',
    columns: [1],
    count: 1031,
    distinct: 1012,
    title: 'Area code is missing',
    sentence: '',
    examples: [],
    hasOddest: true,
    dates: null,
    repair: {
      id: 'areaCode',
      label: 'Put in front',
      rows: 1031,
      example: null,
      parameters: [{ id: 'areaCode', label: 'Area code', value: '030' }],
    },
    ...change,
  };
}

/** A row of the file without marks or changes, with what a spec changes about it. */
export function checkedRow(change: Partial<CheckRow> = {}): CheckRow {
  return {
    row: 1,
    line: 2,
    cells: ['Nordlys'],
    marks: [],
    change: null,
    edited: [],
    leftOut: false,
    earlier: null,
    colleague: null,
    startsGroup: false,
    ...change,
  };
}

/** What a check found: the totals of one file, with the reasons a spec is about. */
export function summary(reasons: readonly CheckReason[], change: Partial<CheckSummary> = {}): CheckSummary {
  return {
    draftId: 'd',
    revision: 1,
    rows: 1036,
    standing: { leftOut: 3, problem: 1031, repeated: 0, sentBefore: 0, ready: 2 },
    rowsWithProblem: 1031,
    rowsWithWarning: 5,
    reasons: [...reasons],
    duplicates: [],
    sentBefore: null,
    inQueue: null,
    team: null,
    campaign: null,
    editedRows: 0,
    editedCells: 0,
    leftOut: [],
    undo: null,
    redo: null,
    country: { value: 'DE', likely: 'DE', offered: [], certainty: 0.95, reason: '', source: 'guess', clues: [] },
    unprefixedPhones: 0,
    cleanedPhones: 0,
    settings: { country: null, duplicateKey: null, fields: [] },
    milliseconds: 1,
    ...change,
  };
}

/** A team that was not asked yet, with what a spec changes about that. */
export function teamFound(change: Partial<TeamFound> = {}): TeamFound {
  const nothing = { askedAt: null, asked: 0, rows: 0, leftOut: 0, contactRows: 0 };
  return { ...nothing, isStale: false, computers: [], contactComputers: [], ...change };
}

type TeamFound = NonNullable<CheckSummary['team']>;

/** Three rows that another program put into the campaign, with what a spec changes about them. */
export function campaignGroup(change: Partial<CampaignGroup> = {}): CampaignGroup {
  return {
    origin: 'elsewhere',
    rows: 3,
    phone: 2,
    email: 1,
    key: 0,
    newPhone: 1,
    leftOut: 3,
    choice: 'leaveOut',
    sources: [{ name: 'ws-crm', rows: 3 }],
    ...change,
  };
}

/** A comparison with 48 leads that found three rows. */
export function campaignFound(change: Partial<CampaignFound> = {}): CampaignFound {
  return {
    campaignCode: 'DK-NORDLYS',
    at: Date.UTC(2026, 10, 23, 12, 46),
    milliseconds: 9200,
    leads: 48,
    withoutPrefix: 0,
    country: 'DK',
    key: null,
    stopped: null,
    doubt: null,
    isProven: true,
    isStale: false,
    groups: [campaignGroup()],
    ...change,
  };
}

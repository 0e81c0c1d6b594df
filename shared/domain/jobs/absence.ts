// Why: decision 0250.

/**
 * Whether a lead that is not in the service's answer is not in the service. Absence is evidence only where presence would
 * have been seen: leads that are known to be there, and that were sent before and after the row, have to be in the answer
 * and show the values by which the row is looked for. Times: Unix milliseconds.
 */

type Data = Readonly<Record<string, string>>;

/** A row with what was sent for it. */
export interface SentLead {
  readonly row: number;
  readonly data: Data;
  /** The tag it was sent with; null without. */
  readonly tag: string | null;
}

/** A lead that is known to be in the campaign: the service said that it created it. */
export interface Witness extends SentLead {
  /** Names the lead of the witness in the answer. */
  readonly key: string;
  /** Null when the service did not name the lead. */
  readonly leadId: string | null;
  readonly sentAt: number;
}

/** Known leads beside a row, the nearest first. */
export interface WitnessesOfRow {
  readonly before: readonly Witness[];
  readonly after: readonly Witness[];
}

/** What the service answered. */
export interface SeenLeads {
  /** Leads of the campaign that came. */
  readonly leads: number;
  /** Values of the lead of a witness; null when it did not come. */
  valuesOf(witness: Witness): Data | null;
  /** Whether the service has the lead of a witness at another time than it was sent: a clock or the zone is wrong. */
  isAtAnotherTime(witness: Witness): boolean;
  /** Whether a lead of nobody would come into question for the row, were it not for its time. */
  isLeftOutByTime(row: SentLead): boolean;
  /** Leads of nobody that may be of this row's time and show none of the values by which rows are told apart. */
  hiddenSince(sentAt: number): number;
  /**
   * A lead of nobody whose values may have been the row's: it came while the row was on its way and was changed since, or it
   * came between the nearest known leads, where the row's would stand, whatever the service says of its changes.
   */
  correctedSince(row: SentLead, witnesses: WitnessesOfRow): { readonly id: string | null } | null;
  /** The id of a lead that shares a contact, the tag or all values with the row, and was named for another sent without these. */
  namedForAnother(row: SentLead): string | null;
  /** Whether a lead of another campaign, or of none, may be of the row's time and shares a contact or the tag with it. */
  isElsewhere(row: SentLead & { readonly sentAt: number }): boolean;
}

type Side = 'before' | 'after';

/** Why a missing lead proves nothing. */
export type AbsenceDoubt =
  | { readonly kind: 'nothingCame' }
  | { readonly kind: 'noWitness'; readonly side: Side }
  | { readonly kind: 'witnessMissing'; readonly side: Side; readonly witness: Witness }
  | { readonly kind: 'timesDiffer'; readonly witness: Witness }
  | { readonly kind: 'valuesHidden'; readonly witness: Witness; readonly fields: readonly string[] }
  | { readonly kind: 'nothingToCompare' }
  | { readonly kind: 'leadsHidden'; readonly leads: number }
  | { readonly kind: 'leadCorrected'; readonly leadId: string | null }
  | { readonly kind: 'leadElsewhere' }
  | { readonly kind: 'leadOfAnother'; readonly leadId: string };

export interface AbsenceQuestion {
  readonly row: SentLead & { readonly sentAt: number };
  readonly witnesses: WitnessesOfRow;
  readonly seen: SeenLeads;
  /** Field that holds the tag; null without. */
  readonly tagField: string | null;
  /** Whether a lead shows a value as it was sent, in whatever form. */
  readonly isSame: (sent: string, stored: string | undefined) => boolean;
  /** Fields of the row by any of which its lead would have been found; without them all its values are compared. */
  readonly telling: readonly string[];
}

/** How many known leads on each side, nearest to the row, have to show their values. */
const NEAREST = 3;

/** Null: the lead would have been in the answer, so it is not in the service. */
export function doubtOfAbsence(question: AbsenceQuestion): AbsenceDoubt | null {
  const { row, witnesses, seen } = question;
  if (seen.leads === 0) return { kind: 'nothingCame' };
  for (const side of ['before', 'after'] as const) {
    const missing = witnesses[side].find((witness) => seen.valuesOf(witness) === null);
    if (missing !== undefined) return { kind: 'witnessMissing', side, witness: missing };
  }
  for (const side of ['before', 'after'] as const) if (witnesses[side].length === 0) return { kind: 'noWitness', side };
  const doubts = waysToFind(question).map((fields) => doubtOfWay(fields, question));
  // One way to find the lead is enough: by its tag, by a contact, or by all values at once.
  const [doubt = { kind: 'nothingToCompare' }] = doubts;
  if (doubt !== null && doubts.every((one) => one !== null)) return doubt;
  if (seen.isElsewhere(row)) return { kind: 'leadElsewhere' };
  const ofAnother = seen.namedForAnother(row);
  if (ofAnother !== null) return { kind: 'leadOfAnother', leadId: ofAnother };
  const hidden = seen.hiddenSince(row.sentAt);
  if (hidden > 0) return { kind: 'leadsHidden', leads: hidden };
  const corrected = seen.correctedSince(row, witnesses);
  if (corrected !== null) return { kind: 'leadCorrected', leadId: corrected.id };
  const witness = atAnotherTime(witnesses, seen);
  return witness !== null && seen.isLeftOutByTime(row) ? { kind: 'timesDiffer', witness } : null;
}

/**
 * The nearest witness of a side whose nearest ones all have another time in the service than they were sent at: then nobody
 * knows which leads came while the row was on its way. Null when the times agree.
 */
function atAnotherTime(witnesses: WitnessesOfRow, seen: SeenLeads): Witness | null {
  const sides = [witnesses.before, witnesses.after].map((side) => side.slice(0, NEAREST));
  return sides.find((nearest) => nearest.every((one) => seen.isAtAnotherTime(one)))?.[0] ?? null;
}

/** What a lead of the row would be found by: fields that the witnesses have to show, all of a way. Null stands for the tag. */
function waysToFind({ row, tagField, telling }: AbsenceQuestion): (readonly string[] | null)[] {
  const tag = tagField === null || row.tag === null ? [] : [null];
  const all = Object.keys(row.data);
  return [...tag, ...telling.map((field) => [field]), ...(all.length === 0 ? [] : [all])];
}

function doubtOfWay(
  fields: readonly string[] | null,
  { witnesses, seen, tagField, isSame }: AbsenceQuestion,
): AbsenceDoubt | null {
  for (const side of ['before', 'after'] as const) {
    const able = witnesses[side].filter((witness) =>
      fields === null ? witness.tag !== null : fields.every((field) => (valueIn(witness.data, field) ?? '') !== ''),
    );
    if (able.length === 0) return { kind: 'noWitness', side };
    for (const witness of able.slice(0, NEAREST)) {
      const stored = seen.valuesOf(witness) ?? {};
      const hidden =
        fields === null
          ? valueIn(stored, tagField ?? '')?.trim() === witness.tag
            ? []
            : [tagField ?? '']
          : fields.filter((field) => !isSame(valueIn(witness.data, field) ?? '', valueIn(stored, field)));
      if (hidden.length > 0) return { kind: 'valuesHidden', witness, fields: hidden };
    }
  }
  return null;
}

/** Why a comparison with a whole campaign does not show which rows it holds. */
export type ComparisonDoubt =
  | { readonly kind: 'emptyCampaign' }
  | { readonly kind: 'noCampaignNamed'; readonly leads: number }
  | { readonly kind: 'witnessMissing'; readonly witness: Witness }
  | { readonly kind: 'valuesHidden'; readonly witness: Witness; readonly fields: readonly string[] }
  | { readonly kind: 'fewComparable'; readonly leads: number; readonly comparable: number }
  | { readonly kind: 'leadsBlank'; readonly leads: number; readonly blank: number }
  | { readonly kind: 'rowsNotCompared'; readonly rows: number };

export interface ComparisonQuestion {
  /** Leads of the campaign that are known to exist. */
  readonly witnesses: readonly Witness[];
  readonly seen: Pick<SeenLeads, 'leads' | 'valuesOf'>;
  /** Leads that name no campaign at all. */
  readonly unnamed: number;
  /** Leads that show a value by which the rows are compared. */
  readonly comparable: number;
  /** Leads that show no value of any kind by which rows are compared. */
  readonly blank: number;
  /** Rows whose values are all of kinds that the leads do not show. */
  readonly hiddenRows: number;
  /** Fields of a known lead by any of which it would be found. */
  readonly tellingOf: (witness: Witness) => readonly string[];
  readonly isSame: AbsenceQuestion['isSame'];
}

/** Share of the leads that have to show a value by which rows are compared. */
const COMPARABLE = 0.5;

/** Share of the leads that may show nothing, as a few with neither phone nor e-mail do. */
const BLANK = 0.1;

/** Null: a row that no lead of the campaign shares a value with is not there. */
export function doubtOfComparison(question: ComparisonQuestion): ComparisonDoubt | null {
  const { witnesses, seen, unnamed, comparable, blank, hiddenRows, tellingOf, isSame } = question;
  for (const witness of witnesses) {
    const stored = seen.valuesOf(witness);
    if (stored === null && unnamed === 0) return { kind: 'witnessMissing', witness };
    if (stored === null) return { kind: 'noCampaignNamed', leads: unnamed };
    const telling = tellingOf(witness);
    const isFound = telling.some((field) => isSame(valueIn(witness.data, field) ?? '', valueIn(stored, field)));
    if (telling.length > 0 && !isFound) return { kind: 'valuesHidden', witness, fields: telling };
  }
  if (seen.leads === 0) return unnamed > 0 ? { kind: 'noCampaignNamed', leads: unnamed } : { kind: 'emptyCampaign' };
  if (comparable < seen.leads * COMPARABLE) return { kind: 'fewComparable', leads: seen.leads, comparable };
  if (blank > seen.leads * BLANK) return { kind: 'leadsBlank', leads: seen.leads, blank };
  return hiddenRows > 0 ? { kind: 'rowsNotCompared', rows: hiddenRows } : null;
}

/** For a person, where no lead of this computer is known to be in a campaign that was compared. */
export function unprovenList(campaignCode: string): string {
  return `No lead of this computer is in ${campaignCode}, so nothing proves that the service showed all of its leads.`;
}

/** The value of a field, whatever the case of its name. */
export function valueIn(data: Data, name: string): string | undefined {
  const key = name.toLowerCase();
  for (const [field, value] of Object.entries(data)) if (field.toLowerCase() === key) return value;
  return undefined;
}

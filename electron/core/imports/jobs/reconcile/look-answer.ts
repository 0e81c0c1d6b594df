// Why: decision 0168 and decision 0250.
import { isMasked, matchValue } from '../../../../../shared/domain/files/loose-values.ts';
import {
  type SeenLeads,
  type SentLead,
  valueIn,
  type Witness,
  type WitnessesOfRow,
} from '../../../../../shared/domain/jobs/absence.ts';
import { type CandidateLead, CLOCKS } from '../../../../../shared/domain/jobs/reconcile.ts';
import { Failure } from '../../../foundation/failure.ts';
import type { LookedForRow, Verdicts } from '../journal/rows/verdicts.ts';
import type { CampaignLead } from './campaign-leads.ts';
import { allKey, contactFields, type LeadComparison } from './compare-leads.ts';
import { once } from './fitting-leads.ts';

/** Leads with the values of a row but for its contacts. More means that these values tell nothing apart. */
const MOST_ALIKE = 50;
/** Such leads that are kept until those of other rows are taken out. */
const MOST_ALIKE_KEPT = 1000;
/** Leads with nothing to compare that are kept with their time. With more, one of any time may be a row's. */
const MOST_HIDDEN = 10_000;
/** Changed leads that are kept of the time of the rows. With more, one of them may be any row's. */
const MOST_CHANGED = 10_000;
/** Leads of the time of the rows that the service calls unchanged. Beyond this number that is believed. */
const MOST_UNCHANGED = 20_000;
/** Milliseconds by which two leads may seem to have come in another order than their rows left. */
const ORDER = 1000;

export interface LookQuestion {
  readonly rows: readonly LookedForRow[];
  readonly fields: readonly string[];
  readonly tagField: string | null;
  readonly comparison: LeadComparison;
  readonly known: readonly Witness[];
  /** Leads that may share a key with a row. */
  readonly most: number;
  /** The ids among these whose leads belong to other rows. */
  readonly claimedOf: (ids: readonly string[]) => ReadonlySet<string>;
  readonly sentWith: Verdicts['sentWith'];
  /** As in LookTools. */
  readonly workTime: number;
}

/** Keeps, of the leads that come, those that may be a row's, those of the witnesses, and those that show nothing. */
export class LookAnswer {
  leads = 0;
  looked = 0;
  readonly #asked: LookQuestion;
  readonly #wanted: ReadonlySet<string>;
  /** By the values of a row but its contacts: the leads that have them, too. */
  readonly #alike: Map<string, CampaignLead[]>;
  readonly #kept: CandidateLead[] = [];
  readonly #witnessIds: ReadonlySet<string>;
  readonly #telling: readonly string[];
  readonly #byId = new Map<string, CampaignLead>();
  /** Leads by all values, for witnesses that the service did not name. */
  readonly #byValues = new Map<string, CampaignLead[]>();
  /** Leads of another campaign, or of none, that share a key with a row. */
  readonly #elsewhere: { readonly id: string | null; readonly key: string; readonly uploadedAt: number }[] = [];
  readonly #hidden: { readonly id: string | null; readonly uploadedAt: number }[] = [];
  #isMoreHidden = false;
  /** Leads that came while a row was on its way, share nothing with a row, and were changed since. */
  readonly #changed: CandidateLead[] = [];
  /** The same, but unchanged, as the service says. */
  readonly #unchanged: CandidateLead[] = [];
  /** Leads that share nothing with a row and came at another time. */
  readonly #outOfTime: CandidateLead[] = [];
  /** Unix milliseconds: the first and the last moment at which the lead of a row may have come. */
  readonly #firstCome: number;
  readonly #lastCome: number;
  readonly #timesOf: ReadonlyMap<number, ComeTimes>;

  constructor(asked: LookQuestion) {
    this.#asked = asked;
    this.#timesOf = new Map(asked.rows.map((row) => [row.row, comeTimes(row, asked.workTime)]));
    const times = [...this.#timesOf.values()];
    this.#firstCome = times.reduce((first, { from }) => Math.min(first, from), Number.POSITIVE_INFINITY);
    this.#lastCome = times.reduce((last, { until }) => Math.max(last, until), 0);
    const { rows, comparison, known, fields } = asked;
    this.#wanted = new Set(rows.flatMap(({ data, tag }) => this.#keysOfRow(data, tag)));
    this.#alike = new Map(rows.flatMap(({ data }) => comparison.restOf(data) ?? []).map((rest) => [rest, []]));
    const contacts = new Set(rows.flatMap(({ data }) => contactFields(data)));
    this.#telling = contacts.size === 0 ? fields : [...contacts];
    this.#witnessIds = new Set(known.flatMap(({ leadId }) => leadId ?? []));
    for (const { leadId, data } of known) if (leadId === null) this.#byValues.set(allKey(data, fields), []);
  }

  add(leads: readonly CampaignLead[], looked: number): void {
    this.looked += looked;
    this.leads += leads.length;
    for (const lead of leads) this.#addLead(lead);
    if (this.#kept.length > this.#asked.most)
      throw new Failure({
        code: 'validation',
        message: 'Too many leads fit the rows to tell them apart. Look for them in the service by hand.',
        issues: [],
      });
  }

  addElsewhere(leads: Iterable<CandidateLead>): void {
    for (const { id, data, uploadedAt } of leads)
      for (const key of this.#keysOf(data))
        if (this.#wanted.has(key))
          this.#elsewhere.push({ id, key, uploadedAt: uploadedAt ?? Number.POSITIVE_INFINITY });
  }

  #addLead(lead: CampaignLead): void {
    const { comparison, fields } = this.#asked;
    if (lead.id !== null && this.#witnessIds.has(lead.id)) this.#byId.set(lead.id, lead);
    if (this.#byValues.size > 0) this.#byValues.get(allKey(lead.data, fields))?.push(lead);
    if (this.#isWanted(lead)) this.#kept.push(lead);
    else {
      const rest = this.#alike.size === 0 ? null : comparison.restOf(lead.data);
      const alike = rest === null ? undefined : this.#alike.get(rest);
      if (rest === null || alike === undefined) this.#addUnlike(lead);
      else if (alike.push(lead) >= MOST_ALIKE_KEPT) this.#siftAlike(rest, alike, this.#asked.claimedOf(idsOf(alike)));
    }
  }

  #addUnlike(lead: CampaignLead): void {
    if (this.#showsNothing(lead)) this.#addHidden(lead);
    else if (this.#isInTime(lead)) this.#addStranger(lead);
    else if (this.#outOfTime.length <= MOST_CHANGED) this.#outOfTime.push(lead);
  }

  /** Values that many leads have, none of them another row's, tell nothing apart: it gives them up. */
  #siftAlike(rest: string, alike: readonly CampaignLead[], claimed: ReadonlySet<string>): void {
    const free = unclaimed(alike, claimed);
    if (free.length <= MOST_ALIKE) {
      this.#alike.set(rest, free);
      return;
    }
    this.#alike.delete(rest);
    for (const lead of free) this.#addUnlike(lead);
  }

  #isWanted({ data }: CandidateLead): boolean {
    return this.#keysOf(data).some((key) => this.#wanted.has(key));
  }

  #keysOf(data: CandidateLead['data']): string[] {
    const { tagField } = this.#asked;
    return this.#keysOfRow(data, tagField === null ? null : (valueIn(data, tagField)?.trim() ?? ''));
  }

  #keysOfRow(data: CandidateLead['data'], tag: string | null): string[] {
    return [...this.#asked.comparison.keysOf(data), ...(tag === null ? [] : [`tag ${tag}`])];
  }

  /** Whether a lead shows nothing that tells rows apart: contacts if rows have them, otherwise any value. */
  #showsNothing({ data }: CandidateLead): boolean {
    const { tagField } = this.#asked;
    const names = tagField === null ? this.#telling : [...this.#telling, tagField];
    return names.every((name) => !isShown(valueIn(data, name)));
  }

  /** Whether it came when the lead of a row may have come. */
  #isInTime({ uploadedAt }: CandidateLead): boolean {
    return uploadedAt === null || (uploadedAt >= this.#firstCome && uploadedAt <= this.#lastCome);
  }

  #addStranger(lead: CampaignLead): void {
    const isChanged = lead.uploadedAt === null || lead.uploadedAt !== lead.modifiedAt;
    if (isChanged && this.#changed.length <= MOST_CHANGED) this.#changed.push(lead);
    else if (!isChanged && this.#unchanged.length < MOST_UNCHANGED) this.#unchanged.push(lead);
  }

  #addHidden({ id, uploadedAt }: CandidateLead): void {
    if (this.#hidden.length >= MOST_HIDDEN) this.#isMoreHidden = true;
    else this.#hidden.push({ id, uploadedAt: uploadedAt ?? Number.POSITIVE_INFINITY });
  }

  /** @param claimed ids of leads that belong to other rows */
  candidates(claimed: ReadonlySet<string>): CandidateLead[] {
    return [...unclaimed(once(this.#kept), claimed), ...[...this.#alike.values()].flat()];
  }

  /** Looks for a lead that shares a key with a row and was named for another, which was sent without that key. */
  #namedForAnother(claimed: ReadonlySet<string>): SeenLeads['namedForAnother'] {
    const kept = this.#kept.flatMap(({ id, data }) => this.#keysOf(data).map((key) => ({ id, key })));
    // Another import may have sent fewer values for it.
    const elsewhere = this.#elsewhere.filter(({ key }) => !key.startsWith('all '));
    const named = [...kept, ...elsewhere].flatMap(({ id, key }) =>
      id !== null && claimed.has(id) && this.#wanted.has(key) ? [[key, id] as const] : [],
    );
    const isOwn = this.#asked.sentWith(
      named.map(([, id]) => id),
      (data) => this.#keysOf(data),
    );
    const byKey = new Map(named.filter(([key, id]) => !isOwn(id, key)));
    return ({ data, tag }) => this.#keysOfRow(data, tag).flatMap((key) => byKey.get(key) ?? [])[0] ?? null;
  }

  /** Fields, in lower case, that the lead of some witness shows as sent. */
  shownFields(): ReadonlySet<string> {
    const shown = this.#asked.known.flatMap((witness) => {
      const stored = this.#leadOf(witness)?.data ?? {};
      return Object.entries(witness.data).flatMap(([field, value]) =>
        value !== '' && isSame(value, valueIn(stored, field)) ? [field.toLowerCase()] : [],
      );
    });
    return new Set(shown);
  }

  /** Ids of leads that may be a row's, and belong to other rows. To be asked for when all leads have come. */
  claimed(): ReadonlySet<string> {
    const alike = [...this.#alike.values()].flat();
    const others = [...this.#hidden, ...this.#elsewhere, ...this.#changed, ...this.#unchanged, ...this.#outOfTime];
    const claimed = this.#asked.claimedOf(idsOf([...this.#kept, ...alike, ...others]));
    for (const [rest, leads] of this.#alike) this.#siftAlike(rest, leads, claimed);
    return claimed;
  }

  /**
   * @param claimed ids of leads that belong to other rows
   * @param nameless created rows whose leads the service did not name: a lead that shares a key with one counts as its
   */
  seenWithout(claimed: ReadonlySet<string>, nameless: () => Iterable<CandidateLead['data']>): SeenLeads {
    const hidden = unclaimed(this.#hidden, claimed);
    const elsewhere = unclaimed(this.#elsewhere, claimed);
    const { changed, unchanged, outOfTime } = this.#strangersBut(claimed, nameless);
    const isElsewhere = ({ data, tag }: SentLead, from: number) => {
      const keys = new Set(this.#keysOfRow(data, tag));
      return elsewhere.some(({ key, uploadedAt }) => keys.has(key) && uploadedAt >= from);
    };
    return {
      leads: this.leads,
      valuesOf: (witness) => this.#leadOf(witness)?.data ?? null,
      isAtAnotherTime: (witness) => this.#isAtAnotherTime(witness),
      correctedSince: ({ row }, witnesses) => {
        if (this.#changed.length > MOST_CHANGED) return { id: null };
        const times = this.#timesOf.get(row);
        if (times === undefined) return null;
        return changed.find(cameIn(times)) ?? unchanged.find(cameIn(this.#placeOf(witnesses))) ?? null;
      },
      namedForAnother: this.#namedForAnother(claimed),
      isElsewhere: (row) => isElsewhere(row, row.sentAt - CLOCKS),
      isLeftOutByTime: (row) =>
        hidden.length > 0 ||
        outOfTime.length > 0 ||
        this.#outOfTime.length > MOST_CHANGED ||
        isElsewhere(row, Number.NEGATIVE_INFINITY),
      hiddenSince: (sentAt) =>
        this.#isMoreHidden ? MOST_HIDDEN : hidden.filter(({ uploadedAt }) => uploadedAt >= sentAt - CLOCKS).length,
    };
  }

  /** A lead is never older than its request; one that was not changed since is not much younger either. */
  #isAtAnotherTime(witness: Witness): boolean {
    const { uploadedAt = null, modifiedAt = null } = this.#leadOf(witness) ?? {};
    if (uploadedAt === null) return false;
    const isTooYoung = uploadedAt > witness.sentAt + this.#asked.workTime + CLOCKS && uploadedAt === modifiedAt;
    return isTooYoung || uploadedAt < witness.sentAt - CLOCKS;
  }

  /** Leads that share nothing with a row, and belong to no known one. */
  #strangersBut(claimed: ReadonlySet<string>, nameless: () => Iterable<CandidateLead['data']>) {
    const changed = unclaimed(this.#changed, claimed);
    const unchanged = unclaimed(this.#unchanged, claimed);
    const outOfTime = unclaimed(this.#outOfTime, claimed);
    if (changed.length + unchanged.length + outOfTime.length === 0) return { changed, unchanged, outOfTime };
    const keys = new Set<string>();
    for (const data of nameless()) for (const key of this.#keysOf(data)) keys.add(key);
    const isNobodys = ({ data }: CandidateLead) => !this.#keysOf(data).some((key) => keys.has(key));
    return {
      changed: changed.filter(isNobodys),
      unchanged: unchanged.filter(isNobodys),
      outOfTime: outOfTime.filter(isNobodys),
    };
  }

  /** When, by the service's clock, the lead of a row came if it came at once: between those of its neighbours. */
  #placeOf({ before, after }: WitnessesOfRow): ComeTimes {
    const comeAt = ([nearest]: readonly Witness[]) =>
      nearest === undefined ? null : this.#leadOf(nearest)?.uploadedAt;
    return {
      from: (comeAt(before) ?? Number.POSITIVE_INFINITY) - ORDER,
      until: (comeAt(after) ?? Number.NEGATIVE_INFINITY) + ORDER,
    };
  }

  #leadOf({ leadId, data, sentAt }: Witness): CampaignLead | undefined {
    if (leadId !== null) return this.#byId.get(leadId);
    const alike = this.#byValues.get(allKey(data, this.#asked.fields)) ?? [];
    return alike.find(({ uploadedAt }) => uploadedAt !== null && uploadedAt >= sentAt - CLOCKS);
  }
}

interface ComeTimes {
  readonly from: number;
  readonly until: number;
}

const cameIn =
  ({ from, until }: ComeTimes) =>
  ({ uploadedAt }: CandidateLead): boolean =>
    uploadedAt === null || (uploadedAt >= from && uploadedAt <= until);

/** The time, by the service's clock, in which the lead of a row may have come. Unix milliseconds. */
function comeTimes({ sentAt, endedAt }: LookedForRow, workTime: number): ComeTimes {
  return { from: sentAt - CLOCKS, until: endedAt + workTime + CLOCKS };
}

interface MaybeNamed {
  readonly id: string | null;
}

const idsOf = (leads: readonly MaybeNamed[]): string[] => leads.flatMap(({ id }) => id ?? []);

/** Leads that belong to no other row as far as is known. */
function unclaimed<Lead extends MaybeNamed>(leads: readonly Lead[], claimed: ReadonlySet<string>): Lead[] {
  return leads.filter(({ id }) => id === null || !claimed.has(id));
}

/** Whether a stored value is what was sent. */
export const isSame = (sent: string, stored: string | undefined): boolean => matchValue(sent, stored) === 'same';

const isShown = (value: string | undefined): boolean => value !== undefined && value.trim() !== '' && !isMasked(value);

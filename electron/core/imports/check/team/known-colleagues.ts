// Why: decision 0521.
import { applyMapping, withPhoneCountry } from '../../../../../shared/domain/mapping/index.ts';
import { isSameCampaign } from '../../../../../shared/domain/service/campaign-code.ts';
import type { AskedRow, RowAtColleague } from '../../../foundation/team-look.ts';
import { readPhone } from '../../fields/phone-reader.ts';
import { leadDigest } from '../../jobs/journal/records/lead-digest.ts';
import type { CheckBasis } from '../check-basis.ts';
import type { CheckTarget } from '../check-messages.ts';
import type { FoundRow } from './rows-at-colleagues.ts';

/** The answers about rows whose lead is still the one that the team was asked about. */
export class KnownColleagues {
  readonly #found: ReadonlyMap<number, FoundRow>;
  /** The team sends one lead per phone: a row is a colleague's by its phone. */
  readonly isByPhone: boolean;
  readonly #current = new Set<number>();
  readonly #digestOf: (cells: readonly string[]) => AskedRow['digest'];

  /** @param digestOf of the lead that a row with these cells is */
  constructor(found: readonly FoundRow[], digestOf: (cells: readonly string[]) => AskedRow['digest']) {
    this.#found = new Map(found.map((row) => [row.row, row]));
    this.isByPhone = found.some(({ shares }) => shares === 'leadByPhone');
    this.#digestOf = digestOf;
  }

  /** These are the cells of the row now. */
  see(row: number, cells: readonly string[]): void {
    const found = this.#found.get(row);
    if (found === undefined) return;
    const digest = this.#digestOf(cells);
    if (digest !== null && Buffer.compare(digest, found.digest) === 0) this.#current.add(row);
    else this.#current.delete(row);
  }

  of(row: number): RowAtColleague | null {
    return this.#current.has(row) ? (this.#found.get(row) ?? null) : null;
  }

  /** Whether anything was answered about the row, as it is now or as it was. */
  has(row: number): boolean {
    return this.#found.has(row);
  }

  get rows(): Iterable<number> {
    return this.#found.keys();
  }

  get size(): number {
    return this.#found.size;
  }
}

/** Whether the lead of the row is a colleague's, so that the team would not let it go. */
export function isTheirs(shares: RowAtColleague['shares'] | undefined): boolean {
  return shares === 'lead' || shares === 'leadByPhone';
}

type Basis = Pick<CheckBasis<CheckTarget>, 'target' | 'country' | 'layer'>;

/** What a row is as it is sent. */
export function leadOfCells({ target, country }: Omit<Basis, 'layer'>) {
  // As a job of the draft keeps it.
  const mapping = withPhoneCountry(target.mapping, country.value);
  return (cells: readonly string[]) => applyMapping(mapping, cells, readPhone);
}

/** Null without a team, or without a campaign. */
export function knownColleagues(basis: Basis): KnownColleagues | null {
  const { target, layer } = basis;
  if (target.isInTeam !== true || target.campaignCode === '') return null;
  const rows = isSameCampaign(layer.team.asked()?.campaignCode ?? '', target.campaignCode) ? layer.team.rows() : [];
  return knownFrom(basis, rows);
}

export function knownFrom(basis: Basis, rows: readonly FoundRow[]): KnownColleagues {
  const leadOf = leadOfCells(basis);
  const { campaignCode } = basis.target;
  return new KnownColleagues(rows, (cells) => leadDigest({ campaignCode, data: leadOf(cells), tagField: null }));
}

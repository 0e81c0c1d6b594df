import type { SharedValue } from '../../../../../shared/contract/check/campaign-rows.ts';
import { planCheck, type CheckPlan } from '../../../../../shared/domain/check/check-plan.ts';
import { editedCells } from '../../../../../shared/domain/check/edited-cells.ts';
import { RowJudge } from '../../../../../shared/domain/check/judge-row.ts';
import { withPhoneCountry } from '../../../../../shared/domain/mapping/index.ts';
import type { FieldRule } from '../../../../../shared/contract/imports/mapping.ts';
import type { StagedRows } from '../../../files/staging/staging.ts';
import { invalid } from '../../../foundation/failure.ts';
import { phoneCountryOf } from '../../fields/phone-country.ts';
import { readPhone } from '../../fields/phone-reader.ts';
import type { CheckLayer } from '../check-layer.ts';
import type { CheckTarget } from '../check-messages.ts';

/** Rows read before other work has a turn. */
const BATCH = 1000;

/** The values by which rows of a draft are compared with leads. */
export interface ComparedBy {
  /** For numbers without a prefix; '' when nothing points to any. */
  readonly country: string;
  /** Nobody chose the country. */
  readonly isGuess: boolean;
  /** A field whose values are compared, too; null: none. */
  readonly key: string | null;
  /** Names of the fields that hold phones, in small letters. */
  readonly phoneFields: ReadonlySet<string>;
}

/** Rows by their compared values, in memory: a file has some thousand rows, a campaign may have millions of leads. */
export class RowKeys {
  readonly by: ComparedBy;
  readonly plan: CheckPlan;
  readonly #owners = new Map<string, number | number[]>();
  readonly #kinds = new Map<SharedValue, Set<number>>();

  constructor(by: ComparedBy, plan: CheckPlan) {
    this.by = by;
    this.plan = plan;
  }

  add(kind: SharedValue, value: string, row: number): void {
    const rows = this.#kinds.get(kind) ?? new Set();
    this.#kinds.set(kind, rows.add(row));
    const name = `${kind} ${value}`;
    const owner = this.#owners.get(name);
    if (owner === undefined) this.#owners.set(name, row);
    else if (typeof owner === 'number') this.#owners.set(name, [owner, row]);
    else owner.push(row);
  }

  /** Rows that have this value. */
  rowsWith(kind: SharedValue, value: string): readonly number[] {
    const owner = this.#owners.get(`${kind} ${value}`);
    return owner === undefined ? [] : typeof owner === 'number' ? [owner] : owner;
  }

  /** Whether at least one row has a value of this kind. */
  has(kind: SharedValue): boolean {
    return this.#kinds.has(kind);
  }

  hasPhone(row: number): boolean {
    return this.#kinds.get('phone')?.has(row) === true;
  }

  /** Counts rows that have values only of kinds that are not shown. */
  countHidden(isShown: (kind: SharedValue) => boolean): number {
    const kinds = [...this.#kinds];
    const seen = kinds.filter(([kind]) => isShown(kind)).map(([, rows]) => rows);
    const hidden = new Set(kinds.filter(([kind]) => !isShown(kind)).flatMap(([, rows]) => [...rows]));
    return [...hidden].filter((row) => !seen.some((rows) => rows.has(row))).length;
  }
}

/**
 * Rows that are answered are passed over. Those that a person left out are not: they may be taken back, and nobody compares
 * them then.
 *
 * @throws Failure `validation` when no column fills the field `key`
 */
export async function keysOfRows(
  { mapping, fields, earlierCountry: earlier = null }: Pick<CheckTarget, 'mapping' | 'fields' | 'earlierCountry'>,
  { staged, layer }: { readonly staged: StagedRows; readonly layer: CheckLayer },
  key: string | null,
  pause: () => Promise<void>,
): Promise<RowKeys> {
  // In whatever case the field was named; `planCheck` takes its exact name.
  const isKey = ({ field, source }: FieldRule) =>
    source.kind === 'columns' && field.toLowerCase() === key?.toLowerCase();
  const keyField = mapping.find(isKey)?.field ?? null;
  if (key !== null && keyField === null)
    throw invalid(`No column fills the field "${key}", so rows cannot be compared by it. Map it, or name another one.`);
  const settings = { ...layer.settings(), duplicateKey: keyField };
  const { likely } = phoneCountryOf({ chosen: settings.country, earlier }, mapping, fields, staged);
  const country = likely ?? '';
  const sent = withPhoneCountry(mapping, likely);
  const plan = planCheck({ mapping: sent, fields, settings, country, postcodeColumn: null });
  const phoneFields = plan.fields.filter(({ type }) => type === 'phone').map((one) => one.field.toLowerCase());
  const by = { country, isGuess: settings.country === null, key, phoneFields: new Set(phoneFields) };
  const rows = new RowKeys(by, plan);
  const judge = new RowJudge(plan, readPhone);
  const answered = new Set(layer.rows.rowsLeftOut('answered'));
  for (const batch of staged.iterate(BATCH)) {
    for (const { row, cells } of batch) {
      if (answered.has(row)) continue;
      const verdict = judge.judgeRow(editedCells(cells, layer.editsOf(row)));
      for (const phone of verdict.phones) rows.add('phone', phone, row);
      for (const email of verdict.emails) rows.add('email', email, row);
      for (const { field: index, value } of verdict.keys)
        if (plan.fields[index]?.isKey === true) rows.add('key', value.toLowerCase(), row);
    }
    await pause();
  }
  return rows;
}

import { useEffect, useState } from 'react';
import type { RepairParameters } from '../../../../../../shared/contract/check/check-acts.ts';
import type { CheckReason } from '../../../../../../shared/contract/check/check.ts';
import { PAGE_LIMIT } from '../../../../../../shared/contract/primitives.ts';
import { CallError, call } from '../../../../bridge/index.ts';

export interface RepairCount {
  /** Rows that the repair corrects; null while they are not counted, or when there are too many values to try. */
  readonly rows: number | null;
  readonly example: { readonly before: string; readonly after: string } | null;
}

/** Values tried to count rows for a parameter that was typed; beyond it the count stays open. */
const MOST_VALUES = 2000;

const NONE: RepairCount = { rows: 0, example: null };

/** What a repair would do with the parameters in the field. For the proposed ones the check's summary has the answer. */
export function useRepairCount(
  draftId: string,
  reason: CheckReason | null,
  parameters: RepairParameters | undefined,
  revision: number,
): RepairCount {
  const reasonId = reason?.id ?? null;
  const isCountable = reason?.distinct != null;
  const areaCode = parameters?.areaCode ?? null;
  const [counted, setCounted] = useState<{ readonly key: string; readonly count: RepairCount } | null>(null);
  const key = JSON.stringify([reasonId, areaCode, revision]);

  useEffect(() => {
    if (reasonId === null || areaCode === null || !isCountable) return undefined;
    let isWanted = true;
    count(draftId, reasonId, areaCode, () => isWanted).then(
      (found) => {
        if (isWanted) setCounted({ key, count: found });
      },
      (failure: unknown) => {
        if (!(failure instanceof CallError)) throw failure;
      },
    );
    return () => {
      isWanted = false;
    };
  }, [draftId, reasonId, areaCode, isCountable, key]);

  if (areaCode === null) return reason?.repair ?? NONE;
  // The core keeps no list of the values: the table shows what becomes of each row.
  if (!isCountable) return /\d/.test(areaCode) ? { rows: null, example: null } : NONE;
  return counted?.key === key ? counted.count : { rows: null, example: null };
}

async function count(
  draftId: string,
  reasonId: string,
  areaCode: string,
  isWanted: () => boolean,
): Promise<RepairCount> {
  let rows = 0;
  let example: RepairCount['example'] = null;
  for (let offset = 0; offset < MOST_VALUES && isWanted(); offset += PAGE_LIMIT) {
    const page = { draftId, reasonId, parameters: { areaCode }, offset, limit: PAGE_LIMIT };
    const { total, values } = await call('check:values', page);
    for (const { value, count: times, after } of values) {
      if (after === null) continue;
      rows += times;
      example ??= { before: value, after };
    }
    if (offset + PAGE_LIMIT >= total) return { rows, example };
  }
  return { rows: null, example };
}

import type { ColumnKinds, ColumnProfile } from '../../../contract/imports/reading.ts';
import {
  looksLikeDate,
  looksLikeEmail,
  looksLikeIdentifier,
  looksLikeName,
  looksLikeNumber,
  looksLikePostcode,
  looksLikeUrl,
} from '../../files/cell-shapes.ts';
import { holdsPhone } from '../../phones/phone-in-cell.ts';
import { phoneShare } from '../../phones/phone-plans.ts';
import { isNamelessHeader } from '../evidence/nameless-evidence.ts';
import { valueSigns } from '../words/value-signs.ts';

/** Column profiles of a small table, for specs and benches. */
export function profilesOf(header: readonly string[], rows: readonly (readonly string[])[]): ColumnProfile[] {
  return header.map((name, index) => {
    const values = rows.map((row) => row[index] ?? '').filter((value) => value.trim() !== '');
    const count = (test: (text: string) => boolean) => values.filter(test).length;
    const kinds: ColumnKinds = {
      phone: count(holdsPhone),
      email: count(looksLikeEmail),
      postcode: count(looksLikePostcode),
      date: count(looksLikeDate),
      name: count(looksLikeName),
      id: count(looksLikeIdentifier),
      url: count(looksLikeUrl),
      number: count(looksLikeNumber),
    };
    const longest = values.reduce((best, value) => (value.length > best.length ? value : best), '');
    return {
      index,
      header: name,
      label: name || `Column ${index + 1}`,
      filled: values.length,
      distinct: new Set(values).size,
      sampled: values.length,
      ...(name === '' ? { phoneShare: phoneShare([...new Set(values)]) } : {}),
      kinds,
      signs: valueSigns(new Set(values), !header.some(isNamelessHeader)),
      first: values[0] ?? '',
      longest,
      oddest: values[values.length - 1] ?? '',
    };
  });
}

import type { ColumnProfile } from '../../contract/reading.ts';
import { countDigits } from '../cells-shapes.ts';
import type { ValueShape } from './header-concepts.ts';
import { isHeaderWord } from './header-words.ts';

export interface ValueEvidence {
  /** Added to what the name says; negative when the values contradict it. */
  support: number;
  /** Confidence from the values alone, for a column whose name says nothing. */
  alone: number;
  reason: string;
}

export const noEvidence: ValueEvidence = { support: 0, alone: 0, reason: '' };

/** What the values of a column say about a field whose values should have `shape`. */
export function shapeEvidence(column: ColumnProfile, shape: ValueShape, concept: string): ValueEvidence {
  const sampled = column.sampled;
  if (sampled === 0) return noEvidence;
  const share = (kind: keyof ColumnProfile['kinds']) => column.kinds[kind] / sampled;
  const percent = (value: number) => `${Math.round(value * 100)} %`;
  switch (shape) {
    case 'email': {
      const found = share('email');
      if (found >= 0.5)
        return {
          support: 0.1,
          alone: found >= 0.8 ? 0.78 : 0.4,
          reason: `${percent(found)} are e-mail addresses.`,
        };
      return { support: found === 0 && sampled >= 3 ? -0.45 : -0.15, alone: 0, reason: '' };
    }
    case 'url': {
      const found = share('url');
      if (found >= 0.5)
        return {
          support: 0.1,
          alone: found >= 0.8 && concept === 'Website' ? 0.62 : 0.3,
          reason: `${percent(found)} are web addresses.`,
        };
      return { support: sampled >= 3 ? -0.35 : -0.1, alone: 0, reason: '' };
    }
    case 'phone': {
      const found = share('phone');
      if (found >= 0.5)
        return {
          support: share('date') > 0.5 && !/^\d{8}$/.test(column.first) ? -0.3 : 0.08,
          alone: concept === 'Phone' ? phoneAlone(column, found) : 0,
          reason: `${percent(found)} look like phone numbers.`,
        };
      return { support: found < 0.1 && sampled >= 3 ? -0.4 : -0.15, alone: 0, reason: '' };
    }
    case 'date': {
      const found = share('date');
      return found >= 0.5
        ? { support: 0.08, alone: 0, reason: `${percent(found)} are dates.` }
        : { support: sampled >= 3 ? -0.4 : -0.1, alone: 0, reason: '' };
    }
    case 'postcode': {
      const found = share('postcode');
      if (found >= 0.5) return { support: 0.08, alone: 0, reason: `${percent(found)} look like post codes.` };
      return { support: sampled >= 3 ? -0.3 : -0.1, alone: 0, reason: '' };
    }
    case 'name': {
      const found = share('name');
      if (found >= 0.5) return { support: 0.05, alone: 0, reason: `${percent(found)} look like names.` };
      if (share('email') > 0.5 || share('number') > 0.5 || share('date') > 0.5 || share('url') > 0.5)
        return { support: -0.5, alone: 0, reason: '' };
      return { support: -0.03, alone: 0, reason: '' };
    }
    case 'id': {
      if (share('email') > 0.5 || share('url') > 0.5) return { support: -0.5, alone: 0, reason: '' };
      return share('id') >= 0.5
        ? { support: 0.05, alone: 0, reason: `${percent(share('id'))} look like numbers or codes.` }
        : { support: -0.15, alone: 0, reason: '' };
    }
    case 'number':
      return share('number') >= 0.5 ? { support: 0.05, alone: 0, reason: '' } : { support: -0.3, alone: 0, reason: '' };
    case 'text': {
      if (share('email') > 0.5 || (share('url') > 0.5 && concept !== 'Notes'))
        return { support: -0.5, alone: 0, reason: '' };
      if (share('date') > 0.8 || (share('number') > 0.8 && concept !== 'Notes'))
        return { support: -0.35, alone: 0, reason: '' };
      return noEvidence;
    }
  }
}

/** Numbers written with a prefix are phones where the column has no name of its own; bare digits are not. */
function phoneAlone(column: ColumnProfile, found: number): number {
  if (isHeaderWord(column.header)) return 0;
  const values = [column.first, column.longest, column.oddest];
  const clear = values.every((value) => /^(?:\+|00)[1-9]/.test(value.trim()) && countDigits(value) >= 8);
  return clear && found >= 0.85 ? 0.66 : 0.35;
}

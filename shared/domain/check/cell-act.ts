import type { CellAct } from '../../contract/check/check-acts.ts';
import { IN_CASE } from '../mapping/apply/cleaning.ts';
import { format } from '../words/format.ts';

/**
 * What becomes of a value. `above`: the nearest value above it in its column, empty when there is none. An act that does not
 * concern a value answers the value itself.
 */
export type CellChanger = (value: string, above: string) => string;

export function cellChanger(act: CellAct): CellChanger {
  switch (act.kind) {
    case 'replace':
      return replacer(act);
    case 'digits':
      return (value) => {
        const digits = value.replace(/[^0-9]/g, '');
        return digits === '' ? value : `${/^[^0-9]*\+[^0-9]*[0-9]/.test(value) ? '+' : ''}${digits}`;
      };
    case 'split':
      return (value) => {
        const at = value.indexOf(act.at);
        if (at === -1) return value;
        return (act.keep === 'before' ? value.slice(0, at) : value.slice(at + act.at.length)).trim();
      };
    case 'case':
      return IN_CASE[act.to === 'title' ? 'words' : act.to];
    case 'empty':
      return () => '';
    case 'fillDown':
      return (value, above) => (value.trim() === '' ? above : value);
  }
}

/**
 * Finds, in the JSON of a list of values, every value that the act changes; others may be found too. Null when only a look at
 * each value tells. The answer remembers where it found something.
 */
export function soughtIn(act: CellAct): RegExp | null {
  const sought = act.kind === 'replace' ? act.find : act.kind === 'split' ? act.at : '';
  if (sought === '' || !sought.isWellFormed() || /["\\\p{Cc}]/u.test(sought)) return null;
  const text = asPattern(sought);
  if (act.kind !== 'replace') return new RegExp(text, 'gu');
  const pattern = {
    anywhere: text,
    start: `"${text}`,
    end: `${text}"`,
    whole: `"${BLANKS}${text}${BLANKS}"`,
  }[act.place];
  return new RegExp(pattern, act.isExact ? 'gu' : 'giu');
}

/** Blank characters as JSON writes them. */
const BLANKS = String.raw`(?:\s|\\[nrtf]|\\u000b)*`;

/** A text as a pattern that finds it. */
function asPattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
}

function replacer({ find, to, place, isExact }: Extract<CellAct, { kind: 'replace' }>): CellChanger {
  const text = asPattern(find);
  const pattern = { anywhere: text, start: `^${text}`, end: `${text}$`, whole: String.raw`^\s*${text}\s*$` }[place];
  const found = new RegExp(pattern, `g${isExact ? '' : 'i'}u`);
  // As it was typed: a `$1` in it is text. A function that answers it takes three times as long.
  const literal = to.replaceAll('$', '$$$$');
  return (value) => value.replace(found, literal);
}

/** Letters of a text that a title names. */
const NAMED = 40;

/** The name of a step in a history: "Only digits kept in 24 cells". */
export function actWords(act: CellAct, cells: number): string {
  return `${wordsOf(act)} in ${format.count(cells, 'cell')}`;
}

function wordsOf(act: CellAct): string {
  const named = (text: string) => `“${text.length > NAMED ? `${text.slice(0, NAMED)}…` : text}”`;
  switch (act.kind) {
    case 'replace':
      return act.to === '' ? `${named(act.find)} removed` : `${named(act.find)} replaced with ${named(act.to)}`;
    case 'digits':
      return 'Only digits kept';
    case 'split':
      return `Only what stands ${act.keep} ${named(act.at)} kept`;
    case 'case':
      return { upper: 'Large letters', lower: 'Small letters', title: 'A capital for each word' }[act.to];
    case 'empty':
      return 'Value emptied';
    case 'fillDown':
      return 'Filled down';
  }
}

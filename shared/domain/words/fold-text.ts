/** Below it no letter stands for a mark on another letter, and most texts end there: looking for it costs them nothing. */
const MAY_BE_IN_PARTS = /[\u0300-\uffff]/;

/**
 * Text as a search compares it: without regard to case, letters beyond ASCII too. A sigma at the end of a word is the same
 * letter as inside one, and é the same as an e with an accent behind it, as programs on macOS write it.
 */
export function foldText(text: string): string {
  const folded = text.toLowerCase().replaceAll('ς', 'σ');
  return MAY_BE_IN_PARTS.test(folded) ? folded.normalize('NFC') : folded;
}

/** Names with one key are one name: blanks around them, case and the composition of letters do not count. */
export function nameKey(name: string): string {
  return name.trim().normalize('NFC').toLowerCase();
}

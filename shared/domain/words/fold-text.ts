/**
 * Text as a search compares it: without regard to case, letters beyond ASCII too. A sigma at the end of a word is the same
 * letter as inside one.
 */
export function foldText(text: string): string {
  return text.toLowerCase().replaceAll('ς', 'σ');
}

/** Names with one key are one name: blanks around them, case and the composition of letters do not count. */
export function nameKey(name: string): string {
  return name.trim().normalize('NFC').toLowerCase();
}

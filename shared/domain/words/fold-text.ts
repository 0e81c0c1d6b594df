/**
 * Text as a search compares it: without regard to case, letters beyond ASCII too. A sigma at the end of a word is the same
 * letter as inside one.
 */
export function foldText(text: string): string {
  return text.toLowerCase().replaceAll('ς', 'σ');
}

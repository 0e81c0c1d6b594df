/**
 * Whether a value fits a pattern of the service: `*` stands for any characters, `?` for one, case does not count.
 *
 * The time grows with both lengths at most. As a regular expression a pattern such as `*?*?*?*?!` takes hours, and patterns
 * come from files and from colleagues.
 */
export function wildcard(pattern: string): (value: string) => boolean {
  const wanted = folded(pattern);
  return (text) => {
    const value = folded(text);
    let at = 0;
    /** Where the pattern goes on behind its last `*`, and what that one stands for ends. */
    let again: { readonly from: number; end: number } | null = null;
    for (let place = 0; place < value.length;) {
      if (wanted[at] === '*') {
        at += 1;
        again = { from: at, end: place };
      } else if (at < wanted.length && (wanted[at] === '?' || wanted[at] === value[place])) {
        at += 1;
        place += 1;
      } else if (again === null) return false;
      else {
        again.end += 1;
        place = again.end;
        at = again.from;
      }
    }
    return wanted.slice(at).every((character) => character === '*');
  };
}

/** Characters in a form that is the same for both cases. */
function folded(text: string): string[] {
  return Array.from(text, (character) => character.toLowerCase().toUpperCase().toLowerCase());
}

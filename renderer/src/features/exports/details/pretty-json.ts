/** Characters. A longer text is shown as it came: indenting it would take a while. */
const LONGEST = 200_000;

/** A list or an object in indented lines; null for every other text. Numbers are not touched: they may be ids. */
export function prettyJson(text: string): string | null {
  if (text.length > LONGEST || !/^\s*[[{]/.test(text)) return null;
  try {
    JSON.parse(text);
  } catch {
    return null;
  }
  return indented(text);
}

/** Written anew from its own characters, so that 12345678901234567890 and 1.0 stay what they are. */
function indented(text: string): string {
  let out = '';
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? '';
    if (letter === '"') {
      const end = endOfString(text, at);
      out += text.slice(at, end);
      at = end - 1;
    } else if (letter === '{' || letter === '[') {
      const closing = /^\s*[\]}]/.exec(text.slice(at + 1, at + 1000));
      if (closing === null) {
        depth += 1;
        out += `${letter}\n${'  '.repeat(depth)}`;
      } else {
        out += letter + closing[0].trim();
        at += closing[0].length;
      }
    } else if (letter === '}' || letter === ']') {
      depth -= 1;
      out += `\n${'  '.repeat(depth)}${letter}`;
    } else if (letter === ',') out += `,\n${'  '.repeat(depth)}`;
    else if (letter === ':') out += ': ';
    else if (!/\s/.test(letter)) out += letter;
  }
  return out;
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

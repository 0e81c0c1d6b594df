/** The bytes of characters in windows-1252 as browsers read it; all below 0x80 and from 0xa0 on are their own. */
const bytes = new Map<number, number>();
const decoder = new TextDecoder('windows-1252');
for (let byte = 0x80; byte < 0xa0; byte += 1) bytes.set(decoder.decode(Uint8Array.of(byte)).charCodeAt(0), byte);

/** The text as windows-1252, or the first character that the encoding lacks. */
export function encodeWindows1252(text: string): Buffer | string {
  const encoded = Buffer.allocUnsafe(text.length);
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    const isOwn = code < 0x80 || (code >= 0xa0 && code <= 0xff);
    const byte = isOwn ? code : bytes.get(code);
    if (byte === undefined) return String.fromCodePoint(text.codePointAt(index) ?? code);
    encoded[index] = byte;
  }
  return encoded;
}

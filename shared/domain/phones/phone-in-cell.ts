// Why: decision 0173.
import { countDigits, looksLikePhone } from '../files/cell-shapes.ts';
import { withoutPointZero } from './damage.ts';

/** The one phone number of a cell, apart from what people and programs write around it. */
export interface PhoneInCell {
  /** As it is written; the whole cell where nothing stands around it. */
  readonly number: string;
  /** Its digits; '' without one. A phone field takes no extension. */
  readonly extension: string;
}

/** Characters. A longer text is a remark, whatever stands in it. */
const LONGEST = 80;
/** Nearly every phone, told at a glance: a million of them are looked at. */
const bareNumber = /^\+?\d[\d ]{3,18}$/;
/** Digits of a number that may be called bare. */
const FEWEST_BARE = 4;
const MOST_BARE = 19;
/** The sign before a prefix. */
export const PLUS = 43;
const plainNumber = /^[\d\s()+./\-\u2010-\u2015]*$/;
/** A few digits in brackets behind the number may be an extension or a remark. */
const numberBehind = /\d.*\(\d{1,5}\)\s*$/;

/** They are not seen: marks of copied numbers and of right-to-left text. */
const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
/** The last is the long vowel of Japanese, which stands where the dash is typed. */
const dashes = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]|(?<=\d)\u30fc(?=\d)/g;
/** As wide as a Chinese character, "０３－１２３４", and the digits of Arabic, Persian, Hindi, Bengali, Thai and Burmese. */
const foreign =
  /[\uff08\uff09\uff0b\uff0d-\uff1a\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0e50-\u0e59\u1040-\u1049]/g;
const ZEROS = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0e50, 0x1040];
const WIDE = 0xff00;
const WIDE_TO_NARROW = 0xfee0;
/** ="20112233" and '20112233 keep a spreadsheet program from reading an amount. */
const formula = /^=\s*(?=["+(\d])/;
const quotes = /^['"’‘`´“”„]+|['"’‘`´“”]+$/g;

const extensionForm =
  /^(.*\d.*?)[\s,;(/-]*(?:(?:ext|extn|extension|lok|lokal|lokalnr|dw|durchwahl|app|apparat|ank|ankn|anknytning|alanro|alanumero|toestel|tst|poste|int|interno|anexo|ramal|wew|wewn|klapka|linka|mellék|dahili|доб|добавочный|внутр|вн|εσωτ|εσωτερικό|nst|nebenstelle|nhánh|máy nhánh|máy lẻ|ต่อ|שלוחה|تحويلة|내선|内線|內線|分机|分機|转|轉)(?!\p{L})|x|#)[.:=\s]*(\d{1,5})[\s).]*$/iu;

/** What stands around it; a bracket, a + and a digit begin the number itself. */
const numberForm = /^([^\d+]*?)((?:\(?\+|\()?\s*\d(?:[\d\s()./+-]*\d)?)([^\d]*)$/;
const oneLetter = /^\s*[ptm]\s*[:.]/i;
const signs = /^[\p{L}\p{M}\s.:,;()/°№☎☏✆📞📱-]*$/u;

/** Words that say that the number is a phone, or which of the person's. "No" and "nr" alone say neither. */
const phoneWords = wordSet(`
  phone telephone tel telf tlf tlfnr telefon telefonnr telefonnummer telefoon telefoonnummer telefono telefone
  telefoni telefonszam puh puhelin puhelinnumero fon fono callto телефон тел
  mob mobil mobile mobiel mobilt mobiltlf mobilnr mobilnummer mobiltelefon mobiltelefonnr gsm cell cel cellphone celular
  cellulare handy natel matkapuhelin portable movil telemovel tlm komorka komorkowy cep sms whatsapp моб мобильный
  privat private privado prive priv arb arbejde arbete arbeid arbeit work office home hjem hjemme hem hemma koti tyo thuis werk
  zuhause dienst dienstlich geschaftlich buro kontor casa trabajo oficina lavoro ufficio domicile bureau direct direkt
  festnetz fastnet fasttelefon landline fixe fijo fisso fixo vast dom praca
  tfn tfno port bur uff kom ev сот сотовый раб рабочий дом домашний т τηλ τηλεφωνο κιν κινητο σταθερο
  טל טלפון נייד هاتف جوال موبايل โทร โทรศัพท์ มือถือ đt sđt dđ điện thoại 電話 携帯 自宅 代表 电话 手机 座机 手機 전화 휴대폰
`);
const numberWords = wordSet('nr no n num number nummer numero numer');

/** Digits. Fewer among words or other numbers are a house number, a time or an extension. */
const FEWEST_AMONG_OTHERS = 6;

function wordSet(words: string): ReadonlySet<string> {
  return new Set(wordsOf(words));
}

/** In small letters, without their accents. */
function wordsOf(text: string): string[] {
  const folded = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return folded.split(/[^\p{L}]+/u).filter((word) => word !== '');
}

/**
 * The number of a cell, freed of what says nothing else: `p:`, `tel:`, `="…"`, `'`, a word such as "Tlf." or "(mobil)", invisible
 * characters, `.0` of a calculation. Null where the cell holds anything more, or less, than one number.
 */
export function phoneInCell(text: string): PhoneInCell | null {
  if (bareNumber.test(text)) return { number: text, extension: '' };
  if (text.length > LONGEST || phonesIn(text).length > 1) return null;
  const plain = inAscii(text);
  const bare = withoutPointZero(plain) ?? plain;
  if (plainNumber.test(bare))
    return /\d/.test(bare) && !numberBehind.test(bare) ? { number: bare, extension: '' } : null;
  const written = bare.replace(invisible, '').replace(dashes, '-').replace(formula, '').replace(quotes, '').trim();
  const [, before = written, extension = ''] = extensionForm.exec(written) ?? [];
  const [, ahead = '', found = '', behind = ''] = numberForm.exec(withoutPointZero(before) ?? before) ?? [];
  const number = found.trim();
  if (number === '' || numberBehind.test(number) || !saysPhone(ahead, behind)) return null;
  return { number, extension };
}

/** The only number of a text, whatever its words say: a person decides about those. Null without one. */
export function numberAmongWords(text: string): string | null {
  const inCell = phoneInCell(text);
  if (inCell !== null) return inCell.number;
  const number = numberForm.exec(text.slice(0, LONGEST + 1))?.[2]?.trim() ?? '';
  return countDigits(number) < FEWEST_AMONG_OTHERS || numberBehind.test(number) ? null : number;
}

function saysPhone(ahead: string, behind: string): boolean {
  const around = `${ahead.replace(oneLetter, '')} ${behind}`;
  if (!signs.test(around)) return false;
  const words = wordsOf(around);
  const telling = words.filter((word) => !numberWords.has(word));
  return telling.every((word) => phoneWords.has(word)) && (telling.length > 0 || words.length === 0);
}

/** Characters. A longer text is a remark; the patterns below take the square of the blanks in it. */
const LONGEST_OF_SEVERAL = 500;
/** Not the slash, which also stands between an area code and the rest of a number. */
const between =
  /\s*(?:[;,|&\n\r]|:::|\s\+\s|\s(?=\+\d)|(?<=\d)\+(?=\d)|\s(?:or|oder|eller|og|und|and|och|of|ou|en|et|y|o|e|i|a|lub|tai|ja|és|vagy|nebo|и|или|ve|veya)\s)\s*/iu;
const withPrefix = /^\D*?(?:\+|00)\s*/;
/** Digits of a whole number as it begins: with a prefix, with the 0 of an area code, with neither. Fewer are an area code. */
const SHORTEST_WITH_PREFIX = 9;
const SHORTEST_WITH_ZERO = 7;
/** Digits before the last ones of another number: of fewer, "089/1234/56" may be one. */
const SHORTEST_BEFORE_OTHER = 8;
/** Digits of each number beside a dash, and of the two together, more than one number of any country has. */
const SHORTEST_BESIDE_DASH = 7;
const LONGER_THAN_ONE = 14;
/** Behind a number, the last digits of another one: "0351 4123457/58". */
const otherEnd = /^\s*-?\s*(\d{1,3})\s*$/;
const holdsOtherEnd = /\d\D*\/\s*-?\s*\d{1,3}\s*(?:$|\/)/;

/** The numbers in a cell that holds several; a slash or a dash inside one number does not divide it. */
export function phonesIn(cell: string): string[] {
  if (cell.length > LONGEST_OF_SEVERAL) return [];
  const text = inAscii(cell);
  if (countDigits(text) < 2 * FEWEST_AMONG_OTHERS && !holdsOtherEnd.test(text)) return [];
  const parts = text.split(between).flatMap(byDashes).flatMap(bySlashes);
  const numbers = parts.filter((part) => countDigits(part) >= FEWEST_AMONG_OTHERS);
  return numbers.length > 1 ? numbers.map((part) => part.trim()) : [];
}

/** "02/1234567 - 335 1234567" is two numbers: with a dash between the groups of one, its parts are shorter. */
function byDashes(text: string): string[] {
  const parts = text.split(/\s[-\u2010-\u2015]\s/);
  const areWhole = parts.every((part) => countDigits(part) >= SHORTEST_BESIDE_DASH);
  return areWhole && countDigits(text) >= LONGER_THAN_ONE ? parts : [text];
}

/** "0172/1234567 / 030/901838" is two numbers: a slash divides them only behind a whole one. */
function bySlashes(text: string): string[] {
  const numbers: string[] = [];
  for (const part of text.split('/')) {
    const before = numbers.at(-1);
    if (before === undefined || isWhole(before)) numbers.push(withOtherEnd(before ?? '', part) ?? part);
    else numbers[numbers.length - 1] = `${before}/${part}`;
  }
  return numbers;
}

/**
 * The number before with these last digits. Null when they belong to it: "0475/12/34/56" is one number in groups. Behind a dash
 * stands an extension, so "030/9018-123/124" is two.
 */
function withOtherEnd(before: string, part: string): string | null {
  const end = otherEnd.exec(part)?.[1];
  const number = before.trimEnd();
  const lastGroup = /\d+$/.exec(number)?.[0] ?? '';
  if (end === undefined || countDigits(number) < SHORTEST_BEFORE_OTHER || lastGroup.length < end.length) return null;
  const isGroup = number.includes('/') && lastGroup.length === end.length && !/-\s*\d+$/.test(number);
  return isGroup ? null : number.slice(0, -end.length) + end;
}

function isWhole(part: string): boolean {
  const rest = part.replace(withPrefix, '');
  if (rest !== part) return countDigits(rest.replace('(0)', '')) >= SHORTEST_WITH_PREFIX;
  return countDigits(part) >= (/^\D*0/.test(part) ? SHORTEST_WITH_ZERO : FEWEST_AMONG_OTHERS);
}

function inAscii(text: string): string {
  return text.replace(foreign, (sign) => {
    const code = sign.charCodeAt(0);
    const zero = ZEROS.findLast((first) => first <= code) ?? code;
    return code < WIDE ? `${code - zero}` : String.fromCharCode(code - WIDE_TO_NARROW);
  });
}

/** As `looksLikePhone`, whatever stands around the number. */
export function holdsPhone(cell: string): boolean {
  const text = inAscii(cell);
  if (looksLikePhone(text)) return true;
  return countDigits(text) >= FEWEST_AMONG_OTHERS && looksLikePhone(phoneInCell(text)?.number ?? '');
}

/** Whether a text is digits only, perhaps behind a plus, and as many as a number may have. */
export function isBareNumber(text: string): boolean {
  const start = text.charCodeAt(0) === PLUS ? 1 : 0;
  const digits = text.length - start;
  if (digits < FEWEST_BARE || digits > MOST_BARE) return false;
  for (let index = start; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 48 || code > 57) return false;
  }
  return true;
}

/** Whether a number stands with the prefix of its country. */
export function hasPrefix(text: string): boolean {
  if (isBareNumber(text)) return text.charCodeAt(0) === PLUS || text.startsWith('00');
  return /^[\s(]*(?:\+|00)/.test(phoneInCell(text.trim())?.number ?? text);
}

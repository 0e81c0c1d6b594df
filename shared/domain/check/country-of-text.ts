/** Languages in which lists name their countries; the names come from the Unicode locale data of the runtime. */
const languages = 'en de da sv nb nn nl fi is fr es ca gl pt it pl cs sk sl hr hu ro et lv lt el bg tr'.split(' ');

/** Names beside those of the locale data, as people write them. Without spaces and signs. */
const alsoNamed: Readonly<Record<string, string>> = {
  usa: 'US',
  unitedstatesofamerica: 'US',
  america: 'US',
  uk: 'GB',
  greatbritain: 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  northernireland: 'GB',
  holland: 'NL',
  brd: 'DE',
  ger: 'DE',
  den: 'DK',
  republicofireland: 'IE',
  eire: 'IE',
  czechrepublic: 'CZ',
};

/** Three letters of ISO 3166-1, for the countries whose lists are imported most. */
const threeLetters: Readonly<Record<string, string>> = {
  usa: 'US',
  gbr: 'GB',
  irl: 'IE',
  deu: 'DE',
  aut: 'AT',
  che: 'CH',
  dnk: 'DK',
  swe: 'SE',
  nor: 'NO',
  fin: 'FI',
  isl: 'IS',
  nld: 'NL',
  bel: 'BE',
  lux: 'LU',
  fra: 'FR',
  esp: 'ES',
  prt: 'PT',
  ita: 'IT',
  pol: 'PL',
  cze: 'CZ',
  svk: 'SK',
  hun: 'HU',
  can: 'CA',
  aus: 'AU',
  nzl: 'NZ',
};

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** Two letters that are no country of the world but have a name in the locale data. */
const noCountries = new Set(['EU', 'EZ', 'UN', 'XA', 'XB', 'XK', 'ZZ', 'QO', 'UK']);

let known: { readonly codes: ReadonlySet<string>; readonly names: ReadonlyMap<string, string> } | null = null;

/** Two letters (ISO 3166-1) of a country's code or of its name in one of some thirty languages; null for any other text. */
export function countryOfText(text: string): string | null {
  const folded = fold(text);
  if (folded.length < 2 || folded.length > 40) return null;
  known ??= readNames();
  const code = folded.toUpperCase();
  if (folded.length === 2 && code !== 'UK') return known.codes.has(code) ? code : null;
  for (const list of [alsoNamed, threeLetters]) if (Object.hasOwn(list, folded)) return list[folded] ?? null;
  return known.names.get(folded) ?? null;
}

/** Whether two letters are the code of a country, as the end of an internet address in it is. */
export function isCountryCode(code: string): boolean {
  known ??= readNames();
  return known.codes.has(code);
}

function readNames(): NonNullable<typeof known> {
  const codes = new Set<string>();
  const names = new Map<string, string>();
  const english = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  for (const first of letters)
    for (const second of letters) {
      const code = first + second;
      // The locale data names withdrawn codes, too: DD is called Germany as DE is.
      const isInUse = new Intl.Locale(`und-${code}`).region === code;
      if (isInUse && !noCountries.has(code) && english.of(code) !== undefined) codes.add(code);
    }
  for (const language of languages) {
    const inLanguage = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    for (const code of codes) {
      const name = inLanguage.of(code);
      // The first language that has the name keeps it.
      if (name !== undefined && !names.has(fold(name))) names.set(fold(name), code);
    }
  }
  return { codes, names };
}

function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[^\p{L}]/gu, '')
    .toLowerCase();
}

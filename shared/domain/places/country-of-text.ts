/** Languages in which lists name their countries; the names come from the Unicode locale data of the runtime. */
const languages = 'en de da sv nb nn nl fi is fr es ca gl pt it pl cs sk sl hr hu ro et lv lt el bg tr uk ru'.split(
  ' ',
);

/** Names beside those of the locale data, as people write them. In small letters, without accents. */
const alsoNamed: Readonly<Record<string, string>> = {
  usa: 'US',
  'u.s.': 'US',
  'u.s.a.': 'US',
  'united states of america': 'US',
  america: 'US',
  uk: 'GB',
  'u.k.': 'GB',
  'great britain': 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  'northern ireland': 'GB',
  holland: 'NL',
  'the netherlands': 'NL',
  brd: 'DE',
  ger: 'DE',
  den: 'DK',
  'republic of ireland': 'IE',
  eire: 'IE',
  'czech republic': 'CZ',
};

/** ISO 3166-1: three letters and the two for the same country, for the countries whose lists are imported most. */
const threeLetters = new Map(
  (
    'usaUS gbrGB irlIE deuDE autAT cheCH dnkDK sweSE norNO finFI islIS nldNL belBE luxLU fraFR espES prtPT itaIT polPL ' +
    'czeCZ svkSK hunHU rouRO bgrBG grcGR turTR hrvHR svnSI srbRS estEE lvaLV ltuLT ukrUA canCA mexMX braBR argAR ' +
    'chlCL colCO ausAU nzlNZ zafZA indIN chnCN jpnJP korKR twnTW sgpSG idnID mysMY phlPH thaTH vnmVN areAE isrIL'
  )
    .split(' ')
    .map((pair) => [pair.slice(0, 3), pair.slice(3)]),
);

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** Two letters that are not a country of the world but have a name in the locale data. */
const noCountries = new Set(['EU', 'EZ', 'UN', 'XA', 'XB', 'XK', 'ZZ', 'QO', 'UK']);

let known: { readonly codes: ReadonlySet<string>; readonly names: ReadonlyMap<string, string> } | null = null;

/** Characters. The longest name of a country is shorter. */
const LONGEST = 60;

/**
 * The country (two letters, ISO 3166-1) that a text is: its code, or its name in one of some thirty languages. Null for any
 * other text: a code with a number beside it is a customer, a unit or a post code.
 */
export function countryOfText(text: string): string | null {
  const whole = text.trim();
  if (whole.length < 2 || whole.length > LONGEST) return null;
  known ??= readNames();
  const code = whole.toUpperCase();
  if (/^[A-Z]{2}$/.test(code) && code !== 'UK') return known.codes.has(code) ? code : null;
  const name = spelling(whole);
  if (Object.hasOwn(alsoNamed, name)) return alsoNamed[name] ?? null;
  return threeLetters.get(name) ?? known.names.get(name) ?? null;
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
      if (name !== undefined && !names.has(spelling(name))) names.set(spelling(name), code);
    }
  }
  return { codes, names };
}

/** Without case, accents and the signs in which spellings of one name differ. Digits and all other signs stay. */
function spelling(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[’'`]/g, '')
    .replace(/(?<=\p{L})[\s\u2010-\u2015-]+(?=\p{L})/gu, ' ');
}

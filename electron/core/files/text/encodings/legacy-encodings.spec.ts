import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { classOfCharacters, type MultiByteEncoding } from './east-asian.ts';
import { guessLegacy } from './encoding-guess.ts';
import { decodeWhole, encodingNamed } from './encoding.ts';
import { rankLegacyEncodings } from './legacy-encodings.ts';

/** The bytes around which a survey takes samples. */
const guessed = (text: string, encoding: string, isMac = false) =>
  guessLegacy(
    text
      .split(';')
      .map((word) => iconv.encode(word, encoding.replace('x-mac-', 'mac')))
      .filter((bytes) => bytes.some((byte) => byte >= 0x80)),
    'Why.',
    isMac,
  );

/** Danish has no ë and Lithuanian has ė in its place, but names come from other languages. */
it('a letter in a borrowed name does not change the language of a list', () => {
  const names = 'Søren Møller;Jørgen Sørensen;Zoë Bjørn;Jørn Østergaard;Dorthe Løv;Grethe Søby;Zoë Lund';
  expect(guessed(names, 'windows-1252').value).toBe('windows-1252');
  expect(guessed('Vytautė;Žukauskas;Rūta;Eglė Šimkutė;Trakų', 'windows-1257').value).toBe('windows-1257');
});

/** These signs count as letters in Unicode, but no word of a language has them. */
it.each([
  ['CALLE MAYOR 12, 3º B', 'windows-1252'],
  ['Nº;España', 'windows-1252'],
  ['NIÑO;PIÑA;1º A;2º C', 'windows-1252'],
  ['N.º de cliente;Muñoz', 'windows-1252'],
  ['Mª Ángeles;2ª planta', 'windows-1252'],
  ['Mª José Peña', 'windows-1252'],
  ['Rua Augusta 12, 2.º Dto;João', 'windows-1252'],
  ['Oraş', 'windows-1250'],
  ['Timiş;Argeş;Iaşi', 'windows-1250'],
  ['Oraş;Str. Ştefan 3, sc. ş', 'windows-1250'],
  ['Nagyşomkuta;Beiuş;3ş', 'windows-1250'],
])('ordinals in "%s" are read as %s has them', (text, encoding) => {
  expect(guessed(text, encoding).value).toBe(encoding);
});

const words: readonly [text: string, encoding: string, guess: string][] = [
  ['Sørensen', 'windows-1252', 'guess windows-1252 iso-8859-15 windows-1250 windows-1257 iso-8859-2'],
  ['Søren', 'macintosh', 'guess macintosh windows-1250 iso-8859-2 windows-1252 cp850'],
  ['KØBENHAVN', 'cp850', 'guess cp850 cp865 cp852 maccenteuro cp860'],
  ['Årø 4', 'cp865', 'guess cp850 cp865 cp437 macintosh cp860'],
  ['Åsa Öberg', 'cp437', 'guess cp850 cp437 cp865 macintosh windows-1250'],
  ['Über 50 €', 'windows-1252', 'guess windows-1252 windows-1250 windows-1257 windows-1254 macintosh'],
  ['Zoë “Q”', 'windows-1252', 'guess windows-1252 windows-1257 windows-1251 windows-1253 windows-1255'],
  ['½ côté', 'windows-1252', 'guess windows-1252 iso-8859-15 windows-1250 iso-8859-2 windows-1253'],
  ['Straße 3½', 'cp850', 'guess cp850 windows-1252 cp437 windows-1250 cp865'],
  ['20 °C;Évora', 'iso-8859-15', 'guess windows-1252 iso-8859-15 windows-1250 iso-8859-2 macintosh'],
  ['¿Qué?;Íñigo', 'windows-1252', 'likely windows-1252 iso-8859-15 windows-1250 iso-8859-2 windows-1253'],
  ['it’s;João', 'macintosh', 'guess maccenteuro macintosh cp437 windows-1252 cp865'],
  ['Łódź', 'windows-1250', 'likely windows-1250 maccenteuro macintosh iso-8859-2 macgreek'],
  ['Łódź', 'iso-8859-2', 'guess windows-1252 iso-8859-2 macintosh windows-1250 windows-1255'],
  ['ŽIŽKOV', 'windows-1250', 'guess cp850 cp437 cp865 windows-1250 cp852'],
  ['Győr', 'cp852', 'guess macintosh cp850 maccenteuro cp437 cp852'],
  ['Częstochowa', 'maccenteuro', 'guess maccenteuro windows-1252 windows-1250 cp850 iso-8859-15'],
  ['Пермь', 'windows-1251', 'guess windows-1253 windows-1251 iso-8859-7 koi8-r x-mac-cyrillic'],
  ['ПЕРМЬ', 'koi8-r', 'guess windows-1251 windows-1255 koi8-r x-mac-cyrillic windows-1253'],
  ['Москва', 'iso-8859-5', 'likely iso-8859-5 gb18030 windows-1256 big5 euc-jp'],
  ['Москва', 'cp866', 'guess ibm866 cp737 cp869 gb18030 macgreek'],
  ['Город', 'x-mac-cyrillic', 'guess x-mac-cyrillic windows-1251 koi8-r cp737 windows-1255'],
  ['Αθήνα', 'windows-1253', 'guess windows-1253 iso-8859-7 macgreek iso-8859-5 windows-1251'],
  ['Πόλη', 'iso-8859-7', 'guess windows-1251 windows-1253 iso-8859-7 gb18030 x-mac-cyrillic'],
  ['Çağla', 'windows-1254', 'guess windows-1257 windows-1254 windows-1252 cp850 iso-8859-15'],
  ['Αθήνα', 'cp737', 'likely cp737 ibm866 x-mac-cyrillic macintosh maccenteuro'],
  ['ΑΘΗΝΑ', 'cp737', 'guess cp737 ibm866 x-mac-cyrillic cp862 cp850'],
  ['כהן', 'cp862', 'guess ibm866 cp737 x-mac-cyrillic cp862 windows-1250'],
  ['محمد', 'iso-8859-6', 'guess windows-1256 iso-8859-6 koi8-r gb18030 shift_jis'],
  ['İstanbul', 'cp857', 'guess macintosh cp852 windows-1252 cp857 cp860'],
  ['Bērziņš', 'windows-1257', 'guess windows-1257 windows-1251 windows-1253 windows-1252 iso-8859-7'],
  ['כהן', 'windows-1255', 'guess windows-1251 koi8-r windows-1253 iso-8859-7 windows-1255'],
  ['محمد', 'windows-1256', 'guess windows-1256 iso-8859-6 gb18030 shift_jis big5'],
  ['เมือง', 'windows-874', 'guess windows-874 koi8-u windows-1251 koi8-r windows-1253'],
  ['さくら', 'shift_jis', 'likely shift_jis gb18030 windows-1252 windows-1253 windows-1251'],
  ['田中', 'euc-jp', 'guess euc-jp euc-kr gb18030 big5 windows-1251'],
  ['北京市', 'gb18030', 'guess gb18030 euc-kr euc-jp big5 iso-8859-5'],
  ['龢馨', 'gb18030', 'guess gb18030 big5 windows-1254 windows-1252 macintosh'],
  ['北京㐀', 'gb18030', 'likely gb18030 euc-kr macgreek macintosh iso-8859-5'],
  ['서울', 'euc-kr', 'guess euc-kr gb18030 big5 euc-jp windows-1253'],
  ['ＡＢ、東京', 'shift_jis', 'likely shift_jis cp850 cp437 cp865 ibm866'],
  ['ABC東京xyz', 'shift_jis', 'likely shift_jis cp737 ibm866 cp862 cp850'],
  ['«Ø»;–', 'windows-1252', 'guess windows-1252 windows-874 windows-1250 windows-1251 macgreek'],
  ['§ 3;·', 'windows-1252', 'guess windows-1252 cp850 windows-874 windows-1250 iso-8859-15'],
  ['£;©', 'windows-1252', 'guess windows-1252 windows-1250 iso-8859-15 macintosh windows-1254'],
  ['Ø4;4ø', 'windows-1252', 'guess windows-1252 cp850 iso-8859-15 cp852 cp775'],
  ['aÉa;ÉÉé', 'windows-1252', 'guess windows-1252 iso-8859-15 macintosh koi8-r windows-1250'],
  ['ÆØÅ', 'macintosh', 'guess macintosh cp850 cp437 ibm866 cp852'],
  ['é', 'windows-1252', 'guess windows-1252 iso-8859-15 windows-1253 windows-1250 iso-8859-7'],
  ['ß;ss', 'windows-1252', 'guess windows-1252 windows-1251 windows-1253 windows-1250 iso-8859-7'],
  ['GRÖßE', 'windows-1252', 'guess windows-1252 windows-1250 iso-8859-15 iso-8859-2 cp850'],
  ['A·B;C–D', 'windows-1252', 'guess windows-1252 windows-1250 windows-1254 windows-1257 cp850'],
  ['o’Neill;d’Été', 'windows-1252', 'likely windows-1252 windows-1250 windows-1253 windows-1251 maccenteuro'],
  ['„Ja“;‚Nein‘', 'windows-1252', 'guess windows-1252 windows-1250 windows-1254 windows-1257 cp850'],
  ['Ё;ёлка', 'windows-1251', 'guess x-mac-cyrillic cp869 windows-1251 macgreek windows-1253'],
  ['ІЇЄ;Київ', 'windows-1251', 'likely windows-1251 windows-874 gb18030 euc-kr euc-jp'],
  ['ъгъл', 'windows-1251', 'guess windows-1251 windows-1255 cp869 koi8-r x-mac-cyrillic'],
  ['東京都港区', 'euc-jp', 'guess euc-jp euc-kr gb18030 big5 iso-8859-7'],
  ['カナ;かな', 'euc-jp', 'likely euc-jp big5 macintosh ibm866 gb18030'],
  ['臺灣省', 'big5', 'likely big5 windows-1252 iso-8859-15 windows-1250 iso-8859-2'],
  ['한국;漢字', 'euc-kr', 'guess euc-kr euc-jp windows-1253 gb18030 windows-1251'],
  ['ｶﾅ;ｶﾅ', 'euc-jp', 'guess shift_jis gb18030 euc-jp cp850 macintosh'],
];

describe('one word is read as the likeliest encoding reads it, and the next likely ones are offered', () => {
  it.each(words)('%s in %s', (text, encoding, expected) => {
    const { value, certainty, alternatives } = guessed(text, encoding);
    const offered = [value, ...alternatives.slice(0, -1)];
    expect(alternatives.at(-1)).toBe('utf-8');
    expect(`${certainty} ${offered.join(' ')}`).toBe(expected);
    expect(offered).toContain(encodingNamed(encoding));
  });
});

/** Read as Cyrillic or as other Arabic letters, the header included, the columns would find no field. */
it.each([
  ['cp737', 'Όνομα;Επώνυμο;Πόλη;Μαρία Παπαδοπούλου;Αθήνα;Γιώργος Νικολάου;Θεσσαλονίκη;Ελένη Δημητρίου'],
  ['cp737', 'ΟΝΟΜΑ;ΕΠΩΝΥΜΟ;ΠΟΛΗ;ΜΑΡΙΑ ΠΑΠΑΔΟΠΟΥΛΟΥ;ΑΘΗΝΑ;ΓΙΩΡΓΟΣ ΝΙΚΟΛΑΟΥ;ΘΕΣΣΑΛΟΝΙΚΗ;ΕΛΕΝΗ ΔΗΜΗΤΡΙΟΥ'],
  ['cp862', 'שם פרטי;שם משפחה;עיר;דוד כהן;ירושלים;משה לוי;חיפה;שרה מזרחי;תל אביב'],
  ['iso-8859-6', 'الاسم;الهاتف;المدينة;محمد علي;القاهرة;فاطمة حسن;الرياض;أحمد إبراهيم'],
])('a list in %s is read as it was written: %s', (encoding, words) => {
  const { value, reason } = guessed(words, encoding);
  expect(value).toBe(encoding);
  expect(reason).toContain(`"${words.split(/[ ;]/)[0]}"`);
});

it('the word around the first letter beyond ASCII is shown, up to sixteen letters on each side', () => {
  expect(guessed('Ib;Bo Sørensen Ærø 3', 'windows-1252').reason).toMatch(/It reads "Sørensen"\.$/);
  expect(guessed('Sørensen', 'windows-1252').reason).toContain('"Sørensen"');
  expect(guessLegacy([Buffer.from('S\xf8r\0\0en', 'latin1')], 'Why.', false).reason).toContain('"Søren"');
  expect(guessed(`${'x'.repeat(20)}ø${'y'.repeat(20)}`, 'windows-1252').reason).toContain(
    `"${'x'.repeat(16)}ø${'y'.repeat(15)}"`,
  );
  expect(guessed('さくら たろう 3', 'shift_jis').reason).toContain('"さくら"');
  expect(guessed('£', 'windows-1252').reason).toMatch(/\)\.$/);
});

it('a text that makes no sense is only a guess, however long it is', () => {
  const words = [...'bcdfghjk'].map((letter) => `${letter}°x £`).join(';');
  expect(guessed(words, 'windows-1252').certainty).toBe('guess');
});

it('a text is as strange as each of its letters, however many there are', () => {
  const strangeness = (text: string, encoding: string) => {
    const ranked = rankLegacyEncodings([iconv.encode(text, encoding)]);
    return ranked.find((entry) => entry.encoding === encoding)?.strangeness ?? Number.NaN;
  };
  for (const [word, encoding, per] of [
    ['Søn ', 'windows-1252', -0.7],
    ['カナ ', 'shift_jis', -3.9],
  ] as const)
    for (const count of [1, 2, 5]) expect(strangeness(word.repeat(count), encoding)).toBeCloseTo(per, 1);
});

it('on a Mac an encoding of the Mac is twenty times as likely', () => {
  const [first, ...others] = ['Søren', 'Łódź', 'Город'].map((word, at) => {
    const encoding = ['macintosh', 'maccenteuro', 'x-mac-cyrillic'][at] ?? '';
    const scores = [true, false].map(
      (isMac) =>
        rankLegacyEncodings([iconv.encode(word, encoding.replace('x-mac-', 'mac'))], isMac).find(
          (entry) => entry.encoding === encoding,
        )?.score ?? 0,
    );
    return Math.exp((scores[0] ?? 0) - (scores[1] ?? 0));
  });
  expect(first).toBeCloseTo(20);
  for (const other of others) expect(other).toBeCloseTo(20);
});

describe('a text is as likely as its letters and signs are at their places', () => {
  const likelihood = (text: string, encoding: string) => {
    const ranked = rankLegacyEncodings([iconv.encode(text, encoding)]);
    return Math.exp(ranked.find((entry) => entry.encoding === encoding)?.score ?? Number.NaN);
  };
  /** Of the encoding, and of the letter in French among the letters beyond ASCII of a text in Latin script. */
  const [western, frenchE] = [0.35, 0.55 * 0.1];

  it.each<[text: string, factor: number]>([
    ...['xéx', 'éx', 'xé', 'Éx', 'XÉX', 'aéx', 'xéa'].map((text): [string, number] => [text, 1]),
    ...['é', '-é-', '3é', 'é3'].map((text): [string, number] => [text, 0.1]),
    ...['xé3', '3éx'].map((text): [string, number] => [text, 0.05]),
    ['aéo', 0.25],
    ['xÉ', 0.005],
    ['XÉx', 0.05],
    ['XéX', 0.02],
  ])('the letter in %j: %d', (text, factor) => {
    expect(likelihood(text, 'windows-1252') / (western * frenchE)).toBeCloseTo(factor, 5);
  });

  it.each<[text: string, share: number]>([
    ...['\u00a0', 'a\u00a0'].map((text): [string, number] => [text, 0.01]),
    ['3\u00a0', 0.05],
    ...['¦', 'a¦b', '¬', 'a¬b', '§', '§ 3'].map((text): [string, number] => [text, 0.005]),
    ...['’', '3’', 'a·b', 'a–b', '£', '3 £', 'a£', '½'].map((text): [string, number] => [text, 0.002]),
    ...['a’', 'a’b'].map((text): [string, number] => [text, 0.02]),
    ...['a§b', 'a°b', 'a“b'].map((text): [string, number] => [text, 0.0002]),
    ...['–', '¡', '•', '•a', '«', 'x»'].map((text): [string, number] => [text, 0.008]),
    ...['a–', 'a•', 'a„'].map((text): [string, number] => [text, 0.0005]),
    ...['£3', '3£', '½3'].map((text): [string, number] => [text, 0.03]),
    ['¶', 0.0003],
  ])('the sign in %j: %d', (text, share) => {
    expect(likelihood(text, 'windows-1252') / western / share).toBeCloseTo(1, 5);
  });

  it.each<[text: string, encoding: string, likelihood: number]>([
    ['─', 'cp850', 0.06 * 0.000_03],
    // A letter of no language that is written so, and a borrowed one: ñ is 8 % of Spanish, one of twenty languages.
    ['xÿx', 'windows-1252', western * 0.0001 * 0.1],
    ['aßañ', 'windows-1252', western * (0.1 * 0.1) * (0.1 * 0.004 * 0.1)],
    ['«', 'windows-1251', 0.1 * 0.001 * 0.008],
    ['a¬é', 'windows-1252', western * 0.0002 * frenchE * 0.1],
    ['жж', 'windows-1251', 0.1 * 0.009 ** 2],
    ['xж', 'windows-1251', 0.1 * 0.009 * 0.02],
    ['жx', 'windows-1251', 0.1 * 0.009 * 0.02],
    ['か', 'shift_jis', 0.04 / 60],
    ['aか', 'shift_jis', (0.04 / 60) * 0.02],
    ['かa', 'shift_jis', (0.04 / 60) * 0.02],
    ['AかB', 'shift_jis', (0.04 / 60) * 0.001],
    ['aかb', 'shift_jis', (0.04 / 60) * 0.02 ** 2 * 0.001],
  ])('%j in %s', (text, encoding, expected) => {
    expect(likelihood(text, encoding) / expected).toBeCloseTo(1, 5);
  });
});

it.each<[text: string, encoding: MultiByteEncoding, oneIn: readonly (number | null)[]]>([
  [
    '田かカｶ、Ａ￥亘~A亘龜ぎ',
    'shift_jis',
    [300, 60, 60, 40_000, 300, 300, 300_000, 2500, null, null, 2500, 40_000, 60],
  ],
  ['田かｶ、Ａ亘丐è亘', 'euc-jp', [300, 60, 40_000, 300, 300, 2500, 40_000, 300_000, 2500]],
  ['的㐀佰个偲丂癅、か한佰', 'gb18030', [300, 300_000, 2500, 300, 40_000, 300_000, 300_000, 300, 40_000, 40_000, 2500]],
  ['的、か偲佰', 'big5', [300, 300, 40_000, 40_000, 2500]],
  ['한、かA漢', 'euc-kr', [500, 300, 40_000, null, 40_000]],
])('each character of %s in %s is one in as many', (text, encoding, oneIn) => {
  const bytes = iconv.encode(text, encoding);
  const found = classOfCharacters([...text], bytes, encoding);
  expect(found.map((value) => (value === undefined ? null : Math.round(Math.exp(-value))))).toEqual(oneIn);
});

it('a byte that is no character takes up one place', () => {
  const bytes = Buffer.concat([Buffer.of(0xff), iconv.encode('亘', 'euc-jp')]);
  const [broken = 0, next = 0] = classOfCharacters([...decodeWhole(bytes, 'euc-jp')], bytes, 'euc-jp');
  expect([broken, next].map((value) => Math.round(Math.exp(-value)))).toEqual([10_000_000, 2500]);
});

import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { mixedWith } from '../../../../../shared/domain/files/encodings.ts';
import { ByteSurveyor } from './byte-survey.ts';
import { decodeWhole } from './encoding.ts';
import { guessEncoding } from './encoding-guess.ts';

const MIXED_LINES = mixedWith('windows-1252');

function guess(bytes: Uint8Array) {
  const surveyor = new ByteSurveyor();
  surveyor.add(bytes);
  return guessEncoding(surveyor.finish(), true);
}

/** Two or three rows, as a campaign manager's test file has them. */
const lists: Record<string, string> = {
  Danish: 'Firmanavn;Kontaktperson;By\r\nNygård A/S;Søren Kjær;Næstved\r\nBækgård ApS;Åse Møller;Ærøskøbing\r\n',
  Swedish: 'Företag;Namn;Ort\r\nSjöberg AB;Åsa Lindström;Västerås\r\nNyström;Göran Åkesson;Malmö\r\n',
  Finnish: 'Yritys;Nimi;Sähköposti\r\nJärvinen Oy;Päivi Mäkinen;päivi@yritys.fi\r\nHämeen Sähkö;Väinö Räsänen;\r\n',
  German: 'Schule;Straße;Ort\r\nGrundschule Süd;Königsallee 3;Düsseldorf\r\nGymnasium Nord;Mühlenweg 7;München\r\n',
  French: 'Dénomination;Prénom;Commune\r\nLefèvre et fils;Éloïse;Orléans\r\nForêt SA;Hélène;Besançon\r\n',
  Spanish: 'Empresa;Teléfono;Población\r\nMuñoz y Peña;José Ibáñez;Logroño\r\nNúñez SA;Íñigo García;Málaga\r\n',
  Portuguese:
    'Denominação;Endereço;Município\r\nConstruções João;São Sebastião;Guimarães\r\nPão Irmãos;Conceição;Évora\r\n',
  Polish: 'Nazwa szkoły;Miejscowość\r\nSzkoła Główna;Łódź\r\nLiceum Żeromskiego;Częstochowa\r\n',
  Czech: 'Název;Ulice;Obec\r\nDvořák a syn;Křížová 3;Plzeň\r\nČerný;Náměstí Míru;Děčín\r\n',
  Hungarian: 'Cégnév;Cím;Város\r\nTóth és Szűcs Kft.;Petőfi út 3.;Győr\r\nKővári Bt.;Szőlő u. 7.;Dunaújváros\r\n',
  Russian: 'Название;Город\r\nООО Ромашка;Москва\r\nИванов и сыновья;Пермь\r\n',
  Ukrainian: 'Прізвище;Місто\r\nШевченко Ївга;Чернігів\r\nҐудзь Єлизавета;Київ\r\n',
  Greek: 'Επωνυμία;Πόλη\r\nΠαπαδόπουλος ΑΕ;Αθήνα\r\nΆγγελος Οικονόμου;Θεσσαλονίκη\r\n',
  Turkish: 'Şirket;Adı;Şehir\r\nYılmaz Ltd;Gökçe Öztürk;İstanbul\r\nÇelik AŞ;Çağla Doğan;Eskişehir\r\n',
  Latvian: 'Uzņēmums;Vārds;Pilsēta\r\nBērziņš SIA;Jānis Kalniņš;Rīga\r\nOzoliņa;Kristīne;Jūrmala\r\n',
  Estonian: 'Ettevõte;Nimi;Linn\r\nRüütel OÜ;Tõnu Põld;Võru\r\nKäärik AS;Ülle Jõgi;Põltsamaa\r\n',
  Hebrew: 'שם;עיר\r\nדוד כהן;תל אביב\r\nשרה לוי;ירושלים\r\n',
  Arabic: 'الاسم;المدينة\r\nمحمد أحمد;القاهرة\r\nفاطمة علي;الرياض\r\n',
  Thai: 'ชื่อ;เมือง\r\nสมชาย ใจดี;กรุงเทพ\r\nมานี มีนา;เชียงใหม่\r\n',
  Vietnamese:
    'Họ và tên;Công ty;Tỉnh\r\nNguyễn Văn Đức;Thương mại Hòa Bình;Đà Nẵng\r\nTrần Thị Thùy Dung;Điện lạnh Sài Gòn;Hải Phòng\r\n',
  Japanese: '会社名;氏名;都市\r\n佐藤商店;田中太郎;東京\r\nさくら工業;鈴木花子;大阪\r\n',
  'simplified Chinese': '公司名称;姓名;城市\r\n华夏贸易有限公司;王小明;北京\r\n东方科技;李芳;上海\r\n',
  'traditional Chinese': '公司名稱;姓名;城市\r\n臺灣貿易有限公司;王小明;臺北\r\n東方資訊;李芳;高雄\r\n',
  Korean: '회사명;이름;도시\r\n한국상사;김민준;서울\r\n대한무역;이서연;부산\r\n',
};

const western = ['windows-1252', 'iso-8859-1', 'iso-8859-15', 'macintosh', 'cp850'];
const written: Record<string, readonly string[]> = {
  Danish: [...western, 'cp865'],
  Swedish: [...western, 'cp437'],
  Finnish: western,
  German: [...western, 'cp437'],
  French: western,
  Spanish: western,
  Portuguese: [...western, 'cp860'],
  Polish: ['windows-1250', 'iso-8859-2', 'cp852', 'maccenteuro'],
  Czech: ['windows-1250', 'iso-8859-2', 'cp852', 'maccenteuro'],
  Hungarian: ['windows-1250', 'iso-8859-2', 'cp852', 'maccenteuro'],
  Russian: ['windows-1251', 'koi8-r', 'iso-8859-5', 'cp866', 'maccyrillic'],
  Ukrainian: ['windows-1251', 'koi8-u'],
  Greek: ['windows-1253', 'iso-8859-7', 'cp737', 'cp869', 'macgreek'],
  Turkish: ['windows-1254', 'cp857'],
  Latvian: ['windows-1257', 'cp775'],
  Estonian: ['windows-1252', 'windows-1257'],
  Hebrew: ['windows-1255'],
  Arabic: ['windows-1256'],
  Thai: ['windows-874'],
  Vietnamese: ['windows-1258'],
  Japanese: ['shift_jis', 'euc-jp'],
  'simplified Chinese': ['gb18030'],
  'traditional Chinese': ['big5'],
  Korean: ['euc-kr'],
};

const cases = Object.entries(written).flatMap(([language, encodings]) =>
  encodings.map((encoding) => ({ language, encoding })),
);

/** Windows-1258 writes the tones of Vietnamese behind their vowels. */
function encoded(text: string, encoding: string): Buffer {
  if (encoding !== 'windows-1258') return iconv.encode(text, encoding);
  const tone = /[\u0300\u0301\u0303\u0309\u0323]/gu;
  const written = text.replace(/\p{L}/gu, (letter) => {
    const parts = letter.normalize('NFD');
    return parts.replace(tone, '').normalize('NFC') + (parts.match(tone)?.join('') ?? '');
  });
  return iconv.encode(written, encoding);
}

describe('two rows are enough to read', () => {
  it.each(cases)('$language in $encoding', ({ language, encoding }) => {
    const text = lists[language] ?? '';
    const bytes = encoded(text, encoding);
    expect(decodeWhole(bytes, guess(bytes).value)).toBe(text);
  });

  it.each(cases)('$language in $encoding: likely once the text is long', ({ language, encoding }) => {
    const bytes = encoded((lists[language] ?? '').repeat(9), encoding);
    expect(guess(bytes).certainty).toBe('likely');
  });
});

describe('one word that repeats', () => {
  const rows = (word: string, encoding: string, end = '\n') =>
    iconv.encode(`Name;City${end}${`${word};Leeds${end}`.repeat(40)}`, encoding);

  it.each(['macintosh', 'windows-1252', 'iso-8859-15'])('is no East Asian text: %s', (encoding) => {
    for (const word of ['Conceição', 'Assunção', 'João', 'García', 'Andréa', 'Größe', 'Besançon'])
      expect(guess(rows(word, encoding)).value).not.toMatch(/jis|euc|gb|big5/);
  });

  it('is only a guess when other encodings make a word of it too', () => {
    expect(guess(rows('Île', 'macintosh')).certainty).toBe('guess');
  });

  it('was written on a Mac when the lines end as only the Mac ends them', () => {
    for (const word of ['Conceição', 'Málaga', 'Søren', 'Größe']) {
      const bytes = rows(word, 'macintosh', '\r');
      expect(decodeWhole(bytes, guess(bytes).value)).toContain(word);
    }
  });
});

it('letters that ISO-8859-15 alone has at the beginning of a word are letters, and signs of Windows-1252 are signs', () => {
  const names = 'Šekki Mäki;Žukov Räty;Šostak Hämeen;Œuvre Côté;Žižek Ülle'.split(';');
  const text = `Sukunimi;Puhelin\r\n${names.map((name, at) => `${name};040 512345${at}\r\n`).join('')}`;
  expect(guess(iconv.encode(text, 'iso-8859-15')).value).toBe('iso-8859-15');
  const signs = '3½ Räume;¼ Liter;20 ¦ 30;O´Neil Käthe;½ Straße'.split(';');
  const other = `Name;Telefon\r\n${signs.map((name, at) => `${name};030 12345${at}\r\n`).join('')}`;
  expect(guess(iconv.encode(other, 'windows-1252')).value).toBe('windows-1252');
});

it.each([
  ['before one letter, as in Dutch names', 'Jan van ´t Hooft;Piet ´t Hart;José ´t Zand'],
  ['in the only such name', 'Jan van ´t Hooft;Piet Bakker'],
  ['around words', '´Bar´;´Haus´;´Alte Post´'],
  ['before a unit', '½Liter Müller;Öl ½Maß Jäger'],
  ['between words', 'Müller ¦Bar;Jäger ¦Haus;König ¦Post'],
  ['between words in small letters', 'müller ¦bar;jäger ¦haus;könig ¦post'],
])('signs of Windows-1252 are no letters of other encodings %s', (_, names) => {
  const rows = names.split(';').map((name, at) => `${name};020 12345${at}\r\n`);
  expect(guess(iconv.encode(`Naam;Telefoon\r\n${rows.join('')}`, 'windows-1252')).value).toBe('windows-1252');
});

describe('UTF-16 without a mark', () => {
  const cases = ['Danish', 'Russian', 'Greek', 'Hebrew', 'Thai', 'Japanese', 'simplified Chinese', 'Korean'].flatMap(
    (language) => ['utf-16le', 'utf-16be'].map((encoding) => ({ language, encoding })),
  );
  it.each(cases)('$language in $encoding', ({ language, encoding }) => {
    for (const text of [lists[language] ?? '', (lists[language] ?? '').replace(/[;\r]/g, '').repeat(9)]) {
      const bytes = iconv.encode(text, encoding, { addBOM: false });
      expect(guess(bytes)).toMatchObject({ value: encoding, certainty: 'likely' });
    }
  });

  it('is not what a few NULs make of other text', () => {
    const damaged = Buffer.from('Name,Phone\n'.repeat(40));
    for (const at of [11, 33, 121, 331]) damaged[at] = 0;
    expect(guess(damaged).value).toBe('utf-8');
  });
});

describe('damage', () => {
  it('a row of another encoding in a short UTF-8 file is read as what it is', () => {
    const text = lists['Danish'] ?? '';
    const bytes = Buffer.concat([Buffer.from(text), Buffer.from('S\xf8ren;;\r\n', 'latin1')]);
    expect(guess(bytes)).toMatchObject({ value: MIXED_LINES, certainty: 'likely' });
    expect(decodeWhole(bytes, MIXED_LINES)).toBe(`${text}Søren;;\r\n`);
  });

  it('one UTF-8 row in a file of another encoding is read as what it is', () => {
    const bytes = Buffer.concat([iconv.encode(lists['German'] ?? '', 'windows-1252'), Buffer.from('Müller;;\r\n')]);
    expect(guess(bytes).value).toBe(MIXED_LINES);
    expect(decodeWhole(bytes, MIXED_LINES)).toBe(`${lists['German'] ?? ''}Müller;;\r\n`);
  });

  it('of UTF-8 makes no other encoding of its lines', () => {
    const text = Buffer.from((lists['Danish'] ?? '').repeat(4));
    const cut = text.subarray(0, text.indexOf(0xc3) + 1);
    for (const damage of [[0xc3], [0xe2, 0x80], [0x81], [0xc3, 0xb8, 0xc3]]) {
      const bytes = Buffer.concat([text, Buffer.from(damage), Buffer.from(';Ry\r\n'), cut, Buffer.from(';Ry\r\n')]);
      expect(guess(bytes)).toMatchObject({ value: 'utf-8', certainty: 'likely' });
    }
  });
});

describe('lines of two encodings', () => {
  const cases = ['Danish', 'German', 'French', 'Spanish', 'Portuguese', 'Finnish'].map((language) => ({ language }));
  it.each(cases)('$language', ({ language }) => {
    const text = lists[language] ?? '';
    const bytes = Buffer.concat([Buffer.from(text), iconv.encode(text.repeat(3), 'windows-1252'), Buffer.from(text)]);
    expect(guess(bytes)).toMatchObject({ value: MIXED_LINES, certainty: 'likely' });
    expect(decodeWhole(bytes, MIXED_LINES)).toBe(text.repeat(5));
    const marked = Buffer.concat([Buffer.from('\ufeff'), bytes]);
    expect(guess(marked).value).toBe(MIXED_LINES);
  });

  it.each([',', ';', '\t', '|'])('cells side by side behind %j, and a mark that only Windows-1252 has', (sign) => {
    const bytes = Buffer.concat([
      Buffer.from(`Søren${sign}`),
      Buffer.from('K\xf8ge\n', 'latin1'),
      Buffer.from(`Åse${sign}it\x92s\r`, 'latin1'),
      Buffer.from('Zoë\n'),
    ]);
    expect(decodeWhole(bytes, MIXED_LINES)).toBe(`Søren${sign}Køge\nÅse${sign}it’s\rZoë\n`);
  });

  it('are not seen in files of one East Asian encoding', () => {
    for (const [language, encoding] of [
      ['simplified Chinese', 'gb18030'],
      ['Japanese', 'shift_jis'],
      ['Korean', 'euc-kr'],
    ] as const) {
      const bytes = Buffer.concat([
        iconv.encode((lists[language] ?? '').repeat(5), encoding),
        Buffer.from('Müller;;\r\n'),
      ]);
      expect(guess(bytes).value).not.toBe(MIXED_LINES);
    }
  });
});

describe('lines of Windows-1252 beside UTF-8 are seen', () => {
  const isMixed = (...parts: readonly string[]) =>
    guess(Buffer.concat(parts.map((part, at) => Buffer.from(part, at === 0 ? 'utf8' : 'latin1')))).value ===
    MIXED_LINES;
  const foreign = ['Søren', 'Kjær', 'Åse', 'Møller', 'Bækgård', 'Jørgen', 'Nygård', 'Ærø'].join('\n');

  it('where a fifth of their cells is damaged, and not where more are', () => {
    expect(isMixed('Åse;Ærø\n', `${foreign}\nb\xc3\nc\xc3\n`)).toBe(true);
    expect(isMixed('Åse;Ærø\n', `${foreign.slice(0, -4)}\nb\xc3\nc\xc3\nd\xc3\n`)).toBe(false);
  });

  it('where the others have six letters, or Latin ones', () => {
    expect(isMixed(`${'漢;'.repeat(6)}\n`, foreign)).toBe(true);
    expect(isMixed(`${'漢;'.repeat(5)}\n`, foreign)).toBe(false);
    expect(isMixed('Å\n', foreign)).toBe(true);
  });

  it('where they make sense', () => {
    expect(isMixed('Åse;Ærø\n', '\xb6 \xa7\n')).toBe(true);
    expect(isMixed('Åse;Ærø\n', '\xb6 \xa3\n')).toBe(false);
  });
});

describe('signs of Windows-1252 beside UTF-8', () => {
  it.each([...'€…‘’“”–—™'])('%s', (sign) => {
    const bytes = Buffer.concat([Buffer.from('Åse;Ærø\nSøren;Køge\n'), iconv.encode(`${sign} 3;x\n`, 'windows-1252')]);
    expect(decodeWhole(bytes, guess(bytes).value)).toBe(`Åse;Ærø\nSøren;Køge\n${sign} 3;x\n`);
  });
});

describe('text, or something else', () => {
  const isText = (bytes: Uint8Array) => {
    try {
      guess(bytes);
      return true;
    } catch {
      return false;
    }
  };
  const rows = (count: number) => Buffer.from('Name,Phone\n'.repeat(count));
  const withControls = (count: number, bytes: Buffer) => {
    for (let at = 0; at < count; at += 1) bytes[at * 11 + 2] = at % 2 === 0 ? 2 : 28;
    return bytes;
  };

  it('four control characters are damage, and two of a hundred in a long text', () => {
    expect([4, 5].map((count) => isText(withControls(count, rows(9))))).toEqual([true, false]);
    expect([22, 23].map((count) => isText(withControls(count, rows(100))))).toEqual([true, false]);
    for (const harmless of [9, 11, 12, 13, 27, 32, 48, 59])
      expect(isText(withControls(2, rows(20)).map((byte) => (byte === 44 ? harmless : byte)))).toBe(true);
    for (const control of [1, 3, 8, 14, 26, 28, 31])
      expect(isText(withControls(2, rows(20)).map((byte) => (byte === 44 ? control : byte)))).toBe(false);
  });

  it('NULs fill up fields of two letters and more, between text', () => {
    const fields = (...texts: readonly string[]) =>
      Buffer.from(texts.map((text) => `${text}\0\0\0`).join(''), 'latin1');
    expect(isText(fields('ab', 'cd', 'ef', 'gh', '\n!'))).toBe(true);
    expect(isText(fields('', 'ab', 'cd', 'ef', '\r!'))).toBe(true);
    expect(isText(fields('a', 'b', 'c', 'gh', '\n!'))).toBe(false);
    expect(isText(fields('ab', 'cd', 'ef', 'gh'))).toBe(false);
    // Three quarters of the other bytes are visible, or all of them are UTF-8.
    const share = (visible: number) => fields('0'.repeat(visible), '', '', `\n${'\xe9'.repeat(100 - visible)}`);
    expect([76, 75].map((visible) => isText(share(visible)))).toEqual([true, false]);
    expect(isText(fields(Buffer.from('Пермь').toString('latin1'), '', '\n'))).toBe(true);
    expect(isText(fields('\x02\x03\x04\x05\x06', '\n'))).toBe(false);
  });

  it('one control character throughout separates, and NUL does not', () => {
    expect([1, 8, 14, 31].map((code) => isText(rows(20).map((byte) => (byte === 44 ? code : byte))))).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(isText(Buffer.from('N\0a\0\0me\0,\0P'.repeat(20)))).toBe(false);
  });

  it('erased memory is none, and a letter ÿ is', () => {
    const part = (share: number) => Buffer.concat([rows(10), Buffer.alloc(share, 0xff)]);
    expect([part(27), part(28)].map(isText)).toEqual([true, false]);
  });

  it('NULs behind the end fill a block', () => {
    expect(isText(Buffer.concat([rows(9), Buffer.alloc(900)]))).toBe(true);
    const russian = iconv.encode(lists['Russian'] ?? '', 'windows-1251');
    expect(isText(Buffer.concat([russian, Buffer.alloc(900)]))).toBe(true);
    expect(isText(Buffer.alloc(9))).toBe(false);
  });

  it('a NUL in a text of one byte a character makes no UTF-16 of it, and half a character leaves it that', () => {
    const bytes = Buffer.from(iconv.encode((lists['Russian'] ?? '').repeat(3), 'windows-1251'));
    bytes[21] = 0;
    expect(guess(bytes).value).toBe('windows-1251');
    const half = iconv.encode('Ny;By\nBo;Ry\n', 'utf-16le', { addBOM: false });
    expect(guess(Buffer.concat([half, Buffer.of(65)])).value).toBe('utf-16le');
    expect(guess(half).reason).toContain('Nearly every second byte is zero');
  });
});

describe('what decides', () => {
  it.each([
    ['utf-8', 'EFBBBF'],
    ['utf-16le', 'FFFE'],
    ['utf-16be', 'FEFF'],
  ])('a mark at the beginning: %s', (encoding, mark) => {
    const text = iconv.encode('Né;Bo\n', encoding, { addBOM: false });
    const marked = guess(Buffer.concat([Buffer.from(mark, 'hex'), text]));
    expect([marked.value, marked.certainty, marked.alternatives]).toEqual([encoding, 'certain', []]);
    expect(marked.reason).toContain('byte order mark');
    for (let cut = 0; cut < mark.length; cut += 2) {
      const broken = Buffer.from(`${mark.slice(0, cut)}41${mark.slice(cut + 2)}`, 'hex');
      expect(guess(Buffer.concat([broken, Buffer.from('Name;Bo\n')])).reason).not.toContain('byte order mark');
    }
  });

  it('two letters in UTF-8, where they are four times as many as what is damaged', () => {
    const valueOf = (...parts: readonly (string | number)[]) =>
      guess(Buffer.concat(parts.map((part) => (typeof part === 'number' ? Buffer.of(part) : Buffer.from(part))))).value;
    expect(valueOf('漢;字;漢;字\n', 0x81, '\n')).toBe('utf-8');
    expect(valueOf('漢;字;漢\n', 0x81, '\n')).not.toBe('utf-8');
  });

  it('whether the beginning or the whole file was looked at', () => {
    const surveyed = (text: string) => {
      const surveyor = new ByteSurveyor(true);
      surveyor.add(Buffer.from(text));
      return guessEncoding(surveyor.finish(), false);
    };
    for (const text of ['Bo;Ry\n', 'Åse;Ry\n'])
      expect(surveyed(text)).toMatchObject({ value: 'utf-8', certainty: 'likely', alternatives: ['windows-1252'] });
    expect(surveyed('Bo;Ry\n').reason).toContain('the beginning of the file');
    expect(guess(Buffer.from('Åse;Ry\n'))).toMatchObject({ certainty: 'certain' });
  });

  it('UTF-16 has a NUL in every fifth pair, on one side of it, or line ends', () => {
    const wide = (latin: number, other: number) =>
      guess(iconv.encode('a'.repeat(latin) + '語'.repeat(other), 'utf-16le', { addBOM: false }));
    expect(wide(20, 80).reason).toContain('Nearly every second byte is zero');
    expect(wide(4, 0).value).toBe('utf-16le');
    expect(wide(3, 0).value).toBe('utf-8');
    const lines = iconv.encode(`${'語'.repeat(40)}\n`, 'utf-16be', { addBOM: false });
    expect(guess(lines).reason).toContain('the file is lines of text');
    for (const end of ['\n', '\r'])
      for (const encoding of ['utf-16le', 'utf-16be'])
        expect(guess(iconv.encode(`${'語'.repeat(40)}${end}`, encoding, { addBOM: false })).value).toBe(encoding);
    const sides = (odd: number) => iconv.encode('a'.repeat(odd) + '\u0100\u0100', 'utf-16le', { addBOM: false });
    expect(guess(sides(17)).value).toBe('utf-16le');
    expect(() => guess(sides(16))).toThrow('not a text file');
  });

  it('UTF-16 is no ordinary text, of which three quarters are visible in ASCII, and has hardly a control', () => {
    const wide = (visible: number) =>
      guess(Buffer.from(`${'0'.repeat(visible)}${'\x80'.repeat(198 - visible)}\0\n`, 'latin1')).value;
    expect(wide(150)).toBe('utf-16be');
    const withoutLines = Buffer.from(`${'0'.repeat(100)}${'\x80'.repeat(98)}\0a`, 'latin1');
    expect(guess(withoutLines).value).not.toBe('utf-16be');
    expect(wide(152)).not.toBe('utf-16be');
    const strange = (count: number) =>
      guess(iconv.encode('a'.repeat(100 - count) + '\u0001'.repeat(count), 'utf-16le', { addBOM: false })).value;
    expect(strange(2)).toBe('utf-16le');
    expect(() => strange(3)).toThrow('not a text file');
  });
});

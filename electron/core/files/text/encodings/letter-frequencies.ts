/**
 * How frequent the letters beyond ASCII are in the languages of spreadsheets from before Unicode: percent of such letters,
 * rounded, from general letter counts of each language. A capital counts as its small letter.
 */
export interface Language {
  readonly script: 'latin' | 'other';
  readonly shares: ReadonlyMap<string, number>;
}

function language(script: Language['script'], list: string): Language {
  const pairs = [...list.matchAll(/(\P{N})([\d.]+)\s*/gu)].map((match): [string, number] => [
    match[1] ?? '',
    Number(match[2]),
  ]);
  return { script, shares: new Map(pairs) };
}

const latin = (list: string) => language('latin', list);
const other = (list: string) => language('other', list);

const german = latin('ü40 ä30 ö20 ß10 é.5');
const estonian = latin('ä35 ü28 õ25 ö12 š.5 ž.3');
const romanianWithCedilla = latin('ă35 ţ15 ş15 î15 â15');

export const western: readonly Language[] = [
  latin('ø36 å33 æ28 é1.5 ö.5 ä.5 ü.5'),
  latin('ä40 å30 ö28 é1.5 ü.3'),
  latin('ä75 ö20 å3 é.5'),
  german,
  latin('ë40 é20 ï12 ö8 ü6 è5 ó3 á3 ê2 ä1 ç1'),
  latin('é55 è13 à8 ç6 ê6 ô4 â2.5 î2 û1.5 ë1 ï1 ù.7 œ.7 ü.2'),
  latin('ó28 í27 á22 é12 ñ8 ú5 ü.3 ç.2'),
  latin('ã25 ç17 á14 é13 í10 ó8 ê5 õ5 â4 ú3 à2 ô2'),
  latin('à35 è25 ò15 ù12 ì12 é3'),
  latin('á16 ð15 í14 ö10 ó9 þ8 é6 ú6 æ4 ý3'),
  estonian,
];

export const central: readonly Language[] = [
  latin('ł22 ę13 ą12 ó12 ż11 ś10 ń8 ć6 ź2'),
  latin('í22 á18 é10 ě10 ř9 č8 ž7 š7 ý7 ů4 ú2.5 ň1 ó.7 ť.5 ď.5'),
  latin('á22 í14 č12 ž10 é9 š9 ý9 ú8 ľ5 ť5 ô3 ň3 ä2 ď2 ó1 ŕ.3 ĺ.2'),
  latin('á28 é25 ó12 ö10 ő9 í6 ü5 ú3 ű2.5'),
  latin('č32 š30 ž22 ć14 đ6'),
  romanianWithCedilla,
  german,
];

export const baltic: readonly Language[] = [
  latin('ā34 ī15 ē14 š10 ņ6 ū5 ļ5 ž5 ķ3 č2 ģ2'),
  // In Lithuanian ų is a third as frequent as in prose: it ends words in the genitive, and names hardly have it.
  latin('ė25 š16 ų6 ž10 ū10 į9 č7 ą6 ę3'),
  estonian,
];

export const turkish: readonly Language[] = [latin('ı30 ü15 ş14 ç10 İ10 ğ9 ö9 â.5'), romanianWithCedilla];

const russian =
  'о11 е8.5 а8 и7.4 н6.7 т6.3 с5.5 р4.7 в4.5 л4.4 к3.5 м3.2 д3 п2.8 у2.6 я2 ы1.9 ь1.7 г1.7 з1.6 б1.6 ч1.4 й1.2 х1 ж.9 ш.7 ю.6 ц.5 щ.4 э.3 ф.3 ё.1 ъ.04';

export const cyrillic: readonly Language[] = [
  other(russian),
  other(`${russian.replace(/[ыэёъ][\d.]+\s*/gu, '')} і6 ї.6 є.5 ґ.05`),
  other(`${russian.replace(/[ыэё][\d.]+\s*/gu, '').replace(/ъ[\d.]+/u, '')} ъ1.5`),
];

export const greek: readonly Language[] = [
  other(
    'α12 ο10 ι8 ε8 τ8 ν6 σ5 η5 υ4 ς4 ρ4 π4 κ4 μ3 λ3 ί3 ό2.5 ω2 δ2 ά2 έ2 γ1.7 ή1.7 χ1.2 θ1.2 ύ1.2 ώ1.2 φ.8 β.7 ξ.4 ζ.3 ψ.2 ϊ.1 ϋ.05 ΐ.05',
  ),
];

export const hebrew: readonly Language[] = [
  other('י11 ה10 ו10 ל7 א6 ר6 ת5 ב5 מ5 ש4 נ3 ד3 ם3 ע3 ח2.5 ק2.5 כ2 פ2 ן2 ג1.5 ס1.5 ז1 צ1 ט1 ך1 ף.3 ץ.2'),
];

export const arabic: readonly Language[] = [
  other(
    'ا14 ل11 ي7 م6 ن6 و6 ر5 ت4.5 ب4 ع4 ه3.5 ة3 د3 س2.7 ف2.5 ح2.2 ك2.2 ق2 أ2 ج1.3 ش1.2 ى1 خ1 ص1 ط1 إ.7 ذ.6 ز.6 ض.6 غ.5 ث.5 ئ.3 ء.3 ظ.2 آ.2 ؤ.1',
  ),
];

export const thai: readonly Language[] = [
  other(
    'า7 ร6 น6 อ5 ก5 เ5 ง4 ่5 ้4 ม4 ี3 ั4 ย3 ล3 ว3 ิ3 ด3 ท3 ส3 ต3 ะ2 ป2 บ2 ค2 ห2 ์2 ุ2 แ2 จ2 พ2 ช2 ข2 ื1.5 ใ1 ไ1 ู1 โ1 ธ1 ณ1 ศ1 ำ1 ็1 ผ.6 ถ.6 ซ.6 ญ.5 ษ.5 ภ.5 ฟ.3 ฐ.2 ฝ.2 ฤ.1 ฎ.1 ฏ.1 ฒ.1 ฌ.05 ฬ.05',
  ),
];

export const vietnamese: readonly Language[] = [
  latin(
    'đ7 à6 á4.5 ư4 ô4 ạ3 ấ2.4 ế2.7 ộ2.7 ể1.8 ớ2.1 ờ1.8 ợ1.2 ủ2.1 ả2.4 ị2.1 ì1.5 í1.8 ã1.5 ậ1.8 ầ1.5 ố1.8 ệ1.8 ề1.8 ă1.2 ắ.9 ặ.6 ằ.5 ẳ.3 ẵ.1 ' +
      'â2.1 ẩ.3 ẫ.3 ọ1.2 ỏ.6 ó2.7 ò.6 õ.2 ồ1.2 ổ.6 ỗ.3 ơ1.5 ở.9 ỡ.2 ê1.5 ễ1.2 é.3 è.2 ẻ.2 ẽ.2 ẹ.2 ú.9 ù.8 ụ1.2 ũ.6 ứ1.2 ừ.9 ữ.9 ự1.2 ử.8 ý.6 ỳ.2 ỷ.2 ỹ.3 ỵ.1 ĩ.6 ỉ.3',
  ),
];

/** Files put together from two sources: each line is UTF-8 if it can be, else in one of these encodings. */
const mixedPartners = ['windows-1252', 'windows-1250', 'windows-1251', 'windows-1253', 'windows-1254'] as const;
export type MixedPartner = (typeof mixedPartners)[number];

/** The other encoding of a file put together from two sources; undefined for a file of one encoding. */
export function mixedPartner(encoding: string): MixedPartner | undefined {
  return mixedPartners.find((partner) => encoding === mixedWith(partner));
}

export function mixedWith(partner: MixedPartner): string {
  return `utf-8+${partner}`;
}

/** The encodings that a person can choose. The first is the usual one; the others occur in old or foreign files. */
export const encodingChoices: readonly { readonly value: string; readonly label: string }[] = [
  { value: 'utf-8', label: 'UTF-8' },
  { value: 'windows-1252', label: 'Western European (Windows-1252, ISO-8859-1)' },
  ...mixedPartners.map((partner) => ({
    value: mixedWith(partner),
    label: `UTF-8 and ${partner.replace('w', 'W')}, line by line`,
  })),
  { value: 'iso-8859-15', label: 'Western European with euro (ISO-8859-15)' },
  { value: 'utf-16le', label: 'UTF-16 (little endian)' },
  { value: 'utf-16be', label: 'UTF-16 (big endian)' },
  { value: 'macintosh', label: 'Western European (Mac Roman)' },
  { value: 'cp850', label: 'Western European (DOS 850)' },
  { value: 'cp437', label: 'DOS 437' },
  { value: 'cp860', label: 'Portuguese (DOS 860)' },
  { value: 'cp865', label: 'Nordic (DOS 865)' },
  { value: 'windows-1250', label: 'Central European (Windows-1250)' },
  { value: 'iso-8859-2', label: 'Central European (ISO-8859-2)' },
  { value: 'cp852', label: 'Central European (DOS 852)' },
  { value: 'maccenteuro', label: 'Central European (Mac)' },
  { value: 'windows-1251', label: 'Cyrillic (Windows-1251)' },
  { value: 'koi8-r', label: 'Cyrillic (KOI8-R)' },
  { value: 'koi8-u', label: 'Cyrillic, Ukrainian (KOI8-U)' },
  { value: 'iso-8859-5', label: 'Cyrillic (ISO-8859-5)' },
  { value: 'ibm866', label: 'Cyrillic (DOS 866)' },
  { value: 'x-mac-cyrillic', label: 'Cyrillic (Mac)' },
  { value: 'windows-1253', label: 'Greek (Windows-1253)' },
  { value: 'iso-8859-7', label: 'Greek (ISO-8859-7)' },
  { value: 'cp737', label: 'Greek (DOS 737)' },
  { value: 'cp869', label: 'Greek (DOS 869)' },
  { value: 'macgreek', label: 'Greek (Mac)' },
  { value: 'windows-1254', label: 'Turkish (Windows-1254, ISO-8859-9)' },
  { value: 'cp857', label: 'Turkish (DOS 857)' },
  { value: 'windows-1257', label: 'Baltic (Windows-1257)' },
  { value: 'cp775', label: 'Baltic (DOS 775)' },
  { value: 'windows-1255', label: 'Hebrew (Windows-1255, ISO-8859-8)' },
  { value: 'cp862', label: 'Hebrew (DOS 862)' },
  { value: 'windows-1256', label: 'Arabic (Windows-1256)' },
  { value: 'iso-8859-6', label: 'Arabic (ISO-8859-6)' },
  { value: 'windows-874', label: 'Thai (Windows-874)' },
  { value: 'windows-1258', label: 'Vietnamese (Windows-1258)' },
  { value: 'shift_jis', label: 'Japanese (Shift-JIS)' },
  { value: 'euc-jp', label: 'Japanese (EUC-JP)' },
  { value: 'iso-2022-jp', label: 'Japanese (ISO-2022-JP)' },
  { value: 'gb18030', label: 'Chinese, simplified (GB18030, GBK)' },
  { value: 'big5', label: 'Chinese, traditional (Big5)' },
  { value: 'euc-kr', label: 'Korean (EUC-KR)' },
];

export function encodingLabel(encoding: string): string {
  return encodingChoices.find((choice) => choice.value === encoding)?.label ?? encoding;
}

// Why: decision 0097.
/** How a country writes its phone numbers and post codes, as far as it shows damage by a spreadsheet program. */
export interface Numbering {
  /** Country prefix without the plus. */
  readonly prefix: string;
  /** National numbers begin with a 0 that the international form omits: a national number without it is damaged. */
  readonly hasTrunkZero: boolean;
  /** Lengths of whole national numbers without that 0, where all have the same few; null where they differ. */
  readonly lengths: readonly number[] | null;
  /** Digits of the longest whole national number without that 0. */
  readonly longest: number;
  /** A mobile number without its 0. */
  readonly mobile: RegExp | null;
  /** Digits of a post code, and whether it may begin with 0; null where it has letters or is unknown here. */
  readonly postcode: { readonly digits: number; readonly mayBeginWithZero: boolean } | null;
}

const five = { digits: 5, mayBeginWithZero: true };
const fiveWithoutZero = { digits: 5, mayBeginWithZero: false };
const four = { digits: 4, mayBeginWithZero: false };
const fourWithZero = { digits: 4, mayBeginWithZero: true };

/** ITU-T E.164 national numbering plans; post codes as the Universal Postal Union lists them. */
const plans: Readonly<Record<string, Numbering>> = {
  DE: { prefix: '49', hasTrunkZero: true, lengths: null, longest: 11, mobile: /^1[567]\d{8,9}$/, postcode: five },
  AT: { prefix: '43', hasTrunkZero: true, lengths: null, longest: 13, mobile: /^6\d{8,11}$/, postcode: four },
  CH: { prefix: '41', hasTrunkZero: true, lengths: [9], longest: 9, mobile: null, postcode: four },
  SE: { prefix: '46', hasTrunkZero: true, lengths: null, longest: 9, mobile: /^7\d{8}$/, postcode: fiveWithoutZero },
  FI: { prefix: '358', hasTrunkZero: true, lengths: null, longest: 10, mobile: /^(?:4\d|50)\d{6,8}$/, postcode: five },
  NL: { prefix: '31', hasTrunkZero: true, lengths: [9], longest: 9, mobile: null, postcode: null },
  BE: { prefix: '32', hasTrunkZero: true, lengths: [8, 9], longest: 9, mobile: null, postcode: four },
  FR: { prefix: '33', hasTrunkZero: true, lengths: [9], longest: 9, mobile: null, postcode: five },
  GB: { prefix: '44', hasTrunkZero: true, lengths: [9, 10], longest: 10, mobile: null, postcode: null },
  IE: { prefix: '353', hasTrunkZero: true, lengths: null, longest: 9, mobile: /^8[35-9]\d{7}$/, postcode: null },
  DK: { prefix: '45', hasTrunkZero: false, lengths: [8], longest: 8, mobile: null, postcode: fourWithZero },
  NO: { prefix: '47', hasTrunkZero: false, lengths: [8], longest: 8, mobile: null, postcode: fourWithZero },
  ES: { prefix: '34', hasTrunkZero: false, lengths: [9], longest: 9, mobile: null, postcode: five },
  PL: { prefix: '48', hasTrunkZero: false, lengths: [9], longest: 9, mobile: null, postcode: null },
  IS: { prefix: '354', hasTrunkZero: false, lengths: [7, 9], longest: 9, mobile: null, postcode: null },
  US: { prefix: '1', hasTrunkZero: false, lengths: [10], longest: 10, mobile: null, postcode: five },
  CA: { prefix: '1', hasTrunkZero: false, lengths: [10], longest: 10, mobile: null, postcode: null },
};

/** `country`: two letters. Null for a country whose plan is not listed. */
export function numberingOf(country: string): Numbering | null {
  return Object.hasOwn(plans, country) ? (plans[country] ?? null) : null;
}

export const numberingCountries: readonly string[] = Object.keys(plans);

/**
 * Digits of an ordinary number with its area code and without a 0 before it, in other countries where a local number is as long as
 * numbers of services, for which it would be taken.
 */
const shortest: ReadonlyMap<string, number> = new Map(
  'BR10 TR10 CN10 IN10 AU9 ZA9 JP9 VN9 BY9 PK9 PH9 KE9 SK9 NZ8 HR8 SI8 AL8 BG8 IL8 AE8 BD8 PY8 EG9 MY9 ID9 TW9'
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

/** Digits. A shorter number lacks its area code; null where the length does not tell. */
export function shortestWhole(country: string): number | null {
  const plan = numberingOf(country);
  if (plan === null) return shortest.get(country) ?? null;
  return plan.lengths === null || plan.hasTrunkZero ? null : Math.min(...plan.lengths);
}

interface City {
  readonly country: string;
  readonly name: string;
  readonly areaCode: string;
  readonly from: number;
  readonly to: number;
}

/** Cities whose post codes are one range and whose area code is one. */
export const cities: readonly City[] = [
  { country: 'DE', name: 'Berlin', areaCode: '030', from: 10115, to: 14199 },
  { country: 'DE', name: 'Hamburg', areaCode: '040', from: 20095, to: 22769 },
  { country: 'DE', name: 'Munich', areaCode: '089', from: 80331, to: 81929 },
  { country: 'DE', name: 'Cologne', areaCode: '0221', from: 50667, to: 51149 },
  { country: 'DE', name: 'Frankfurt', areaCode: '069', from: 60306, to: 60599 },
  { country: 'DE', name: 'Stuttgart', areaCode: '0711', from: 70173, to: 70629 },
  { country: 'AT', name: 'Vienna', areaCode: '01', from: 1010, to: 1239 },
];

/** Index into `cities`, or -1. */
export function cityOf(postcode: string, country: string): number {
  const digits = /^(?:[A-Z]{1,2}[ -]?)?(\d{4,5})$/i.exec(postcode.trim())?.[1];
  if (digits === undefined) return -1;
  const number = Number(digits);
  return cities.findIndex((city) => city.country === country && number >= city.from && number <= city.to);
}

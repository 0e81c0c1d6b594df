/** ITU-T E.164: the prefixes of countries, without the plus. */
const prefixes: ReadonlyMap<string, string> = new Map(
  (
    'US1 CA1 EG20 ZA27 GR30 NL31 BE32 FR33 ES34 HU36 IT39 RO40 CH41 AT43 GB44 DK45 SE46 NO47 PL48 DE49 PE51 MX52 AR54 ' +
    'BR55 CL56 CO57 VE58 MY60 AU61 ID62 PH63 NZ64 SG65 TH66 RU7 KZ7 JP81 KR82 VN84 CN86 TR90 IN91 PK92 IR98 MA212 ' +
    'DZ213 TN216 SN221 CI225 NG234 KE254 FO298 GL299 GI350 PT351 LU352 IE353 IS354 AL355 MT356 CY357 FI358 BG359 ' +
    'LT370 LV371 EE372 MD373 AM374 BY375 AD376 MC377 SM378 UA380 RS381 ME382 HR385 SI386 BA387 MK389 CZ420 SK421 ' +
    'LI423 CR506 PA507 BO591 EC593 PY595 UY598 HK852 KH855 BD880 TW886 LB961 JO962 IQ964 KW965 SA966 AE971 IL972 ' +
    'QA974 GE995'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), entry.slice(2)]),
);

export const prefixCountries: readonly string[] = [...prefixes.keys()];

/** Null for a country whose prefix is not known here. `country`: two letters. */
export function prefixOf(country: string): string | null {
  return prefixes.get(country) ?? null;
}

/** The country whose prefix the digits after a + begin with, the larger one where two share it. Null when none is known. */
export function countryOfPrefix(digits: string): string | null {
  for (const [country, prefix] of prefixes) if (digits.startsWith(prefix)) return country;
  return null;
}

/** A number without its prefix becomes the same number in both. */
export function isSamePrefix(one: string, other: string): boolean {
  return one === other || (prefixes.has(one) && prefixes.get(one) === prefixes.get(other));
}

/** Names of fields by which a person recognises a row, the most telling first. */
const NAME_FIELDS = [
  /^(full ?)?name$|^navn$|^naam$|^namn$/i,
  /firma|company|organi[sz]ation|virksomhed/i,
  /first|fornavn|vorname/i,
  /name|navn|namn/i,
];
const FIRST_NAME = /first|fornavn|förnamn|vorname/i;
const LAST_NAME = /last|surname|etternavn|efternavn|efternamn|nachname/i;
const CONTACT_FIELDS = [/tel|phone|mobil|tlf/i, /mail/i];

/** The values by which a person recognises a row, taken from what was sent. */
export function rowTitle(data: Readonly<Record<string, string>>): { name: string; detail: string } {
  const entries = Object.entries(data).filter(([, value]) => value.trim() !== '');
  const pick = (patterns: readonly RegExp[]) => {
    for (const pattern of patterns) {
      const found = entries.find(([field]) => pattern.test(field));
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const detail = pick(CONTACT_FIELDS);
  const found = pick(NAME_FIELDS) ?? entries.find((entry) => entry !== detail) ?? detail;
  const last = found !== undefined && FIRST_NAME.test(found[0]) ? pick([LAST_NAME]) : undefined;
  const name: typeof found = found === undefined || last === undefined ? found : [found[0], `${found[1]} ${last[1]}`];
  return { name: name?.[1] ?? 'Row without values', detail: detail === undefined || detail === found ? '' : detail[1] };
}

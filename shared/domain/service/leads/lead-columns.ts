/**
 * How the columns of a result are named. The service spells a field in several ways, by endpoint and format; every way of
 * exporting gives it one name, so that files of two ways can be laid side by side.
 */

/** The fields of an exported lead beside `data`, in the order in which files have them. */
const FIELDS = [
  'uniqueId',
  'status',
  'closure',
  'priority',
  'uploadTime',
  'lastModifiedTime',
  'firstProcessedTime',
  'campaign.code',
  'campaign.uniqueId',
  'campaign.name',
  'campaign.project',
  'closureData',
  'ownerOrgUnit.orgCode',
  'uploadedByUser.orgCode',
  'lastModifiedByUser.orgCode',
  'firstProcessedByUser.orgCode',
] as const;

/** Other names of the same fields; CSV has no nested names. */
const OTHER_NAMES: Readonly<Record<string, (typeof FIELDS)[number]>> = {
  uniqueleadid: 'uniqueId',
  leaduniqueid: 'uniqueId',
  campaigncode: 'campaign.code',
  campaignuniqueid: 'campaign.uniqueId',
  campaignname: 'campaign.name',
  projectname: 'campaign.project',
  ownerorgunit: 'ownerOrgUnit.orgCode',
  ownerorgunitorgcode: 'ownerOrgUnit.orgCode',
  uploadedbyuser: 'uploadedByUser.orgCode',
  uploadedbyuserorgcode: 'uploadedByUser.orgCode',
  lastmodifiedbyuser: 'lastModifiedByUser.orgCode',
  lastmodifiedbyuserorgcode: 'lastModifiedByUser.orgCode',
  firstprocessedbyuser: 'firstProcessedByUser.orgCode',
  firstprocessedbyuserorgcode: 'firstProcessedByUser.orgCode',
};

const BY_NAME = new Map<string, string>([
  ...FIELDS.map((path) => [path.toLowerCase(), path] as const),
  ...Object.entries(OTHER_NAMES),
]);
const DATA = 'data.';

/** The one spelling of a dotted path of a lead. The names inside `data` are the campaign's own and stay. */
export function leadPath(path: string): string {
  const folded = path.toLowerCase();
  const known = BY_NAME.get(folded);
  if (known !== undefined) return known;
  if (folded.startsWith(DATA)) return DATA + path.slice(DATA.length);
  return path
    .split('.')
    .map((name) => (/^\p{Lu}\p{Ll}/u.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name))
    .join('.');
}

/**
 * The columns of a CSV header: fields of the lead, and else those of `data`. A second one with the name of a field is the
 * campaign's own.
 */
export function csvColumnPaths(header: readonly string[]): string[] {
  const taken = new Set<string>();
  return header.map((name) => {
    const path = csvColumnPath(name);
    if (taken.has(path) && !path.startsWith(DATA)) return DATA + name.trim();
    taken.add(path);
    return path;
  });
}

function csvColumnPath(header: string): string {
  const name = header.trim();
  const folded = name.toLowerCase();
  const known = BY_NAME.get(folded) ?? BY_NAME.get(folded.replaceAll(/[\s_.-]/g, ''));
  if (known !== undefined) return known;
  return folded === 'data' || folded.startsWith(DATA) ? leadPath(name) : DATA + name;
}

/** The names on the way to a value, from the outer one: those inside `data` are the campaign's own, dots and all. */
export function nestedNames(path: string): string[] {
  if (path.startsWith(DATA)) return [DATA.slice(0, -1), path.slice(DATA.length)];
  const names = path.split('.');
  // A name with a dot at its end, or with two in a row, was not put together from parts.
  return names.includes('') ? [path] : names;
}

/** Positions of columns in the order of files: the fields of every lead, then the campaign's own as they were found. */
export function fileOrder(paths: readonly string[]): number[] {
  const rank = (path: string): number => {
    const place = (FIELDS as readonly string[]).indexOf(path);
    if (place !== -1) return place;
    return path.startsWith(DATA) ? FIELDS.length : FIELDS.length + 1;
  };
  const ranks = paths.map(rank);
  return paths.map((_, index) => index).sort((one, other) => (ranks[one] ?? 0) - (ranks[other] ?? 0) || one - other);
}

/** The endpoints that the service counts separately, as far as the specification says: the keys of the ledger. */
export const ENDPOINT = {
  createLeads: 'POST leads',
  savedSearches: 'GET leads',
  savedSearchesCsv: 'GET leads/csv',
  leadSearch: 'GET simpleleads',
  rawLeads: 'GET rawleads',
  segments: 'GET leadsegments',
  addToSegments: 'POST leadsegments',
  removeFromSegments: 'DELETE leadsegments',
  users: 'GET users',
  orgUnits: 'GET orgunits',
  account: 'GET myaccount',
} as const;

export const SERVICES = [
  { id: ENDPOINT.createLeads, title: 'Create leads' },
  { id: ENDPOINT.savedSearches, title: 'Saved searches' },
  { id: ENDPOINT.savedSearchesCsv, title: 'Saved searches as CSV' },
  { id: ENDPOINT.leadSearch, title: 'Lead search' },
  { id: ENDPOINT.rawLeads, title: 'Raw leads' },
  { id: ENDPOINT.segments, title: 'List segments' },
  { id: ENDPOINT.addToSegments, title: 'Add to segments' },
  { id: ENDPOINT.removeFromSegments, title: 'Remove from segments' },
  { id: ENDPOINT.users, title: 'Users' },
  { id: ENDPOINT.orgUnits, title: 'Org units' },
  { id: ENDPOINT.account, title: 'Account, limits and counts' },
] as const;

export type ServiceId = (typeof SERVICES)[number]['id'];

export function isServiceId(value: string): value is ServiceId {
  return SERVICES.some((service) => service.id === value);
}

export function serviceTitle(id: ServiceId): string {
  return SERVICES.find((service) => service.id === id)?.title ?? id;
}

/** Endpoints of one subject: those that share a counter mostly do so within a subject. */
const SUBJECTS: readonly (readonly ServiceId[])[] = [
  [ENDPOINT.createLeads, ENDPOINT.savedSearches, ENDPOINT.savedSearchesCsv],
  [ENDPOINT.leadSearch, ENDPOINT.rawLeads],
  [ENDPOINT.segments, ENDPOINT.addToSegments, ENDPOINT.removeFromSegments],
  [ENDPOINT.users, ENDPOINT.orgUnits, ENDPOINT.account],
];

/** The other endpoints of the subject. */
export function siblingsOf(service: ServiceId): readonly ServiceId[] {
  return (SUBJECTS.find((subject) => subject.includes(service)) ?? []).filter((id) => id !== service);
}

/** The endpoint with which this one is most likely counted when the service names no counter for it. */
const COUNTED_WITH: Partial<Record<ServiceId, ServiceId>> = {
  [ENDPOINT.rawLeads]: ENDPOINT.leadSearch,
  [ENDPOINT.users]: ENDPOINT.account,
  [ENDPOINT.orgUnits]: ENDPOINT.account,
};

export function likelyCountedWith(service: ServiceId): ServiceId | null {
  return COUNTED_WITH[service] ?? null;
}

/** Families by their path, with the verbs each knows. */
const FAMILIES: Readonly<Record<string, readonly ServiceId[]>> = {
  leads: [ENDPOINT.createLeads, ENDPOINT.savedSearches, ENDPOINT.savedSearchesCsv],
  leadscsv: [ENDPOINT.savedSearchesCsv],
  simpleleads: [ENDPOINT.leadSearch],
  rawleads: [ENDPOINT.rawLeads],
  leadsegments: [ENDPOINT.segments, ENDPOINT.addToSegments, ENDPOINT.removeFromSegments],
  leadsegmentsleads: [ENDPOINT.addToSegments, ENDPOINT.removeFromSegments],
  leadsegmentsuniqueidleads: [ENDPOINT.addToSegments, ENDPOINT.removeFromSegments],
  users: [ENDPOINT.users],
  orgunits: [ENDPOINT.orgUnits],
  orgunitsorgcode: [ENDPOINT.orgUnits],
  myaccount: [ENDPOINT.account],
  myaccountrequestlimits: [ENDPOINT.account],
  myaccountrequestcounts: [ENDPOINT.account],
};

/** Name of the import in the services' own language, as integrators have reported it. */
const ALIASES: Readonly<Record<string, readonly ServiceId[]>> = {
  leadimport: [ENDPOINT.createLeads],
  importleads: [ENDPOINT.createLeads],
  importlead: [ENDPOINT.createLeads],
  createlead: [ENDPOINT.createLeads],
  leadsearch: [ENDPOINT.savedSearches],
  exportleads: [ENDPOINT.savedSearches],
  simplelead: [ENDPOINT.leadSearch],
  rawlead: [ENDPOINT.rawLeads],
  leadsegment: [ENDPOINT.segments, ENDPOINT.addToSegments, ENDPOINT.removeFromSegments],
  user: [ENDPOINT.users],
  orgunit: [ENDPOINT.orgUnits],
  account: [ENDPOINT.account],
  organization: [ENDPOINT.users, ENDPOINT.orgUnits],
};

/**
 * Which ledger keys a name in limits or counts stands for: `POST /leads`, `leads (POST)`, `SimpleLeads`,
 * `GET /api/leadsegments`. Empty when it is not recognised; a name is never forced onto a service.
 */
export function matchService(name: string): readonly ServiceId[] {
  const verb = verbOf(name);
  const path = name
    .replace(/\b(GET|POST|PUT|DELETE)\b/gi, '')
    .replace(/\/?\bapi\b\/?/i, '')
    .toLowerCase()
    .replace(/[^a-z]/g, '');
  // The name comes from the service and may be `constructor`.
  const family = (Object.hasOwn(FAMILIES, path) && FAMILIES[path]) || (Object.hasOwn(ALIASES, path) && ALIASES[path]);
  if (!family) return [];
  if (verb === null) return family;
  const exact = family.filter((id) => id.startsWith(`${verb} `));
  // `GET leads` names one endpoint; only a name without a verb stands for the whole family.
  return exact.length > 1 && path === 'leads' ? exact.filter((id) => !id.endsWith('/csv')) : exact;
}

/** The method in a name such as `POST /leads`: a service that names counters so counts its endpoints one by one. */
export function verbOf(name: string): string | null {
  return /\b(GET|POST|PUT|DELETE)\b/i.exec(name)?.[1]?.toUpperCase() ?? null;
}

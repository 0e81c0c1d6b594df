/**
 * The endpoint families that the service counts separately, as far as the specification says. The names are the keys of
 * the ledger.
 */
export const SERVICES = [
  { id: 'POST leads', title: 'Create leads' },
  { id: 'GET leads', title: 'Saved searches' },
  { id: 'GET leads/csv', title: 'Saved searches as CSV' },
  { id: 'GET simpleleads', title: 'Lead search' },
  { id: 'GET rawleads', title: 'Raw leads' },
  { id: 'GET leadsegments', title: 'List segments' },
  { id: 'POST leadsegments', title: 'Add to segments' },
  { id: 'DELETE leadsegments', title: 'Remove from segments' },
  { id: 'GET users', title: 'Users' },
  { id: 'GET orgunits', title: 'Org units' },
  { id: 'GET myaccount', title: 'Account, limits and counts' },
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
  ['POST leads', 'GET leads', 'GET leads/csv'],
  ['GET simpleleads', 'GET rawleads'],
  ['GET leadsegments', 'POST leadsegments', 'DELETE leadsegments'],
  ['GET users', 'GET orgunits', 'GET myaccount'],
];

/** The other endpoints of the subject. */
export function siblingsOf(service: ServiceId): readonly ServiceId[] {
  return (SUBJECTS.find((subject) => subject.includes(service)) ?? []).filter((id) => id !== service);
}

/** The endpoint with which this one is most likely counted when the service names no counter for it. */
const COUNTED_WITH: Partial<Record<ServiceId, ServiceId>> = {
  'GET rawleads': 'GET simpleleads',
  'GET users': 'GET myaccount',
  'GET orgunits': 'GET myaccount',
};

export function likelyCountedWith(service: ServiceId): ServiceId | null {
  return COUNTED_WITH[service] ?? null;
}

/** Families by their path, with the verbs each knows. */
const FAMILIES: Readonly<Record<string, readonly ServiceId[]>> = {
  leads: ['POST leads', 'GET leads', 'GET leads/csv'],
  leadscsv: ['GET leads/csv'],
  simpleleads: ['GET simpleleads'],
  rawleads: ['GET rawleads'],
  leadsegments: ['GET leadsegments', 'POST leadsegments', 'DELETE leadsegments'],
  leadsegmentsleads: ['POST leadsegments', 'DELETE leadsegments'],
  leadsegmentsuniqueidleads: ['POST leadsegments', 'DELETE leadsegments'],
  users: ['GET users'],
  orgunits: ['GET orgunits'],
  orgunitsorgcode: ['GET orgunits'],
  myaccount: ['GET myaccount'],
  myaccountrequestlimits: ['GET myaccount'],
  myaccountrequestcounts: ['GET myaccount'],
};

/** Name of the import in the services' own language, as integrators have reported it. */
const ALIASES: Readonly<Record<string, readonly ServiceId[]>> = {
  leadimport: ['POST leads'],
  importleads: ['POST leads'],
  importlead: ['POST leads'],
  createlead: ['POST leads'],
  leadsearch: ['GET leads'],
  exportleads: ['GET leads'],
  simplelead: ['GET simpleleads'],
  rawlead: ['GET rawleads'],
  leadsegment: ['GET leadsegments', 'POST leadsegments', 'DELETE leadsegments'],
  user: ['GET users'],
  orgunit: ['GET orgunits'],
  account: ['GET myaccount'],
  organization: ['GET users', 'GET orgunits'],
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

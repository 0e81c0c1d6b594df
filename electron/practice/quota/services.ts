import { ENDPOINT } from '../../../shared/domain/service/services.ts';
import type { Verb } from '../foundation/options.ts';

/** Every endpoint of the specification, and where its requests are counted. */
export type EndpointName =
  | 'importLead'
  | 'savedSearch'
  | 'savedSearchCsv'
  | 'simpleLeads'
  | 'rawLeads'
  | 'segments'
  | 'addToSegment'
  | 'removeFromSegment'
  | 'users'
  | 'orgUnit'
  | 'account'
  | 'requestLimits'
  | 'requestCounts';

/** A name of `/myaccount/request/limits`. */
export type ServiceName = string;

interface EndpointFacts {
  readonly resource: string;
  readonly verb: Verb;
  /** Service when endpoints of one resource share their quota. */
  readonly grouped: ServiceName;
  /** Service when every endpoint has a quota of its own. */
  readonly alone: ServiceName;
  /** `json`: JSON or HTML. `jsonStream`: JSON only. `csv`: CSV only. */
  readonly answers: 'json' | 'jsonStream' | 'csv';
}

const facts = (
  resource: string,
  verb: Verb,
  grouped: string,
  alone: string,
  answers: EndpointFacts['answers'],
): EndpointFacts => ({
  resource,
  verb,
  grouped,
  alone,
  answers,
});

export const endpoints: Readonly<Record<EndpointName, EndpointFacts>> = {
  importLead: facts('Leads', 'Post', 'Leads', ENDPOINT.createLeads, 'json'),
  savedSearch: facts('Leads', 'Get', 'Leads', ENDPOINT.savedSearches, 'jsonStream'),
  savedSearchCsv: facts('Leads', 'Get', 'Leads', ENDPOINT.savedSearchesCsv, 'csv'),
  simpleLeads: facts('SimpleLeads', 'Get', 'SimpleLeads', ENDPOINT.leadSearch, 'jsonStream'),
  rawLeads: facts('SimpleLeads', 'Get', 'SimpleLeads', ENDPOINT.rawLeads, 'csv'),
  segments: facts('LeadSegments', 'Get', 'LeadSegments', ENDPOINT.segments, 'json'),
  addToSegment: facts('LeadSegments', 'Post', 'LeadSegments', 'POST leadsegments/leads', 'json'),
  removeFromSegment: facts('LeadSegments', 'Delete', 'LeadSegments', 'DELETE leadsegments/leads', 'json'),
  users: facts('Organization', 'Get', 'Account', ENDPOINT.users, 'json'),
  orgUnit: facts('Organization', 'Get', 'Account', ENDPOINT.orgUnits, 'json'),
  account: facts('Account', 'Get', 'Account', ENDPOINT.account, 'json'),
  requestLimits: facts('Account', 'Get', 'Account', ENDPOINT.account, 'json'),
  requestCounts: facts('Account', 'Get', 'Account', ENDPOINT.account, 'json'),
};

export function serviceOf(endpoint: EndpointName, counting: 'resource' | 'endpoint'): ServiceName {
  return counting === 'resource' ? endpoints[endpoint].grouped : endpoints[endpoint].alone;
}

/** Every service once, in the order of the endpoints. */
export function serviceNames(counting: 'resource' | 'endpoint'): ServiceName[] {
  return [...new Set((Object.keys(endpoints) as EndpointName[]).map((endpoint) => serviceOf(endpoint, counting)))];
}

/** Requests a day: what the settings name, else 100,000 for leads, 20,000 for the streamed exports, 10,000 for the rest. */
export function dailyLimit(service: ServiceName, limits: Readonly<Record<string, number>>): number {
  const named = limits[service] ?? limits['default'];
  if (named !== undefined) return named;
  if (service === 'Leads' || /^(POST leads|GET leads|GET leads\/csv)$/.test(service)) return 100_000;
  return service === 'SimpleLeads' || /^GET (simple|raw)leads$/.test(service) ? 20_000 : 10_000;
}

export type RouteMatch =
  | { readonly kind: 'endpoint'; readonly endpoint: EndpointName; readonly parameter: string }
  | { readonly kind: 'wrongMethod'; readonly allowed: readonly string[]; readonly endpoint: EndpointName }
  | { readonly kind: 'none' };

/** @param segments the path's parts below `/api`, percent-decoded one by one (an org code may contain a slash) */
export function matchRoute(method: string, segments: readonly string[], rawLeadsPath: string): RouteMatch {
  const found = methodsAt(segments, rawLeadsPath);
  if (found === null) return { kind: 'none' };
  // HEAD is GET without the body.
  const endpoint = found.methods[method === 'HEAD' ? 'GET' : method];
  if (endpoint !== undefined) return { kind: 'endpoint', endpoint, parameter: found.parameter };
  const [first] = Object.values(found.methods);
  return first === undefined
    ? { kind: 'none' }
    : { kind: 'wrongMethod', allowed: Object.keys(found.methods), endpoint: first };
}

interface Methods {
  readonly methods: Readonly<Partial<Record<string, EndpointName>>>;
  readonly parameter: string;
}

function methodsAt(segments: readonly string[], rawLeadsPath: string): Methods | null {
  const path = segments.map((segment) => segment.toLowerCase());
  const fixed: Readonly<Record<string, Methods['methods']>> = {
    leads: { POST: 'importLead', GET: 'savedSearch' },
    'leads/csv': { GET: 'savedSearchCsv' },
    simpleleads: { GET: 'simpleLeads' },
    leadsegments: { GET: 'segments' },
    users: { GET: 'users' },
    myaccount: { GET: 'account' },
    'myaccount/request/limits': { GET: 'requestLimits' },
    'myaccount/request/counts': { GET: 'requestCounts' },
  };
  if (path.join('/') === rawLeadsPath.replace(/^\/+|\/+$/g, '').toLowerCase())
    return { methods: { GET: 'rawLeads' }, parameter: '' };
  if (path[0] === 'orgunits' && path.length === 2)
    return { methods: { GET: 'orgUnit' }, parameter: segments[1] as string };
  if (path[0] === 'leadsegments' && path.length === 3 && path[2] === 'leads') {
    return { methods: { POST: 'addToSegment', DELETE: 'removeFromSegment' }, parameter: segments[1] as string };
  }
  const name = path.join('/');
  return Object.hasOwn(fixed, name) ? { methods: fixed[name] as Methods['methods'], parameter: '' } : null;
}

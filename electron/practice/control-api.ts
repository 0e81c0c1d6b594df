// Why: decision 0012.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { campaigns } from './data/campaigns.ts';
import type { PracticeClock } from './foundation/clock.ts';
import { readFault } from './faults/fault-input.ts';
import type { Faults } from './faults/faults.ts';
import { isObject, parseJson } from '../../shared/domain/service/answers/answers.ts';
import type { JsonObject } from '../../shared/domain/service/answers/answers.ts';
import { decodeText, isAuthorized, QueryParameters, readBody } from './foundation/requests.ts';
import type { Target } from './foundation/requests.ts';
import type { LeadChange } from './data/lead-changes.ts';
import { sampleFiles } from './data/samples.ts';
import { findEnumName, leadStatuses } from './data/statuses.ts';
import { savedSearches } from './endpoints/saved-searches.ts';
import { segmentTemplates } from './data/segments.ts';
import type { PracticeLedger } from './data/store.ts';
import type { ServiceCounts } from './quota/tallies.ts';

/** What can be seen of the service and done to it besides its requests. */
export interface Controlled {
  readonly clock: PracticeClock;
  readonly faults: Faults;
  readonly ledger: PracticeLedger;
  /** By service, since the start or the last reset. */
  counts(): Readonly<Record<string, ServiceCounts>>;
  /** One made-up lead in `every`, from the first on, gets the status, as changed now. */
  changeLeads(change: Pick<LeadChange, 'every' | 'status'>): void;
  /** Forgets imported leads, changes, counts, segment members and faults. */
  reset(): void;
}

export interface ControlSettings extends Controlled {
  readonly url: () => string;
  readonly username: string;
  readonly password: string;
}

type ControlAnswer =
  readonly [status: number, value: unknown] | readonly [status: number, bytes: Uint8Array, name: string];

const maximumPage = 10_000;
/** Later ones could not be written as `yyyy-MM-dd`. */
const latestInstant = Date.parse('9999-01-01T00:00:00Z');

/** Everything below `/practice`: for tests and for people who want to see what the service saw. Never counted. */
export async function handleControl(
  settings: ControlSettings,
  request: IncomingMessage,
  response: ServerResponse,
  target: Target,
): Promise<void> {
  const [status, value, name] = await answer(settings, request, target);
  if (response.destroyed) return;
  response.statusCode = status;
  response.setHeader('Cache-Control', 'no-store');
  if (name !== undefined) {
    response.setHeader('Content-Type', 'application/octet-stream');
    response.setHeader('Content-Disposition', `attachment; filename="${name}"`);
    response.end(value);
    return;
  }
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.end(JSON.stringify(value));
}

async function answer(settings: ControlSettings, request: IncomingMessage, target: Target): Promise<ControlAnswer> {
  if (!isAllowed(settings, request))
    return problem(
      401,
      "The control API takes requests from this computer or with the account's user name and password.",
    );
  const reading = await readBody(request);
  if (reading.kind !== 'complete') return problem(413, 'The body is too large.');
  const body = parseBody(decodeText(reading.bytes) ?? '{');
  if (body === null) return problem(400, 'The body must be a JSON object.');
  const [, action = '', detail] = target.segments;
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const query = new QueryParameters(target.query);
  if (detail !== undefined && action !== 'samples' && action !== 'faults')
    return problem(404, 'There is nothing at this address.');
  switch (`${method} ${action}`) {
    case 'GET state':
      return [200, state(settings)];
    case 'GET ledger':
      return ledgerPage(settings, query);
    case 'GET faults':
      return [200, settings.faults.list()];
    case 'POST faults':
      return addFault(settings, body);
    case 'DELETE faults':
      return removeFaults(settings, detail);
    case 'POST reset':
      settings.reset();
      return [200, state(settings)];
    case 'POST changes':
      return changeLeads(settings, body);
    case 'POST clock':
      return moveClock(settings, body);
    case 'GET samples':
      return samples(detail);
    default:
      return problem(404, 'The control API has state, ledger, faults, changes, reset, clock and samples.');
  }
}

/**
 * SECURITY: a page in a browser can send requests to this address too. It cannot leave out `Origin` on what it posts,
 * and a name that was pointed at this computer shows in `Host`; both then need the password.
 */
function isAllowed(settings: ControlSettings, request: IncomingMessage): boolean {
  if (isAuthorized(request.headers.authorization, settings.username, settings.password)) return true;
  const host = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i.test(request.headers.host ?? '');
  const fetchSite = request.headers['sec-fetch-site'];
  return host && request.headers.origin === undefined && (fetchSite === undefined || fetchSite === 'none');
}

function state({ clock, faults, ledger, counts, url }: ControlSettings): unknown {
  return {
    url: url(),
    time: new Date(clock.now()).toISOString(),
    speed: clock.speed,
    ledger: { accepted: ledger.accepted, rejected: ledger.rejected, refused: ledger.refused },
    services: counts(),
    faults: faults.list(),
    campaigns: campaigns.map(({ code, name, project, requiresPhone, fields }) => ({
      code,
      name,
      project,
      requiresPhone,
      fields: fields.map(([field]) => field),
    })),
    savedSearches: savedSearches.map(({ name }) => name),
    segments: segmentTemplates.map(({ uniqueId }) => uniqueId),
  };
}

function ledgerPage({ ledger }: ControlSettings, query: QueryParameters): ControlAnswer {
  const offset = Number(query.first('offset') ?? 0);
  const limit = Number(query.first('limit') ?? 1000);
  if (!Number.isSafeInteger(offset) || offset < 0 || !Number.isSafeInteger(limit) || limit < 0)
    return problem(400, 'offset and limit are whole numbers from 0.');
  const entries = ledger.entries(offset, Math.min(limit, maximumPage));
  return [200, { accepted: ledger.accepted, rejected: ledger.rejected, refused: ledger.refused, offset, entries }];
}

function addFault({ faults }: ControlSettings, body: JsonObject): ControlAnswer {
  const fault = readFault(body);
  return typeof fault === 'string' ? problem(400, fault) : [200, { id: faults.add(fault) }];
}

function removeFaults({ faults }: ControlSettings, detail: string | undefined): ControlAnswer {
  if (detail === undefined) {
    faults.clear();
    return [200, []];
  }
  return faults.remove(Number(detail)) ? [200, faults.list()] : problem(404, 'There is no such fault.');
}

function changeLeads(settings: ControlSettings, { every, status }: JsonObject): ControlAnswer {
  const found = typeof status === 'string' ? findEnumName(leadStatuses, status) : undefined;
  if (typeof every !== 'number' || !Number.isSafeInteger(every) || every < 1 || found === undefined)
    return problem(400, 'A change has every, a whole number from 1, and status, the name of a status.');
  settings.changeLeads({ every, status: found });
  return [200, {}];
}

function moveClock(settings: ControlSettings, body: JsonObject): ControlAnswer {
  const { clock } = settings;
  const { set, speed, advanceMilliseconds = 0, advanceSeconds = 0, ...others } = body;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined)
    return problem(400, `The clock knows set, speed, advanceMilliseconds and advanceSeconds, not ${unknown}.`);
  const instant = set === undefined ? null : typeof set === 'string' ? Date.parse(set) : Number.NaN;
  const advance = Number(advanceMilliseconds) + Number(advanceSeconds) * 1000;
  if (instant !== null && !(instant >= 0 && instant <= latestInstant))
    return problem(400, 'set is an instant such as 2026-11-17T12:47:00Z.');
  if (!(advance >= 0 && clock.now() + advance <= latestInstant))
    return problem(400, 'The clock can only be moved on, and not beyond the year 9999.');
  if (speed !== undefined && !(typeof speed === 'number' && speed >= 0 && speed <= 100_000))
    return problem(400, 'speed is a number from 0 to 100000.');
  if (speed !== undefined) clock.setSpeed(speed);
  if (instant !== null) clock.set(instant);
  if (advance > 0) clock.advance(advance);
  return [200, { time: new Date(clock.now()).toISOString(), speed: clock.speed }];
}

function samples(name: string | undefined): ControlAnswer {
  const files = sampleFiles();
  if (name === undefined)
    return [200, files.map(({ name: file, description, bytes }) => ({ name: file, description, size: bytes.length }))];
  const file = files.find((one) => one.name === name);
  return file === undefined ? problem(404, 'There is no such sample.') : [200, file.bytes, file.name];
}

function parseBody(text: string): JsonObject | null {
  const value = text.trim() === '' ? {} : parseJson(text);
  return isObject(value) ? value : null;
}

function problem(status: number, message: string): ControlAnswer {
  return [status, { message }];
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { readAccount, readCounts, readLimits } from './account.ts';
import { negotiate, problemAnswer, RequestProblem } from '../foundation/answers.ts';
import type { Answer, MediaType } from '../foundation/answers.ts';
import type { ApiRequest, EndpointContext } from './context.ts';
import { deliver } from '../faults/delivery.ts';
import { replacement } from '../faults/fault-answers.ts';
import type { FaultPlan, FaultSpecification, Faults } from '../faults/faults.ts';
import { exportRawLeads, exportSavedSearch, exportSavedSearchCsv, exportSimpleLeads } from './lead-export.ts';
import { importLead } from './lead-import.ts';
import { addToSegment, listSegments, removeFromSegment } from './lead-segments.ts';
import type { PracticeOptions } from '../foundation/options.ts';
import { listUsers, readOrgUnit } from './organization-tree.ts';
import type { RateFigures } from '../quota/rate-limits.ts';
import { minuteLimit } from '../quota/rate-limits.ts';
import { decodeText, isAuthorized, QueryParameters, readBody } from '../foundation/requests.ts';
import type { Target } from '../foundation/requests.ts';
import { endpoints, matchRoute, serviceOf } from '../quota/services.ts';
import type { EndpointName, RouteMatch, ServiceName } from '../quota/services.ts';
import type { Tallies } from '../quota/tallies.ts';

export interface ApiSettings {
  readonly context: EndpointContext;
  readonly faults: Faults;
  readonly tallies: Tallies;
  readonly password: string;
  readonly latency: NonNullable<PracticeOptions['latency']>;
  readonly random: () => number;
}

/** One request on its way through the service. */
interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly id: string;
  readonly method: string;
  readonly service: ServiceName;
  readonly endpoint: EndpointName | null;
  readonly fairUse: boolean;
}

const noQuirks = { ignored: new Set<string>(), isSameDayEmpty: false, isShuffled: false };
const noPlan: FaultPlan = { quirks: noQuirks, waitBefore: 0, waitAfter: 0, headers: {}, action: null };
const offers: Readonly<Record<'json' | 'jsonStream' | 'csv', readonly MediaType[]>> = {
  json: ['application/json', 'text/html'],
  jsonStream: ['application/json'],
  csv: ['text/csv'],
};
const handlers: Readonly<Record<EndpointName, (context: EndpointContext, request: ApiRequest) => Answer>> = {
  importLead,
  savedSearch: exportSavedSearch,
  savedSearchCsv: exportSavedSearchCsv,
  simpleLeads: exportSimpleLeads,
  rawLeads: exportRawLeads,
  segments: listSegments,
  addToSegment,
  removeFromSegment,
  users: listUsers,
  orgUnit: readOrgUnit,
  account: readAccount,
  requestLimits: readLimits,
  requestCounts: readCounts,
};

/** A request whose body may be no text. */
type ReceivedRequest = Omit<ApiRequest, 'bodyText'> & { readonly bodyText: string | null };

/** Everything below `/api`. */
export class ApiHandler {
  readonly #settings: ApiSettings;
  readonly #requestsOn = new WeakMap<Socket, number>();
  #lastId = 0;

  constructor(settings: ApiSettings) {
    this.#settings = settings;
  }

  async handle(request: IncomingMessage, response: ServerResponse, target: Target | null): Promise<void> {
    const { context, tallies } = this.#settings;
    const earlier = this.#requestsOn.get(request.socket) ?? 0;
    this.#requestsOn.set(request.socket, earlier + 1);
    const method = request.method ?? 'GET';
    const route: RouteMatch =
      target === null ? { kind: 'none' } : matchRoute(method, target.segments.slice(1), context.dialect.rawLeadsPath);
    const exchange = this.#exchange(request, response, route);
    tallies.arrived(exchange.service, context.clock.now(), exchange.fairUse);
    if (!isAuthorized(request.headers.authorization, context.username, this.#settings.password))
      return this.#refuse(exchange, wrongPassword());
    const problem = routeProblem(target, route);
    if (problem !== null || route.kind !== 'endpoint' || target === null)
      return this.#refuse(
        exchange,
        problem ?? new RequestProblem(404, 'NotFound', 'There is nothing at this address.'),
      );
    const reading =
      method === 'GET' || method === 'HEAD'
        ? { kind: 'complete' as const, bytes: Buffer.alloc(0) }
        : await readBody(request);
    if (reading.kind === 'aborted') return;
    if (reading.kind === 'tooLarge') return this.#refuse(exchange, tooLarge());
    const bodyText = decodeText(reading.bytes);
    const plan = this.#settings.faults.plan({
      method,
      path: `/${target.path.split('/').slice(2).join('/')}`,
      query: target.query,
      service: exchange.service,
      body: bodyText ?? '',
      isReusedConnection: earlier > 0,
    });
    await this.#carryOut(exchange, plan, route.endpoint, {
      id: exchange.id,
      parameter: route.parameter,
      query: new QueryParameters(target.query, plan.quirks.ignored),
      quirks: plan.quirks,
      bodyText,
      contentType: request.headers['content-type'],
    });
  }

  #exchange(request: IncomingMessage, response: ServerResponse, route: RouteMatch): Exchange {
    this.#lastId += 1;
    const endpoint = route.kind === 'none' ? null : route.endpoint;
    return {
      request,
      response,
      method: request.method ?? 'GET',
      endpoint,
      id: `r-${String(this.#lastId).padStart(6, '0')}`,
      service: serviceOf(endpoint ?? 'account', this.#settings.context.counting),
      fairUse: /^\s*minute rated\s*$/i.test(String(request.headers['x-rate-limit-fair-use-policy'] ?? '')),
    };
  }

  /** The request's way to the endpoint and the answer's way back, with the fault that was planned for it. */
  async #carryOut(
    exchange: Exchange,
    plan: FaultPlan,
    endpoint: EndpointName,
    request: ReceivedRequest,
  ): Promise<void> {
    const travel = this.#latency() / 2;
    await this.#wait(travel + plan.waitBefore);
    if (plan.action !== null && plan.action.when !== 'after' && plan.action.kind !== 'truncate') {
      await this.#act(exchange, plan, plan.action);
      return;
    }
    const { answer, figures } = this.#answer(exchange, endpoint, request);
    await this.#wait(travel + plan.waitAfter);
    if (plan.action !== null && plan.action.kind !== 'truncate') await this.#act(exchange, plan, plan.action);
    else await this.#send(exchange, answer, plan, figures);
  }

  /** Counts the request and carries it out. Its effect stays even when the answer is lost. */
  #answer(
    exchange: Exchange,
    endpoint: EndpointName,
    request: ReceivedRequest,
  ): { answer: Answer; figures: RateFigures } {
    const { context, tallies } = this.#settings;
    const admission = context.limits.admit(exchange.service, exchange.fairUse);
    const { figures } = admission;
    try {
      if (!admission.admitted) {
        const span = admission.exceeded === 'day' ? 'daily limit' : 'limit of the current minute';
        throw new RequestProblem(429, 'TooManyRequests', `The ${span} of ${exchange.service} is used up.`);
      }
      tallies.admitted(exchange.service, context.clock.now(), admission.price);
      const { resource, verb, answers } = endpoints[endpoint];
      if (!(context.resourceRights[resource] ?? []).includes(verb)) {
        throw new RequestProblem(403, 'Forbidden', `This account has no right to ${verb} ${resource}.`);
      }
      if (negotiate(exchange.request.headers.accept, offers[answers]) === null) {
        throw new RequestProblem(406, 'NotAcceptable', `This service answers ${offers[answers].join(' or ')} only.`);
      }
      if (request.bodyText === null)
        throw new RequestProblem(400, 'SerializationException', 'The body is not valid UTF-8.');
      const answer = handlers[endpoint](context, { ...request, bodyText: request.bodyText });
      const isRefusal = answer.body.kind === 'value' && (answer.body.value as { success?: boolean }).success === false;
      if (endpoint === 'importLead' && isRefusal) context.store.addToTally('rejected');
      return { answer, figures };
    } catch (error) {
      if (!(error instanceof RequestProblem)) throw error;
      this.#countImportProblem(exchange, error);
      return { answer: this.#problem(error, figures), figures };
    }
  }

  async #refuse(exchange: Exchange, problem: RequestProblem): Promise<void> {
    this.#countImportProblem(exchange, problem);
    const figures = this.#settings.context.limits.figures(exchange.service, exchange.fairUse);
    await this.#send(exchange, this.#problem(problem, figures), noPlan, figures);
  }

  /** Rejected: the lead itself was wrong. Refused: the service would not look at it (401, 403, 406, 413, 429). */
  #countImportProblem(exchange: Exchange, problem: RequestProblem): void {
    if (exchange.endpoint === 'importLead' && exchange.method === 'POST')
      this.#settings.context.store.addToTally(problem.status === 400 ? 'rejected' : 'refused');
  }

  #problem(problem: RequestProblem, figures: RateFigures): Answer {
    const { dialect } = this.#settings.context;
    const answer = problemAnswer(problem, dialect);
    if (problem.status !== 429 || !dialect.retryAfter) return answer;
    return { ...answer, headers: { ...answer.headers, 'Retry-After': String(this.#seconds(figures.resetIn)) } };
  }

  /** Carries out the one thing that replaces the answer. */
  async #act(exchange: Exchange, plan: FaultPlan, action: FaultSpecification): Promise<void> {
    const { socket } = exchange.response;
    if (action.kind === 'reset') socket?.resetAndDestroy();
    else if (action.kind === 'close') socket?.destroy();
    if (action.kind === 'reset' || action.kind === 'close' || action.kind === 'hang') return;
    if (action.kind === 'tooManyRequests') {
      const figures = this.#exceededFigures(exchange, action);
      const answer = this.#problem(new RequestProblem(429, 'TooManyRequests', 'Too many requests.'), figures);
      const retry = action.retryAfter === undefined ? {} : { 'Retry-After': action.retryAfter };
      await this.#send(exchange, { ...answer, headers: { ...answer.headers, ...retry } }, plan, figures);
      return;
    }
    await this.#send(exchange, replacement(action, this.#settings.context.dialect), plan);
  }

  #exceededFigures(exchange: Exchange, action: FaultSpecification): RateFigures {
    const { context } = this.#settings;
    const limit = context.limitOf(exchange.service);
    const isDay = action.period === 'day';
    const real = context.limits.figures(exchange.service, !isDay);
    const resetIn =
      action.resetSeconds === undefined ? real.resetIn : action.resetSeconds * 1000 * (context.clock.speed || 1);
    return { limit: isDay ? limit : minuteLimit(limit), remaining: 0, resetIn };
  }

  async #send(exchange: Exchange, answer: Answer, plan: FaultPlan, known?: RateFigures): Promise<void> {
    const { context, tallies } = this.#settings;
    const { limits, dialect, clock } = context;
    const figures = known ?? limits.figures(exchange.service, exchange.fairUse);
    tallies.answered(exchange.service, answer.status);
    const produced = exchange.endpoint === null ? [] : offers[endpoints[exchange.endpoint].answers];
    const reset =
      dialect.resetForm === 'unix' ? Math.ceil((clock.now() + figures.resetIn) / 1000) : this.#seconds(figures.resetIn);
    await deliver({
      response: exchange.response,
      answer,
      dialect,
      asHtml: answer.status === 200 && negotiate(exchange.request.headers.accept, produced) === 'text/html',
      isHead: exchange.method === 'HEAD',
      headers: {
        'X-Rate-Limit-Limit': String(figures.limit),
        'X-Rate-Limit-Remaining': String(figures.remaining),
        'X-Rate-Limit-Reset': String(reset),
        'X-Practice-Request': exchange.id,
        Date: new Date(clock.now()).toUTCString(),
        'Cache-Control': 'no-store',
        ...plan.headers,
      },
      truncation: plan.action?.kind === 'truncate' ? plan.action : null,
    });
  }

  /** Seconds as the caller lives them: a clock that runs ten times faster shortens the wait to a tenth. */
  #seconds(resetIn: number): number {
    return Math.max(0, Math.ceil(resetIn / 1000 / (this.#settings.context.clock.speed || 1)));
  }

  #latency(): number {
    const { latency, random } = this.#settings;
    return typeof latency === 'number' ? latency : latency.minimum + (latency.maximum - latency.minimum) * random();
  }

  #wait(milliseconds: number): Promise<void> {
    if (milliseconds <= 0) return Promise.resolve();
    return new Promise((resolve) => this.#settings.context.clock.after(milliseconds, resolve));
  }
}

function routeProblem(target: Target | null, route: RouteMatch): RequestProblem | null {
  if (target === null) return new RequestProblem(400, 'InvalidAddress', 'The address is not encoded correctly.');
  if (route.kind !== 'wrongMethod') return null;
  return new RequestProblem(405, 'MethodNotAllowed', `This address takes ${route.allowed.join(' and ')} only.`, {
    headers: { Allow: route.allowed.join(', ') },
  });
}

function wrongPassword(): RequestProblem {
  return new RequestProblem(401, 'Unauthorized', 'The user name or the password is wrong.', {
    headers: { 'WWW-Authenticate': 'Basic realm="Practice service", charset="UTF-8"' },
  });
}

function tooLarge(): RequestProblem {
  return new RequestProblem(413, 'RequestTooLarge', 'The body is larger than 10 MB.', {
    headers: { Connection: 'close' },
  });
}

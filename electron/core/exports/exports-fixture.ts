import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { vi } from 'vitest';
import { specFolder } from '../foundation/folder-fixture.ts';
import type { AccountSummary } from '../../../shared/contract/account/account.ts';
import type { ChannelArgs, ChannelResult, CoreChannelName, EventName } from '../../../shared/contract/channels.ts';
import { type ExportSummary, exportSummarySchema } from '../../../shared/contract/exports/exports.ts';
import { DEFAULT_SAVE_FORMATS } from '../../../shared/contract/exports/save-formats.ts';
import { viewSchema } from '../../../shared/contract/exports/views.ts';
import { EVERYTHING } from '../../../shared/domain/service/queries/query-fixture.ts';
import { fastClock } from '../api/simulation/fast-clock.ts';
import { openSpecServer, type SpecServer } from '../api/simulation/spec-server.ts';
import { namesIn } from '../storage/own-folder.ts';
import { closePrograms, realClient, specAccount, SpecProgram } from '../sessions/session-fixture.ts';
import { systemClock } from '../system/system-clock.ts';
import { openExports } from './exports-feature.ts';

/* For specs: the exports of an account in several programs, over HTTP. The service answers with three leads. */

type ExportChannel = Extract<CoreChannelName, `export:${string}` | `compare:${string}`>;

const WHOLE = { ...viewSchema.parse({}), marks: null };

export class ExportsProgram extends SpecProgram {
  readonly told: ExportSummary[] = [];
  readonly removed: string[] = [];
  /** Called with everything that is said. */
  onEvent: (name: EventName, payload: unknown) => void = () => undefined;
  feature = this.#open();

  /** On real time, before a service of the spec. */
  static at(folder: string, address: string): ExportsProgram {
    return new ExportsProgram({ folder, account: specAccount(address), clock: systemClock, api: realClient(address) });
  }

  #open() {
    const services = this.services({
      emit: (name: EventName, payload: unknown) => {
        if (name === 'export:progress') this.told.push(exportSummarySchema.parse(payload));
        if (name === 'export:removed') this.removed.push((payload as { exportId: string }).exportId);
        this.onEvent(name, payload);
      },
    });
    return openExports(services, this.session, { learn: () => undefined, forgetExport: () => undefined });
  }

  /** Ends it, and begins anew over the same journal. @param meanwhile what happens to what it left */
  async restart(meanwhile: () => void = () => undefined): Promise<void> {
    await this.feature[Symbol.asyncDispose]();
    meanwhile();
    this.told.length = 0;
    this.feature = this.#open();
  }

  call<Name extends ExportChannel>(
    name: Name,
    args: ChannelArgs<Name>,
    { signal }: Pick<AbortController, 'signal'> = new AbortController(),
  ): Promise<ChannelResult<Name>> {
    return this.feature.handlers[name](args, { signal });
  }

  start(query: ChannelArgs<'export:start'>['query'] = EVERYTHING): Promise<ExportSummary> {
    return this.call('export:start', { query });
  }

  /** What is said of an export, as soon as it is so. */
  until({ id }: { readonly id: string }, isSo: (now: ExportSummary) => boolean): Promise<ExportSummary> {
    const latest = () => {
      const now = this.told.findLast((summary) => summary.id === id);
      return now !== undefined && isSo(now) && now;
    };
    return vi.waitUntil(latest, { interval: 5, timeout: 20_000 });
  }

  /** A new export at its end. */
  async fetched(query?: ChannelArgs<'export:start'>['query']): Promise<ExportSummary> {
    return this.until(await this.start(query), ({ state }) => state !== 'running');
  }

  rows({ id }: { readonly id: string }, asked: Partial<ChannelArgs<'export:rows'>> = {}) {
    return this.call('export:rows', { exportId: id, ...WHOLE, offset: 0, limit: 500, ...asked });
  }

  act(name: 'get' | 'cancel' | 'refresh', { id }: { readonly id: string }): Promise<ExportSummary> {
    return this.call(`export:${name}`, { exportId: id });
  }

  remove({ id }: { readonly id: string }): Promise<unknown> {
    return this.call('export:delete', { exportId: id });
  }

  /** @param token the name of the file */
  save(
    { id }: { readonly id: string },
    token = 'saved.csv',
    asked: Partial<ChannelArgs<'export:save'>> = {},
    cancel?: AbortController,
  ) {
    const whole = { ...WHOLE, columns: null, format: DEFAULT_SAVE_FORMATS.csv };
    return this.call('export:save', { exportId: id, token, ...whole, ...asked }, cancel);
  }

  async list(): Promise<readonly ExportSummary[]> {
    return (await this.call('export:list', {})).exports;
  }
}

/** Closing it fails when a program has logged a bug. */
export class ExportsBench implements AsyncDisposable {
  readonly folder = specFolder('exports');
  readonly clock = fastClock(20);
  readonly account: AccountSummary;
  /** What comes first in each answer of the service. */
  first: readonly string[] = LEADS.slice(0, 1);
  /** The service sends what comes first and closes the connection. */
  breaksOff = false;
  readonly #server: SpecServer;
  readonly #programs: ExportsProgram[] = [];
  readonly #held: ServerResponse[] = [];
  #isHolding = false;

  private constructor(server: SpecServer) {
    this.#server = server;
    server.answer = (_request, response) => {
      response.write(`[${this.first.join(',')},`);
      if (this.#isHolding) this.#held.push(response);
      // Closed behind what was written: a reset could overtake it.
      else if (this.breaksOff) response.socket?.end();
      else response.end(`${LEADS.slice(1).join(',')}]`);
    };
    this.account = specAccount(server.address);
  }

  static async open(): Promise<ExportsBench> {
    return new ExportsBench(await openSpecServer());
  }

  program(): ExportsProgram {
    const program = new ExportsProgram(this);
    this.#programs.push(program);
    return program;
  }

  /** The service sends the first lead of an answer, and the others when the returned function is called. */
  hold(): () => void {
    this.#isHolding = true;
    return () => {
      this.#isHolding = false;
      for (const response of this.#held.splice(0)) response.end(`${LEADS.slice(1).join(',')}]`);
    };
  }

  /** Files of results, and of leases that have no owner any more or still one. */
  files(): string[] {
    const lockName = (name: string) => !name.endsWith('-journal');
    return [...namesIn(join(this.folder, 'results')), ...namesIn(join(this.folder, 'locks')).filter(lockName)];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await closePrograms(this.#programs, this.#server, this.folder);
  }
}

/** A lead of the service, in a campaign of the ten. */
export const leadOf = (uniqueId: string, number = 0) =>
  JSON.stringify({
    uniqueId,
    lastModifiedTime: '2026-11-23T10:00:00',
    campaign: { code: `CAMPAIGN-${number % 10}` },
    data: { Firma: `Firm ${uniqueId}` },
  });

const LEADS = ['a', 'b', 'c'].map((uniqueId) => leadOf(uniqueId));

import { writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { specFolder } from '../foundation/folder-fixture.ts';
import type { AccountSummary } from '../../../shared/contract/account/account.ts';
import type { ChannelArgs, ChannelResult, EventName } from '../../../shared/contract/channels.ts';
import type { SegmentChange } from '../../../shared/contract/segments/segment-changes.ts';
import { fastClock } from '../api/simulation/fast-clock.ts';
import { type HeardRequest, openSpecServer, type SpecServer } from '../api/simulation/spec-server.ts';
import { notFound } from '../foundation/failure.ts';
import { closePrograms, specAccount, SpecProgram } from '../sessions/session-fixture.ts';
import { openSegments } from './segments-feature.ts';

/* For specs: the segments of an account over HTTP, with a service that keeps the members of one segment, `S 1`. */

/** Leads of one request. */
const BATCH = 3;

type SegmentChannel = keyof ReturnType<typeof openSegments>['handlers'];
export type Prepare = Partial<ChannelArgs<'segment:prepare'>> & { readonly text?: string };

/** The change has sent all, and the count behind it is read. */
export const isEnded = ({ state, after }: SegmentChange) => state === 'ended' && after !== null;

export class SegmentsProgram extends SpecProgram {
  readonly told: SegmentChange[] = [];
  readonly removed: string[] = [];
  /** How many changes this program said that it works on, each time it did. */
  readonly working: number[] = [];
  protected readonly feature: ReturnType<typeof openSegments>;

  constructor(bench: SegmentsBench, resumeOnOpen: boolean) {
    super(bench);
    const { folder } = bench;
    const services = this.services({
      emit: (name: EventName, payload: unknown) => {
        if (name === 'segment:progress') this.told.push(payload as SegmentChange);
        if (name === 'segment:removed') this.removed.push((payload as { changeId: string }).changeId);
        if (name === 'segment:working') this.working.push((payload as { running: number }).running);
      },
      grantedFile: (token, access) => ({ token, access, path: join(folder, 'ids.csv'), name: 'ids.csv' }),
    });
    this.feature = openSegments(services, this.session, {
      resumeOnOpen,
      namesInResults: async (leadIds) =>
        leadIds
          .filter((leadId) => leadId === '1')
          .map((leadId) => ({ leadId, name: 'Anna Lund', from: 'result', source: 'Energi', at: 1 })),
      namesInImports: async (leadIds) =>
        leadIds
          .filter((leadId) => leadId === '1' || leadId === '2')
          .map((leadId) => ({ leadId, name: 'Bo', from: 'import', source: 'clubs.csv', at: 2 })),
      writeLeadIds: async (_exportId, _view, target) => {
        const lines = ['9', null, '9'].map((uniqueId) => JSON.stringify({ uniqueId }));
        writeFileSync(target, `${lines.join('\n')}\n`);
        return { name: 'Energi since Monday' };
      },
      createdLeads: (jobId) => {
        if (jobId !== 'job') throw notFound('This import was deleted.');
        return { name: 'clubs.csv', leadIds: [['7', '8'], ['7']] };
      },
    });
  }

  call<Name extends SegmentChannel>(name: Name, args: ChannelArgs<Name>): Promise<ChannelResult<Name>> {
    const signal = new AbortController().signal;
    return this.feature.handlers[name](args, { signal });
  }

  prepare({ text = '1\n2\n3\n4', ...args }: Prepare = {}): Promise<SegmentChange> {
    return this.call('segment:prepare', {
      segmentId: 'S 1',
      kind: 'add',
      source: { from: 'text', text, words: 'pasted list' },
      leaveOutEarlier: true,
      ...args,
    });
  }

  act(
    name: 'start' | 'pause' | 'repair' | 'stop' | 'change' | 'prepareUndo',
    { id }: { readonly id: string },
  ): Promise<SegmentChange> {
    return this.call(`segment:${name}`, { changeId: id });
  }

  /** The change as soon as it is so. */
  async until(change: SegmentChange, isSo: (now: SegmentChange) => boolean): Promise<SegmentChange> {
    for (let looks = 0; looks < 1_000; looks += 1) {
      const now = await this.act('change', change);
      if (isSo(now)) return now;
      await setTimeout(10);
    }
    throw new Error('The change did not come to be so.');
  }

  /** A change that was begun and has ended. */
  async add(args: Prepare = {}): Promise<SegmentChange> {
    const prepared = await this.prepare(args);
    await this.act('start', prepared);
    return this.until(prepared, isEnded);
  }

  resolve({ id }: SegmentChange, batch: number, as: ChannelArgs<'segment:resolve'>['as']): Promise<SegmentChange> {
    return this.call('segment:resolve', { changeId: id, batch, as });
  }

  remove({ id }: { readonly id: string }): Promise<unknown> {
    return this.call('segment:removeChange', { changeId: id });
  }

  async changes(): Promise<readonly SegmentChange[]> {
    return (await this.call('segment:changes', {})).changes;
  }
}

/** Closing it fails when a program has logged a bug. */
export class SegmentsBench implements AsyncDisposable {
  readonly folder = specFolder('segments');
  readonly clock = fastClock(50);
  readonly server: SpecServer;
  readonly account: AccountSummary;
  /** Members of the segment, as the service keeps them. */
  readonly members = new Set<string>();
  /** The ids of every request that the service took, in their order. */
  readonly taken: string[][] = [];
  /** Takes the place of the answer to a change. True: it answered, or will never. */
  instead: (request: HeardRequest, response: ServerResponse, ids: readonly string[]) => boolean = () => false;
  readonly #programs: SegmentsProgram[] = [];

  private constructor(server: SpecServer) {
    this.server = server;
    server.answer = (request, response) => this.#answer(request, response);
    this.account = specAccount(server.address, { segmentBatch: BATCH });
  }

  static async open(): Promise<SegmentsBench> {
    return new SegmentsBench(await openSpecServer());
  }

  program(resumeOnOpen = true): SegmentsProgram {
    const program = new SegmentsProgram(this, resumeOnOpen);
    this.#programs.push(program);
    return program;
  }

  /**
   * The connection breaks before an answer to a change comes. `times`: how often, else always. `lead`: only where it is
   * among them. `arrives`: the service carried the change out.
   */
  lose({ times = Number.POSITIVE_INFINITY, lead = '', arrives = false } = {}): void {
    let left = times;
    this.instead = (_request, response, ids) => {
      if (left === 0 || (lead !== '' && !ids.includes(lead))) return false;
      left -= 1;
      if (arrives) for (const id of ids) this.members.add(id);
      response.destroy();
      return true;
    };
  }

  /** A change whose first batch is on its way until `release` is called. */
  async onItsWay(
    program: SegmentsProgram,
    args: Prepare = {},
  ): Promise<{ readonly change: SegmentChange; readonly release: () => void }> {
    const change = await program.prepare(args);
    const release = this.hold();
    await program.act('start', change);
    await program.until(change, ({ batches }) => batches[0]?.state === 'sent');
    return { change, release };
  }

  /** The service holds its answers to changes from now on, until the returned function is called. */
  hold(): () => void {
    const held: (() => void)[] = [];
    const { instead } = this;
    this.instead = (request, response) => {
      held.push(() => {
        this.#answer(request, response);
      });
      return true;
    };
    return () => {
      this.instead = instead;
      for (const answer of held) answer();
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await closePrograms(this.#programs, this.server, this.folder);
  }

  #answer(request: HeardRequest, response: ServerResponse): void {
    const { members } = this;
    const segments = () =>
      JSON.stringify([{ uniqueId: 'S 1', name: 'Spring', isActive: true, goalCurrentValue: members.size }]);
    if (request.method === 'GET') return void response.end(segments());
    const { leadUniqueIds } = JSON.parse(request.body) as { leadUniqueIds: string[] };
    if (this.instead(request, response, leadUniqueIds)) return;
    this.taken.push(leadUniqueIds);
    const known = leadUniqueIds.filter((id) => !id.startsWith('gone'));
    for (const id of known) {
      if (request.method === 'POST') members.add(id);
      else members.delete(id);
    }
    if (request.method === 'DELETE') return void response.end(segments());
    response.end(JSON.stringify({ UnknownLeads: leadUniqueIds.filter((id) => !known.includes(id)) }));
  }
}

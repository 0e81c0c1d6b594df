// Why: decision 0522.
import type { TeamImport, ToldUse } from '../../../shared/contract/team/team.ts';
import { MINUTE, SECOND } from '../../../shared/domain/time/time.ts';
import { storageTrouble } from '../foundation/failure.ts';
import type { Clock, Log, Timer } from '../foundation/ports.ts';
import { stateOf } from './chain/office-state.ts';
import { knownSchema, understood } from './chain/team-answers.ts';
import type { TeamJournal } from './chain/team-journal.ts';
import type { TeamKeys } from './keys/team-keys.ts';
import { TeamTrouble } from './link/team-link.ts';
import type { ToldMarks } from './told-marks.ts';
import type { TeamDesk } from './team-desk.ts';

/** Milliseconds between two pulses while rows of this computer go, and while none goes: so long may others wait for it to declare. */
const BUSY = 15 * SECOND;
const IDLE = MINUTE;

export interface TeamPulseOptions {
  readonly journal: TeamJournal;
  readonly desk: TeamDesk;
  readonly marks: ToldMarks;
  /** What this computer has used of the quota. */
  readonly use: (keys: TeamKeys) => ToldUse;
  readonly clock: Clock;
  readonly log: Pick<Log, 'bug'>;
}

/** Tells colleagues what this computer imports now, what it has used of the quota, and that it is there. Without a team no timer runs. */
export class TeamPulse implements AsyncDisposable {
  readonly #options: TeamPulseOptions;
  #imports: () => readonly TeamImport[] = () => [];
  /** Rows went when imports were looked at last: a look may write, and fail, so the timer takes none. */
  #isBusy = false;
  #timer: Timer | null = null;
  #telling: Promise<void> | null = null;
  #toldAt = Number.NEGATIVE_INFINITY;
  #isClosed = false;

  constructor(options: TeamPulseOptions) {
    this.#options = options;
  }

  /** What there is to tell, the latest first. */
  follow(imports: () => readonly TeamImport[]): void {
    this.#imports = imports;
    this.rouse();
  }

  /** Something has changed that colleagues want to know soon, or the account has come into a team. */
  rouse(): void {
    if (this.#isClosed || this.#options.journal.self() === null) return;
    const { clock } = this.#options;
    this.#timer?.cancel();
    const wait = Math.max(0, this.#toldAt + BUSY - clock.monotonicNow());
    this.#timer = clock.after(wait, () => this.#tell());
  }

  #tell(): void {
    this.#telling ??= this.pulse()
      .catch((error: unknown) => {
        if (!(error instanceof TeamTrouble) && storageTrouble(error) === null)
          this.#options.log.bug('tell the team what is imported', error);
      })
      .finally(() => {
        this.#telling = null;
        this.#again();
      });
  }

  #again(): void {
    const { clock, journal } = this.#options;
    this.#timer?.cancel();
    if (this.#isClosed || journal.self() === null) return;
    this.#timer = clock.after(this.#isBusy ? BUSY : IDLE, () => this.#tell());
  }

  /** @throws TeamTrouble */
  async pulse(): Promise<void> {
    const { journal, desk, marks, use, clock } = this.#options;
    this.#toldAt = clock.monotonicNow();
    const imports = this.#imports();
    this.#isBusy = imports.some(({ state }) => state === 'running');
    await desk.talk(async (open) => {
      const self = journal.self();
      if (self === null) return;
      const state = stateOf(open.keys, { name: self.name, imports, use: use(open.keys) });
      const answer = await open.link.call('pulse_v1', { office: self.office, state });
      const { verdict } = understood(knownSchema, answer);
      await open.chain.keepUp(verdict === 'done');
      await marks.tell(open);
    });
  }

  /** What ended is told as ended, if the team was reached in this run. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#timer?.cancel();
    this.#isClosed = true;
    await this.#telling;
    if (this.#options.desk.isOpen && this.#toldAt > Number.NEGATIVE_INFINITY) this.#tell();
    await this.#telling;
  }
}

import type { AccountExports } from '../../electron/core/exports/account-exports.ts';
import { EVERYTHING } from '../../shared/domain/service/queries/query-fixture.ts';
import type { ExportLaws, ToldExport } from './export-laws.ts';
import type { ExportDeed } from './export-plan.ts';
import type { PeoplesWorld } from './people.ts';
import type { Program } from './program.ts';
import { type Answer, awaited } from './waiting.ts';

interface ExportWorld extends Omit<PeoplesWorld, 'laws'> {
  readonly laws: ExportLaws;
}

/** What people ask of the programs about exports, and what they are told. */
export class ExportPeople {
  readonly #world: ExportWorld;

  constructor(world: ExportWorld) {
    this.#world = world;
  }

  /** Nothing happens when the program or the export is not there. */
  async ask({ what, export: number, by, draw }: ExportDeed): Promise<void> {
    const { programs, laws, tell } = this.#world;
    const program = programs[by];
    if (program == null) return;
    if (what === 'begin') {
      const merges = draw < 0.5;
      const begun = await program.exports((exports) => exports.start(EVERYTHING, { merges }));
      if (begun.kind === 'done') laws.begun(number, begun.value.id);
      tell(`${program.name} says to begin export${number}: ${begun.kind === 'done' ? 'done' : begun.words}`);
      return;
    }
    const told = laws.told.get(number);
    if (told === undefined) return;
    const answer = await this.#asked(program, what, told);
    tell(`${program.name} says to ${what} export${number}: ${answer.kind === 'done' ? 'done' : answer.words}`);
  }

  async #asked(
    program: Program,
    what: Exclude<ExportDeed['what'], 'begin'>,
    told: ToldExport,
  ): Promise<Answer<unknown>> {
    const of = (work: (exports: AccountExports) => Promise<unknown>) => program.exports(work);
    switch (what) {
      case 'refresh':
        return of((exports) => exports.refresh(told.id));
      case 'cancel':
        return of((exports) => exports.cancel(told.id));
      case 'list':
        return of(async (exports) => exports.all());
      case 'remove': {
        const mayBeGone = told.isLeaving;
        told.isLeaving = true;
        const answer = await of((exports) => exports.remove(told.id, async () => undefined));
        if (answer.kind === 'done') told.isGone = true;
        else told.isLeaving = mayBeGone;
        return answer;
      }
    }
  }

  /** Whether no export is being fetched or refreshed. Its page is open: it looks at those of other programs. */
  async lookAfter(program: Program): Promise<boolean> {
    if (!program.hasExports) return true;
    const { run } = this.#world;
    const all = await awaited(
      run,
      program.exports(async (exports) => exports.all()),
    );
    return all.every(({ state, refresh }) => state !== 'running' && refresh?.state !== 'running');
  }
}

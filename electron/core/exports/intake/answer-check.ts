// Why: decision 0127.
import type { FilterCheck } from '../../../../shared/contract/exports/answered.ts';
import { wildcard } from '../../../../shared/domain/service/queries/wildcard.ts';
import type { AskedFilter, FilterTest } from './question.ts';
import { serviceMoment } from '../queries/service-moment.ts';

type Cells = readonly (string | null)[];
/** Whether a value fits the filter; null when the value does not tell. */
type Judge = (value: string) => boolean | null;

/** Verdicts that are remembered for each filter: leads repeat the same few statuses and projects. */
const REMEMBERED = 2000;
/** Characters of a value that is remembered: a status or a code is shorter, and longer ones could fill the memory. */
const LONGEST_REMEMBERED = 100;

interface Watched {
  readonly asked: AskedFilter;
  readonly judge: Judge;
  /** Columns of the result that show it, the likeliest first. */
  columns: number[];
  column: number | null;
  matching: number;
  others: number;
  unchecked: number;
}

/**
 * Compares every lead of an answer with what was asked for. Services leave filters out without a word; a lead that does
 * not fit proves it.
 */
export class AnswerCheck {
  readonly #filters: readonly Watched[];
  #known = 0;
  #asked = 0;
  #leads = 0;

  /** @param zone of the service's wall clock */
  constructor(filters: readonly AskedFilter[], zone: string) {
    this.#filters = filters.map((asked) => ({
      asked,
      judge: judgeOf(asked.test, zone),
      columns: [],
      column: null,
      matching: 0,
      others: 0,
      unchecked: 0,
    }));
  }

  /**
   * Counts one lead. Answers its mask: bit n is set when it does not fit the filter at position n.
   *
   * @param paths of the columns of `cells`
   * @param times -1 takes a lead out that was counted before
   */
  look(cells: Cells, paths: readonly string[], times: 1 | -1 = 1): number {
    if (this.#filters.length === 0) {
      this.#asked += times;
      return 0;
    }
    if (paths.length !== this.#known) this.#find(paths);
    this.#leads += times;
    let missed = 0;
    for (const [bit, filter] of this.#filters.entries()) {
      const fits = this.#fits(filter, cells);
      if (fits === null) filter.unchecked += times;
      else if (fits) filter.matching += times;
      else {
        filter.others += times;
        missed |= 1 << bit;
      }
    }
    if (missed === 0) this.#asked += times;
    return missed;
  }

  /** Leads that no filter speaks against. */
  get asked(): number {
    return this.#asked;
  }

  checks(paths: readonly string[]): FilterCheck[] {
    return this.#filters.map(({ asked, matching, others, unchecked, column }, bit) => ({
      filter: asked.filter,
      bit,
      verdict: verdictOf(others, matching),
      matching,
      others,
      unchecked,
      column: column === null ? null : (paths[column] ?? null),
    }));
  }

  #fits(filter: Watched, cells: Cells): boolean | null {
    const { test } = filter.asked;
    if (test.kind === 'unseen') return null;
    if (test.kind === 'limit') return this.#leads <= test.most;
    for (const column of filter.columns) {
      const value = cells[column] ?? '';
      const fits = value === '' ? null : filter.judge(value);
      if (fits === null) continue;
      filter.column ??= column;
      return fits;
    }
    return null;
  }

  #find(paths: readonly string[]): void {
    this.#known = paths.length;
    const folded = paths.map((path) => path.toLowerCase());
    for (const filter of this.#filters) {
      const { test } = filter.asked;
      if (!('columns' in test)) continue;
      // -1 for one that no lead has brought: no cell stands there.
      filter.columns = test.columns.map((path) => folded.indexOf(path.toLowerCase()));
    }
  }
}

export function verdictOf(others: number, matching: number): FilterCheck['verdict'] {
  if (others > 0) return 'ignored';
  return matching > 0 ? 'answered' : 'unchecked';
}

function judgeOf(test: FilterTest, zone: string): Judge {
  switch (test.kind) {
    case 'names': {
      const accepted = new Set(test.accepted.map((name) => name.toLowerCase()));
      return remembered((value) => accepted.has(value.trim().toLowerCase()));
    }
    case 'patterns': {
      const patterns = test.patterns.map(wildcard);
      return remembered((value) => patterns.some((fits) => fits(value.trim())));
    }
    case 'times': {
      const from = test.from === null ? null : serviceMoment(test.from, zone);
      const to = test.to === null ? null : serviceMoment(test.to, zone);
      if (from === null && to === null) return () => null;
      return (value) => {
        const moment = serviceMoment(value, zone);
        return moment === null ? null : (from === null || moment >= from) && (to === null || moment < to);
      };
    }
    case 'limit':
    case 'unseen':
      return () => null;
  }
}

function remembered(judge: (value: string) => boolean): Judge {
  const verdicts = new Map<string, boolean>();
  return (value) => {
    if (value.length > LONGEST_REMEMBERED) return judge(value);
    let verdict = verdicts.get(value);
    if (verdict === undefined) {
      verdict = judge(value);
      if (verdicts.size < REMEMBERED) verdicts.set(value, verdict);
    }
    return verdict;
  };
}

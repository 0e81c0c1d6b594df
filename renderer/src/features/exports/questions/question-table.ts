import type { Group, OuterGroup, Question, QuestionAnswer } from '../../../../../shared/contract/exports/questions.ts';
import type { ColumnFilter } from '../../../../../shared/contract/exports/views.ts';
import { format } from '../../../lib/format.ts';
import type { ViewColumn } from '../view/page-view.ts';
import { coloursOf, filterOfGroup, groupWords, REST_COLOUR } from './question-model.ts';

/** Column of a value across. */
export interface AcrossColumn {
  readonly title: string;
  readonly colour: string;
  /** The filter for the leads with this value; null: no filter can select them. */
  readonly filter: ColumnFilter | null;
}

/** A line of the answer: the total, a group, an inner group, or what is not named. */
export interface AnswerLine {
  /** Unique in the table; of a group also the key by which it opens. */
  readonly key: string;
  readonly kind: 'group' | 'inner' | 'rest' | 'total';
  readonly title: string;
  readonly small: string;
  readonly isQuiet: boolean;
  readonly rows: number;
  readonly measure: number | null;
  /** By the columns across; empty where they are not known. */
  readonly across: readonly number[];
  /** Filters for the leads of the line; null: no filter can select them. */
  readonly filters: readonly ColumnFilter[] | null;
  /** Inner groups; null: none. */
  readonly inner: number | null;
}

export interface AnswerTable {
  readonly across: readonly AcrossColumn[];
  readonly lines: readonly AnswerLine[];
  /** Most rows of a line of its kind, for the length of bars. */
  readonly mostOf: (kind: AnswerLine['kind']) => number;
}

interface Asked {
  readonly asked: Question;
  readonly columns: readonly ViewColumn[];
}

/** @param isOpen whether the inner groups of a group are shown, by its key */
export function answerTable(
  answer: QuestionAnswer,
  { asked, columns }: Asked,
  isOpen: (key: string) => boolean,
): AnswerTable {
  const pathOf = (index: number): string => columns.find((column) => column.index === index)?.path ?? '';
  const across = acrossColumns(answer, asked, pathOf);
  const [outerKey, innerKey] = asked.groups;
  const line = (
    group: Group,
    key: string,
    by: (typeof asked.groups)[number],
    more: Pick<AnswerLine, 'kind' | 'inner'> & { readonly within: readonly ColumnFilter[] | null },
  ): AnswerLine => {
    const filter = filterOfGroup(by, group);
    const { within, ...kind } = more;
    return {
      key,
      ...groupWords(pathOf(by.column), by.by, group),
      rows: group.rows,
      measure: group.measure,
      across: group.across,
      filters: filter === null || within === null ? null : [...within, filter],
      ...kind,
    };
  };
  const lines = answer.groups.flatMap((group: OuterGroup, place): AnswerLine[] => {
    if (outerKey === undefined) return [];
    const key = `group ${place}`;
    const own = line(group, key, outerKey, {
      kind: 'group',
      inner: innerKey === undefined ? null : group.groups.length + group.rest.groups,
      within: [],
    });
    if (innerKey === undefined || !isOpen(key)) return [own];
    return [
      own,
      ...group.groups.map((inner, at) =>
        line(inner, `${key} ${at}`, innerKey, { kind: 'inner', inner: null, within: own.filters }),
      ),
      ...restLine(group.rest, `${key} rest`),
    ];
  });
  const all = [...lines, ...restLine(answer.rest, 'rest'), totalLine(answer)];
  const most = new Map<string, number>();
  for (const { kind, rows } of all) most.set(kind, Math.max(most.get(kind) ?? 1, rows));
  return { across, lines: all, mostOf: (kind) => most.get(kind) ?? 1 };
}

function acrossColumns(
  answer: QuestionAnswer,
  { across }: Question,
  pathOf: (index: number) => string,
): AcrossColumn[] {
  if (across === null) return [];
  const path = pathOf(across.column);
  const colours = coloursOf(
    path,
    answer.across.map(({ value }) => value),
  );
  const named = answer.across.map((value, place): AcrossColumn => ({
    title: groupWords(path, across.by, value).title,
    colour: colours[place] ?? REST_COLOUR,
    filter: filterOfGroup(across, value),
  }));
  if (answer.acrossRest === 0) return named;
  const others = format.count(answer.acrossRest, { one: '# other', other: '# others' });
  return [...named, { title: others, colour: REST_COLOUR, filter: null }];
}

function restLine({ groups, rows }: OuterGroup['rest'], key: string): AnswerLine[] {
  if (groups === 0) return [];
  const title = format.count(groups, { one: '# more group', other: '# more groups' });
  return [
    { key, kind: 'rest', title, small: '', isQuiet: true, rows, measure: null, across: [], filters: null, inner: null },
  ];
}

function totalLine({ total, groups, rest }: QuestionAnswer): AnswerLine {
  const count = groups.length + rest.groups;
  const small = format.count(count, { one: '# group', other: '# groups' });
  return { key: 'total', kind: 'total', title: 'Total', small, isQuiet: false, ...total, filters: [], inner: null };
}

/** Every line that is named, as a table of a file: titles of its columns, and texts. */
export function answerFile(
  answer: QuestionAnswer,
  asked: Asked,
  heads: { readonly groups: readonly string[]; readonly measure: string | null },
): { readonly columns: string[]; readonly rows: string[][]; readonly figures: number[] } {
  const { across, lines } = answerTable(answer, asked, () => true);
  const columns = [
    ...heads.groups,
    'Leads',
    ...across.flatMap(({ title }) => [title, `${title}, share`]),
    ...(heads.measure === null ? [] : [heads.measure]),
  ];
  let group = '';
  const rows = lines.map(({ kind, title, small, rows: count, across: cells, measure }) => {
    const words = small !== '' && kind !== 'total' ? `${title}, ${small}` : title;
    if (kind !== 'inner') group = words;
    const names = heads.groups.length === 1 ? [words] : kind === 'inner' ? [group, words] : [words, ''];
    return [
      ...names,
      String(count),
      ...across.flatMap((_, place) => {
        const cell = cells[place];
        return cell === undefined ? ['', ''] : [String(cell), count === 0 ? '' : (cell / count).toFixed(4)];
      }),
      ...(heads.measure === null ? [] : [measure === null ? '' : figureText(measure)]),
    ];
  });
  const figures = columns.flatMap((_, position) => (position < heads.groups.length ? [] : [position]));
  return { columns, rows, figures };
}

/** Digits that a sum of fractions is sure of: 0.1 and 0.2 make 0.30000000000000004. */
const SURE_DIGITS = 15;

function figureText(measure: number): string {
  return String(Number.isInteger(measure) ? measure : Number(measure.toPrecision(SURE_DIGITS)));
}

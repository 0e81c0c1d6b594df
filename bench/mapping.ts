import { corpus, labelledHeaders } from '../shared/domain/mapping/testing/corpus.ts';
import type { CorpusFile } from '../shared/domain/mapping/testing/corpus.ts';
import { profilesOf } from '../shared/domain/mapping/testing/profiles.ts';
import { conceptNames, suggestMapping } from '../shared/domain/mapping/index.ts';
import { atLeast, atMost, type Bench, type Cell } from './frame.ts';
import { secondCorpus, secondHeaders } from './mapping/second-corpus/index.ts';
import { distanceRule, equalNameRule, wordPairRule, type MatchRule } from './mapping/published-rules.ts';

interface Score {
  found: number;
  wrong: number;
  missed: number;
}

function judge(files: readonly CorpusFile[], suggested: (string | null)[][]): Score {
  const score: Score = { found: 0, wrong: 0, missed: 0 };
  files.forEach((file, fileIndex) =>
    file.columns.forEach((column, index) => {
      const field = suggested[fileIndex]?.[index] ?? null;
      if (field !== null && column.accepted.includes(field)) score.found += 1;
      else if (field !== null) score.wrong += 1;
      else if (!column.accepted.includes('-')) score.missed += 1;
    }),
  );
  return score;
}

function byRule(files: readonly CorpusFile[], rule: MatchRule): Score {
  return judge(
    files,
    files.map((file) =>
      rule(
        file.columns.map((column) => column.header),
        conceptNames,
      ),
    ),
  );
}

function byProgram(files: readonly CorpusFile[]): Score {
  return judge(
    files,
    files.map((file) => {
      const longest = Math.max(...file.columns.map((column) => column.values.length));
      const rows = Array.from({ length: longest }, (_, row) => file.columns.map((column) => column.values[row] ?? ''));
      const columns = profilesOf(
        file.columns.map((column) => column.header),
        rows,
      );
      return suggestMapping({ columns, fields: [], earlier: [] }).map((suggestion) => suggestion.field);
    }),
  );
}

export const bench: Bench = {
  name: 'mapping',
  title: 'Suggested mappings on labelled headers, beside the rules other importers publish',
  run() {
    const own = byProgram(corpus);
    const second = byProgram(secondCorpus);
    const rules: [string, MatchRule][] = [
      ['edit distance of at most 2 (react-spreadsheet-import)', distanceRule],
      ['equal but for case and signs (Jetstream)', equalNameRule],
      ['best pair of words above 0.9 (tableflow)', wordPairRule],
    ];
    const first = rules.map(([name, rule]): [string, Score] => [name, byRule(corpus, rule)]);
    const scores: [string, Score][] = [
      ['this program', own],
      ...first,
      ['second set: this program', second],
      ...rules.map(([name, rule]): [string, Score] => [`second set: ${name}`, byRule(secondCorpus, rule)]),
    ];
    const recall = (score: Score) => score.found / Math.max(1, score.found + score.missed);
    const others = Math.max(...first.map(([, score]) => recall(score)));
    const rows: Cell[][] = scores.map(([name, score]) => [
      name,
      score.found,
      score.wrong,
      score.missed,
      `${Math.round(recall(score) * 100)} %`,
    ]);
    return Promise.resolve({
      columns: ['rule', 'right', 'wrong', 'left empty', 'recall'],
      rows,
      notes: [
        `${labelledHeaders} headers of ${corpus.length} files in the languages of the word lists, made with the rules; the fields offered are the ${conceptNames.length} usual ones of a lead.`,
        `Second set: ${secondHeaders} headers of ${secondCorpus.length} files, written before the rules were looked at; on the day it was written 273 were right, 11 wrong and 210 left empty.`,
        'The other rules are re-implemented from their description and see the headers and the same field names; they do not look at values.',
      ],
      checks: [
        atLeast('labelled-headers', labelledHeaders, 300),
        atMost('wrong-suggestions', own.wrong, 0),
        atLeast('recall', recall(own), 0.9),
        atLeast('second-headers', secondHeaders, 400),
        atMost('second-wrong-suggestions', second.wrong, 0),
        atLeast('second-recall', recall(second), 0.8),
        atLeast('recall-above-others', recall(own) - others, 0),
      ],
    });
  },
};

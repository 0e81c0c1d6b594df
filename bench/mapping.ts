import { corpus, labelledHeaders } from '../shared/domain/mapping/testing/corpus.ts';
import { profilesOf } from '../shared/domain/mapping/testing/profiles.ts';
import { conceptNames, suggestMapping } from '../shared/domain/mapping/index.ts';
import { atLeast, atMost, type Bench, type Cell } from './frame.ts';
import { distanceRule, equalNameRule, wordPairRule, type MatchRule } from './mapping/published-rules.ts';

interface Score {
  found: number;
  wrong: number;
  missed: number;
}

function judge(suggested: (string | null)[][]): Score {
  const score: Score = { found: 0, wrong: 0, missed: 0 };
  corpus.forEach((file, fileIndex) =>
    file.columns.forEach((column, index) => {
      const field = suggested[fileIndex]?.[index] ?? null;
      if (field !== null && column.accepted.includes(field)) score.found += 1;
      else if (field !== null) score.wrong += 1;
      else if (!column.accepted.includes('-')) score.missed += 1;
    }),
  );
  return score;
}

function byRule(rule: MatchRule): Score {
  return judge(
    corpus.map((file) =>
      rule(
        file.columns.map((column) => column.header),
        conceptNames,
      ),
    ),
  );
}

export const bench: Bench = {
  name: 'mapping',
  title: 'Suggested mappings on labelled headers, beside the rules other importers publish',
  run() {
    const own = judge(
      corpus.map((file) => {
        const rows = [0, 1, 2, 3, 4].map((row) => file.columns.map((column) => column.values[row] ?? ''));
        const columns = profilesOf(
          file.columns.map((column) => column.header),
          rows,
        );
        return suggestMapping({ columns, fields: [], earlier: [] }).map((suggestion) => suggestion.field);
      }),
    );
    const scores: [string, Score][] = [
      ['this program', own],
      ['edit distance of at most 2 (react-spreadsheet-import)', byRule(distanceRule)],
      ['equal but for case and signs (Jetstream)', byRule(equalNameRule)],
      ['best pair of words above 0.9 (tableflow)', byRule(wordPairRule)],
    ];
    const recall = (score: Score) => score.found / Math.max(1, score.found + score.missed);
    const others = Math.max(...scores.slice(1).map(([, score]) => recall(score)));
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
        `${labelledHeaders} headers of ${corpus.length} files in nine languages; the fields offered are the ${conceptNames.length} usual ones of a lead.`,
        'The other rules are re-implemented from their description and see the headers and the same field names; they do not look at values.',
      ],
      checks: [
        atLeast('labelled-headers', labelledHeaders, 300),
        atMost('wrong-suggestions', own.wrong, 0),
        atLeast('recall', recall(own), 0.9),
        atLeast('recall-above-others', recall(own) - others, 0),
      ],
    });
  },
};

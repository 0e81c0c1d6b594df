import { expect } from 'vitest';
import { eachTime } from '../../core/foundation/world-fixture.ts';
import { type BatchBench, CAMPAIGN, createBatchBench, type Ended, jsonLines } from '../batch-fixture.ts';

/** For specs: a desk for each test, and imports into its campaign. */
export function eachImportDesk() {
  let desk: BatchBench;
  let results = 0;
  eachTime(async () => (desk = await createBatchBench()));
  const resultFile = (ending = 'csv') => desk.path(`result-${(results += 1)}.${ending}`);

  return {
    desk: () => desk,
    resultFile,

    /** `import FILE --campaign C --result R --json` and more. @param content of the file, or the path of one */
    imported(content: string, ...more: string[]): Promise<Ended> {
      const file = content.includes('\n') ? desk.file('file.csv', content) : content;
      const result = more.includes('--result') || more.includes('--dry-run') ? [] : ['--result', resultFile()];
      return desk.run(['import', file, '--campaign', CAMPAIGN, ...result, ...more, '--json']);
    },

    /** The data of the leads that the service has. */
    sent: () => desk.practice.ledger.entries().map(({ data }) => data),

    rules: (text: string) => ['--rules', desk.file('rules.json', text)],
  };
}

/** What the command printed. */
export const linesOf = ({ stdout }: Ended) => jsonLines(stdout);

/** The five colours and what waits add up to the file. */
export function expectSum({ last }: Ended): void {
  const {
    created = 0,
    refused = 0,
    unknown = 0,
    skipped = 0,
    waiting = 0,
    excluded = 0,
    rows,
  } = last as Record<string, number>;
  expect(created + refused + unknown + skipped + waiting + excluded).toBe(rows);
}

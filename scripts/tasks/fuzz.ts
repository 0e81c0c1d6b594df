import { campaign, note } from '../campaign/frame.ts';
import { fuzzCampaign } from '../fuzz/campaign.ts';

/** Bytes that the heap may have grown by in the second half of the calls: what is remembered has a limit. */
const MOST_GROWTH = 32 * 1024 ** 2;

const usage = `npm run fuzz -- [--calls N] [--seed S]

Calls every channel of the browser host with what fits its schema, what nearly fits, and what is hostile. Ends with 1 when
an answer was a bug, a 500 or named a path of this computer, or the heap grew.
`;

await campaign({ usage, numbers: { calls: 1_000, seed: 1 } }, async (numbers) => {
  const { answers, calls, findings, heap, worked } = await fuzzCampaign(numbers.calls, numbers.seed, (done) =>
    note(`${done} calls`),
  );
  const heapGrowthBytes = heap.end - heap.half;
  const broken = findings.map((finding) => JSON.stringify(finding));
  return {
    lines: Object.entries(answers).map(([kind, count]) => `${kind.padEnd(14)} ${count}`),
    figures: { calls, channelsThatWorked: worked.length, findings: findings.length, heapGrowthBytes },
    broken: heapGrowthBytes < MOST_GROWTH ? broken : [...broken, `the heap grew by ${heapGrowthBytes} bytes`],
  };
});

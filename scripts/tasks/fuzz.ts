import { parseArgs } from 'node:util';
import { fuzzCampaign } from '../fuzz/campaign.ts';

/** Bytes that the heap may have grown by in the second half of the calls: what is remembered has a limit. */
const MOST_GROWTH = 32 * 1024 ** 2;

/**
 * `npm run fuzz -- [--calls N] [--seed S]`: calls every channel of the browser host with what fits its schema, what nearly
 * fits, and what is hostile. Ends with 1 when an answer was a bug, a 500 or named a path of this computer, or the heap grew.
 */
const { values } = parseArgs({
  options: { calls: { type: 'string', default: '1000' }, seed: { type: 'string', default: '1' } },
});
const result = await fuzzCampaign(Number(values.calls), Number(values.seed), (done) =>
  process.stderr.write(`${done} calls\n`),
);
for (const finding of result.findings) process.stdout.write(`${JSON.stringify(finding)}\n`);
for (const [kind, count] of Object.entries(result.answers)) process.stdout.write(`${kind.padEnd(14)} ${count}\n`);
const growth = result.heap.end - result.heap.half;
process.stdout.write(
  `${JSON.stringify({ calls: result.calls, seed: Number(values.seed), channelsThatWorked: result.worked.length, findings: result.findings.length, heapGrowthBytes: growth })}\n`,
);
process.exitCode = result.findings.length === 0 && growth < MOST_GROWTH ? 0 : 1;

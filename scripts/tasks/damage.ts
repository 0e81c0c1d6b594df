import { parseArgs } from 'node:util';
import { damageCampaign, isBroken } from '../damage/campaign.ts';

/**
 * `npm run damage -- [--variants N] [--seed S]`: damages journal and witness of an import in N ways and shows what the
 * program does then. Ends with 1 when a lead arrived twice, a row left the counts, or something unknown was not said.
 */
const { values } = parseArgs({
  options: { variants: { type: 'string', default: '100' }, seed: { type: 'string', default: '1' } },
});
const results = await damageCampaign(Number(values.variants), Number(values.seed));
for (const name of new Set(results.map(({ damage }) => damage))) {
  const own = results.filter(({ damage }) => damage === name);
  const sum = (of: (result: (typeof own)[number]) => number) => own.reduce((total, result) => total + of(result), 0);
  const said = own.filter((result) => result.said !== '').length;
  process.stdout.write(
    `${name.padEnd(38)} ${String(own.length).padStart(4)} variants, twice ${sum(({ twice }) => twice)}, lost ${sum(({ lost }) => lost)}, all known ${own.filter(({ isAllKnown }) => isAllKnown).length}, said ${said}\n`,
  );
}
const broken = results.filter(isBroken);
for (const result of broken) process.stdout.write(`broken: ${JSON.stringify(result)}\n`);
process.stdout.write(
  `${JSON.stringify({ variants: results.length, seed: Number(values.seed), twice: results.reduce((sum, { twice }) => sum + twice, 0), lost: results.reduce((sum, { lost }) => sum + lost, 0), broken: broken.length })}\n`,
);
process.exitCode = broken.length === 0 ? 0 : 1;

import { campaign, sumOf, sumsBy } from '../campaign/frame.ts';
import { damageCampaign, isBroken } from '../damage/campaign.ts';

const usage = `npm run damage -- [--variants N] [--seed S]

Damages journal and witness of an import in N ways and shows what the program does then. Ends with 1 when a lead arrived
twice, a row left the counts, or something unknown was not said.
`;

await campaign({ usage, numbers: { variants: 100, seed: 1 } }, async ({ variants, seed }) => {
  const results = await damageCampaign(variants, seed);
  const kinds = sumsBy(results, ({ damage, twice, lost, isAllKnown, said }) => [
    damage,
    { variants: 1, twice, lost, known: Number(isAllKnown), said: Number(said !== '') },
  ]);
  return {
    lines: kinds.map(
      ([name, own]) =>
        `${name.padEnd(38)} ${String(own.variants).padStart(4)} variants, twice ${own.twice}, lost ${own.lost}, all known ${own.known}, said ${own.said}`,
    ),
    figures: { twice: sumOf(results, ({ twice }) => twice), lost: sumOf(results, ({ lost }) => lost) },
    broken: results.filter(isBroken).map((result) => JSON.stringify(result)),
  };
});

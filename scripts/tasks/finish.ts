import { campaign } from '../campaign/frame.ts';
import { BOUND, type Course, finishCampaign } from '../finish/campaign.ts';

const usage = `npm run finish -- [--rows N] [--speed S]

Imports N rows (1200) in several ways, S times as fast as in life (1), and shows by how much the finish that the jobs said
was wrong, minute by minute. Ends with 1 when one was wrong by more than ${BOUND} % of the import from its first minute on,
or none was said.
`;
const worstOf = ({ errors }: Course) => Math.max(0, ...errors.map((error) => error ?? Number.POSITIVE_INFINITY));

await campaign({ usage, numbers: { rows: 1_200, speed: 1 } }, async ({ rows, speed }) => {
  const courses = await finishCampaign(rows, speed);
  const worst = Math.max(...courses.map(worstOf));
  return {
    lines: courses.map((course) => {
      const minutes = course.errors.map((error) => (error === null ? 'none' : error.toFixed(1))).join(' ');
      const title = `${course.scenario}, ${course.rows} rows`.padEnd(46);
      return `${title} ${(course.took / 60_000).toFixed(1).padStart(5)} min, wrong by % ${minutes}`;
    }),
    figures: { jobs: courses.length, worst, bound: BOUND },
    broken: worst <= BOUND ? [] : [`a finish was wrong by ${worst} %`],
  };
});

import { parseArgs } from 'node:util';
import { BOUND, type Course, finishCampaign } from '../finish/campaign.ts';

/**
 * `npm run finish -- [--rows N] [--speed S]`: imports N rows (1200) in several ways, S times as fast as in life (1), and shows
 * by how much the finish that the jobs said was wrong, minute by minute. Ends with 1 when one was wrong by more than 2 % of
 * the import from its first minute on, or none was said.
 */
const { values } = parseArgs({
  options: { rows: { type: 'string', default: '1200' }, speed: { type: 'string', default: '1' } },
});
const [rows, speed] = [Number(values.rows), Number(values.speed)];
const courses = await finishCampaign(rows, speed);
const worstOf = ({ errors }: Course) => Math.max(0, ...errors.map((error) => error ?? Number.POSITIVE_INFINITY));
for (const course of courses) {
  const minutes = course.errors.map((error) => (error === null ? 'none' : error.toFixed(1))).join(' ');
  const title = `${course.scenario}, ${course.rows} rows`.padEnd(46);
  process.stdout.write(`${title} ${(course.took / 60_000).toFixed(1).padStart(5)} min, wrong by % ${minutes}\n`);
}
const worst = Math.max(...courses.map(worstOf));
process.stdout.write(`${JSON.stringify({ rows, speed, jobs: courses.length, worst, bound: BOUND })}\n`);
process.exitCode = worst <= BOUND ? 0 : 1;

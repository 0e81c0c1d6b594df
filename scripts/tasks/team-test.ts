import { campaign } from '../campaign/frame.ts';
import { teamTest } from '../team-test/campaign.ts';
import { CONTROLS, isControl } from '../team-test/controls.ts';
import { brokenPromises } from '../team-test/laws.ts';
import { postgresPrograms } from '../team-test/postgres.ts';

const usage = `npm run team-test -- [--offices N] [--minutes M] [--leads L] [--seed S] [--one-lead-per-phone]
                         [--loaded] [--control NAME]

N offices (4) of one team import overlapping lists out of L leads (as many as keep them at work) into one practice service, each by
the built command line with a data folder of its own, with a PostgreSQL that this command starts from the programs of the computer.
For M minutes (2) programs are killed at each step of a row, stopped, stopped for more than a minute while a colleague takes over,
and ended; their clocks are wrong, their questions and answers get lost, their passwords change, their folders are put back and
copied; the database is ended without a goodbye, put back, and has no room or no connection left. Then all finish.
Half of the offices go through PgBouncer where it is installed. Seed S (1) draws what happens.
Ends with 1 when a lead came twice, a row is not accounted for, an office does not finish, a lead was sent that nobody claimed, one
computer keeps more than 26 leads open, has more than one 429 an hour, or less than 95 % of the minute was used while the database
was there; with 2 where there is no PostgreSQL.
--one-lead-per-phone: the team sends one lead for each phone number, and every list writes the leads in its own way.
--loaded: the computer does other work, so the minute is only told.
--control: a team without what makes it safe, in which leads must come twice, or without a claim:
${Object.entries(CONTROLS)
  .map(([name, says]) => `  ${name.padEnd(12)} ${says}`)
  .join('\n')}
`;

const programs = postgresPrograms();
if (programs === null) {
  process.stderr.write('This computer has no PostgreSQL. Debian: apt install postgresql.\n');
  process.exit(2);
}

await campaign(
  {
    usage,
    numbers: { offices: 4, minutes: 2, leads: 0, seed: 1 },
    texts: ['control'],
    flags: ['loaded', 'one-lead-per-phone'],
  },
  async ({ offices, minutes, leads, seed }, { control: [word = null] }, flags) => {
    if (word !== null && !isControl(word)) {
      process.stderr.write(`There is no control "${word}".\n\n${usage}`);
      process.exit(2);
    }
    const { lines, figures, judged } = await teamTest({
      programs,
      offices,
      minutes,
      leads: leads === 0 ? null : leads,
      seed,
      isByPhone: flags.has('one-lead-per-phone'),
      control: word,
      judgesPace: !flags.has('loaded') && word === null,
    });
    return { lines, figures, broken: brokenPromises(judged, word !== null) };
  },
);

import { campaign } from '../campaign/frame.ts';
import { brokenPromises, teamTest } from '../team-test/campaign.ts';
import { postgresPrograms } from '../team-test/postgres.ts';

const usage = `npm run team-test -- [--offices N] [--minutes M] [--leads L] [--seed S] [--control]

N offices (4) of one team import overlapping lists out of L leads (600) into one practice service, each by the built command
line with a data folder of its own, with a PostgreSQL that this command starts from the programs of the computer. For M minutes
(1) offices are killed and stopped, and the database is ended without a goodbye; then all finish. Seed S (1) draws what happens.
Ends with 1 when a lead came twice or was lost, an office does not finish, or a lead was sent that nobody claimed; with 2 where
there is no PostgreSQL. --control: without a team, leads must come twice.
`;

const programs = postgresPrograms();
if (programs === null) {
  process.stderr.write('This computer has no PostgreSQL. Debian: apt install postgresql.\n');
  process.exit(2);
}

await campaign(
  { usage, numbers: { offices: 4, minutes: 1, leads: 600, seed: 1 }, flags: ['control'] },
  async ({ offices, minutes, leads, seed }, _, flags) => {
    const isControl = flags.has('control');
    const figures = await teamTest({ programs, offices, minutes, leads, seed, isControl });
    return { lines: [], figures, broken: brokenPromises(figures, isControl) };
  },
);

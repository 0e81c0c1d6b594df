import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, release as systemVersion, type } from 'node:os';
import { join, resolve } from 'node:path';
import { campaign, note } from '../campaign/frame.ts';
import { CAMPAIGNS } from '../evidence/campaigns.ts';
import { reportOf } from '../evidence/report.ts';
import { walk, type Walked } from '../evidence/walk.ts';
import { productVersion, root } from '../lib/project.ts';

const usage = `npm run evidence -- --release NAME [--minutes M] [--seed S] [--only CAMPAIGN] [--into FOLDER]

Runs the campaigns one after the other, each for its part of M minutes (60) and at least one piece of it, and writes what they
showed into docs/evidence/release-NAME.md: figures, seeds, versions, machine, what was broken with the command that runs it
again, and what the figures do not show. Seed S (1) is the first of each campaign. What people wrote under "Found and mended"
stays when the report is made anew. Ends with 1 when a promise is broken.

--only    only this campaign; may be named several times:
${CAMPAIGNS.map(({ name, says, task }) => `          ${name.padEnd(10)} ${says} (npm run ${task})`).join('\n')}
--into    writes the report into another folder
`;

await campaign(
  { usage, numbers: { minutes: 60, seed: 1 }, texts: ['release', 'only', 'into'] },
  async ({ minutes, seed }, { release: [name = ''], only, into: [folder] }) => {
    const chosen = CAMPAIGNS.filter((one) => only.length === 0 || only.includes(one.name));
    const unknown = only.find((asked) => !CAMPAIGNS.some((one) => one.name === asked));
    if (!/^[\w.-]+$/.test(name)) refuse('A release has a name of letters, digits, dots and hyphens: --release NAME.');
    if (unknown !== undefined) refuse(`There is no campaign ${unknown}.`);
    const shares = chosen.reduce((sum, { share }) => sum + share, 0);
    const walked: Walked[] = [];
    for (const one of chosen)
      walked.push(await walk(one, seed, (minutes * 60_000 * one.share) / Math.max(1, shares), note));
    const path = join(resolve(folder ?? join(root, 'docs', 'evidence')), `release-${name}.md`);
    const before = existsSync(path) ? readFileSync(path, 'utf8') : null;
    mkdirSync(resolve(path, '..'), { recursive: true });
    const facts = {
      name,
      version: productVersion(),
      commit: commit(),
      day: today(),
      minutes,
      seed,
      machine: machine(),
    };
    writeFileSync(path, reportOf(facts, walked, before));
    return {
      lines: [path],
      figures: { campaigns: walked.length, notRun: walked.filter(({ notRun }) => notRun !== null).length },
      broken: walked.flatMap((one) => one.broken.map(({ again }) => `${one.campaign.name}: ${again}`)),
    };
  },
);

function refuse(words: string): never {
  process.stderr.write(`${words}\n\n${usage}`);
  process.exit(2);
}

function commit(): string {
  try {
    const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
    return git('rev-parse', '--short=10', 'HEAD') + (git('status', '--porcelain') === '' ? '' : ' with changes');
  } catch {
    // A copy of the sources without their history.
    return 'not known';
  }
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

function machine(): string {
  const [processor] = cpus();
  return `Node ${process.versions.node} with SQLite ${process.versions['sqlite'] ?? 'not known'}, ${type()} ${systemVersion()}, ${cpus().length} × ${processor?.model ?? 'processor not known'}`;
}

// Why: decision 0561.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../lib/project.ts';
import type { EvidenceCampaign } from './campaigns.ts';

/** What became of one campaign within its time. */
export interface Walked {
  readonly campaign: EvidenceCampaign;
  readonly pieces: number;
  /** The first seed and the one after the last. */
  readonly seeds: readonly [number, number];
  /** Milliseconds. */
  readonly took: number;
  readonly sums: Readonly<Record<string, number>>;
  /** What a broken piece said, and the command that runs it again. */
  readonly broken: readonly { readonly again: string; readonly words: readonly string[] }[];
  /** Why it could not run at all, or null. */
  readonly notRun: string | null;
}

/** Broken pieces after which a campaign is not gone on with: what they found is to be mended first. */
const MOST_BROKEN = 3;

/** Runs pieces of a campaign, at least one, until its milliseconds are over. */
export async function walk(
  campaign: EvidenceCampaign,
  seed: number,
  milliseconds: number,
  onPiece: (words: string) => void = () => undefined,
): Promise<Walked> {
  const begun = performance.now();
  const sums: Record<string, number> = Object.fromEntries(campaign.sums.map((name) => [name, 0]));
  const broken: Walked['broken'][number][] = [];
  let next = seed;
  let pieces = 0;
  let notRun: string | null = null;
  const took = () => performance.now() - begun;
  do {
    const args = campaign.piece(next);
    const again = `npm run ${campaign.task} -- ${args.join(' ')}`;
    const { code, lines, error } = await runTask(campaign.task, args);
    const figures = (campaign.read ?? lastLine)(lines);
    if (code === 2 || figures === null) {
      notRun = `\`${again}\` ended with ${code}. ${error.trim().split('\n')[0] ?? ''}`.trim();
      break;
    }
    pieces += 1;
    next += campaign.seeds;
    for (const name of campaign.sums) sums[name] = (sums[name] ?? 0) + Number(figures[name] ?? 0);
    if (code !== 0) broken.push({ again, words: lines.slice(0, -1).filter((line) => line.startsWith('broken: ')) });
    onPiece(`${campaign.name}: ${pieces} pieces, ${Math.round(took() / 1000)} s`);
    // The same specs again would show nothing new.
  } while (campaign.seeds > 0 && broken.length < MOST_BROKEN && took() < milliseconds);
  return { campaign, pieces, seeds: [seed, next], took: took(), sums, broken, notRun };
}

/** As every campaign ends (scripts/campaign/frame.ts). */
function lastLine(lines: readonly string[]): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(lines.at(-1) ?? '');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function runTask(
  task: string,
  args: readonly string[],
): Promise<{ readonly code: number; readonly lines: readonly string[]; readonly error: string }> {
  const child = spawn(process.execPath, [join(root, 'scripts', 'tasks', `${task}.ts`), ...args], {
    cwd: root,
    env: { ...process.env, NO_COLOR: '1' },
  });
  const said = { out: '', error: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.error += text));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? 1, lines: said.out.trimEnd().split('\n'), error: said.error }));
  });
}

import type { FollowTools } from '../program/follow-tools.ts';
import { EXIT, type ExitCode } from '../program/trouble.ts';

/**
 * Says before the command what the account does not know of its own sends, and lets no command end as if all were known.
 * A doubt that holds no job is over when it was told; one that holds a job, with that job's `resume --go-on`.
 */
export async function withDoubt(tools: FollowTools, work: () => Promise<ExitCode>): Promise<ExitCode> {
  const { core, output } = tools;
  const { doubt } = await core.call('job:doubt', {});
  if (doubt === null) return work();
  const message = doubt.sentences.join(' ');
  output.tell({ doubt: { message, rows: doubt.forgotten, lost: doubt.lost, held: doubt.held } });
  output.warn(message);
  const code = await work();
  if (doubt.held.length === 0) await core.call('job:settleDoubt', {});
  return code === EXIT.done || code === EXIT.refused ? EXIT.unknown : code;
}

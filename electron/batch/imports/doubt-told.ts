import type { FollowTools } from '../program/follow-tools.ts';
import { EXIT, type ExitCode } from '../program/trouble.ts';

/**
 * Says before the command what the account does not know of its own sends, and lets no command end as if all were known.
 * A doubt that holds no job is over when it was told; one that holds a job, with that job's `resume --go-on`.
 *
 * @param work gets what writes the line for programs: a command whose first line is another one calls it behind that
 */
export async function withDoubt(
  { core, output }: FollowTools,
  work: (tell: () => void) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { doubt } = await core.call('job:doubt', {});
  if (doubt === null) return work(() => undefined);
  const message = doubt.sentences.join(' ');
  output.warn(message);
  let isTold = false;
  const tell = () => {
    if (!isTold) output.tell({ doubt: { message, rows: doubt.forgotten, lost: doubt.lost, held: doubt.held } });
    isTold = true;
  };
  let code: ExitCode;
  try {
    code = await work(tell);
  } finally {
    tell();
  }
  if (doubt.held.length === 0) await core.call('job:settleDoubt', {});
  return code === EXIT.done || code === EXIT.refused ? EXIT.unknown : code;
}

import { format } from '../../../shared/domain/words/format.ts';
import type { FollowTools } from '../program/follow-tools.ts';
import { EXIT, type ExitCode } from '../program/trouble.ts';

export async function listSegments({ core, output }: FollowTools): Promise<ExitCode> {
  const { segments, unread } = await core.call('segment:list', { refresh: true });
  for (const segment of segments) {
    output.tell(segment);
    const goal = segment.goalTargetValue === null ? '' : `, ${segment.goalCurrentValue} of ${segment.goalTargetValue}`;
    output.say(`${segment.uniqueId}  ${segment.isActive ? 'active' : 'inactive'}  ${segment.name}${goal}`);
  }
  if (unread.length > 0)
    output.warn(`${format.count(unread.length, 'entry', 'entries')} could not be read as a segment.`);
  output.end(`${format.count(segments.length, 'segment')}.`, { segments: segments.length, unread: unread.length });
  return EXIT.done;
}

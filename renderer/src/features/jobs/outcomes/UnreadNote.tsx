import { useActiveAccount, useChannel } from '../../../bridge/index.ts';
import { format } from '../../../lib/format.ts';
import { placeHref } from '../../../lib/navigation.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Note, SmallButton } from '../../../ui/index.ts';
import { OUTCOMES_PLACE } from './outcome-model.ts';

/** Milliseconds. The reading is said with its day, which changes at midnight. */
const LOOK_EVERY = 60_000;

/** Says above the list of jobs that the last planned reading of outcomes failed, and leads to the plan. */
export function UnreadNote() {
  const account = useActiveAccount();
  const now = useNow(LOOK_EVERY);
  const { data } = useChannel('job:outcomePlan', {}, { enabled: account?.signedIn === true });
  if (data === undefined || data.plan.minute === null || data.last === null || data.last.trouble === '') return null;
  return (
    <Note
      tone="warning"
      title={`The outcomes were not read as planned, ${format.moment(data.last.at, now)}`}
      actions={<SmallButton href={placeHref('jobs', OUTCOMES_PLACE)}>Read them, or change the plan</SmallButton>}
    >
      {data.last.trouble}
    </Note>
  );
}

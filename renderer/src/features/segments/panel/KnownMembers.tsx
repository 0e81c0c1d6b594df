import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { NAMED_LEADS } from '../../../../../shared/contract/segments/segment-changes.ts';
import { useChannel } from '../../../bridge/index.ts';
import { format } from '../../../lib/format.ts';
import { CopyButton, FailureNote } from '../../../ui/index.ts';
import { KnownName } from '../KnownName.tsx';
import { useLeadNames } from '../use-lead-names.ts';
import classes from './SegmentPanel.module.css';

/** Milliseconds that typing rests before the members are searched. */
const REST = 250;

/** Members that changes of this computer put in and did not take out again. The service lists none, so others may be in it. */
export function KnownMembers({ segmentId, inside }: { readonly segmentId: string; readonly inside: number }) {
  const [isOpen, setIsOpen] = useState(false);
  const { data } = useChannel('segment:members', { segmentId, search: '', offset: 0, limit: 1 });
  const known = data?.total ?? 0;
  if (known === 0) return null;
  const others = inside - known;
  return (
    <details className={classes['members']} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        Members known here <span className="tabular">{format.number(known)}</span>
      </summary>
      <p className="quiet">
        Added from this computer and not taken out since.
        {others > 0 && ` The service counts ${format.number(inside)}; it does not say who the others are.`}
      </p>
      {isOpen && <MemberList segmentId={segmentId} />}
    </details>
  );
}

function MemberList({ segmentId }: { readonly segmentId: string }) {
  const [search, setSearch] = useState('');
  const [rested] = useDebouncedValue(search.trim(), REST);
  const { data, error } = useChannel(
    'segment:members',
    { segmentId, search: rested, offset: 0, limit: NAMED_LEADS },
    { keepPrevious: true, staleTime: 0 },
  );
  const leadIds = data?.leadIds ?? [];
  const names = useLeadNames(leadIds);
  const more = (data?.total ?? 0) - leadIds.length;
  return (
    <>
      <div className={classes['memberHead']}>
        <TextInput
          size="xs"
          aria-label="Find a member by its id"
          placeholder="Find an id"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        {leadIds.length > 0 && <CopyButton compact text={leadIds.join('\n')} label="Copy these ids" />}
      </div>
      <FailureNote failure={error} />
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles */}
      <ul role="list" tabIndex={0} aria-label="Members known here" className={classes['memberList']}>
        {leadIds.map((leadId) => (
          <li key={leadId}>
            <bdi className={classes['id']}>{leadId}</bdi>
            <KnownName names={names} leadId={leadId} />
          </li>
        ))}
      </ul>
      {data !== undefined && (
        <p className="quiet">
          {data.total === 0 ? 'No known member has this in its id.' : names.words}
          {more > 0 &&
            ` ${format.count(more, { one: '# more is', other: '# more are' })} not shown: type a part of an id.`}
        </p>
      )}
    </>
  );
}

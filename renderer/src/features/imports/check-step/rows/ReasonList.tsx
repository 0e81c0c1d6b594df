import {
  IconAlertOctagon,
  IconAlertTriangle,
  IconCheck,
  IconQuestionMark,
  IconInfoCircle,
  IconList,
  IconDeviceDesktop,
  IconUsers,
} from '@tabler/icons-react';
import { type KeyboardEvent, type Ref, useEffect, useId } from 'react';
import type { CheckReason, CheckSeverity } from '../../../../../../shared/contract/check/check.ts';
import type {
  CampaignFound,
  CampaignGroup,
  CampaignOrigin,
} from '../../../../../../shared/contract/check/campaign-rows.ts';
import { format } from '../../../../lib/format.ts';
import { KeyCap } from '../../../../ui/index.ts';
import classes from './ReasonList.module.css';
import { GROUP_TITLES, sourceWords } from '../model/campaign-words.ts';
import { checkedFor, reasonGroups, reasonHint, type CheckedFor } from '../model/check-model.ts';
import { useCheckStep } from '../model/check-step-context.ts';
import { rowForms } from '../../checking/check-sum.ts';

const ICONS = { problem: IconAlertOctagon, warning: IconAlertTriangle, note: IconInfoCircle } as const;
const WORDS: Readonly<Record<CheckSeverity, string>> = { problem: 'Problem', warning: 'Warning', note: 'Note' };

/** Ids of the groups of rows that the campaign holds, beside those of reasons. */
const GROUP_ID = 'campaign ';
const groupId = (origin: CampaignOrigin): string => `${GROUP_ID}${origin}`;

/** What was found, by how much it matters; the choice decides what the grid shows. */
export function ReasonList({ ref }: { readonly ref: Ref<HTMLDivElement> }) {
  const { draft, mapping, summary, view, show } = useCheckStep();
  const there = summary.campaign?.groups ?? [];
  const chosen = view.group === null ? view.chosen : groupId(view.group);
  const listId = useId();
  const groups = reasonGroups(summary);
  const order: (string | null)[] = [
    null,
    ...there.map(({ origin }) => groupId(origin)),
    ...groups.flatMap((group) => group.reasons.map((reason) => reason.id)),
  ];
  const optionId = (reasonId: string | null): string => `${listId}-${order.indexOf(reasonId)}`;

  // A correction can reorder the list or choose another reason, far from where the list stands.
  const chosenId = optionId(chosen);
  useEffect(() => {
    document.getElementById(chosenId)?.scrollIntoView({ block: 'nearest' });
  }, [chosenId, summary.revision]);

  function choose(reasonId: string | null): void {
    const group = there.find(({ origin }) => groupId(origin) === reasonId);
    if (group !== undefined) show({ kind: 'groupChosen', origin: group.origin });
    else show({ kind: 'reasonChosen', reasonId });
  }

  function onKeyDown(event: KeyboardEvent): void {
    const at = order.indexOf(chosen);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: order.length - 1 }[event.key];
    const reasonId = next === undefined ? undefined : order[next];
    if (next !== undefined) event.preventDefault();
    if (reasonId === undefined) return;
    choose(reasonId);
  }

  return (
    <>
      <div
        ref={ref}
        role="listbox"
        aria-label="What was found"
        aria-activedescendant={optionId(chosen)}
        tabIndex={0}
        data-autofocus
        className={classes['list']}
        onKeyDown={onKeyDown}
      >
        {/* The list handles keys; an option never has the focus. */}
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus */}
        <div
          id={optionId(null)}
          role="option"
          aria-selected={chosen === null}
          className={classes['option']}
          onClick={() => choose(null)}
        >
          <IconList size={16} stroke={1.75} aria-hidden className={classes['icon']} />
          <span className={classes['title']}>All rows</span>
          <span className={classes['count']}>{format.number(summary.rows)}</span>
          <span className={classes['hint']}>the whole file</span>
        </div>
        {there.length > 0 && summary.campaign !== null && (
          <div role="group" aria-labelledby={`${listId}-campaign`}>
            <div className={classes['group']} id={`${listId}-campaign`} role="presentation">
              <span>Already in the campaign</span>
              <span className="tabular">{format.count(rowsThere(summary.campaign), rowForms)}</span>
            </div>
            {there.map((group) => (
              <GroupOption
                key={group.origin}
                id={optionId(groupId(group.origin))}
                group={group}
                isChosen={chosen === groupId(group.origin)}
                onChoose={() => choose(groupId(group.origin))}
              />
            ))}
          </div>
        )}
        {groups.map((group) => (
          <div key={group.severity} role="group" aria-labelledby={`${listId}-${group.severity}`}>
            <div className={classes['group']} id={`${listId}-${group.severity}`} role="presentation">
              <span>{group.title}</span>
              {group.rows !== null && <span className="tabular">{format.count(group.rows, rowForms)}</span>}
            </div>
            {group.reasons.map((reason) => (
              <ReasonOption
                key={reason.id}
                id={optionId(reason.id)}
                reason={reason}
                groups={summary.duplicates.find((entry) => entry.reasonId === reason.id)?.groups ?? null}
                isChosen={chosen === reason.id}
                onChoose={() => choose(reason.id)}
              />
            ))}
          </div>
        ))}
      </div>
      <NotFound {...checkedFor(summary, mapping, draft.fields)} />
      <p className={classes['keys']}>
        <KeyCap>F8</KeyCap> next problem <KeyCap>Shift F8</KeyCap> previous
      </p>
    </>
  );
}

function NotFound({ sure, unsure }: CheckedFor) {
  return (
    <>
      {sure.length > 0 && (
        <section className={classes['notFound']}>
          <h2>Checked, not found</h2>
          <ul>
            {sure.map((words) => (
              <li key={words}>
                <IconCheck size={14} aria-hidden />
                {words}
              </li>
            ))}
          </ul>
        </section>
      )}
      {unsure.length > 0 && (
        <section className={classes['notFound']}>
          <h2>Not found, but not certain</h2>
          <ul>
            {unsure.map(({ words, because }) => (
              <li key={words}>
                <IconQuestionMark size={14} aria-hidden className={classes['open']} />
                <span>
                  {words}: {because}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

interface ReasonOptionProps {
  readonly id: string;
  readonly reason: CheckReason;
  readonly groups: number | null;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function ReasonOption({ id, reason, groups, isChosen, onChoose }: ReasonOptionProps) {
  const Icon = ICONS[reason.severity];
  return (
    // The list handles keys; an option never has the focus.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div id={id} role="option" aria-selected={isChosen} className={classes['option']} onClick={onChoose}>
      <Icon
        size={16}
        stroke={1.75}
        role="img"
        aria-label={WORDS[reason.severity]}
        className={classes['icon']}
        data-severity={reason.severity}
      />
      <span className={classes['title']}>{reason.title}</span>
      <span className={classes['count']}>{format.number(reason.count)}</span>
      <span className={classes['hint']}>{reasonHint(reason, groups)}</span>
    </div>
  );
}

function rowsThere({ groups }: CampaignFound): number {
  return groups.reduce((sum, { rows }) => sum + rows, 0);
}

interface GroupOptionProps {
  readonly id: string;
  readonly group: CampaignGroup;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function GroupOption({ id, group, isChosen, onChoose }: GroupOptionProps) {
  const Icon = group.origin === 'elsewhere' ? IconUsers : IconDeviceDesktop;
  return (
    // The list handles keys; an option never has the focus.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div id={id} role="option" aria-selected={isChosen} className={classes['option']} onClick={onChoose}>
      <Icon size={16} stroke={1.75} aria-hidden className={classes['icon']} />
      <span className={classes['title']}>{GROUP_TITLES[group.origin]}</span>
      <span className={classes['count']}>{format.number(group.rows)}</span>
      <span className={classes['hint']}>
        {sourceWords(group)}, {leftOutWords(group)}
      </span>
    </div>
  );
}

function leftOutWords({ rows, leftOut }: CampaignGroup): string {
  if (leftOut === rows) return 'left out';
  return leftOut === 0 ? 'sent anyway' : `${format.number(leftOut)} left out`;
}

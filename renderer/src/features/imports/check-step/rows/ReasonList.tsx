import {
  IconAlertOctagon,
  IconAlertTriangle,
  IconCheck,
  IconQuestionMark,
  IconInfoCircle,
  IconFiles,
  IconList,
  IconDeviceDesktop,
  IconPhone,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react';
import { type KeyboardEvent, type Ref, useEffect, useId } from 'react';
import type { CheckReason, CheckSeverity } from '../../../../../../shared/contract/check/check.ts';
import type { CampaignGroup, CampaignOrigin } from '../../../../../../shared/contract/check/campaign-rows.ts';
import { format } from '../../../../lib/format.ts';
import { KeyCap } from '../../../../ui/index.ts';
import classes from './ReasonList.module.css';
import { GROUP_TITLES, sourceWords } from '../model/campaign-words.ts';
import { checkedFor, reasonGroups, reasonHint, type CheckedFor } from '../model/check-model.ts';
import { useCheckStep } from '../model/check-step-context.ts';
import { IN_QUEUE, rowForms, SENT_BEFORE, SENT_BY_TEAM, TEAM_CONTACT } from '../../checking/check-sum.ts';

const ICONS = { problem: IconAlertOctagon, warning: IconAlertTriangle, note: IconInfoCircle } as const;
const WORDS: Readonly<Record<CheckSeverity, string>> = { problem: 'Problem', warning: 'Warning', note: 'Note' };

/** Ids of the groups of rows that the campaign holds, beside those of reasons. */
const GROUP_ID = 'campaign ';
const groupId = (origin: CampaignOrigin): string => `${GROUP_ID}${origin}`;

/** What was found, by how much it matters; the choice decides what the grid shows. */
export function ReasonList({ ref }: { readonly ref: Ref<HTMLDivElement> }) {
  const { draft, mapping, check, summary, view, show } = useCheckStep();
  const there = summary.campaign?.groups ?? [];
  const before = summary.reasons.find(({ kind }) => kind === SENT_BEFORE);
  const queued = summary.reasons.find(({ kind }) => kind === IN_QUEUE);
  const team = summary.reasons.filter(({ kind }) => kind === SENT_BY_TEAM || kind === TEAM_CONTACT);
  const ownTitle = summary.team?.isByPhone === true ? 'One lead per phone' : 'The same lead';
  const rowsKnown = there.reduce((sum, { rows }) => sum + rows, before?.count ?? 0);
  const chosen = view.group === null ? view.chosen : groupId(view.group);
  const listId = useId();
  const groups = reasonGroups(summary);
  const order: (string | null)[] = [
    null,
    ...there.map(({ origin }) => groupId(origin)),
    ...(before === undefined ? [] : [before.id]),
    ...(queued === undefined ? [] : [queued.id]),
    ...team.map(({ id }) => id),
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
        {rowsKnown > 0 && (
          <div role="group" aria-labelledby={`${listId}-campaign`}>
            <div className={classes['group']} id={`${listId}-campaign`} role="presentation">
              <span>{there.length > 0 ? 'Already in the campaign' : 'Already sent'}</span>
              <span className="tabular">{format.count(rowsKnown, rowForms)}</span>
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
            {before !== undefined && (
              <KnownOption
                id={optionId(before.id)}
                icon={IconDeviceDesktop}
                title={before.title}
                rows={before.count}
                hint={fateWords(before.count, summary.sentBefore?.leftOut ?? 0, 'sent again')}
                isChosen={chosen === before.id}
                onChoose={() => choose(before.id)}
              />
            )}
          </div>
        )}
        {queued !== undefined && (
          <div role="group" aria-labelledby={`${listId}-queue`}>
            <div className={classes['group']} id={`${listId}-queue`} role="presentation">
              <span>In this queue</span>
              <span className="tabular">{format.count(queued.count, rowForms)}</span>
            </div>
            <KnownOption
              id={optionId(queued.id)}
              icon={IconFiles}
              title={queued.title}
              rows={queued.count}
              hint={fateWords(queued.count, summary.inQueue?.leftOut ?? 0, 'sent anyway')}
              isChosen={chosen === queued.id}
              onChoose={() => choose(queued.id)}
            />
          </div>
        )}
        {team.length > 0 && (
          <div role="group" aria-labelledby={`${listId}-team`}>
            <div className={classes['group']} id={`${listId}-team`} role="presentation">
              <span>Sent by colleagues</span>
              <span className="tabular">
                {format.count(
                  team.reduce((sum, { count }) => sum + count, 0),
                  rowForms,
                )}
              </span>
            </div>
            {team.map(({ id, kind, count }) => (
              <KnownOption
                key={id}
                id={optionId(id)}
                icon={kind === SENT_BY_TEAM ? IconUsers : IconPhone}
                title={kind === SENT_BY_TEAM ? ownTitle : 'Same phone or e-mail'}
                rows={count}
                hint={
                  kind === SENT_BY_TEAM
                    ? fateWords(count, summary.team?.leftOut ?? 0, 'sent anyway')
                    : 'another lead, you decide'
                }
                isChosen={chosen === id}
                onChoose={() => choose(id)}
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
      <NotFound {...checkedFor(summary, mapping, draft, check.team.error !== null)} />
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

interface GroupOptionProps {
  readonly id: string;
  readonly group: CampaignGroup;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function GroupOption({ group, ...option }: GroupOptionProps) {
  const { origin, rows, leftOut } = group;
  return (
    <KnownOption
      {...option}
      icon={origin === 'elsewhere' ? IconUsers : IconDeviceDesktop}
      title={GROUP_TITLES[origin]}
      rows={rows}
      hint={`${sourceWords(group)}, ${fateWords(rows, leftOut, 'sent anyway')}`}
    />
  );
}

interface KnownOptionProps extends Omit<GroupOptionProps, 'group'> {
  readonly icon: TablerIcon;
  readonly title: string;
  readonly rows: number;
  readonly hint: string;
}

function KnownOption({ id, icon: Icon, title, rows, hint, isChosen, onChoose }: KnownOptionProps) {
  return (
    // The list handles keys; an option never has the focus.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div id={id} role="option" aria-selected={isChosen} className={classes['option']} onClick={onChoose}>
      <Icon size={16} stroke={1.75} aria-hidden className={classes['icon']} />
      <span className={classes['title']}>{title}</span>
      <span className={classes['count']}>{format.number(rows)}</span>
      <span className={classes['hint']}>{hint}</span>
    </div>
  );
}

function fateWords(rows: number, leftOut: number, sent: string): string {
  if (leftOut === rows) return 'left out';
  return leftOut === 0 ? sent : `${format.number(leftOut)} left out`;
}

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
} from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useId } from 'react';
import type { CheckReason, CheckSeverity, CheckSummary } from '../../../../../../shared/contract/check/check.ts';
import type { CampaignOrigin } from '../../../../../../shared/contract/check/campaign-rows.ts';
import { format, rowForms } from '../../../../lib/format.ts';
import { KeyCap } from '../../../../ui/index.ts';
import classes from './ReasonList.module.css';
import { GROUP_TITLES, sourceWords } from '../model/campaign-words.ts';
import { checkedFor, groupsOf, reasonGroups, reasonHint, SEVERITY_STATUS } from '../model/check-model.ts';
import { useCheckStep } from '../model/check-step-context.ts';
import { IN_QUEUE, SENT_BEFORE, SENT_BY_TEAM, TEAM_CONTACT } from '../../checking/check-sum.ts';

const ICONS = { problem: IconAlertOctagon, warning: IconAlertTriangle, note: IconInfoCircle } as const;
const WORDS: Readonly<Record<CheckSeverity, string>> = { problem: 'Problem', warning: 'Warning', note: 'Note' };
const plainIcon = { size: 16, stroke: 1.75, 'aria-hidden': true, className: classes['icon'] ?? '' } as const;

/** Ids of the groups of rows that the campaign holds, beside those of reasons. */
const GROUP_ID = 'campaign ';
const groupId = (origin: CampaignOrigin): string => `${GROUP_ID}${origin}`;

interface Entry {
  readonly id: string;
  readonly icon: ReactNode;
  readonly title: string;
  readonly rows: number;
  readonly hint: string;
}

interface Section {
  readonly title: string;
  /** Rows of its entries together; null: not counted. */
  readonly rows: number | null;
  readonly entries: readonly Entry[];
}

function entryOf({ id, title, count }: CheckReason, icon: ReactNode, hint: string): Entry {
  return { id, icon, title, rows: count, hint };
}

/** Rows that another import has stand above the others. */
function sectionsOf(summary: CheckSummary): Section[] {
  const { reasons, sentBefore, inQueue, team, campaign } = summary;
  const there = campaign?.groups ?? [];
  const before = reasons.filter(({ kind }) => kind === SENT_BEFORE);
  const queued = reasons.filter(({ kind }) => kind === IN_QUEUE);
  const colleagues = reasons.filter(({ kind }) => kind === SENT_BY_TEAM || kind === TEAM_CONTACT);
  const rowsOf = (some: readonly CheckReason[]) => some.reduce((sum, { count }) => sum + count, 0);
  const fate = ({ count }: CheckReason, known: { readonly leftOut: number } | null, sent: string) =>
    fateWords(count, known?.leftOut ?? 0, sent);
  const sections: Section[] = [
    {
      title: there.length > 0 ? 'Already in the campaign' : 'Already sent',
      rows: there.reduce((sum, { rows }) => sum + rows, rowsOf(before)),
      entries: [
        ...there.map((group) => ({
          id: groupId(group.origin),
          icon: group.origin === 'elsewhere' ? <IconUsers {...plainIcon} /> : <IconDeviceDesktop {...plainIcon} />,
          title: GROUP_TITLES[group.origin],
          rows: group.rows,
          hint: `${sourceWords(group)}, ${fateWords(group.rows, group.leftOut, 'sent anyway')}`,
        })),
        ...before.map((reason) =>
          entryOf(reason, <IconDeviceDesktop {...plainIcon} />, fate(reason, sentBefore, 'sent again')),
        ),
      ],
    },
    {
      title: 'In this queue',
      rows: rowsOf(queued),
      entries: queued.map((reason) =>
        entryOf(reason, <IconFiles {...plainIcon} />, fate(reason, inQueue, 'sent anyway')),
      ),
    },
    {
      title: 'Sent by colleagues',
      rows: rowsOf(colleagues),
      entries: colleagues.map((reason) =>
        reason.kind === SENT_BY_TEAM
          ? {
              ...entryOf(reason, <IconUsers {...plainIcon} />, fate(reason, team, 'sent anyway')),
              title: team?.isByPhone === true ? 'One lead per phone' : 'The same lead',
            }
          : {
              ...entryOf(reason, <IconPhone {...plainIcon} />, 'another lead, you decide'),
              title: 'Same phone or e-mail',
            },
      ),
    },
    ...reasonGroups(summary).map((group) => ({
      title: group.title,
      rows: group.rows,
      entries: group.reasons.map((reason) =>
        entryOf(reason, <SeverityIcon severity={reason.severity} />, reasonHint(reason, groupsOf(summary, reason))),
      ),
    })),
  ];
  return sections.filter(({ entries }) => entries.length > 0);
}

/** What was found, by how much it matters; the choice decides what the grid shows. */
export function ReasonList({ ref }: { readonly ref: Ref<HTMLDivElement> }) {
  const { draft, mapping, check, summary, view, show } = useCheckStep();
  const chosen = view.group === null ? view.chosen : groupId(view.group);
  const listId = useId();
  const sections = sectionsOf(summary);
  const { sure, unsure } = checkedFor(summary, mapping, draft, check.team.error !== null);
  const order = [null, ...sections.flatMap(({ entries }) => entries.map(({ id }) => id))];
  const optionId = (reasonId: string | null): string => `${listId}-${order.indexOf(reasonId)}`;

  // A correction can reorder the list or choose another reason, far from where the list stands.
  const chosenId = optionId(chosen);
  useEffect(() => {
    document.getElementById(chosenId)?.scrollIntoView({ block: 'nearest' });
  }, [chosenId, summary.revision]);

  function choose(reasonId: string | null): void {
    const group = summary.campaign?.groups.find(({ origin }) => groupId(origin) === reasonId);
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
        <Option
          id={optionId(null)}
          icon={<IconList {...plainIcon} />}
          title="All rows"
          rows={summary.rows}
          hint="the whole file"
          isChosen={chosen === null}
          onChoose={() => choose(null)}
        />
        {sections.map(({ title, rows, entries }) => (
          <Group key={title} title={title} rows={rows}>
            {entries.map(({ id, ...entry }) => (
              <Option key={id} id={optionId(id)} {...entry} isChosen={chosen === id} onChoose={() => choose(id)} />
            ))}
          </Group>
        ))}
      </div>
      <Looked title="Checked, not found" icon={<IconCheck size={14} aria-hidden />} words={sure} />
      <Looked
        title="Not found, but not certain"
        icon={<IconQuestionMark size={14} aria-hidden className={classes['open']} />}
        words={unsure.map(({ words, because }) => `${words}: ${because}`)}
      />
      <p className={classes['keys']}>
        <span>
          <KeyCap>F8</KeyCap> next problem
        </span>{' '}
        <span>
          <KeyCap>Shift F8</KeyCap> previous
        </span>
      </p>
    </>
  );
}

interface LookedProps {
  readonly title: string;
  readonly icon: ReactNode;
  readonly words: readonly string[];
}

function Looked({ title, icon, words }: LookedProps) {
  if (words.length === 0) return null;
  return (
    <section className={classes['notFound']}>
      <h2>{title}</h2>
      <ul>
        {words.map((each) => (
          <li key={each}>
            {icon}
            <span>{each}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Options under a title, with their rows together; null: these are not counted. */
function Group({ title, rows, children }: Omit<Section, 'entries'> & { readonly children: ReactNode }) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id}>
      <div className={classes['group']} id={id} role="presentation">
        <span>{title}</span>
        {rows !== null && <span className="tabular">{format.count(rows, rowForms)}</span>}
      </div>
      {children}
    </div>
  );
}

function SeverityIcon({ severity }: Pick<CheckReason, 'severity'>) {
  const Icon = ICONS[severity];
  return (
    <Icon
      {...plainIcon}
      style={{ color: `var(--lc-${SEVERITY_STATUS[severity]})` }}
      role="img"
      aria-hidden={undefined}
      aria-label={WORDS[severity]}
    />
  );
}

interface OptionProps extends Entry {
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function Option({ id, icon, title, rows, hint, isChosen, onChoose }: OptionProps) {
  return (
    // The list handles keys; an option never has the focus.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div id={id} role="option" aria-selected={isChosen} className={classes['option']} onClick={onChoose}>
      {icon}
      <span className={classes['title']}>{title}</span>
      <span className="strong tabular">{format.number(rows)}</span>
      <span className={classes['hint']}>{hint}</span>
    </div>
  );
}

function fateWords(rows: number, leftOut: number, sent: string): string {
  if (leftOut === rows) return 'left out';
  return leftOut === 0 ? sent : `${format.number(leftOut)} left out`;
}

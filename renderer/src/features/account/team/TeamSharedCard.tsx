// Why: decision 0630.
import type { ReactNode } from 'react';
import type { SharedLeads, SharedTextCounts, TeamShared } from '../../../../../shared/contract/team/team-shared.ts';
import { startRefetch } from '../../../bridge/index.ts';
import { format, leadForms } from '../../../lib/format.ts';
import { placeHref } from '../../../lib/navigation.ts';
import { useTeamShared } from '../../../lib/connect/use-team.ts';
import { Card, FailureNote, Note, Skeleton } from '../../../ui/index.ts';
import team from './TeamCard.module.css';
import classes from './TeamSharedCard.module.css';

interface TeamSharedCardProps {
  /** The team answered when it was asked last. */
  readonly isThere: boolean;
}

/** Lists what colleagues get from this computer and from each other, and what never leaves one. */
export function TeamSharedCard({ isThere }: TeamSharedCardProps) {
  const { data, error, refetch } = useTeamShared();
  const shared = data?.shared;
  return (
    <Card title="What the team shares" context="sealed, only colleagues can read it">
      <div>
        <FailureNote failure={error} onRetry={() => startRefetch(refetch)} />
        {data === undefined && error === null && <Skeleton label="The team is asked" lines={5} />}
        {shared !== undefined && shared !== null && (
          <>
            <Troubles shared={shared} isThere={isThere} />
            <Lines shared={shared} />
          </>
        )}
      </div>
    </Card>
  );
}

interface SharedProps {
  readonly shared: NonNullable<TeamShared['shared']>;
}

function Troubles({ shared: { texts, trouble }, isThere }: SharedProps & TeamSharedCardProps) {
  const stays = texts === null ? [] : staysWords(texts);
  return (
    <>
      {/* The card of the team says why it is not there. */}
      {isThere && trouble !== '' && (
        <Note tone="warning" role="status" title="What is shared is not up to date.">
          {trouble}
        </Note>
      )}
      {!isThere && texts !== null && (
        <p className={team['words']} role="status">
          This may be out of date: the card Team says why.
        </p>
      )}
      {stays.length > 0 && <p className={team['words']}>{stays.join(' ')}</p>}
      {texts !== null && texts.closed > 0 && (
        <Note
          tone="warning"
          role="status"
          title={`${format.count(texts.closed, { one: '# shared item', other: '# shared items' })} cannot be opened.`}
        >
          Lead Console leaves them out here: another secret sealed them, or they were damaged in the database. Ask
          colleagues to save theirs again, and ask whoever runs the database who else writes to it.
        </Note>
      )}
    </>
  );
}

/** How many items of this computer colleagues do not have. */
function staysWords({ waiting, tooLong }: SharedTextCounts): string[] {
  const waits = { one: '# change of this computer waits', other: '# changes of this computer wait' };
  const stay = {
    one: '# item is too long for the team and stays',
    other: '# items are too long for the team and stay',
  };
  return [
    ...(waiting === 0 ? [] : [`${format.count(waiting, waits)} to be shared.`]),
    ...(tooLong === 0 ? [] : [`${format.count(tooLong, stay)} on this computer.`]),
  ];
}

function Lines({ shared: { leads, texts } }: SharedProps) {
  const hasCopies =
    texts !== null && [texts.templates, texts.rules, texts.queries, texts.views].some(({ copies }) => copies > 0);
  return (
    <>
      <dl className={classes['lines']}>
        {leads !== null && (
          <Line of="Who sent a lead, and when">
            <Leads leads={leads} />, as keys that show no name or phone
          </Line>
        )}
        <Line of="Templates, rules">{texts === null ? NOT_KNOWN : <Templates texts={texts} />}</Line>
        <Line of="Fields of campaigns">
          {texts === null ? (
            NOT_KNOWN
          ) : (
            <>
              <Counted value={texts.campaigns} forms={CAMPAIGNS} />, names of fields without examples
            </>
          )}
        </Line>
        <Line of="Queries and views">
          {texts === null ? (
            NOT_KNOWN
          ) : (
            <>
              only those that somebody shares: <Kind of={texts.queries} forms={QUERIES} />,{' '}
              <Kind of={texts.views} forms={VIEWS} />
            </>
          )}
          {'. '}
          <a href={placeHref('export')}>Choose in Export</a>
          <span className="aside block">A query in its menu, a view in “Saved views” of a result.</span>
        </Line>
        <Line of="Imports, quota">names and campaigns of imports, how far each is, units of the day</Line>
        <Line of="Never">rows of files, lead ids, reasons of refusal, passwords</Line>
      </dl>
      {hasCopies && (
        <p className={team['words']}>
          Two people saved at the same time, so there is a copy: the last one counts, the other stays beside it.
        </p>
      )}
    </>
  );
}

interface LineProps {
  readonly of: string;
  readonly children: ReactNode;
}

function Line({ of, children }: LineProps) {
  return (
    <div>
      <dt>{of}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const NOT_KNOWN = 'not known yet';

type Forms = Parameters<typeof format.count>[1];

const TEMPLATES: Forms = { one: '# template', other: '# templates' };
const CAMPAIGNS: Forms = { one: '# campaign', other: '# campaigns' };
const QUERIES: Forms = { one: '# query', other: '# queries' };
const VIEWS: Forms = { one: '# view', other: '# views' };
const COPIES: Forms = { one: '# copy', other: '# copies' };

function Counted({ value, forms }: { readonly value: number; readonly forms: Forms }) {
  const [, word = ''] = format.count(value, forms).split(format.number(value));
  return (
    <>
      <strong>{format.number(value)}</strong>
      {word}
    </>
  );
}

interface KindProps {
  readonly of: SharedTextCounts['rules'];
  readonly forms: Forms;
  /** Said of those that count. */
  readonly children?: string;
}

function Kind({ of: { count, copies }, forms, children = '' }: KindProps) {
  return (
    <>
      <Counted value={count} forms={forms} />
      {children}
      {copies > 0 && ` plus ${format.count(copies, COPIES)}`}
    </>
  );
}

/** An estimate is said to two places: before the server has looked at the table it may be off by a sixth. */
function Leads({ leads: { leads, isRough } }: { readonly leads: SharedLeads }) {
  return (
    <>
      {isRough && 'about '}
      <Counted value={isRough ? Number(leads.toPrecision(2)) : leads} forms={leadForms} />
    </>
  );
}

/** Colleagues that are named; the others are counted together. */
const MOST_NAMED = 3;

function Templates({ texts: { templates, rules } }: { readonly texts: SharedTextCounts }) {
  const { from } = templates;
  const others = from.slice(MOST_NAMED).reduce((sum, { count }) => sum + count, 0);
  const named = from
    .slice(0, MOST_NAMED)
    .map(({ name, count }) => ({ name: name === '' ? 'a colleague' : name, count }));
  const whose = [...named, ...(others === 0 ? [] : [{ name: 'others', count: others }])];
  const words = whose.map(({ name, count }) => `, ${format.number(count)} from ${name}`);
  return (
    <>
      <Kind of={templates} forms={TEMPLATES}>
        {words.join('')}
      </Kind>
      ; rules of <Kind of={rules} forms={CAMPAIGNS} />
    </>
  );
}

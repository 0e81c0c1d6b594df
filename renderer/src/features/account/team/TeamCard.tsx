import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ServiceQuota } from '../../../../../shared/contract/quota/quota.ts';
import { ENDPOINT } from '../../../../../shared/domain/service/services.ts';
import { type ComputerUse, teamDay, usedWords } from '../../../../../shared/domain/team/team-day.ts';
import { holdsNow, sendingWords } from '../../../../../shared/domain/team/team-imports.ts';
import { computerOf, OLD_SCRIPT } from '../../../../../shared/domain/team/team-words.ts';
import { startRefetch, useChannel, useChannelMutation } from '../../../bridge/index.ts';
import { format } from '../../../lib/format.ts';
import { dayWords, TeamDayBar } from '../../../lib/connect/TeamDayBar.tsx';
import { type Team, useTeam } from '../../../lib/connect/use-team.ts';
import { useNow } from '../../../lib/use-now.ts';
import {
  Card,
  FailureNote,
  Meter,
  Note,
  SecondaryButton,
  couldNot,
  Skeleton,
  SmallButton,
  toast,
} from '../../../ui/index.ts';
import { TeamActDialog, type TeamAct } from './TeamActDialog.tsx';
import { TeamAccessDialog, type TeamEntry } from './TeamAccessDialog.tsx';
import { TeamSharedCard } from './TeamSharedCard.tsx';
import classes from './TeamCard.module.css';

type Colleague = Team['colleagues'][number];

/**
 * Several computers that send into one service, no lead twice: who is in the team, whether it can be asked now, and
 * what it shares.
 */
export function TeamCard() {
  const state = useTeam();
  const { data: info } = useChannel('host:info', {});
  const [entry, setEntry] = useState<TeamEntry | null>(null);
  const [act, setAct] = useState<TeamAct | null>(null);
  const { refetch, data } = state;
  const isBrowser = info?.host === 'browser';
  const team = data?.team ?? null;

  /** Also after a failure the account may be in the team: it came in, and could not tell it everything. */
  function leaveDialog(): void {
    setEntry(null);
    startRefetch(refetch);
  }

  return (
    <>
      <Card
        title="Team"
        context={team === null ? 'several computers, no lead twice' : `${team.name}, at ${team.place}`}
      >
        <div className="flexColumn gap12">
          <FailureNote failure={state.error} onRetry={() => startRefetch(refetch)} />
          {data === undefined && state.error === null && <Skeleton label="The team is asked" lines={3} />}
          {data !== undefined && team === null && <NoTeam isBrowser={isBrowser} onEnter={setEntry} />}
          {team !== null && (
            <>
              <Standing team={team} onEnter={() => setEntry('again')} />
              {team.colleagues.length > 0 && <Colleagues team={team} onAct={setAct} />}
              <Acts isBrowser={isBrowser} onEnter={() => setEntry('again')} onAct={setAct} />
            </>
          )}
        </div>
        {entry !== null && <TeamAccessDialog entry={entry} name={team?.name ?? ''} onClose={leaveDialog} />}
        {act !== null && <TeamActDialog act={act} onClose={() => setAct(null)} />}
      </Card>
      {team !== null && <TeamSharedCard isThere={team.trouble === ''} />}
    </>
  );
}

function NoTeam({ isBrowser, onEnter }: { readonly isBrowser: boolean; readonly onEnter: (entry: TeamEntry) => void }) {
  return (
    <>
      <p className={classes['words']}>
        Colleagues who send into this service from other computers can share a database, so that no two of them send the
        same lead. It gets keys that nobody can read without the team’s secret, and no lead. An administrator prepares
        it and gives each person a login.
      </p>
      {isBrowser && (
        <p className={classes['words']}>
          You cannot begin a team in a browser, because no page gets its invitation. The command line begins it and
          prints the invitation: batch team begin.
        </p>
      )}
      <div className="buttonRow">
        <SecondaryButton onClick={() => onEnter('join')}>Join by invitation…</SecondaryButton>
        {isBrowser ? null : <SecondaryButton onClick={() => onEnter('begin')}>Begin a team…</SecondaryButton>}
      </div>
    </>
  );
}

/** Says whether rows can go and, if not, what they wait for. */
function Standing({ team, onEnter }: { readonly team: Team; readonly onEnter: () => void }) {
  const { trouble, needsPerson, awaySince, colleagues, isByPhone, hasOldScript } = team;
  const now = useNow(60_000);
  const missing = colleagues.filter(({ isMissing, hasLeft }) => isMissing && !hasLeft);
  if (needsPerson)
    return (
      <Note
        tone="error"
        role="alert"
        title="Somebody has to put this right."
        actions={<SmallButton onClick={onEnter}>Join again…</SmallButton>}
      >
        {trouble}
      </Note>
    );
  if (trouble !== '')
    return (
      <Note
        tone="warning"
        role="status"
        title={awaySince === null ? 'The team cannot be asked now.' : `Away since ${format.moment(awaySince, now)}.`}
      >
        {trouble}
      </Note>
    );
  if (missing.length > 0)
    return (
      <Note tone="warning" role="status" title={`Waits for ${missing.map(({ name }) => computerOf(name)).join(', ')}.`}>
        The database was put back to an earlier state. Every computer first tells it again what it has sent; rows wait
        until then. Start Lead Console there, or go on without that computer.
      </Note>
    );
  return (
    <>
      <p className={classes['words']} role="status">
        {isByPhone === true
          ? 'Connected. One lead per phone number and campaign: once a colleague’s computer has sent one to a number, or is about to, this one sends none to it.'
          : 'Connected. This computer sends no lead that a colleague’s computer has sent or is about to send.'}
      </p>
      {hasOldScript === true && (
        <Note tone="warning" role="status" title={OLD_SCRIPT.title}>
          {OLD_SCRIPT.words}
        </Note>
      )}
    </>
  );
}

interface ColleaguesProps {
  readonly team: Team;
  readonly onAct: (act: TeamAct) => void;
}

/** The computers, what they send, and what they have used of the quota that rows draw on. */
function Colleagues({ team, onAct }: ColleaguesProps) {
  const now = useNow(60_000);
  const { data: quota } = useChannel('quota:snapshot', {});
  const leads = quota?.services.find(({ endpoints }) =>
    endpoints.some(({ service }) => service === ENDPOINT.createLeads),
  );
  const day = leads === undefined ? null : teamDay(team, leads, now);
  return (
    <>
      <ColleaguesTable
        colleagues={team.colleagues}
        uses={day?.computers ?? []}
        limit={leads?.daily.limit ?? null}
        onAct={onAct}
      />
      {leads !== undefined && day !== null && (
        <section aria-labelledby="team-day">
          <div className={classes['day']}>
            <h3 id="team-day">{leads.title} today, by computer</h3>
            <span>{dayWords(day, leads, now)}</span>
          </div>
          <TeamDayBar day={day} service={leads} now={now} />
        </section>
      )}
    </>
  );
}

interface ColleaguesTableProps extends Pick<ColleaguesProps, 'onAct'> {
  readonly colleagues: readonly Colleague[];
  readonly uses: readonly ComputerUse[];
  /** Units of the day; null: not known. */
  readonly limit: ServiceQuota['daily']['limit'];
}

function ColleaguesTable({ colleagues, uses, limit, onAct }: ColleaguesTableProps) {
  const now = useNow(15_000);
  return (
    <div className={classes['scroll']} tabIndex={0} role="region" aria-label="Computers of the team">
      <table className={classes['table']}>
        <thead>
          <tr>
            <th scope="col">Computer</th>
            <th scope="col">Last heard</th>
            <th scope="col">Sends now</th>
            <th scope="col">Units today, of its share</th>
            <th scope="col">
              <span className="visuallyHidden">What can be done</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {colleagues.map((colleague) => (
            <tr key={colleague.id}>
              <th scope="row">
                {computerOf(colleague.name)} <span className={classes['mark']}>{markOf(colleague)}</span>
              </th>
              <td>{format.ago(colleague.heardAt, now)}</td>
              <td>{sendsWords(colleague, now)}</td>
              <td>
                <UnitsToday use={uses.find(({ office }) => office === colleague.id)} limit={limit} />
              </td>
              <td>
                {colleague.isMe || colleague.hasLeft ? null : (
                  <Button
                    size="compact-xs"
                    variant="subtle"
                    aria-label={`Go on without ${computerOf(colleague.name)}…`}
                    onClick={() =>
                      onAct({ kind: 'without', office: colleague.id, computer: computerOf(colleague.name) })
                    }
                  >
                    Go on without…
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface UnitsTodayProps {
  readonly use: ComputerUse | undefined;
  readonly limit: ServiceQuota['daily']['limit'];
}

function UnitsToday({ use, limit }: UnitsTodayProps) {
  const now = useNow(60_000);
  if (use === undefined) return null;
  const { units, share } = use;
  const words = usedWords(use, (at) => format.moment(at, now));
  if (units === null || limit === null || share === null) return words;
  const most = Math.floor((limit * share) / 100);
  return (
    <div className={classes['units']}>
      <span>
        {format.number(units)} of {format.number(most)} ({share} %)
      </span>
      <Meter used={units} limit={most} height={5} label={`${words}, of ${format.number(most)}`} />
    </div>
  );
}

function sendsWords(colleague: Colleague, now: number): string {
  const { imports, hasLeft } = colleague;
  const running = imports.filter(({ state }) => state === 'running');
  const [last] = imports;
  if (hasLeft) return '';
  if (running.length > 0 && holdsNow(colleague, now)) return running.map(sendingWords).join('; ');
  if (running.length > 0) return 'not known, silent since then';
  return last === undefined ? 'nothing' : `nothing; last ${last.name}, ${format.ago(last.createdAt, now)}`;
}

function markOf({ isMe, isFormer, hasLeft, isMissing }: Colleague): string {
  if (isMe) return 'this computer';
  if (isFormer) return 'this computer, before its folder was put back or copied';
  if (hasLeft) return 'has left';
  return isMissing ? 'has not reported yet what it has sent' : '';
}

interface ActsProps {
  readonly isBrowser: boolean;
  readonly onEnter: () => void;
  readonly onAct: (act: TeamAct) => void;
}

function Acts({ isBrowser, onEnter, onAct }: ActsProps) {
  const invite = useChannelMutation('host:copyInvitation');
  return (
    <>
      {isBrowser && (
        <p className={classes['words']}>
          You cannot copy the invitation in a browser, because no page gets it. Whoever has joined with it gives it to
          others, or the command line prints it: batch team invite. Login and password are kept until Lead Console
          closes.
        </p>
      )}
      <div className="buttonRow">
        {isBrowser ? null : (
          <SecondaryButton
            aria-disabled={invite.isPending}
            onClick={() =>
              invite.isPending ||
              invite.mutate(
                {},
                {
                  onSuccess: ({ isCopied }) =>
                    isCopied &&
                    toast('The invitation is copied.', 'Each colleague needs a login of the database, too.'),
                  ...couldNot,
                },
              )
            }
          >
            Copy the invitation…
          </SecondaryButton>
        )}
        <SecondaryButton onClick={onEnter}>New login…</SecondaryButton>
        <SecondaryButton onClick={() => onAct({ kind: 'restored' })}>Database was put back…</SecondaryButton>
        <SecondaryButton onClick={() => onAct({ kind: 'leave' })}>Leave the team…</SecondaryButton>
      </div>
    </>
  );
}

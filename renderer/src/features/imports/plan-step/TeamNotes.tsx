import { computersWords } from '../../../../../shared/domain/team/team-words.ts';
import { useActiveAccount } from '../../../bridge/index.ts';
import { format } from '../../../lib/format.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Note, SmallButton, startWork } from '../../../ui/index.ts';
import { changeNotes } from '../checking/change-notes.ts';
import { notAskedTitle, rowForms, SENT_BY_TEAM } from '../checking/check-sum.ts';
import type { Check } from '../checking/use-check.ts';

interface TeamNotesProps {
  readonly campaignCode: string;
  readonly check: Check;
}

/** What colleagues of the team have sent of the rows; nothing without a team. */
export function TeamNotes({ campaignCode, check }: TeamNotesProps) {
  const now = useNow(60_000);
  const zone = useActiveAccount()?.dialect.timeZone;
  const team = check.state.summary?.team ?? null;
  if (team === null) return null;
  const { error, rows: askedSoFar, ask } = check.team;
  const ago = (at: number) => format.ago(at, now, zone);
  const askAgain = <SmallButton onClick={ask}>Ask again</SmallButton>;

  async function choose(isOut: boolean): Promise<void> {
    const changed = format.count(isOut ? rows - leftOut : leftOut, rowForms);
    const answer = await check.leaveOut({ choice: { reasonId: SENT_BY_TEAM, keep: null }, isOut });
    if (answer !== null)
      changeNotes(check).announce(isOut ? `Left out ${changed}` : `${changed} will be sent anyway`, answer);
  }

  const { rows, leftOut, contactRows, computers, contactComputers } = team;
  const isAllOut = leftOut === rows;
  return (
    <>
      {askedSoFar !== null && (
        <Note tone="info" role="status" title="The team is asked which of these rows colleagues have sent.">
          You can go on. A lead that a colleague has is not sent, asked or not.
        </Note>
      )}
      {error !== null && (
        <Note
          tone="warning"
          role="status"
          title={`${notAskedTitle(team, (at) => format.moment(at, now, zone))}.`}
          actions={askAgain}
        >
          {error.message} What colleagues have sent since is not known here.
        </Note>
      )}
      {error === null && team.isStale && askedSoFar === null && (
        <Note
          tone="info"
          role="status"
          title={`Rows were changed since the team was asked${team.askedAt === null ? '' : `, ${ago(team.askedAt)}`}.`}
          actions={askAgain}
        >
          About changed rows it is not known whether a colleague has sent them.
        </Note>
      )}
      {rows > 0 && (
        <Note
          tone={isAllOut ? 'info' : 'warning'}
          role="status"
          title={`${format.count(rows, { one: '# of these rows belongs to a colleague', other: '# of these rows belong to colleagues' })} in ${campaignCode}.`}
          actions={
            <SmallButton onClick={() => startWork(() => choose(!isAllOut))}>
              {isAllOut ? `Send ${format.number(leftOut)} anyway` : `Leave out ${format.number(rows - leftOut)}`}
            </SmallButton>
          }
        >
          {computersWords(computers, ago)}{' '}
          {isAllOut
            ? `${rows === 1 ? 'It is' : 'They are'} left out, so no second lead is made.`
            : `${format.count(rows - leftOut, { one: '# is', other: '# are' })} sent anyway, as you chose.`}
        </Note>
      )}
      {contactRows > 0 && (
        <Note
          tone="info"
          role="status"
          title={`${format.count(contactRows, { one: '# row shares', other: '# rows share' })} a phone or an e-mail address with another lead of a colleague.`}
        >
          {computersWords(contactComputers, ago)} {contactRows === 1 ? 'It is' : 'They are'} sent. Look at{' '}
          {contactRows === 1 ? 'it' : 'them'} under Check.
        </Note>
      )}
    </>
  );
}

import { computersWords } from '../../../../../shared/domain/team/team-words.ts';
import { format } from '../../../lib/format.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Note, SmallButton, startWork } from '../../../ui/index.ts';
import { changeNotes } from '../checking/change-notes.ts';
import { notAskedTitle, sendable, SENT_BY_TEAM } from '../checking/check-sum.ts';
import type { Check } from '../checking/use-check.ts';

/** What colleagues of the team have sent of the rows; nothing without a team. */
export function TeamNotes({ campaignCode, check }: { readonly campaignCode: string; readonly check: Check }) {
  const now = useNow(60_000);
  const known = check.state.summary;
  if (known === null || known.team === null) return null;
  const { error, rows: askedSoFar, ask } = check.team;
  const ago = (at: number) => format.ago(at, now);
  const askAgain = <SmallButton onClick={ask}>Ask again</SmallButton>;
  const { askedAt, isStale, rows, leftOut, contactRows, computers, contactComputers } = known.team;
  const isAllOut = leftOut === rows;
  const more = sendable(known, SENT_BY_TEAM);
  return (
    <>
      {askedSoFar !== null && (
        <Note tone="info" role="status" title="The team is asked which of these rows colleagues have sent.">
          You can go on. A lead that a colleague has is not sent, also before the team has answered.
        </Note>
      )}
      {error !== null && (
        <Note
          tone="warning"
          role="status"
          title={`${notAskedTitle(known.team, (at) => format.moment(at, now))}.`}
          actions={askAgain}
        >
          {error.message} What colleagues have sent since is not known here.
        </Note>
      )}
      {error === null && isStale && askedSoFar === null && (
        <Note
          tone="info"
          role="status"
          title={`Rows were changed since the team was asked${askedAt === null ? '' : `, ${ago(askedAt)}`}.`}
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
            !isAllOut || more > 0 ? (
              <SmallButton onClick={() => startWork(() => changeNotes(check).choose(SENT_BY_TEAM, !isAllOut, known))}>
                {isAllOut ? `Send ${format.number(more)} anyway` : `Leave out ${format.number(rows - leftOut)}`}
              </SmallButton>
            ) : undefined
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

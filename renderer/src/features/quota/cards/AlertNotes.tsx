import type { QuotaSnapshot } from '../../../../../shared/contract/quota/quota.ts';
import { useChannelMutation } from '../../../bridge/index.ts';
import { format } from '../../../lib/format.ts';
import { FailureNote, Note, SmallButton } from '../../../ui/index.ts';
import { clockWords } from '../settings/notes-model.ts';

/** What is wrong now: alerts that a person has not seen, the service out of reach, clocks that differ. */
export function AlertNotes({ quota, now }: { readonly quota: QuotaSnapshot; readonly now: number }) {
  const seen = useChannelMutation('quota:alertSeen');
  const alerts = quota.alerts.filter(({ isSeen }) => !isSeen);
  const known = quota.alerts.filter(({ isSeen }) => isSeen);
  const clock = clockWords(quota.clockOffset);
  const undelivered = quota.alertDelivery.failure;
  if (quota.alerts.length === 0 && quota.offline === '' && clock === '' && undelivered === null) return null;
  return (
    <div className="flexColumn gap8">
      {quota.offline === '' ? null : (
        <Note tone="warning" title={quota.offline}>
          The figures are those of the last answer.
        </Note>
      )}
      {undelivered === null ? null : (
        <Note tone="warning" title="An alert did not arrive where it should go">
          {format.moment(undelivered.at, now)}: {undelivered.message} The address is set under Reserve, shares and
          alerts.
        </Note>
      )}
      {alerts.map(({ id, title, text, raisedAt }) => (
        <Note
          key={id}
          tone="warning"
          title={title}
          actions={<SmallButton onClick={() => seen.mutate({ alertId: id })}>I have seen it</SmallButton>}
        >
          {text} Since {format.moment(raisedAt, now)}.
        </Note>
      ))}
      <FailureNote failure={seen.error} />
      {known.length === 0 ? null : (
        <p className="quiet">Still so: {known.map(({ title }) => title.replace(/\.$/, '')).join('; ')}.</p>
      )}
      {clock === '' ? null : <p className="quiet">{clock}</p>}
    </div>
  );
}

import type { Draft, FieldLookUp } from '../../../../../shared/contract/imports/imports.ts';
import { call, useActiveAccount, useReread } from '../../../bridge/index.ts';
import { format, leadForms } from '../../../lib/format.ts';
import { CancelButton, FailureNote, Note, SmallButton, startWork } from '../../../ui/index.ts';
import { useLeadReading } from '../campaign/use-lead-reading.ts';

/**
 * Says before Start that the service has never shown this campaign: a mistyped code is refused row by row. One request, if a
 * person wants it, looks for a lead of it.
 */
export function UnseenCampaign({ draft }: { readonly draft: Draft }) {
  const { campaignCode, known } = draft;
  const account = useActiveAccount();
  const { progress, error, found, read, cancel } = useLeadReading<FieldLookUp>();
  const reread = useReread();
  if (known.imports > 0 || known.lookUp !== null || (found?.leads ?? 0) > 0) return null;

  async function look(): Promise<void> {
    const answer = await read((callId) => call('import:lookUpFields', { callId, campaignCode }));
    if ((answer?.leads ?? 0) > 0) await reread('import:draft');
  }

  const canAsk = account !== null && account !== undefined;
  return (
    <>
      <Note
        tone="warning"
        role="status"
        title={
          found === null ? (
            <>
              The service has not shown <bdi>{campaignCode}</bdi> here yet.
            </>
          ) : (
            <>
              No lead of <bdi>{campaignCode}</bdi> is among {format.count(found.looked, leadForms)} that came.
            </>
          )
        }
        actions={
          canAsk &&
          (progress === null ? (
            <SmallButton onClick={() => startWork(look)}>
              {found === null ? 'Look for it (1 request)' : 'Look again (1 request)'}
            </SmallButton>
          ) : (
            <CancelButton size="xs" onClick={cancel} />
          ))
        }
      >
        {progress === null
          ? 'Check the code. If it is wrong, the service refuses every row; if the campaign is new, there is nothing to show yet.'
          : 'Looking for a lead of it.'}
      </Note>
      <FailureNote failure={error} title="The campaign could not be looked for." />
    </>
  );
}

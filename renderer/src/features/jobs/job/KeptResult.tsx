import type { JobSummary } from '../../../../../shared/contract/jobs/jobs.ts';
import { useChannelMutation } from '../../../bridge/index.ts';
import { format } from '../../../lib/format.ts';
import { couldNot, Note, SecondaryButton } from '../../../ui/index.ts';

/** Why the result file is not beside the imported file, and what to do. Empty when it is, or when none is wanted. */
export function KeptResultNote({ job }: { readonly job: JobSummary }) {
  const keep = useChannelMutation('job:keepResult');
  if (job.resultFile?.state !== 'failed') return null;
  const { trouble, name, savedAt } = job.resultFile;
  return (
    <Note
      tone="warning"
      role="status"
      title={`The result file was not saved beside ${job.fileName}.`}
      actions={
        <SecondaryButton loading={keep.isPending} onClick={() => keep.mutate({ jobId: job.id }, couldNot)}>
          Try again
        </SecondaryButton>
      }
    >
      {trouble}{' '}
      {savedAt === null ? 'Nothing of the import is lost.' : `${name} has the rows as they were when it was saved.`} You
      can also save it in another folder, with <em>Result file</em>.
    </Note>
  );
}

/** Where the result file goes or went, in words. Empty when the job keeps none, or saving failed. */
export function keptResultWords({ resultFile }: JobSummary, now: number): string {
  if (resultFile === undefined || resultFile.state === 'failed') return '';
  if (resultFile.savedAt === null) return 'its result file is saved beside it at the end';
  return `${resultFile.name} saved beside it ${format.moment(resultFile.savedAt, now)}`;
}

import { Button } from '@mantine/core';
import type { JobSummary } from '../../../../../shared/contract/jobs/jobs.ts';
import { useChannelMutation } from '../../../bridge/index.ts';
import { format } from '../../../lib/format.ts';
import { Note, showFailure } from '../../../ui/index.ts';

/** Why the result file does not lie beside the imported file, and what to do. Nothing while it does, or none is wished. */
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
        <Button
          variant="default"
          loading={keep.isPending}
          onClick={() => keep.mutate({ jobId: job.id }, { onError: (failure) => showFailure(failure) })}
        >
          Try again
        </Button>
      }
    >
      {trouble} {savedAt === null ? 'Nothing of the import is lost.' : `${name} says how it was when it was saved.`} You
      can also save it in another folder, with <em>Result file</em>.
    </Note>
  );
}

/** For the line that says where the file went. Empty: the job keeps none, or it failed. */
export function keptResultWords({ resultFile }: JobSummary, now: number, zone: string | undefined): string {
  if (resultFile === undefined || resultFile.state === 'failed') return '';
  if (resultFile.savedAt === null) return 'its result file is saved beside it at the end';
  return `${resultFile.name} saved beside it ${format.moment(resultFile.savedAt, now, zone)}`;
}

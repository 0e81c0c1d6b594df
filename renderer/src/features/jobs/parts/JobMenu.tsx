import { IconCopyPlus, IconPencil, IconReceipt, IconTemplate, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { JobSummary } from '../../../../../shared/contract/jobs/jobs.ts';
import { useChannelMutation } from '../../../bridge/index.ts';
import { format, rowForms } from '../../../lib/format.ts';
import { leaveItem, navigate, placeHref } from '../../../lib/navigation.ts';
import {
  Changes,
  ConfirmDialog,
  couldNot,
  MenuEntry,
  MoreMenu,
  NameDialog,
  startWork,
  toast,
} from '../../../ui/index.ts';
import { actionsOf } from './job-model.ts';

/** What is done with a job less often: its receipt, a new import of the same rows, its removal. */
export function JobMenu({ job }: { readonly job: JobSummary }) {
  const duplicate = useChannelMutation('job:duplicate');
  const remove = useChannelMutation('job:delete');
  const rename = useChannelMutation('job:rename');
  const [isNaming, setIsNaming] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const mayRun = actionsOf(job).pause;
  /** The job's own page goes before the answer comes, and this menu with it: callbacks of `mutate` would not run. */
  const removeJob = async () => {
    await remove.mutateAsync({ jobId: job.id }).finally(() => setIsAsking(false));
    toast(`“${job.name}” is deleted`, 'Leads in the service stay.');
    leaveItem('jobs', job.id);
  };
  return (
    <>
      <MoreMenu label={`More for ${job.name}`}>
        <Changes>
          <MenuEntry icon={IconPencil} label="Rename…" onClick={() => setIsNaming(true)} />
        </Changes>
        <MenuEntry icon={IconReceipt} label="Receipt" href={placeHref('jobs', job.id, 'receipt')} />
        <Changes>
          <MenuEntry
            icon={IconCopyPlus}
            label="Duplicate as new"
            disabled={duplicate.isPending}
            onClick={() =>
              duplicate.mutate(
                { jobId: job.id },
                { ...couldNot, onSuccess: (draft) => navigate('import', draft.id, { part: 'check' }) },
              )
            }
          />
          <MenuEntry icon={IconTemplate} label="Save as template…" href={placeHref('import', job.id, 'template')} />
          <MenuEntry
            icon={IconTrash}
            label="Delete…"
            color="red"
            disabled={mayRun}
            title={mayRun ? 'Pause or stop it first' : undefined}
            onClick={() => setIsAsking(true)}
          />
        </Changes>
      </MoreMenu>
      <NameDialog
        opened={isNaming}
        title="Rename this job"
        name={job.name}
        confirmLabel="Rename"
        work={rename}
        onClose={() => {
          setIsNaming(false);
          // The next name has not failed.
          if (!rename.isPending) rename.reset();
        }}
        onConfirm={(name) => rename.mutate({ jobId: job.id, name }, { onSuccess: () => setIsNaming(false) })}
      />
      <ConfirmDialog
        opened={isAsking}
        title={`Delete “${job.name}” from this computer?`}
        confirmLabel={`Delete ${format.count(job.counts.rows, rowForms)} and their answers`}
        danger
        busy={remove.isPending}
        onClose={() => setIsAsking(false)}
        onConfirm={() => startWork(removeJob)}
      >
        {deletedWords(job)}
      </ConfirmDialog>
    </>
  );
}

/** What goes, and what can no longer be known. */
function deletedWords({ campaignCode, counts, fileName }: JobSummary): string {
  const unknown =
    counts.unknown === 0
      ? ''
      : ` ${format.count(counts.unknown, { one: '# row is unknown', other: '# rows are unknown' })}: whether they arrived can no longer be looked up here.`;
  const waiting =
    counts.waiting === 0
      ? ''
      : ` ${format.count(counts.waiting, { one: '# row that waits is', other: '# rows that wait are' })} not sent.`;
  return `The rows of ${fileName}, what was sent and what the service answered are removed and overwritten.${unknown}${waiting} Leads in the service stay. Lead Console still asks before the same file is sent to ${campaignCode} again, but not before a changed one.`;
}

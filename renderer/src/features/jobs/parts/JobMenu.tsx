import { ActionIcon, Menu } from '@mantine/core';
import { IconCopyPlus, IconDots, IconPencil, IconReceipt, IconTemplate, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { JobSummary } from '../../../../../shared/contract/jobs/jobs.ts';
import { useChannelMutation } from '../../../bridge/index.ts';
import { format } from '../../../lib/format.ts';
import { leaveItem, navigate, placeHref } from '../../../lib/navigation.ts';
import { Changes, ConfirmDialog, FailureNote, NameDialog, showFailure, startWork, toast } from '../../../ui/index.ts';
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
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon aria-label={`More for ${job.name}`} size={28}>
            <IconDots size={17} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Changes>
            <Menu.Item
              leftSection={<IconPencil size={16} stroke={1.75} aria-hidden />}
              onClick={() => setIsNaming(true)}
            >
              Rename…
            </Menu.Item>
          </Changes>
          <Menu.Item
            component="a"
            href={placeHref('jobs', job.id, 'receipt')}
            leftSection={<IconReceipt size={16} stroke={1.75} aria-hidden />}
          >
            Receipt
          </Menu.Item>
          <Changes>
            <Menu.Item
              leftSection={<IconCopyPlus size={16} stroke={1.75} aria-hidden />}
              disabled={duplicate.isPending}
              onClick={() =>
                duplicate.mutate(
                  { jobId: job.id },
                  {
                    onError: (failure) => showFailure(failure),
                    onSuccess: (draft) => navigate('import', draft.id, { part: 'check' }),
                  },
                )
              }
            >
              Duplicate as new
            </Menu.Item>
            <Menu.Item
              component="a"
              href={placeHref('import', job.id, 'template')}
              leftSection={<IconTemplate size={16} stroke={1.75} aria-hidden />}
            >
              Save as template…
            </Menu.Item>
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={16} stroke={1.75} aria-hidden />}
              disabled={mayRun}
              title={mayRun ? 'Pause or stop it first' : undefined}
              onClick={() => setIsAsking(true)}
            >
              Delete…
            </Menu.Item>
          </Changes>
        </Menu.Dropdown>
      </Menu>
      <NameDialog
        opened={isNaming}
        title="Rename this job"
        name={job.name}
        confirmLabel="Rename"
        busy={rename.isPending}
        failure={rename.error === null ? undefined : <FailureNote failure={rename.error} />}
        onClose={() => setIsNaming(false)}
        onConfirm={(name) => rename.mutate({ jobId: job.id, name }, { onSuccess: () => setIsNaming(false) })}
      />
      <ConfirmDialog
        opened={isAsking}
        title={`Delete “${job.name}” from this computer?`}
        confirmLabel={`Delete ${format.count(job.counts.rows, { one: '# row', other: '# rows' })} and their answers`}
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

import { Button } from '@mantine/core';
import { IconFileDownload } from '@tabler/icons-react';
import type { JobSummary } from '../../../../shared/contract/jobs/jobs.ts';
import { resultFileName } from '../../../../shared/domain/jobs/result-name.ts';
import { call, useSave } from '../../bridge/index.ts';
import { savedFileWords } from '../../lib/saved-file-words.ts';
import { startWork, toast } from '../../ui/index.ts';
import classes from './JobPage.module.css';

/** Saves the rows of the file with what became of each. */
export function ResultFileButton({ job }: { readonly job: JobSummary }) {
  const { saving, save } = useSave();

  async function saveResult(): Promise<void> {
    const saved = await save(resultFileName(job.fileName), (args) =>
      call('job:saveResult', { jobId: job.id, ...args }),
    );
    if (saved === null) return;
    const words = savedFileWords(saved, { one: '# row', other: '# rows' });
    toast(words.title, words.check);
  }

  return (
    <Button
      className={classes['iconOnly'] ?? ''}
      title="Result file"
      variant="default"
      leftSection={<IconFileDownload size={16} stroke={1.75} aria-hidden />}
      disabled={saving !== null}
      onClick={() => startWork(saveResult, 'The result file was not saved.')}
    >
      Result file
    </Button>
  );
}

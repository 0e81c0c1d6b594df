import { Button } from '@mantine/core';
import { IconChevronDown, IconFileDownload } from '@tabler/icons-react';
import { useState } from 'react';
import type { JobSummary } from '../../../../../shared/contract/jobs/jobs.ts';
import { type ResultWish, USUAL_RESULT } from '../../../../../shared/contract/jobs/result-choices.ts';
import { resultChoicesOf } from '../../../../../shared/domain/jobs/result-form.ts';
import { resultFileName } from '../../../../../shared/domain/jobs/result-name.ts';
import { call, useChannel, useSave } from '../../../bridge/index.ts';
import { format, rowForms } from '../../../lib/format.ts';
import { savedFileWords } from '../../../lib/saved-file-words.ts';
import { SecondaryButton, startWork, toast } from '../../../ui/index.ts';
import classes from '../parts/JobPage.module.css';
import { ResultFileDialog } from './ResultFileDialog.tsx';
import { excelDelimiter } from './result-file-model.ts';

interface ResultFileButtonProps {
  readonly job: JobSummary;
  /** Beside buttons that need the room: the icon alone. */
  readonly isSmall?: boolean;
}

/** Saves the rows of the file with what became of each, as a person chose last; how is behind the arrow. */
export function ResultFileButton({ job, isSmall = false }: ResultFileButtonProps) {
  const { saving, save } = useSave();
  const { data: preferences } = useChannel('preferences:get', {});
  const [isAsking, setIsAsking] = useState(false);
  const wish = preferences?.resultFile ?? USUAL_RESULT;
  const around = {
    source: job.source ?? null,
    excelDelimiter: excelDelimiter(),
    zone: format.zone(),
  };

  async function saveResult(chosen: ResultWish): Promise<void> {
    const choices = resultChoicesOf(chosen, around);
    const ending = choices.format.format;
    const name = resultFileName(job.fileName, 1, ending, chosen.rows === 'refused' ? 'refused' : 'result');
    const saved = await save(name, (args) => call('job:saveResult', { jobId: job.id, choices, ...args }));
    if (saved === null) return;
    const words = savedFileWords(saved, rowForms);
    toast(words.title, words.check);
  }

  async function saveAs(chosen: ResultWish): Promise<void> {
    setIsAsking(false);
    await call('preferences:set', { resultFile: chosen });
    await saveResult(chosen);
  }

  const begin = (work: () => Promise<void>) => startWork(work, 'The result file was not saved.');
  return (
    <>
      <Button.Group>
        <SecondaryButton
          className={classes[isSmall ? 'arrow' : 'iconOnly'] ?? ''}
          title="Result file"
          aria-label="Result file"
          leftSection={isSmall ? undefined : <IconFileDownload size={16} stroke={1.75} aria-hidden />}
          disabled={saving !== null}
          onClick={() => begin(() => saveResult(wish))}
        >
          {isSmall ? <IconFileDownload size={16} stroke={1.75} aria-hidden /> : 'Result file'}
        </SecondaryButton>
        <SecondaryButton
          className={classes['arrow'] ?? ''}
          aria-label="How results are saved"
          title="How results are saved"
          disabled={saving !== null}
          onClick={() => setIsAsking(true)}
        >
          <IconChevronDown size={15} stroke={1.75} aria-hidden />
        </SecondaryButton>
      </Button.Group>
      <ResultFileDialog
        opened={isAsking}
        job={job}
        wish={wish}
        around={around}
        onSave={(chosen) => begin(() => saveAs(chosen))}
        onClose={() => setIsAsking(false)}
      />
    </>
  );
}

import { Button, Checkbox, Radio } from '@mantine/core';
import { useState } from 'react';
import type { JobSummary } from '../../../../../shared/contract/jobs/jobs.ts';
import type { ResultWish } from '../../../../../shared/contract/jobs/result-choices.ts';
import { formWords, resultChoicesOf, type ResultSurroundings } from '../../../../../shared/domain/jobs/result-form.ts';
import { format, rowForms } from '../../../lib/format.ts';
import { CancelButton, Modal } from '../../../ui/index.ts';
import classes from './ResultFileDialog.module.css';

interface ResultFileDialogProps {
  readonly opened: boolean;
  readonly job: JobSummary;
  readonly wish: ResultWish;
  readonly around: ResultSurroundings;
  readonly onSave: (wish: ResultWish) => void;
  readonly onClose: () => void;
}

/** Which rows a result file has, and how it is written. The choice stays for the next one. */
export function ResultFileDialog(props: ResultFileDialogProps) {
  return (
    <Modal opened={props.opened} onClose={props.onClose} title="Result of the import">
      <Form {...props} />
    </Modal>
  );
}

function Form({ job, wish, around, onSave, onClose }: ResultFileDialogProps) {
  const [chosen, setChosen] = useState(wish);
  const { counts } = job;
  const change = (part: Partial<ResultWish>) => setChosen({ ...chosen, ...part });
  const words = (as: ResultWish['as']) => formWords(resultChoicesOf({ ...chosen, as }, around));
  const count = chosen.rows === 'all' ? counts.rows : counts.refused;
  return (
    <form
      className={classes['form']}
      onSubmit={(event) => {
        event.preventDefault();
        onSave(chosen);
      }}
    >
      <Radio.Group label="Rows" value={chosen.rows} onChange={(rows) => change({ rows: rows as ResultWish['rows'] })}>
        <Radio value="all" label={`All ${format.count(counts.rows, rowForms)}`} data-autofocus />
        <Radio
          value="refused"
          label={`Only the ${format.count(counts.refused, { one: '# refused row', other: '# refused rows' })}, with their reasons`}
          description="To send back to the supplier, or to correct and import again."
        />
      </Radio.Group>
      <Radio.Group label="Format" value={chosen.as} onChange={(as) => change({ as: as as ResultWish['as'] })}>
        <Radio
          value="source"
          label={around.source === null ? 'CSV' : `CSV like ${job.fileName}`}
          description={`${words('source')}${around.source === null ? ': the imported file was no CSV' : ''}`}
        />
        <Radio
          value="excel"
          label="CSV for Excel on this computer"
          description={`${words('excel')}, a guess from its language`}
        />
        <Radio value="xlsx" label="Excel workbook (.xlsx)" description={words('xlsx')} />
      </Radio.Group>
      <Radio.Group
        label="Times"
        value={chosen.times}
        onChange={(times) => change({ times: times as ResultWish['times'] })}
      >
        <Radio value="account" label={`On the clock of ${around.zone}, with the offset`} />
        <Radio value="utc" label="UTC" />
      </Radio.Group>
      <Checkbox
        label="Guard cells that Excel would run as a formula"
        description="They get an apostrophe in front. The service’s own words always get one; a workbook needs none."
        checked={chosen.guardFormulas && chosen.as !== 'xlsx'}
        disabled={chosen.as === 'xlsx'}
        onChange={(event) => change({ guardFormulas: event.currentTarget.checked })}
      />
      <div className="buttonRow justifyEnd">
        <CancelButton onClick={onClose} />
        <Button type="submit">Save {format.count(count, rowForms)}</Button>
      </div>
    </form>
  );
}

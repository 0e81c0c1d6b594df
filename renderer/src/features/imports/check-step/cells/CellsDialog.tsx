import { Button, Checkbox, Modal, SegmentedControl, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { CellsChange, CellsPreview } from '../../../../../../shared/contract/check/check.ts';
import { useChannel } from '../../../../bridge/index.ts';
import { format } from '../../../../lib/format.ts';
import { FailureNote, Skeleton, startWork } from '../../../../ui/index.ts';
import { rowForms } from '../../checking/check-sum.ts';
import { mappedColumns } from '../model/check-model.ts';
import { useCheckStep } from '../model/check-step-context.ts';
import {
  ACT_NAMES,
  ACT_NOTES,
  type ActKind,
  type CellsForm,
  changeOf,
  LETTER_NAMES,
  PLACE_NAMES,
} from './cells-form.ts';
import classes from './CellsDialog.module.css';

const cellForms = { one: '# cell', other: '# cells' };
/** Milliseconds after a key: a preview goes through all rows. */
const TYPING_PAUSE = 200;
const ALL_COLUMNS = 'all';

interface CellsDialogProps {
  readonly form: CellsForm;
  readonly onForm: (form: CellsForm) => void;
  readonly onClose: () => void;
}

/** Changes many cells at once, with what becomes of the first of them. */
export function CellsDialog({ form, onForm, onClose }: CellsDialogProps) {
  const { draft, view, corrections } = useCheckStep();
  const change = changeOf(form, view);
  const [asked] = useDebouncedValue(JSON.stringify(change), TYPING_PAUSE);
  const wanted = JSON.parse(asked) as CellsChange | null;
  const { data, error } = useChannel(
    'check:previewCells',
    { draftId: draft.id, change: wanted ?? NOTHING },
    { enabled: wanted !== null, keepPrevious: true, staleTime: 0 },
  );
  // What is checked is what is changed: a preview of something else does not count.
  const preview = change !== null && asked === JSON.stringify(change) ? data : undefined;

  async function apply(): Promise<void> {
    if (change === null || preview === undefined || preview.cells === 0) return;
    onClose();
    await corrections.changeCells(change, preview.rows);
  }

  return (
    <Modal opened onClose={onClose} size={620} title="Change many cells" closeButtonProps={{ 'aria-label': 'Close' }}>
      <form
        className={classes['form']}
        onSubmit={(event) => {
          event.preventDefault();
          startWork(apply);
        }}
      >
        <Select
          label="What to do"
          allowDeselect={false}
          data={Object.entries(ACT_NAMES).map(([value, label]) => ({ value, label }))}
          value={form.kind}
          onChange={(value) => onForm({ ...form, kind: value as ActKind })}
        />
        <ActFields form={form} onForm={onForm} />
        <Scope form={form} onForm={onForm} />
        <div className={classes['preview']} role="status" aria-label="What would change">
          {error === null ? (
            <Preview preview={change === null ? null : preview} columns={draft.reading.columns} />
          ) : (
            <FailureNote failure={error} />
          )}
        </div>
        <div className={classes['foot']}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={preview === undefined || preview.cells === 0}>
            {preview === undefined || preview.cells === 0
              ? 'Change'
              : `Change ${format.count(preview.cells, cellForms)}`}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

/** Stands where nothing is asked yet. */
const NOTHING: CellsChange = { act: { kind: 'digits' }, column: null, reasonId: null, filter: 'all' };

type FieldsProps = Pick<CellsDialogProps, 'form' | 'onForm'>;

function ActFields({ form, onForm }: FieldsProps) {
  const note = ACT_NOTES[form.kind];
  return (
    <>
      {form.kind === 'replace' && (
        <>
          <div className={classes['pair']}>
            <TextInput
              label="Find"
              data-autofocus
              maxLength={1000}
              spellCheck={false}
              value={form.find}
              onChange={(event) => onForm({ ...form, find: event.currentTarget.value })}
            />
            <TextInput
              label="Replace with"
              placeholder="Nothing: it is removed"
              maxLength={1000}
              spellCheck={false}
              value={form.to}
              onChange={(event) => onForm({ ...form, to: event.currentTarget.value })}
            />
          </div>
          <div className={classes['pair']}>
            <Select
              label="Where it stands"
              allowDeselect={false}
              data={Object.entries(PLACE_NAMES).map(([value, label]) => ({ value, label }))}
              value={form.place}
              onChange={(value) => onForm({ ...form, place: value as CellsForm['place'] })}
            />
            <Checkbox
              mt={28}
              label="Large and small letters differ"
              checked={form.isExact}
              onChange={(event) => onForm({ ...form, isExact: event.currentTarget.checked })}
            />
          </div>
        </>
      )}
      {form.kind === 'split' && (
        <div className={classes['pair']}>
          <TextInput
            label="Split at"
            data-autofocus
            maxLength={100}
            spellCheck={false}
            value={form.at}
            onChange={(event) => onForm({ ...form, at: event.currentTarget.value })}
          />
          <SegmentedControl
            mt={22}
            aria-label="Which part is kept"
            data={[
              { value: 'before', label: 'Keep the first part' },
              { value: 'after', label: 'Keep the rest' },
            ]}
            value={form.keep}
            onChange={(value) => onForm({ ...form, keep: value === 'after' ? 'after' : 'before' })}
          />
        </div>
      )}
      {form.kind === 'case' && (
        <SegmentedControl
          aria-label="Letters"
          data={Object.entries(LETTER_NAMES).map(([value, label]) => ({ value, label }))}
          value={form.letters}
          onChange={(value) => onForm({ ...form, letters: value as CellsForm['letters'] })}
        />
      )}
      {note !== undefined && <p className={classes['quiet']}>{note}</p>}
    </>
  );
}

function Scope({ form, onForm }: FieldsProps) {
  const { draft, mapping, view, summary, found } = useCheckStep();
  const sent = mappedColumns(mapping);
  const columns = draft.reading.columns.map(({ label }, index) => ({ value: String(index), label }));
  const isSent = ({ value }: { value: string }) => sent.includes(Number(value));
  const isAll = view.filter === 'all' && view.look.find.trim() === '';
  const shown = isAll ? summary.rows : found;
  return (
    <div className={classes['pair']}>
      <Select
        label="Column"
        allowDeselect={false}
        searchable
        nothingFoundMessage="No such column"
        data={[
          { value: ALL_COLUMNS, label: 'Every column that is sent' },
          { group: 'Sent', items: columns.filter(isSent) },
          { group: 'Not sent', items: columns.filter((column) => !isSent(column)) },
        ]}
        value={form.column === null ? ALL_COLUMNS : String(form.column)}
        onChange={(value) => onForm({ ...form, column: value === ALL_COLUMNS ? null : Number(value) })}
      />
      <Select
        label="Rows"
        allowDeselect={false}
        data={[
          ...(isAll
            ? []
            : [
                {
                  value: 'shown',
                  label: `Shown behind this${shown === null ? '' : `: ${format.number(shown)}`}`,
                },
              ]),
          { value: 'all', label: `All rows of the file: ${format.number(summary.rows)}` },
        ]}
        value={isAll ? 'all' : form.rows}
        onChange={(value) => onForm({ ...form, rows: value === 'all' ? 'all' : 'shown' })}
      />
    </div>
  );
}

interface PreviewProps {
  /** Null: nothing is asked yet; undefined: it is on the way. */
  readonly preview: CellsPreview | null | undefined;
  readonly columns: readonly { readonly label: string }[];
}

function Preview({ preview, columns }: PreviewProps) {
  if (preview === null) return <p className={classes['quiet']}>What would change is shown here.</p>;
  if (preview === undefined) return <Skeleton lines={5} label="The rows are being looked through" />;
  if (preview.cells === 0) return <p className={classes['quiet']}>No cell would change.</p>;
  const { cells, rows, examples } = preview;
  return (
    <>
      <p className={classes['sum']}>
        {format.count(cells, cellForms)} in {format.count(rows, rowForms)}
      </p>
      <table className={classes['examples']}>
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Column</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {examples.map(({ line, column, before, after }) => (
            <tr key={`${line} ${column}`}>
              <td>{format.number(line)}</td>
              <td>{columns[column]?.label ?? ''}</td>
              <td title={before}>{before === '' ? <em>empty</em> : before}</td>
              <td title={after}>{after === '' ? <em>empty</em> : after}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {cells > examples.length && (
        <p className={classes['quiet']}>
          {format.count(cells - examples.length, { one: '# cell more', other: '# cells more' })}.
        </p>
      )}
    </>
  );
}

import { Button, Checkbox, SegmentedControl, Select, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { CancelButton } from '../feedback/CancelButton.tsx';
import { format, rowForms } from '../../lib/format.ts';
import { startWork } from '../feedback/failure.ts';
import { Skeleton } from '../feedback/Skeleton.tsx';
import { ACT_NAMES, ACT_NOTES, type ActKind, type CellsForm, LETTER_NAMES, PLACE_NAMES } from './cells-form.ts';
import { TableHead } from '../layout/TableHead.tsx';
import classes from './CellsDialog.module.css';
import { Modal } from '../feedback/dialogs.tsx';

const cellForms = { one: '# cell', other: '# cells' };
const ALL_COLUMNS = 'all';

/** What a change would do. Null: nothing is asked yet; undefined: it is on the way. */
type CellsFound =
  | {
      readonly rows: number;
      readonly cells: number;
      readonly examples: readonly {
        readonly line: number;
        readonly column: number;
        readonly before: string;
        readonly after: string;
      }[];
    }
  | null
  | undefined;

interface CellsColumn {
  readonly index: number;
  readonly label: string;
  readonly isSent: boolean;
}

interface CellsDialogProps {
  readonly form: CellsForm;
  readonly onForm: (form: CellsForm) => void;
  readonly acts: readonly ActKind[];
  readonly columns: readonly CellsColumn[];
  /** Names of the two choices of rows; `shown` null: there is only one. */
  readonly rows: { readonly shown: string | null; readonly all: string };
  readonly found: CellsFound;
  /** In place of what was found. */
  readonly trouble: ReactNode;
  readonly onApply: () => Promise<void>;
  readonly onClose: () => void;
}

/** Changes many cells at once, with what becomes of the first of them. */
export function CellsDialog(props: CellsDialogProps) {
  const { form, onForm, acts, columns, rows, found, trouble, onApply, onClose } = props;
  const cells = found?.cells ?? 0;

  async function apply(): Promise<void> {
    if (cells === 0) return;
    onClose();
    await onApply();
  }

  return (
    <Modal opened onClose={onClose} size={620} title="Change many cells">
      <form
        className="flexColumn gap12"
        onSubmit={(event) => {
          event.preventDefault();
          startWork(apply);
        }}
      >
        <Select
          label="What to do"
          data={acts.map((value) => ({ value, label: ACT_NAMES[value] }))}
          value={form.kind}
          onChange={(value) => onForm({ ...form, kind: value as ActKind })}
        />
        <ActFields form={form} onForm={onForm} />
        <Scope form={form} onForm={onForm} columns={columns} rows={rows} />
        <div className={classes['preview']} role="status" aria-label="What would change">
          {trouble ?? <Preview found={found} columns={columns} />}
        </div>
        <div className={classes['foot']}>
          <CancelButton onClick={onClose} />
          <Button type="submit" disabled={cells === 0}>
            {cells === 0 ? 'Change' : `Change ${format.count(cells, cellForms)}`}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

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
      {note !== undefined && <p className="quiet">{note}</p>}
    </>
  );
}

function Scope({ form, onForm, columns, rows }: FieldsProps & Pick<CellsDialogProps, 'columns' | 'rows'>) {
  const choices = (isSent: boolean) =>
    columns.filter((column) => column.isSent === isSent).map(({ index, label }) => ({ value: String(index), label }));
  const others = choices(false);
  return (
    <div className={classes['pair']}>
      <Select
        label="Column"
        searchable
        nothingFoundMessage="No such column"
        data={[
          { value: ALL_COLUMNS, label: 'Every column that is sent' },
          { group: 'Sent', items: choices(true) },
          ...(others.length === 0 ? [] : [{ group: 'Not sent', items: others }]),
        ]}
        value={form.column === null ? ALL_COLUMNS : String(form.column)}
        onChange={(value) => onForm({ ...form, column: value === ALL_COLUMNS ? null : Number(value) })}
      />
      <Select
        label="Rows"
        data={[
          ...(rows.shown === null ? [] : [{ value: 'shown', label: rows.shown }]),
          { value: 'all', label: rows.all },
        ]}
        value={rows.shown === null ? 'all' : form.rows}
        onChange={(value) => onForm({ ...form, rows: value === 'all' ? 'all' : 'shown' })}
      />
    </div>
  );
}

function Preview({ found, columns }: { readonly found: CellsFound; readonly columns: readonly CellsColumn[] }) {
  if (found === null) return <p className="quiet">What would change is shown here.</p>;
  if (found === undefined) return <Skeleton lines={5} label="The rows are being looked through" />;
  if (found.cells === 0) return <p className="quiet">No cell would change.</p>;
  const { cells, rows, examples } = found;
  const labels = new Map(columns.map(({ index, label }) => [index, label]));
  return (
    <>
      <p className="below8 medium">
        {format.count(cells, cellForms)} in {format.count(rows, rowForms)}
      </p>
      <table className={classes['examples']}>
        <TableHead names={['Line', 'Column', 'Before', 'After']} />
        <tbody>
          {examples.map(({ line, column, before, after }) => (
            <tr key={`${line} ${column}`}>
              <td>{format.number(line)}</td>
              <td>{labels.get(column) ?? ''}</td>
              <td title={before}>{before === '' ? <em>empty</em> : before}</td>
              <td title={after}>{after === '' ? <em>empty</em> : after}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {cells > examples.length && (
        <p className="quiet">{format.count(cells - examples.length, { one: '# cell more', other: '# cells more' })}.</p>
      )}
    </>
  );
}

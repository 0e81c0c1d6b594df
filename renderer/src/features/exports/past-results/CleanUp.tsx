import { Button, Checkbox, Select } from '@mantine/core';
import { useState } from 'react';
import type { ExportSummary } from '../../../../../shared/contract/exports/exports.ts';
import { CallError, useChannelMutation } from '../../../bridge/index.ts';
import { format, leadForms } from '../../../lib/format.ts';
import confirm from '../../../ui/feedback/ConfirmDialog.module.css';
import { FailureNote, Modal, SecondaryButton, startWork, toast } from '../../../ui/index.ts';
import { knownAt } from '../view/known-at.ts';
import { heldBecause, storedBytes, suggestedToDelete } from './clean-up-model.ts';
import classes from './CleanUp.module.css';

const forms = { one: '# result', other: '# results' };

interface CleanUpProps {
  readonly results: readonly ExportSummary[];
  /** The results on the screen. */
  readonly openIds: ReadonlySet<string>;
  /** Bytes; null: none. */
  readonly limit: number | null;
  readonly onClose: () => void;
}

/** Chooses results to delete, the oldest beyond the limit at first. It names them before it deletes them. */
export function CleanUp({ results, openIds, limit, onClose }: CleanUpProps) {
  const [chosen, setChosen] = useState<readonly string[]>(() => suggestedToDelete(results, openIds, limit));
  const work = useDeleting(onClose);
  const leaving = results.filter((result) => chosen.includes(result.id) && heldBecause(result, openIds) === null);

  return (
    <Modal opened onClose={onClose} title="Clean up past results" size={560}>
      <LimitField limit={limit} onChange={(next) => setChosen(suggestedToDelete(results, openIds, next))} />
      <ul className={classes['list']} aria-label="Results to delete">
        {[...results]
          .sort((one, other) => knownAt(one) - knownAt(other))
          .map((result) => (
            <Line
              key={result.id}
              result={result}
              held={heldBecause(result, openIds)}
              isChosen={leaving.includes(result)}
              onChange={(isChosen) =>
                setChosen(isChosen ? [...chosen, result.id] : chosen.filter((id) => id !== result.id))
              }
            />
          ))}
      </ul>
      <p className="text2 room32">
        {leaving.length === 0
          ? `${format.count(results.length, { one: '# result stays', other: '# results stay' })}, ${format.bytes(storedBytes(results))}.`
          : `${format.count(leaving.length, forms)} with ${format.count(
              leaving.reduce((sum, { rows }) => sum + rows, 0),
              leadForms,
            )} and ${format.bytes(storedBytes(leaving))} ${leaving.length === 1 ? 'goes' : 'go'} from this computer. The service keeps its leads, and files you saved stay.`}
      </p>
      <FailureNote failure={work.failure} />
      <div className="dialogButtons above16">
        <SecondaryButton onClick={onClose} data-autofocus>
          {leaving.length === 0 ? 'Close' : 'Cancel'}
        </SecondaryButton>
        <Button
          className={confirm['danger'] ?? ''}
          disabled={leaving.length === 0 || work.isBusy}
          onClick={() => startWork(() => work.deleteAll(leaving))}
        >
          {leaving.length === 0 ? 'Delete results' : `Delete ${format.count(leaving.length, forms)}`}
        </Button>
      </div>
    </Modal>
  );
}

/** Deletes one after the other; stops at the first that cannot be deleted and says why. */
function useDeleting(onDone: () => void) {
  const remove = useChannelMutation('export:delete');
  const [failure, setFailure] = useState<CallError | null>(null);
  async function deleteAll(leaving: readonly ExportSummary[]): Promise<void> {
    setFailure(null);
    try {
      for (const { id } of leaving) await remove.mutateAsync({ exportId: id });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setFailure(error);
      return;
    }
    toast(`${format.count(leaving.length, forms)} deleted.`, `${format.bytes(storedBytes(leaving))} are free again.`);
    onDone();
  }
  return { isBusy: remove.isPending, failure, deleteAll };
}

const LIMITS = [500e6, 1e9, 2e9, 5e9, 10e9, 50e9];
const NO_LIMIT = 'none';

interface LimitFieldProps {
  readonly limit: number | null;
  readonly onChange: (limit: number | null) => void;
}

/** Beyond it the list asks for a clean-up; nothing is deleted by itself. */
function LimitField({ limit, onChange }: LimitFieldProps) {
  const set = useChannelMutation('preferences:set');
  return (
    <>
      <Select
        label="Room for results"
        description="Beyond it a clean-up is suggested. Nothing is deleted without you."
        value={limit === null ? NO_LIMIT : String(limit)}
        data={[
          ...LIMITS.map((bytes) => ({ value: String(bytes), label: format.bytes(bytes) })),
          { value: NO_LIMIT, label: 'No limit' },
        ]}
        onChange={(chosen) => {
          const next = chosen === null || chosen === NO_LIMIT ? null : Number(chosen);
          set.mutate({ resultsLimit: next }, { onSuccess: () => onChange(next) });
        }}
      />
      <FailureNote failure={set.error} />
    </>
  );
}

interface LineProps {
  readonly result: ExportSummary;
  /** Why it stays; null: it may be deleted. */
  readonly held: string | null;
  readonly isChosen: boolean;
  readonly onChange: (isChosen: boolean) => void;
}

function Line({ result, held, isChosen, onChange }: LineProps) {
  return (
    <li className={classes['line']}>
      <Checkbox
        checked={isChosen}
        disabled={held !== null}
        label={<bdi>{result.name}</bdi>}
        description={`${format.date(knownAt(result))} ${format.time(knownAt(result))}${held === null ? '' : `, ${held}`}`}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span className={`${classes['facts'] ?? ''} tabular`}>
        <span>{format.count(result.rows, leadForms)}</span>
        <span>{format.bytes(result.storedBytes)}</span>
      </span>
    </li>
  );
}

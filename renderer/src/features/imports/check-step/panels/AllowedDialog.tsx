import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { call, CallError } from '../../../../bridge/index.ts';
import { format } from '../../../../lib/format.ts';
import { CancelButton, FailureNote, Modal, Note, SecondaryButton, startWork } from '../../../../ui/index.ts';
import classes from './SidePanel.module.css';
import { listedValues, MOST_LISTED } from '../../../../../../shared/domain/check/field-rules.ts';
import { PAGE_LIMIT } from '../../../../../../shared/contract/primitives.ts';

interface AllowedDialogProps {
  readonly draftId: string;
  readonly field: string;
  readonly allowed: readonly string[];
  readonly onUse: (allowed: string[]) => void;
  readonly onClose: () => void;
}

const valueForms = { one: '# value', other: '# values' };

/** The values a field takes: typed, pasted from a spreadsheet, or begun with those of the file. */
export function AllowedDialog({ draftId, field, allowed, onUse, onClose }: AllowedDialogProps) {
  const [text, setText] = useState(allowed.join('\n'));
  const [taking, setTaking] = useState(false);
  const [said, setSaid] = useState<string | null>(null);
  const [error, setError] = useState<CallError | null>(null);
  const values = listedValues(text);
  const trouble = troubleWith(values);

  async function takeFromFile(): Promise<void> {
    setTaking(true);
    setError(null);
    try {
      const found = await valuesInFile(draftId, field);
      if (found === null) {
        setSaid(
          `${field} has more than ${format.number(MOST_LISTED)} different values, too many for a list. Paste the ones you allow.`,
        );
        return;
      }
      const known = new Set(values);
      const added = found.filter((value) => !known.has(value));
      setText([...values, ...added].join('\n'));
      setSaid(
        added.length === 0
          ? 'Every value of the file is listed already.'
          : `${format.count(added.length, valueForms)} of the file added, the most frequent first. Remove those that are wrong.`,
      );
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure;
      setError(failure);
    } finally {
      setTaking(false);
    }
  }

  return (
    <Modal opened onClose={onClose} title={`Values of ${field}`}>
      <div className={classes['listed']}>
        <Textarea
          label="One value a line, as it is sent"
          description="Paste a column of a spreadsheet here. Upper and lower case are different; spaces around a value are ignored."
          autosize
          minRows={8}
          maxRows={14}
          spellCheck={false}
          data-autofocus
          value={text}
          error={trouble}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <SecondaryButton loading={taking} onClick={() => startWork(takeFromFile)}>
          Add the values of the file
        </SecondaryButton>
        <p className="quiet" role="status">
          {said}
        </p>
        <FailureNote failure={error} />
        {values.length === 0 && allowed.length > 0 && (
          <Note tone="info" title="The list is empty.">
            To allow every value, close this and remove the rule.
          </Note>
        )}
      </div>
      <div className="dialogButtons above12">
        <CancelButton onClick={onClose} />
        <Button disabled={values.length === 0 || trouble !== null} onClick={() => onUse(values)}>
          Allow {format.count(values.length, valueForms)}
        </Button>
      </div>
    </Modal>
  );
}

/** What the contract does not take. */
function troubleWith(values: readonly string[]): string | null {
  if (values.length > MOST_LISTED)
    return `A list holds ${format.number(MOST_LISTED)} values at most; these are ${format.number(values.length)}.`;
  const long = values.findIndex((value) => value.length > 1000);
  return long === -1 ? null : `Value ${format.number(long + 1)} is longer than ${format.number(1000)} characters.`;
}

/** Null when there are too many for a list. */
async function valuesInFile(draftId: string, field: string): Promise<string[] | null> {
  const values: string[] = [];
  for (;;) {
    const page = await call('check:fieldValues', { draftId, field, offset: values.length, limit: PAGE_LIMIT });
    if (page.total === null) return null;
    values.push(...page.values.map(({ value }) => value));
    if (page.values.length === 0 || values.length >= page.total) return values;
  }
}

import { UnstyledButton } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import type { FieldRule } from '../../../../../shared/contract/imports/mapping.ts';
import { cleaningWords, stepOf, withPhone } from '../mapping-model/cleaning-model.ts';
import classes from './ColumnsStep.module.css';

interface CleaningChipsProps {
  readonly rule: FieldRule;
  /** Country of the file's phones; '' when it is not known. */
  readonly country: string;
  readonly onClean: (cleaning: FieldRule['cleaning']) => void;
}

/** What is cleaned, in two chips at most. That of a phone turns its cleaning off and on. */
export function CleaningChips({ rule, country, onClean }: CleaningChipsProps) {
  const { cleaning } = rule;
  const phone = stepOf(cleaning, 'phone');
  const isAsWritten = stepOf(cleaning, 'asWritten') !== null;
  const others = cleaningWords(cleaning.filter(({ kind }) => kind !== 'phone' && kind !== 'asWritten'));
  const room = phone !== null || isAsWritten ? 1 : 2;
  const shown = others.length > room ? [...others.slice(0, room - 1), `${others.length - room + 1} more`] : others;
  const [words = 'Phone'] = cleaningWords([{ kind: 'phone', country: phone?.country ?? null }], country);
  return (
    <>
      {(phone !== null || isAsWritten) && (
        <UnstyledButton
          className={classes['chipButton'] ?? ''}
          aria-pressed={phone !== null}
          aria-label={`${words}: ${rule.field} is sent in international form`}
          title={
            phone === null
              ? 'Sent as it is written. Click to send it in international form.'
              : 'Sent in international form where it can be read. Click to send it as it is written.'
          }
          onClick={() =>
            onClean(withPhone(cleaning, phone === null ? { kind: 'phone', country: null } : { kind: 'asWritten' }))
          }
        >
          {words}
          {phone === null ? <IconPlus size={12} aria-hidden /> : <IconX size={12} aria-hidden />}
        </UnstyledButton>
      )}
      {shown.map((other) => (
        <span key={other} title={other}>
          {other}
        </span>
      ))}
    </>
  );
}

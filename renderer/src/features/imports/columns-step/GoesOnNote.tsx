// Why: decision 0174.
import type { Draft } from '../../../../../shared/contract/imports/imports.ts';
import type { Mapping } from '../../../../../shared/contract/imports/mapping.ts';
import { format } from '../../../lib/format.ts';
import { Note, SmallButton } from '../../../ui/index.ts';
import classes from './ColumnsStep.module.css';
import { knowsFields, someOf, strangeFields, withOwnFields } from '../mapping-model/strange-fields.ts';

interface GoesOnNoteProps {
  readonly draft: Draft;
  readonly goesOn: NonNullable<Draft['goesOn']>;
  readonly mapping: Mapping;
  readonly onChange: (mapping: Mapping) => void;
}

/** Rows that go on from a job whose campaign or mapping was wrong: what is known of their fields, before anything is sent. */
export function GoesOnNote({ draft, goesOn, mapping, onChange }: GoesOnNoteProps) {
  const { campaignCode, rows } = draft;
  const strange = strangeFields(mapping, draft);
  const { mapping: own, replaced } = withOwnFields(mapping, draft);
  const all = format.count(mapping.length, { one: '# field', other: '# fields' });
  const isKnown = knowsFields(draft);
  const isSame = goesOn.campaignCode === campaignCode;
  const title = isSame
    ? 'Choose which column fills which field, then start again.'
    : !isKnown
      ? `Which fields ${campaignCode} has is not known yet.`
      : strange.length === 0
        ? `${campaignCode} knows ${mapping.length === 1 ? 'the field' : `all ${all}`} of this import.`
        : `${format.number(strange.length)} of ${all} ${strange.length === 1 ? 'is' : 'are'} not known in ${campaignCode}: ${someOf(strange)}.`;
  return (
    <div className={classes['goesOn']}>
      <Note
        tone={isSame || (isKnown && strange.length === 0) ? 'info' : 'warning'}
        role="status"
        title={title}
        actions={
          replaced.length > 0 ? (
            <SmallButton title={replaced.join(', ')} onClick={() => onChange(own)}>
              Use {format.count(replaced.length, { one: 'its field', other: 'its # fields' })}
            </SmallButton>
          ) : undefined
        }
      >
        {!isSame && !isKnown && 'Look them up above, or check each field yourself. '}
        {format.count(rows, { one: '# row goes on', other: '# rows go on' })} from “{goesOn.name}” (
        <bdi>{goesOn.campaignCode}</bdi>), with repairs, cleaning and rules.
        {isSame && ' The leads that it created stay as they are.'} Nothing is sent until you start.
      </Note>
    </div>
  );
}

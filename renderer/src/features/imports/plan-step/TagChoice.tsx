import { Autocomplete } from '@mantine/core';
import {
  type CampaignField,
  type Plan,
  type Terms,
  USUAL_TERMS,
} from '../../../../../shared/contract/imports/imports.ts';
import type { Mapping } from '../../../../../shared/contract/imports/mapping.ts';
import { freeTagFields } from '../../../../../shared/domain/check/tag-field.ts';
import { SmallButton, StatusTitle } from '../../../ui/index.ts';
import classes from './PlanStep.module.css';
import { tagQuestion } from './tag-question.ts';

interface TagProps {
  readonly labelId: string;
  readonly plan: Plan;
  readonly mapping: Mapping;
  /** What is known of the campaign; null: the draft does not know it yet. */
  readonly fields: readonly CampaignField[] | null;
  readonly onChange: (terms: Terms) => void;
}

/** Heard with the field: axe takes a described field whose label is scrolled away for one without a label. */
const HINT =
  'Writes the numbers of the import and of the row into this field of each lead. When an answer is lost, they show whether the row arrived.';

/** A field that finds an unknown row again for certain. It never replaces what the import sends. */
export function TagChoice({ labelId, plan, mapping, fields, onChange }: TagProps) {
  const { terms = USUAL_TERMS } = plan;
  const question = tagQuestion(plan, mapping, fields);
  return (
    <div className={classes['controls']}>
      <Autocomplete
        aria-labelledby={labelId}
        aria-description={HINT}
        w={240}
        placeholder="No field"
        maxLength={200}
        data={fields === null ? [] : freeTagFields({ mapping, fields })}
        limit={50}
        error={question !== null && !question.canAgree}
        value={terms.tagField ?? ''}
        onChange={(field) => onChange({ ...terms, tagField: field.trim() === '' ? null : field, tagAgreed: null })}
      />
      {question?.canAgree === true && terms.tagField !== null && (
        <SmallButton
          className={classes['agree'] ?? ''}
          onClick={() =>
            onChange({ ...terms, tagAgreed: { campaignCode: plan.campaignCode.trim(), field: terms.tagField ?? '' } })
          }
        >
          Put the tag into “{terms.tagField}”
        </SmallButton>
      )}
      <div className={classes['hints']}>
        {question !== null && (
          <p className={classes['hint']} role="status">
            <StatusTitle status={question.canAgree ? 'warning' : 'error'}>{question.title}</StatusTitle> {question.text}
          </p>
        )}
        <p className={classes['hint']}>{HINT}</p>
      </div>
    </div>
  );
}

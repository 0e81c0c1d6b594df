import { Autocomplete, SegmentedControl, TagsInput, TextInput } from '@mantine/core';
import { useId } from 'react';
import type { QueryDraft } from '../../../lib/query-draft.ts';
import { Chip } from './Chip.tsx';
import { toggle } from './query-model.ts';
import classes from './QueryBuilder.module.css';

interface SearchFieldsProps {
  readonly draft: QueryDraft;
  /** Names of searches that were fetched or saved here before. */
  readonly usedNames: readonly string[];
  readonly onChange: (part: Partial<QueryDraft>) => void;
}

/** Which search of the service, and the project it is narrowed to. */
export function SearchFields({ draft, usedNames, onChange }: SearchFieldsProps) {
  return (
    <>
      <Autocomplete
        label="Name of the search"
        placeholder="as saved in the service"
        className={classes['searchName'] ?? ''}
        data={[...usedNames]}
        maxLength={300}
        value={draft.searchName}
        onChange={(searchName) => onChange({ searchName })}
      />
      <TextInput
        label="Project"
        placeholder="as in the search"
        title="A pattern like Energi*. It replaces the campaigns that the search selects"
        w={150}
        maxLength={200}
        value={draft.project}
        onChange={(event) => onChange({ project: event.currentTarget.value })}
      />
    </>
  );
}

/** In use at services that leave these out when they are not listed. */
const OFFERED = ['data', 'campaign', 'lastModifiedByUser', 'firstProcessedByUser'];

/** What the answer brings beside the leads, and its format. */
export function SearchAnswer({ draft, onChange }: Omit<SearchFieldsProps, 'usedNames'>) {
  const includeId = useId();
  const answerId = useId();
  const others = draft.include.filter((name) => !OFFERED.includes(name));
  return (
    <>
      <div className={classes['chipLine']} role="group" aria-labelledby={includeId}>
        <span id={includeId} className={classes['chipTitle']}>
          Include
        </span>
        {OFFERED.map((name) => (
          <Chip
            key={name}
            label={name}
            meaning="Some services leave it out when it is not listed"
            pressed={draft.include.includes(name)}
            onPress={() => onChange({ include: toggle(draft.include, name) })}
          />
        ))}
        <TagsInput
          aria-label="Other properties to include"
          size="xs"
          miw={160}
          placeholder={others.length === 0 ? 'or type another' : ''}
          value={others}
          maxTags={16}
          splitChars={[',']}
          acceptValueOnBlur
          onChange={(typed) =>
            onChange({
              include: [
                ...draft.include.filter((name) => OFFERED.includes(name)),
                ...typed.map((name) => name.trim().slice(0, 100)).filter((name) => name !== ''),
              ],
            })
          }
        />
      </div>
      <div className={classes['chipLine']}>
        <span id={answerId} className={classes['chipTitle']}>
          Answer
        </span>
        <SegmentedControl
          aria-labelledby={answerId}
          value={draft.answer}
          data={[
            { value: 'json', label: 'JSON' },
            { value: 'csv', label: 'CSV' },
          ]}
          onChange={(answer) => onChange({ answer: answer === 'csv' ? 'csv' : 'json' })}
        />
        <span className="aside">Both fill the same columns.</span>
      </div>
    </>
  );
}

import { SegmentedControl } from '@mantine/core';
import { type KeyboardEvent, type Ref, useState } from 'react';
import {
  type CampaignChoice,
  campaignChoiceSchema,
  type CampaignGroup,
  type CampaignOrigin,
  type SharedValue,
  sharedValueSchema,
} from '../../../../../../shared/contract/check/campaign-rows.ts';
import type { Draft } from '../../../../../../shared/contract/imports/imports.ts';
import type { Mapping } from '../../../../../../shared/contract/imports/mapping.ts';
import { format } from '../../../../lib/format.ts';
import { Changes } from '../../../../ui/index.ts';
import { useOwnTask } from '../../../../ui/layout/use-own-task.ts';
import { choiceEffect, groupSentence, HEADLINES, SHARED } from '../model/campaign-words.ts';
import { namingColumn } from '../model/check-model.ts';
import { Headline, HeadSentence } from '../Headline.tsx';
import { useCheckStep } from '../model/check-step-context.ts';
import type { CheckGridHandle } from '../rows/CheckGrid.tsx';
import { CampaignGrid } from './CampaignGrid.tsx';
import classes from './Campaign.module.css';

const ALL = 'all';

/** Rows that the campaign holds already: what becomes of them, and each beside its lead. */
export function CampaignRows({ ref, origin }: { readonly ref: Ref<CheckGridHandle>; readonly origin: CampaignOrigin }) {
  const { draft, mapping, check, summary, view, show, corrections } = useCheckStep();
  const isGridDue = useOwnTask();
  const group = summary.campaign?.groups.find((known) => known.origin === origin);
  if (summary.campaign === null || group === undefined) return null;
  const { key } = summary.campaign;
  return (
    <>
      <Changes>
        <GroupHead group={group} />
      </Changes>
      <div className={classes['bar']}>
        <SegmentedControl
          aria-label="Which rows"
          data={sharedParts(group, key)}
          value={view.shares ?? ALL}
          onChange={(value) => {
            const shares = sharedValueSchema.safeParse(value);
            show({ kind: 'sharesChosen', shares: shares.success ? shares.data : null });
          }}
        />
        <span className="text2">by line</span>
      </div>
      {isGridDue && (
        <Changes>
          <CampaignGrid
            ref={ref}
            draftId={draft.id}
            lastLine={draft.reading.lastDataLine.value}
            list={{ origin, shares: view.shares }}
            found={summary.campaign}
            naming={nameOf(draft, mapping)}
            revision={`${summary.revision} ${check.state.failedChanges}`}
            onSend={corrections.sendInCampaign}
            onFocusRow={(row, index) => show({ kind: 'rowFocused', row, index })}
          />
        </Changes>
      )}
    </>
  );
}

/** The field whose values name a row for a person. */
function nameOf(draft: Draft, mapping: Mapping): { readonly label: string; readonly field: string | null } {
  const naming = namingColumn(mapping, draft.fields);
  const rule = mapping.find(({ source }) => source.kind === 'columns' && source.columns[0] === naming);
  return {
    label: draft.reading.columns.find(({ index }) => index === naming)?.label ?? 'Row',
    field: rule?.field ?? null,
  };
}

function sharedParts(group: CampaignGroup, key: string | null): { value: string; label: string }[] {
  const parts = sharedValueSchema.options
    .filter((shares) => group[shares] > 0)
    .map((shares: SharedValue) => {
      const name = shares === 'key' ? (key ?? SHARED.key) : SHARED[shares].toLowerCase();
      return { value: shares, label: `Same ${name} ${format.number(group[shares])}` };
    });
  return [{ value: ALL, label: `All ${format.number(group.rows)}` }, ...parts];
}

const CHOICES: readonly CampaignChoice[] = campaignChoiceSchema.options;

function GroupHead({ group }: { readonly group: CampaignGroup }) {
  const { corrections } = useCheckStep();
  const { rows, newPhone, choice } = group;
  // The box moves at once; the answer brings the rest.
  const [wanted, setWanted] = useState<{ readonly was: CampaignChoice | null; readonly choice: CampaignChoice } | null>(
    null,
  );
  const shown = wanted !== null && wanted.was === choice ? wanted.choice : choice;
  const words: Readonly<Record<CampaignChoice, string>> = {
    leaveOut: `Leave out ${format.number(rows)}`,
    sendAnyway: `Send anyway ${format.number(rows)}`,
    onlyNew: `Only the new ${format.number(newPhone)}`,
  };
  const isOpen = (each: CampaignChoice) => each !== 'onlyNew' || newPhone > 0;
  const effect = choiceEffect(group);

  function choose(next: CampaignChoice | undefined): void {
    if (next === undefined || next === choice || !isOpen(next)) return;
    setWanted({ was: choice, choice: next });
    corrections.chooseInCampaign(group, next);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = CHOICES[['1', '2', '3'].indexOf(event.key)];
    if (next === undefined) return;
    event.preventDefault();
    choose(next);
  }

  return (
    <div className={classes['head']}>
      <Headline title={HEADLINES[group.origin]} rows={rows} />
      <HeadSentence>{groupSentence(group)}</HeadSentence>
      {/* The radio buttons have the focus; the digits are a shorter way to them. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div className={classes['choice']} onKeyDown={onKeyDown}>
        <SegmentedControl
          aria-label="What becomes of these rows"
          data={CHOICES.map((value) => ({ value, label: words[value], disabled: !isOpen(value) }))}
          value={shown ?? ''}
          onChange={(value) => choose(CHOICES.find((known) => known === value))}
        />
        <p className={classes['effect']} role="status">
          <strong>{effect.title}</strong> {effect.text}
        </p>
      </div>
    </div>
  );
}

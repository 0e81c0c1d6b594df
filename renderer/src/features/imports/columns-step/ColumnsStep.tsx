import { useCallbackRef } from '@mantine/hooks';
import { useMemo, useRef, useState } from 'react';
import type { Draft } from '../../../../../shared/contract/imports/imports.ts';
import type { Mapping } from '../../../../../shared/contract/imports/mapping.ts';
import { modifierName } from '../../../lib/shortcuts.ts';
import { Changes, KeyCap, Pane, Panes, SkipLink } from '../../../ui/index.ts';
import { ColumnLineItem } from './ColumnLineItem.tsx';
import { ColumnLines } from './ColumnLines.tsx';
import { columnLines, duplicateFields } from '../mapping-model/columns-model.ts';
import { ColumnsStepContext } from './columns-step-context.ts';
import classes from './ColumnsStep.module.css';
import { useColumnKeys } from './use-column-keys.ts';
import { ConstantsLine } from './ConstantsLine.tsx';
import { FieldsLine, StepNumber } from './FieldsLine.tsx';
import { GoesOnNote } from './GoesOnNote.tsx';
import { RuleDialog } from './RuleDialog.tsx';
import { TemplateBanner } from '../templates/TemplateBanner.tsx';
import type { TemplateWork } from '../templates/template-work.ts';
import { SentRowPanel } from './SentRowPanel.tsx';
import { SeveralColumnsDialog } from './SeveralColumnsDialog.tsx';
import { useOwnTask } from '../../../ui/layout/use-own-task.ts';
import { usePanelWidth } from '../../../ui/layout/window-width.ts';

interface ColumnsStepProps {
  readonly draft: Draft;
  readonly mapping: Mapping;
  readonly campaignCode: string;
  readonly templates: TemplateWork;
  readonly onChange: (mapping: Mapping) => void;
  /** False when there was nothing to take back. */
  readonly onUndo: () => boolean;
  readonly onCampaign: (code: string) => void;
  /** Null: guessed from the file. */
  readonly onCountry: (country: string | null) => void;
  readonly onLookedUp: () => void;
}

/** Which column becomes which field of the lead, one line per column. */
export function ColumnsStep(props: ColumnsStepProps) {
  const { draft, mapping, campaignCode, templates, onChange, onUndo, onCampaign, onCountry, onLookedUp } = props;
  const list = useRef<HTMLUListElement>(null);
  const [editedRule, setEditedRule] = useState<number | null>(null);
  const [isAdding, setIsAdding] = useState(false);
  const areLinesDue = useOwnTask();
  const isPanelDue = useOwnTask(areLinesDue);
  const panelWidth = usePanelWidth({ narrow: 288, normal: 312, wide: 440 });
  const { reading, suggestions } = draft;
  const lines = useMemo(() => columnLines(reading.columns, mapping, suggestions), [reading, mapping, suggestions]);
  const change = useCallbackRef(onChange);
  // Every line takes part in it: the saving of the draft, or a check that runs, must not render them all again.
  const shared = useMemo(
    () => ({ draft, mapping, duplicates: duplicateFields(mapping), change, editRule: setEditedRule }),
    [draft, mapping, change],
  );
  const country = draft.phoneCountry.value ?? '';

  const keys = useColumnKeys({ list, count: lines.length, mapping, onChange, onUndo });

  return (
    <ColumnsStepContext value={shared}>
      <Changes>
        <FieldsLine
          draft={draft}
          mapping={mapping}
          campaignCode={campaignCode}
          onCampaign={onCampaign}
          onCountry={onCountry}
          onLookedUp={onLookedUp}
        />
        {draft.goesOn !== null && draft.campaignCode === campaignCode && (
          <GoesOnNote draft={draft} goesOn={draft.goesOn} mapping={mapping} onChange={change} />
        )}
      </Changes>
      <SkipLink to='[aria-label="Next steps"] > div > button:last-of-type'>Skip to Check</SkipLink>
      <Panes>
        <Pane label="Columns and fields">
          {/* Keys pressed in any line bubble up to here. */}
          {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
          <div className={classes['centre']} onKeyDown={keys.onKeyDown}>
            <Changes>
              <TemplateBanner draft={draft} mapping={mapping} work={templates} />
              <div className={classes['heads']} aria-hidden>
                <span>
                  <StepNumber of={2} /> Column in the file
                </span>
                <span>First, longest, oddest value</span>
                <span />
                <span>Field in the campaign, and why</span>
                <span>Cleaning</span>
                <span />
              </div>
              {areLinesDue && (
                <ColumnLines ref={list} lines={lines} awaited={keys.awaited} onReached={keys.onReached}>
                  {(line, place) => <ColumnLineItem key={line.column.index} line={line} {...place} />}
                </ColumnLines>
              )}
              <ConstantsLine onSeveral={() => setIsAdding(true)} />
            </Changes>
          </div>
        </Pane>
        <Pane label="As it will be sent" width={panelWidth} ground="sunken">
          {isPanelDue && <SentRowPanel draft={draft} />}
          <p className={classes['keys']}>
            <KeyCap>↑</KeyCap>
            <KeyCap>↓</KeyCap> line <KeyCap>Enter</KeyCap> field <KeyCap>Del</KeyCap> clear{' '}
            <span className={classes['keyUndo']}>
              <KeyCap>{`${modifierName} Z`}</KeyCap> undo
            </span>
          </p>
        </Pane>
        <RuleDialog
          mapping={mapping}
          index={editedRule}
          columns={draft.reading.columns}
          country={country}
          onChange={onChange}
          onClose={() => setEditedRule(null)}
        />
        <SeveralColumnsDialog
          opened={isAdding}
          mapping={mapping}
          columns={draft.reading.columns}
          fields={draft.fields}
          country={country}
          onChange={onChange}
          onClose={() => setIsAdding(false)}
        />
      </Panes>
    </ColumnsStepContext>
  );
}

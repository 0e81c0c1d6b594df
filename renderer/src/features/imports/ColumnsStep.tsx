import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import type { Draft } from '../../../../shared/contract/imports.ts';
import type { Mapping } from '../../../../shared/contract/mapping.ts';
import { useChannel } from '../../bridge/index.ts';
import { KeyCap, Pane, Panes } from '../../ui/index.ts';
import { ColumnLineItem } from './ColumnLineItem.tsx';
import { clearColumn, columnLines, duplicateFields } from './columns-model.ts';
import classes from './ColumnsStep.module.css';
import { ConstantsLine } from './ConstantsLine.tsx';
import { RuleDialog } from './RuleDialog.tsx';
import { SavedMappingBanner } from './SavedMappingBanner.tsx';
import { SentRowPanel } from './SentRowPanel.tsx';
import { usePanelWidth } from './use-panel-width.ts';

interface ColumnsStepProps {
  readonly draft: Draft;
  readonly mapping: Mapping;
  readonly onChange: (mapping: Mapping) => void;
  /** False when there was nothing to take back. */
  readonly onUndo: () => boolean;
}

/** Which column becomes which field of the lead, one line per column. */
export function ColumnsStep({ draft, mapping, onChange, onUndo }: ColumnsStepProps) {
  const list = useRef<HTMLUListElement>(null);
  const [editedRule, setEditedRule] = useState<number | null>(null);
  const { data: campaigns } = useChannel('import:campaigns', {});
  const panelWidth = usePanelWidth({ narrow: 288, normal: 312, wide: 440 });
  const lines = columnLines(draft.reading.columns, mapping, draft.suggestions);
  const duplicates = duplicateFields(mapping);
  const fields = useMemo(() => {
    const campaign = campaigns?.campaigns.find((known) => known.code === draft.campaignCode);
    const known = new Set(draft.fields.map((field) => field.name));
    return [...draft.fields, ...(campaign?.fields ?? []).filter((field) => !known.has(field.name))];
  }, [campaigns, draft.campaignCode, draft.fields]);

  function targets(): HTMLElement[] {
    return [...(list.current?.querySelectorAll<HTMLElement>('[data-field-target]') ?? [])];
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z' && !isTyping(event.target)) {
      if (onUndo()) event.preventDefault();
      return;
    }
    const target = event.target as HTMLElement;
    if (!target.hasAttribute('data-field-target') || target.getAttribute('aria-expanded') === 'true') return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const all = targets();
      all[all.indexOf(target) + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
      event.preventDefault();
    } else if (event.key === 'Delete') {
      const column = Number(target.closest<HTMLElement>('[data-column]')?.dataset['column']);
      if (Number.isInteger(column)) onChange(clearColumn(mapping, column));
      event.preventDefault();
    }
  }

  return (
    <Panes>
      <Pane label="Columns and fields">
        {/* Keys pressed in any line bubble up to here. */}
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
        <div className={classes['centre']} onKeyDown={onKeyDown}>
          <SavedMappingBanner
            draft={draft}
            mapping={mapping}
            onChange={onChange}
            onUsed={() => targets()[0]?.focus()}
          />
          <div className={classes['heads']} aria-hidden>
            <span>Column in the file</span>
            <span>First, longest, oddest value</span>
            <span />
            <span>Field in the campaign, and why</span>
            <span>Cleaning</span>
            <span />
          </div>
          {/* Styled lists lose their role in some readers. */}
          {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles */}
          <ul ref={list} role="list" className={classes['lines']} aria-label="Columns of the file">
            {lines.map((line) => (
              <ColumnLineItem
                key={line.column.index}
                line={line}
                rows={draft.reading.rows}
                columns={draft.reading.columns}
                fields={fields}
                duplicates={duplicates}
                mapping={mapping}
                onChange={onChange}
                onEdit={setEditedRule}
              />
            ))}
          </ul>
          <ConstantsLine mapping={mapping} duplicates={duplicates} onChange={onChange} />
        </div>
      </Pane>
      <Pane label="As it will be sent" width={panelWidth} ground="sunken">
        <SentRowPanel draft={draft} />
        <p className={classes['keys']}>
          <KeyCap>↑</KeyCap>
          <KeyCap>↓</KeyCap> line <KeyCap>Enter</KeyCap> field <KeyCap>Del</KeyCap> clear <KeyCap>Ctrl Z</KeyCap> undo
        </p>
      </Pane>
      {editedRule !== null && mapping[editedRule] !== undefined && (
        <RuleDialog
          mapping={mapping}
          index={editedRule}
          columns={draft.reading.columns}
          onChange={onChange}
          onClose={() => setEditedRule(null)}
        />
      )}
    </Panes>
  );
}

function isTyping(target: EventTarget): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}

import { ActionIcon, Menu } from '@mantine/core';
import {
  IconArrowRight,
  IconCopyPlus,
  IconDotsVertical,
  IconEraser,
  IconMinus,
  IconSettings,
} from '@tabler/icons-react';
import { memo, useId } from 'react';
import type { CampaignField } from '../../../../../shared/contract/imports/imports.ts';
import type { FieldRule, Mapping } from '../../../../../shared/contract/imports/mapping.ts';
import type { ColumnProfile } from '../../../../../shared/contract/imports/reading.ts';
import { suggestionThreshold } from '../../../../../shared/domain/mapping/suggest/suggestion-threshold.ts';
import { MenuEntry, StatusWord } from '../../../ui/index.ts';
import {
  chooseField,
  clearColumn,
  type ColumnLine,
  confidenceBars,
  fieldKey,
  fillWords,
  guessWords,
  oneLine,
  percent,
  type PlacedRule,
  removeRule,
  setCleaning,
  shortReasons,
} from '../mapping-model/columns-model.ts';
import { strangeFields } from '../mapping-model/strange-fields.ts';
import { CleaningChips } from './CleaningChips.tsx';
import { useColumnsStep } from './columns-step-context.ts';
import classes from './ColumnsStep.module.css';
import type { LinePlace } from './ColumnLines.tsx';
import { FieldCombobox } from './FieldCombobox.tsx';

interface ColumnLineItemProps extends LinePlace {
  readonly line: ColumnLine;
}

/** Its place changes when a line above it turns out higher than guessed; what is in it does not. */
export function ColumnLineItem({ line, index, count, top, measure }: ColumnLineItemProps) {
  const isUsed = isUsedLine(line);
  return (
    <li
      ref={measure}
      className={classes['line']}
      style={{ transform: `translateY(${top}px)` }}
      aria-setsize={count}
      aria-posinset={index + 1}
      data-index={index}
      data-column={line.column.index}
      data-unused={!isUsed || undefined}
    >
      <LineContents line={line} />
    </li>
  );
}

function isUsedLine({ home, alsoIn }: ColumnLine): boolean {
  return home.length > 0 || alsoIn.length > 0;
}

/** Not rendered again while the list is only scrolled or measured. */
const LineContents = memo(function LineContents({ line }: { readonly line: ColumnLine }) {
  const { draft, mapping, change } = useColumnsStep();
  const { rows } = draft.reading;
  const { column, home } = line;
  const slots: (PlacedRule | null)[] = home.length > 0 ? [...home] : [null];
  return (
    <>
      <ColumnInFile column={column} rows={rows} />
      <span className={classes['arrow']} aria-hidden>
        {isUsedLine(line) ? <IconArrowRight size={16} stroke={1.75} /> : <IconMinus size={16} stroke={1.75} />}
      </span>
      <div className={classes['slots']}>
        {slots.map((placed, slot) => (
          <FieldSlot
            // By place: the control keeps the focus when its field is chosen or cleared.
            // oxlint-disable-next-line react/no-array-index-key
            key={slot}
            placed={placed}
            line={line}
            onChoose={(field, type) => change(chooseField(mapping, column.index, placed?.index ?? null, field, type))}
            onClear={() => placed !== null && change(removeRule(mapping, placed.index))}
          />
        ))}
      </div>
      <div className={classes['cleaning']}>
        {slots.map((placed) => (
          <div key={placed === null ? 'none' : placed.index} className={classes['chips']}>
            {placed !== null && (
              <CleaningChips
                rule={placed.rule}
                country={draft.phoneCountry.value ?? ''}
                onClean={(cleaning) => change(setCleaning(mapping, placed.index, cleaning))}
              />
            )}
          </div>
        ))}
      </div>
      <LineMenu
        column={column}
        home={home}
        onAnother={() => change(chooseField(mapping, column.index, null, freshName(mapping, column.label)))}
        onClear={() => change(clearColumn(mapping, column.index))}
      />
    </>
  );
});

/** The column's name, how much of it is filled, and values that show what is in it. */
function ColumnInFile({ column, rows }: { readonly column: ColumnProfile; readonly rows: number }) {
  const filledShare = rows === 0 ? 0 : Math.min(1, column.filled / rows);
  return (
    <>
      <div className={classes['column']}>
        <div className={classes['name']} title={column.label}>
          {column.label}
        </div>
        <div className={classes['fill']}>
          <span className={classes['fillTrack']} aria-hidden>
            <span className={classes['fillBar']} style={{ width: `${filledShare * 100}%` }} />
          </span>
          <span className="tabular">{fillWords(column, rows)}</span>
        </div>
      </div>
      <div className={classes['values']}>
        <span className={classes['first']} title={column.first}>
          {column.first}
        </span>
        <span title={column.longest}>{column.longest}</span>
        <span title={column.oddest}>{column.oddest}</span>
      </div>
    </>
  );
}

/** A column may feed several fields; the new one needs a name that is not taken yet. */
function freshName(mapping: Mapping, label: string): string {
  const taken = new Set(mapping.map((rule) => fieldKey(rule.field)));
  let name = label;
  for (let count = 2; taken.has(fieldKey(name)); count += 1) name = `${label} ${count}`;
  return name;
}

interface FieldSlotProps {
  readonly placed: PlacedRule | null;
  readonly line: ColumnLine;
  readonly onChoose: (field: string, type: CampaignField['type']) => void;
  readonly onClear: () => void;
}

function FieldSlot({ placed, line, onChoose, onClear }: FieldSlotProps) {
  const { draft, duplicates } = useColumnsStep();
  const whyId = useId();
  const isDuplicate = placed !== null && duplicates.has(fieldKey(placed.rule.field));
  // Chosen for another campaign: the reason of that time says nothing.
  const isStrange = draft.goesOn !== null && placed !== null && strangeFields([placed.rule], draft).length > 0;
  return (
    <div>
      <FieldCombobox
        label={`Field for column ${line.column.label}`}
        value={placed?.rule.field ?? null}
        fields={draft.fields}
        suggestion={line.suggestion}
        detail={placed === null ? null : <JoinParts rule={placed.rule} columns={draft.reading.columns} />}
        invalid={isDuplicate}
        describedBy={whyId}
        onChoose={onChoose}
        onClear={onClear}
      />
      <div id={whyId} className={classes['why']}>
        {isDuplicate ? (
          <StatusWord status="error">This field is filled twice. Choose another, or join the columns.</StatusWord>
        ) : isStrange ? (
          <StatusWord status="warning">Not known in {draft.campaignCode}</StatusWord>
        ) : (
          <Why line={line} chosen={placed?.rule.field ?? null} />
        )}
      </div>
    </div>
  );
}

function JoinParts({ rule, columns }: { readonly rule: FieldRule; readonly columns: readonly ColumnProfile[] }) {
  const { source } = rule;
  if (source.kind !== 'columns' || source.columns.length < 2) return null;
  const label = (index: number) => columns[index]?.label ?? `Column ${index + 1}`;
  return (
    <>
      <span aria-hidden>=</span>
      {source.columns.map((index, place) => (
        <span key={index} className={classes['part']}>
          {place > 0 && <span className={classes['literal']}>{source.join === null ? 'or' : `“${source.join}”`}</span>}
          <span className={classes['pill']}>{label(index)}</span>
        </span>
      ))}
    </>
  );
}

/** Why the field was suggested, and how sure that is. A choice of the person's own needs no reason. */
function Why({ line, chosen }: { readonly line: ColumnLine; readonly chosen: string | null }) {
  const { suggestion, alsoIn } = line;
  const also = alsoIn.length === 0 ? '' : `also in ${alsoIn.join(', ')}`;
  if (suggestion === null)
    return <span>{also === '' ? (chosen === null ? 'No matching field found' : 'Chosen by you') : also}</span>;
  const isSuggested = chosen !== null && suggestion.field !== null && fieldKey(chosen) === fieldKey(suggestion.field);
  if (chosen !== null && !isSuggested) return <span>{also === '' ? 'Chosen by you' : `Chosen by you · ${also}`}</span>;
  const guess =
    chosen === null
      ? guessWords(suggestion)
      : { words: shortReasons(suggestion.reasons), confidence: suggestion.confidence };
  const { words, confidence } = guess;
  const why = oneLine(suggestion.reasons);
  if (confidence === null) return <span title={[words, why].join(' · ')}>{also === '' ? words : also}</span>;
  const bars = confidenceBars(confidence);
  const runnerUp = chosen !== null && (suggestion.runnerUp?.confidence ?? 0) > 0 ? suggestion.runnerUp : null;
  const next = runnerUp === null ? '' : `next ${runnerUp.field} ${percent(runnerUp.confidence)}`;
  // A second choice far behind the first is not a question; it stays in the tooltip.
  const isClose = runnerUp !== null && confidence - runnerUp.confidence < 0.3;
  return (
    <>
      <span className={classes['bars']} aria-hidden data-low={confidence < suggestionThreshold || undefined}>
        {[1, 2, 3, 4, 5].map((bar) => (
          <span key={bar} data-on={bar <= bars || undefined} />
        ))}
      </span>
      <strong className="tabular">{percent(confidence)}</strong>
      <span
        className="shrinks"
        title={[chosen === null ? words : '', why, also, next].filter((part) => part !== '').join(' · ')}
      >
        {words}
        {also === '' ? '' : ` · ${also}`}
        {next === '' || !isClose ? '' : ` · ${next}`}
      </span>
    </>
  );
}

interface LineMenuProps {
  readonly column: ColumnProfile;
  readonly home: readonly PlacedRule[];
  readonly onAnother: () => void;
  readonly onClear: () => void;
}

function LineMenu({ column, home, onAnother, onClear }: LineMenuProps) {
  const { editRule } = useColumnsStep();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={`More for column ${column.label}`}>
          <IconDotsVertical size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {home.map(({ index, rule }) => (
          <MenuEntry
            key={index}
            icon={IconSettings}
            label={`Columns and cleaning of ${rule.field}…`}
            onClick={() => editRule(index)}
          />
        ))}
        <MenuEntry
          icon={IconCopyPlus}
          label={`Fill ${home.length === 0 ? 'a new field' : 'another field, too'}`}
          onClick={onAnother}
        />
        <MenuEntry icon={IconEraser} label="Leave this column out" disabled={home.length === 0} onClick={onClear} />
      </Menu.Dropdown>
    </Menu>
  );
}

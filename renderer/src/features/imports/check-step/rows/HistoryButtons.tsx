// Why: decision 0270.
import { ActionIcon, Menu } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp, IconCheck, IconHistory } from '@tabler/icons-react';
import { useChannel } from '../../../../bridge/index.ts';
import { format } from '../../../../lib/format.ts';
import { modifierName } from '../../../../lib/shortcuts.ts';
import { IconButton } from '../../../../ui/index.ts';
import classes from './CheckRows.module.css';
import { useCheckStep } from '../model/check-step-context.ts';

/** Steps that the menu shows, with the beginning behind them. Undo and Redo reach those between. */
const SHOWN = 30;
const EARLIER = { one: '# earlier step: Undo and Redo go to it', other: '# earlier steps: Undo and Redo go to them' };

/** Undo, redo, and the latest steps by their names. */
export function HistoryButtons() {
  const { summary, corrections } = useCheckStep();
  const { undo, redo } = summary;
  const hasSteps = undo !== null || redo !== null;
  const what = hasSteps ? 'What was changed, step by step' : 'Nothing was changed';
  return (
    <div className="flexCentred">
      <IconButton
        label={undo === null ? 'Nothing to undo' : `Undo (${modifierName}+Z): ${undo.title}`}
        icon={IconArrowBackUp}
        disabled={undo === null}
        onClick={corrections.undo}
      />
      <IconButton
        label={redo === null ? 'Nothing to redo' : `Redo (${modifierName}+Shift+Z): ${redo.title}`}
        icon={IconArrowForwardUp}
        disabled={redo === null}
        onClick={corrections.redo}
      />
      <Menu position="bottom-end" width={340}>
        <Menu.Target>
          <ActionIcon aria-label={what} title={what} disabled={!hasSteps}>
            <IconHistory size={17} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown className={classes['steps'] ?? ''}>
          <Steps />
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}

function Steps() {
  const { draft, summary, corrections } = useCheckStep();
  const { data } = useChannel('check:history', { draftId: draft.id, offset: 0, limit: SHOWN });
  const steps = data?.steps ?? [];
  const last = steps.find(({ stands }) => stands)?.id ?? 0;
  return (
    <>
      <Menu.Label>Go back or forward to a step</Menu.Label>
      {steps.map(({ id, title, rows, stands }) => (
        <Menu.Item
          key={id}
          className={classes['step'] ?? ''}
          data-undone={!stands || undefined}
          leftSection={<Mark isHere={id === last} />}
          rightSection={<span className="aside tabular">{stands ? format.number(rows) : 'undone'}</span>}
          onClick={() => id !== last && corrections.goTo(id)}
        >
          {title}
        </Menu.Item>
      ))}
      {data !== undefined && data.total > SHOWN && <Menu.Label>{format.count(data.total - SHOWN, EARLIER)}</Menu.Label>}
      {/* Before the steps are here it would have the focus, and the next key would undo them all. */}
      {data !== undefined && (
        <Menu.Item
          leftSection={<Mark isHere={summary.undo === null} />}
          onClick={() => summary.undo !== null && corrections.goTo(0)}
        >
          The rows as they were read
        </Menu.Item>
      )}
    </>
  );
}

/** Where the rows are now. */
function Mark({ isHere }: { readonly isHere: boolean }) {
  return isHere ? (
    <IconCheck size={14} stroke={2} role="img" aria-label="Now" />
  ) : (
    <span className={classes['noMark']} aria-hidden />
  );
}

import { IconBinaryTree2, IconPrinter, IconTable } from '@tabler/icons-react';
import { useState } from 'react';
import {
  CALL_END_CAUSES,
  CALL_STATUSES,
  LEAD_CLOSURES,
  LEAD_STATUSES,
} from '../../../../shared/domain/service/leads/lead-life-cycle.ts';
import { readHelpAddress } from '../../lib/help.ts';
import { placeHref, usePlace } from '../../lib/navigation.ts';
import { hasModifier, isTyping, shortcutKey } from '../../lib/shortcuts.ts';
import { usePageKeys } from '../../lib/use-page-keys.ts';
import { Card, IconButton, Page, SecondaryButton } from '../../ui/index.ts';
import { Diagram } from './Diagram.tsx';
import { MoveTable } from './MoveTable.tsx';
import { ValueTable } from './ValueTable.tsx';
import classes from './LifeCyclePage.module.css';

const TABLES = [
  {
    title: 'Closures',
    context: 'follow from the answers, no agent picks them',
    kind: 'closure',
    values: LEAD_CLOSURES,
  },
  { title: 'Call statuses', context: 'what a call left behind', kind: 'callStatus', values: CALL_STATUSES },
  {
    title: 'End causes of a call',
    context: '2, 3 and 4 lead to Automatic redial',
    kind: 'callEndCause',
    values: CALL_END_CAUSES,
  },
] as const;

/** Help: what becomes of a lead, with every status, closure, call status and end cause of the service. */
export function LifeCyclePage() {
  const topic = readHelpAddress(usePlace().id);
  const [isTable, setIsTable] = useState(false);
  usePageKeys((event) => {
    if (shortcutKey(event) !== 't' || hasModifier(event) || event.altKey || isTyping(event.target)) return;
    setIsTable((last) => !last);
  });
  const wantedStatus = LEAD_STATUSES.find((status) => topic?.kind === 'status' && status === topic.value) ?? null;
  return (
    <Page
      parent={{ name: 'Help', href: placeHref('help') }}
      title="The life cycle of a lead"
      actions={
        <SecondaryButton icon={IconPrinter} onClick={() => window.print()}>
          Print
        </SecondaryButton>
      }
    >
      <div className={classes['sheet']} data-life-cycle>
        <Card
          title="Statuses"
          context="numbers and names of the service"
          flush
          className={classes['statuses']}
          actions={
            <>
              <Signs />
              <IconButton
                label={isTable ? 'Show as a drawing (T)' : 'Show as a table (T)'}
                icon={isTable ? IconBinaryTree2 : IconTable}
                onClick={() => setIsTable(!isTable)}
              />
            </>
          }
        >
          {isTable ? (
            <MoveTable />
          ) : (
            <div className={classes['scroll']}>
              <Diagram wanted={wantedStatus?.name ?? null} />
            </div>
          )}
        </Card>
        <div className={classes['tables']}>
          {TABLES.map((table) => (
            <ValueTable key={table.kind} {...table} topic={topic} />
          ))}
        </div>
      </div>
    </Page>
  );
}

/** What the signs of the drawing stand for. */
function Signs() {
  return (
    <span className={classes['signs']}>
      <span>
        <svg width={14} height={16} aria-hidden>
          <circle cx={7} cy={8} r={4} />
        </svg>
        from all in the box
      </span>
      <Clock path="M7 4V7L9 8.5">expires</Clock>
      <Clock path="M7 4V7L9 8.5M1.5 15H12.5">expires, own limit</Clock>
    </span>
  );
}

function Clock({ path, children }: { readonly path: string; readonly children: string }) {
  return (
    <span>
      <svg width={14} height={16} aria-hidden>
        <circle cx={7} cy={7} r={5.5} />
        <path d={path} />
      </svg>
      {children}
    </span>
  );
}

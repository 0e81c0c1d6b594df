import { SegmentedControl } from '@mantine/core';
import { IconFileTypePdf, IconPrinter } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { call, type CallError, fittingName, useChannel } from '../../bridge/index.ts';
import {
  CopyButton,
  FailureNote,
  MainButton,
  Page,
  Pane,
  Panes,
  SecondaryButton,
  Skeleton,
  startWork,
  toast,
} from '../../ui/index.ts';
import { hasModifier, shortcutKey } from '../shortcuts.ts';
import { usePageKeys } from '../use-page-keys.ts';
import classes from './Paper.module.css';
import { PaperSheet, type PaperSize } from './PaperSheet.tsx';

const PAPERS = { a4: 'A4', letter: 'Letter' } as const;

/** What is on the paper, once it is known. */
interface Written {
  readonly content: ReactNode;
  readonly foot: ReactNode;
  /** The same as plain text. */
  readonly text: string;
}

interface PaperPageProps {
  /** "Receipt" */
  readonly title: string;
  /** What it is about, with its address: Esc goes back there. */
  readonly parent: { readonly name: string; readonly href: string };
  /** Null while it is being written. */
  readonly written: Written | null;
  readonly failure: CallError | null;
  readonly onRetry: () => void;
  /** Above and below the choice of paper. */
  readonly side: { readonly above?: ReactNode; readonly below: ReactNode };
}

/** A page to print, to save as PDF in the desktop program, and to copy as text. */
export function PaperPage({ title, parent, written, failure, onRetry, side }: PaperPageProps) {
  const [size, setSize] = useState<PaperSize>('a4');
  const [isOnePage, setIsOnePage] = useState(true);
  const { data: host } = useChannel('host:info', {}, { staleTime: Infinity });
  const canSavePdf = host?.host === 'desktop' && written !== null;
  const savePdf = () =>
    startWork(() => saveAsPdf(`${parent.name} ${title.toLowerCase()}.pdf`), 'The PDF was not saved.');
  usePageKeys((event) => {
    const key = hasModifier(event) && !event.altKey && !event.shiftKey ? shortcutKey(event) : '';
    // A key that is held would ask again and again.
    if (event.repeat && (key === 'p' || key === 's')) return event.preventDefault();
    if (event.key === 'Escape') window.location.hash = parent.href;
    else if (key === 'p') window.print();
    else if (key === 's' && canSavePdf) savePdf();
    else return;
    event.preventDefault();
  });
  return (
    <Page
      parent={parent}
      title={title}
      windowTitle={`${title} of ${parent.name}`}
      context={written !== null && (isOnePage ? `one page, ${PAPERS[size]}` : `${PAPERS[size]}, more than one page`)}
      palette={false}
      layout="fill"
      actions={
        written !== null && (
          <>
            <CopyButton label="Copy as text" text={written.text} />
            {canSavePdf && (
              <SecondaryButton icon={IconFileTypePdf} onClick={savePdf}>
                Save as PDF
              </SecondaryButton>
            )}
            <MainButton icon={IconPrinter} onClick={() => window.print()}>
              Print
            </MainButton>
          </>
        )
      }
    >
      <FailureNote failure={failure} onRetry={onRetry} />
      {written === null && failure === null && <Skeleton lines={8} label="The page is being written" />}
      {written !== null && (
        <div className={classes['sheet']} data-paper={size}>
          <Panes>
            <Pane label={title} ground="sunken">
              <PaperSheet size={size} foot={written.foot} onFit={setIsOnePage}>
                {written.content}
              </PaperSheet>
            </Pane>
            <Pane label="On the page" width={292}>
              <div className={classes['side']}>
                {side.above}
                <h3>Paper</h3>
                <SegmentedControl
                  aria-label="Paper"
                  data={Object.entries(PAPERS).map(([value, label]) => ({ value, label }))}
                  value={size}
                  onChange={(value) => setSize(value === 'letter' ? 'letter' : 'a4')}
                />
                <p className="text2">Shown at 74 %. Always white, in the dark scheme too.</p>
                {side.below}
              </div>
            </Pane>
          </Panes>
        </div>
      )}
    </Page>
  );
}

async function saveAsPdf(suggestedName: string): Promise<void> {
  const { name } = await call('host:savePdf', { suggestedName: fittingName(suggestedName) });
  if (name !== null) toast(`Saved ${name}`);
}

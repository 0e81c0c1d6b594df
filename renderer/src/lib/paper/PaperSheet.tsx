// Why: decision 0350.
import { type CSSProperties, type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import { colorVariables } from '../../ui/theme/tokens.ts';
import classes from './Paper.module.css';

export type PaperSize = 'a4' | 'letter';

// Paper is white in both schemes.
const white = colorVariables('light') as CSSProperties;

/** Pixels between the margins of the paper as it is shown, without the foot. */
const HEIGHTS = { a4: 740, letter: 692 } as const;
/** How small the text may become so that everything is on one page, in steps. */
const ZOOMS = [1, 0.95, 0.9, 0.85, 0.8, 0.75] as const;

/** Takes the largest text with which everything is on one page; where none does, the text has its usual size on several. */
function useOnePage(size: PaperSize, onFit: (isOnePage: boolean) => void): RefObject<HTMLDivElement | null> {
  const content = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    function fit(): void {
      const element = content.current;
      if (element === null) return;
      const fitting = ZOOMS.find((zoom) => {
        element.style.zoom = String(zoom);
        return element.getBoundingClientRect().height <= HEIGHTS[size];
      });
      element.style.zoom = String(fitting ?? 1);
      onFit(fitting !== undefined);
    }
    fit();
    // Lines end elsewhere once the font is there.
    document.fonts.ready.then(fit).catch(() => undefined);
  });
  return content;
}

interface PaperSheetProps {
  readonly size: PaperSize;
  /** Below everything, at the end of the last page. */
  readonly foot: ReactNode;
  /** Whether all of it is on one page, when that changes. */
  readonly onFit: (isOnePage: boolean) => void;
  readonly children: ReactNode;
}

/** The paper that is printed, in the proportions that it has then. */
export function PaperSheet({ size, foot, onFit, children }: PaperSheetProps) {
  const content = useOnePage(size, onFit);
  return (
    <article className={classes['paper']} style={white} data-size={size}>
      <div ref={content}>{children}</div>
      <footer className={classes['foot']}>{foot}</footer>
    </article>
  );
}

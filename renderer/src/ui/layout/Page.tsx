import { AppShell } from '@mantine/core';
import { createContext, use, useEffect, useRef, type ReactNode } from 'react';
import { takeTitleFocus } from '../../lib/navigation.ts';
import classes from './Page.module.css';

/** What the frame gives every page. */
interface FrameContent {
  /** In the head: opens the palette. */
  readonly paletteButton: ReactNode;
  /** The page only stands in while the real one is loaded, and takes no focus. */
  readonly isLoading: boolean;
}

export const FrameContext = createContext<FrameContent>({ paletteButton: null, isLoading: false });

interface ParentPage {
  readonly name: string;
  readonly href: string;
}

export interface PageProps {
  /** The page that this one belongs to: it stands before the title, and leads back. */
  readonly parent?: ParentPage;
  readonly title: ReactNode;
  /** Title of the window; needed when `title` is not text. */
  readonly windowTitle?: string;
  /** Quiet words behind the title. */
  readonly context?: ReactNode;
  /** Buttons at the right; one primary at most. */
  readonly actions?: ReactNode;
  /** Takes the place of title and context: the wizard's steps. */
  readonly head?: ReactNode;
  /** False in the wizard and on a job. */
  readonly palette?: boolean;
  /** 56 pixels at the bottom: left the running sum, right Back and Next. */
  readonly foot?: ReactNode;
  /** `scroll`: one scrolling page with padding. `fill`: the content brings its own panes and scroll. */
  readonly layout?: 'scroll' | 'fill';
  readonly children: ReactNode;
}

/** Head, body and foot of a page inside the frame. */
export function Page({
  parent,
  title,
  windowTitle,
  context,
  actions,
  head,
  palette = true,
  foot,
  layout = 'scroll',
  children,
}: PageProps) {
  const { paletteButton, isLoading } = use(FrameContext);
  const name = windowTitle ?? (typeof title === 'string' ? title : '');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isLoading && takeTitleFocus()) heading.current?.focus();
  }, [isLoading]);
  useEffect(() => {
    document.title = name === '' ? 'Lead Console' : `${name} – Lead Console`;
  }, [name]);
  return (
    <>
      <AppShell.Header className={classes['head']} withBorder={false} data-pane>
        <h1
          className={classes['title']}
          ref={heading}
          tabIndex={-1}
          // The last part of a trail is a name of any length.
          title={parent === undefined && typeof title === 'string' ? undefined : name}
          data-page-title
        >
          {parent === undefined ? title : <Trail parent={parent}>{title}</Trail>}
        </h1>
        {head ?? <div className={classes['context']}>{context}</div>}
        <div className={classes['actions']}>
          {actions}
          {palette ? paletteButton : null}
        </div>
      </AppShell.Header>
      <AppShell.Main className={classes['main']}>
        <div
          className={classes['body']}
          data-layout={layout}
          tabIndex={layout === 'scroll' ? 0 : undefined}
          data-pane={layout === 'scroll' || undefined}
        >
          {children}
        </div>
        {foot === undefined ? null : (
          <footer className={classes['foot']} data-pane data-page-foot tabIndex={-1} aria-label="Next steps">
            {foot}
          </footer>
        )}
      </AppShell.Main>
    </>
  );
}

/** Characters. In a trail, the name of a page stays whole; that of a file is cut when it needs too much room. */
const LONGEST_PAGE_NAME = 10;

interface TrailProps {
  readonly parent: ParentPage;
  readonly children: ReactNode;
}

/** "Jobs › Nordlys customers": the way back is a link. */
function Trail({ parent: { name, href }, children }: TrailProps) {
  const isLong = name.length > LONGEST_PAGE_NAME;
  return (
    <span className="flexCentred gap10 shrinks">
      <a
        href={href}
        className={`${classes['trailLink'] ?? ''} truncate`}
        data-long={isLong || undefined}
        title={isLong ? name : undefined}
      >
        {name}
      </a>
      <span className={classes['trailMark']} aria-hidden>
        ›
      </span>
      <span className="truncate">{children}</span>
    </span>
  );
}

import { Component, type ErrorInfo, type ReactNode } from 'react';
import { ErrorNote } from './ErrorNote.tsx';
import { isExpected } from './failure.ts';
import { SmallButton } from '../layout/Buttons.tsx';
import classes from './ErrorBoundary.module.css';

interface Props {
  readonly children: ReactNode;
  /** A change of this value tries the content once more: another page, another job. */
  readonly place?: string;
  /** What the note stands in: the frame of a page. Left out: the note alone. */
  readonly around?: (note: ReactNode) => ReactNode;
}

interface State {
  readonly trouble: string | null;
  readonly place: string | undefined;
}

/** A bug takes away only the part of the page it is in, and says so there. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { trouble: null, place: this.props.place };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { trouble: describe(error) };
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return props.place === state.place ? null : { trouble: null, place: props.place };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    this.setState({ trouble: `${describe(error)}\n${info.componentStack ?? ''}` });
  }

  override render(): ReactNode {
    const { trouble } = this.state;
    if (trouble === null) return this.props.children;
    const note = (
      <div className={classes['place']}>
        <ErrorNote
          title="This part of Lead Console has stopped working."
          details={trouble}
          actions={<SmallButton onClick={() => this.setState({ trouble: null })}>Try again</SmallButton>}
        >
          Your data and running jobs are not affected. Try again, or close the window and open it again.
        </ErrorNote>
      </div>
    );
    return this.props.around?.(note) ?? note;
  }
}

function describe(error: unknown): string {
  if (isExpected(error)) return `${error.details.code}: ${error.message}`;
  return error instanceof Error ? (error.stack ?? `${error.name}: ${error.message}`) : String(error);
}

/**
 * The kit of the page. Buttons, fields, menus, dialogs and steppers are Mantine's own, set up in `theme.ts`:
 * `<Button>` primary, `<Button variant="default">` others, `<Button variant="subtle">` text, size "xs" = 28, "sm" = 32.
 *
 * Frame     Page (title, context, actions, foot, layout), PageTrail, Panes + Pane (F6), FrameContext
 * Figures   Bar, BarLegend, Swatch, Meter (pace tick), Gauge, Figure, StatusWord
 * Words     Note, ErrorNote, FailureNote (for a CallError), EmptyState, Skeleton, ReservedLines, LiveRegion, toast,
 *           startWork (work of an event handler; shows what fails), showFailure
 * Parts     AccountMark, Card, IconButton, CopyButton, ConfirmDialog, KeyCap, PracticeEdge
 * Not here  DataGrid and PagedGrid (`ui/grid/`): import them directly, only in pages that are loaded on demand
 */
export { AccountMark, initials, type AccountMarkProps } from './layout/AccountMark.tsx';
export {
  Bar,
  BarLegend,
  Swatch,
  barParts,
  barSentence,
  type BarCounts,
  type BarPart,
  type BarProps,
} from './feedback/Bar.tsx';
export { Card, type CardProps } from './layout/Card.tsx';
export { ConfirmDialog, type ConfirmDialogProps } from './feedback/ConfirmDialog.tsx';
export { CopyButton, type CopyButtonProps } from './feedback/CopyButton.tsx';
export { DensityContext, useDensity, type Density } from './theme/density.ts';
export { ErrorBoundary } from './feedback/ErrorBoundary.tsx';
export { EmptyState, type EmptyStateProps } from './feedback/EmptyState.tsx';
export {
  ErrorNote,
  FailureNote,
  errorDetails,
  type ErrorNoteProps,
  type FailureNoteProps,
} from './feedback/ErrorNote.tsx';
export { failureMessage, showFailure, startWork } from './feedback/failure.ts';
export { IconButton, type IconButtonProps } from './layout/IconButton.tsx';
export { Gauge, Meter, type GaugeProps, type MeterProps } from './feedback/Meter.tsx';
export { Note, type NoteProps } from './feedback/Note.tsx';
export { FrameContext, Page, PageTrail, type PageProps } from './layout/Page.tsx';
export { Pane, Panes, type PaneProps } from './layout/Panes.tsx';
export { Figure, type FigureProps } from './layout/Figure.tsx';
export { KeyCap } from './layout/KeyCap.tsx';
export { LiveRegion } from './feedback/LiveRegion.tsx';
export { PracticeEdge } from './layout/PracticeEdge.tsx';
export { ReservedLines } from './layout/ReservedLines.tsx';
export { Skeleton } from './feedback/Skeleton.tsx';
export { ProductMark } from './layout/ProductMark.tsx';
export { StatusWord, statusLook, type StatusWordProps } from './feedback/status.tsx';
export { closeToast, closeToasts, toast, type ToastOptions } from './feedback/toast.tsx';
export type { StatusName } from './theme/tokens.ts';

/**
 * The kit of the page. Buttons, fields, menus, dialogs and steppers are Mantine's own, set up in `theme.ts`:
 * `<Button>` primary (`<MainButton>` with an icon), `<SecondaryButton>` others, `<SmallButton>` (28 instead of 32) and `<TextButton>` in lines and cards.
 *
 * Frame     Page (parent, title, context, actions, foot, layout), Panes + Pane (F6), FrameContext
 *           Changes (disabled where the page is read only), useIsReadOnly
 * Figures   Bar, BarLegend, Swatch, Meter (pace tick), Gauge, StatusWord (small), StatusTitle, AsOf (from when a live figure is)
 * Words     Note, ErrorNote, FailureNote (for a CallError), EmptyState, Skeleton, ReservedLines, LiveRegion, toast,
 *           startWork (work of an event handler; shows what fails), showFailure, couldNot (for `mutate`)
 * Parts     AccountMark, CancelButton, Card, IconButton, CopyButton, ConfirmDialog, Modal, Drawer, NameDialog, KeyCap, PracticeEdge, SkipLink, TableHead
 * Not here  DataGrid and PagedGrid (`ui/grid/`): import them directly, only in pages that are loaded on demand
 */
export { AsOf } from './feedback/AsOf.tsx';
export { AccountMark } from './layout/AccountMark.tsx';
export { Bar, BarLegend, Swatch } from './feedback/Bar.tsx';
export { QuotaParts } from './chart/QuotaParts.tsx';
export { MainButton, SecondaryButton, SmallButton, TextButton } from './layout/Buttons.tsx';
export { Card } from './layout/Card.tsx';
export { CancelButton } from './feedback/CancelButton.tsx';
export { ConfirmDialog } from './feedback/ConfirmDialog.tsx';
export { CopyButton } from './feedback/CopyButton.tsx';
export { Drawer, Modal } from './feedback/dialogs.tsx';
export { DensityContext, useDensity } from './theme/density.ts';
export { ErrorBoundary } from './feedback/ErrorBoundary.tsx';
export { EmptyState } from './feedback/EmptyState.tsx';
export { ErrorNote, FailureNote, errorDetails } from './feedback/ErrorNote.tsx';
export { couldNot, showFailure, startWork } from './feedback/failure.ts';
export { NameDialog } from './feedback/NameDialog.tsx';
export { IconButton } from './layout/IconButton.tsx';
export { Gauge, Meter } from './feedback/Meter.tsx';
export { MenuChoice } from './layout/MenuChoice.tsx';
export { MenuEntry, MoreMenu } from './layout/MenuEntry.tsx';
export { Note } from './feedback/Note.tsx';
export { FrameContext, Page } from './layout/Page.tsx';
export { Pane, Panes } from './layout/Panes.tsx';
export { KeyCap } from './layout/KeyCap.tsx';
export { LiveRegion } from './feedback/LiveRegion.tsx';
export { COLOUR_STATUS, PracticeEdge, ProductionEdge } from './layout/PracticeEdge.tsx';
export { Changes, ReadOnlyContext, useIsReadOnly } from './layout/ReadOnly.tsx';
export { ReservedLines } from './layout/ReservedLines.tsx';
export { isSecondOfTwo, useSecondClicks } from './layout/second-click.ts';
export { SkipLink } from './layout/SkipLink.tsx';
export { Skeleton } from './feedback/Skeleton.tsx';
export { ProductMark } from './layout/ProductMark.tsx';
export { StatusTitle, StatusWord } from './feedback/status.tsx';
export { closeToast, closeToasts, toast, type ToastOptions, TOASTS_SHOWN } from './feedback/toast.tsx';
export { TableHead } from './layout/TableHead.tsx';
export { ToastLane } from './feedback/ToastLane.tsx';
export type { StatusName } from './theme/tokens.ts';

/**
 * The kit of the page. Buttons, fields, menus, dialogs and steppers are Mantine's own, set up in `theme.ts`:
 * `<Button>` primary, `<Button variant="default">` others, `<Button variant="subtle">` text, size "xs" = 28, "sm" = 32.
 *
 * Frame     Page (title, context, actions, foot, layout), PageTrail, Panes + Pane (F6), FrameContext
 * Figures   Bar, BarLegend, Swatch, Meter (pace tick), Gauge, Figure, StatusWord
 * Words     Note, ErrorNote, FailureNote (for a CallError), EmptyState, Skeleton, ReservedLines, LiveRegion, toast
 * Parts     AccountMark, Card, IconButton, CopyButton, ConfirmDialog, KeyCap, PracticeEdge
 * Not here  DataGrid (`ui/DataGrid.tsx`): import it directly, only in pages that are loaded on demand
 */
export { AccountMark, initials, type AccountMarkProps } from './AccountMark.tsx';
export { Bar, BarLegend, Swatch, barParts, barSentence, type BarCounts, type BarPart, type BarProps } from './Bar.tsx';
export { Card, type CardProps } from './Card.tsx';
export { ConfirmDialog, type ConfirmDialogProps } from './ConfirmDialog.tsx';
export { CopyButton, type CopyButtonProps } from './CopyButton.tsx';
export { DensityContext, useDensity, type Density } from './density.ts';
export { EmptyState, type EmptyStateProps } from './EmptyState.tsx';
export { ErrorNote, FailureNote, errorDetails, type ErrorNoteProps, type FailureNoteProps } from './ErrorNote.tsx';
export { IconButton, type IconButtonProps } from './IconButton.tsx';
export { Gauge, Meter, type GaugeProps, type MeterProps } from './Meter.tsx';
export { Note, type NoteProps } from './Note.tsx';
export { FrameContext, Page, PageTrail, type PageProps } from './Page.tsx';
export { Pane, Panes, type PaneProps } from './Panes.tsx';
export { Figure, KeyCap, LiveRegion, PracticeEdge, ReservedLines, Skeleton, type FigureProps } from './small.tsx';
export { ProductMark } from './ProductMark.tsx';
export { StatusWord, statusLook, type StatusWordProps } from './status.tsx';
export { closeToast, toast, type ToastOptions } from './toast.tsx';
export type { StatusName } from './tokens.ts';

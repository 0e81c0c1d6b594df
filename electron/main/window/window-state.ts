import { z } from 'zod';

export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface WindowState {
  readonly bounds: Rectangle;
  readonly isMaximized: boolean;
}

const number = z.number().int().min(-100_000).max(100_000);
const storedSchema = z.object({
  bounds: z.object({ x: number, y: number, width: number, height: number }),
  isMaximized: z.boolean(),
});

/** Device-independent pixels. */
const SMALLEST = { width: 900, height: 600 } as const;
const USUAL = { width: 1366, height: 860 } as const;
/** Pixels of the title bar that must be on a screen, so that a person can drag the window. */
const GRIP = 120;

/**
 * Where the window opens: at its last place, unless that screen is gone or has become smaller.
 * @param stored whatever the settings hold
 * @param workAreas the screens without task bars and docks, the main one first
 */
export function fitOnScreen(stored: unknown, workAreas: readonly Rectangle[]): WindowState {
  const main = workAreas[0] ?? { x: 0, y: 0, ...USUAL };
  const parsed = storedSchema.safeParse(stored);
  if (!parsed.success) return { bounds: centred(main, USUAL), isMaximized: false };
  const { bounds, isMaximized } = parsed.data;
  for (const area of workAreas) {
    if (!canBeGrabbed(bounds, area)) continue;
    const fitted = { ...bounds, ...sizeFor(bounds, area) };
    // After the window was made smaller, its visible part may be outside the screen.
    if (canBeGrabbed(fitted, area)) return { bounds: fitted, isMaximized };
  }
  return { bounds: centred(main, bounds), isMaximized };
}

/** The least size that a window may get: it must fit on every screen it can be dragged to. */
export function smallestOn(workAreas: readonly Rectangle[]): { readonly width: number; readonly height: number } {
  return {
    width: Math.min(SMALLEST.width, ...workAreas.map(({ width }) => width)),
    height: Math.min(SMALLEST.height, ...workAreas.map(({ height }) => height)),
  };
}

function sizeFor(wanted: { width: number; height: number }, area: Rectangle): { width: number; height: number } {
  return {
    width: Math.min(Math.max(wanted.width, SMALLEST.width), area.width),
    height: Math.min(Math.max(wanted.height, SMALLEST.height), area.height),
  };
}

function centred(area: Rectangle, wanted: { width: number; height: number }): Rectangle {
  const size = sizeFor(wanted, area);
  return {
    x: area.x + Math.round((area.width - size.width) / 2),
    y: area.y + Math.round((area.height - size.height) / 2),
    ...size,
  };
}

function canBeGrabbed(bounds: Rectangle, area: Rectangle): boolean {
  const seen = Math.min(bounds.x + bounds.width, area.x + area.width) - Math.max(bounds.x, area.x);
  return seen >= GRIP && bounds.y >= area.y && bounds.y <= area.y + area.height - GRIP;
}

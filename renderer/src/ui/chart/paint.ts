/** Colours of the scheme in use, as a canvas needs them: variables cannot be drawn with. Opaque `#rrggbb` texts. */
export interface Paint {
  readonly colour: (name: string) => string;
  /** Font of a canvas at this size in pixels of the screen; `weight` as in CSS. */
  readonly font: (size: number, weight?: number) => string;
}

export function readPaint(): Paint {
  const style = getComputedStyle(document.documentElement);
  return {
    colour: (name) => style.getPropertyValue(`--lc-${name}`).trim(),
    font: (size, weight = 500) => `${weight} ${size}px "Inter Variable", system-ui, sans-serif`,
  };
}

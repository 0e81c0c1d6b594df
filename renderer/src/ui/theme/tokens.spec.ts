import { describe, expect, test } from 'vitest';
import { statusColors, statusNames, surfaceColors } from './tokens.ts';

/** Contrast of WCAG 2.2. */
function contrast(one: string, other: string): number {
  const luminance = (hex: string): number => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
      const value = parseInt(hex.slice(at, at + 2), 16) / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

describe.each(['light', 'dark'] as const)('%s', (scheme) => {
  const at = scheme === 'light' ? 0 : 1;
  const grounds = ['canvas', 'rail', 'surface', 'sunken', 'raised', 'hover', 'selected'] as const;

  test.each(['text', 'text2', 'text3', 'accent-text'] as const)('%s can be read on every ground', (name) => {
    for (const ground of grounds)
      expect(contrast(surfaceColors[name][at], surfaceColors[ground][at])).toBeGreaterThanOrEqual(4.5);
  });

  test.each(statusNames)('%s can be read on its own ground', (name) => {
    expect(contrast(statusColors[name].text[at], statusColors[name].soft[at])).toBeGreaterThanOrEqual(4.5);
  });

  test.each(['border-control', 'focus'] as const)('%s is seen on a surface', (name) => {
    expect(contrast(surfaceColors[name][at], surfaceColors.surface[at])).toBeGreaterThanOrEqual(3);
  });
});

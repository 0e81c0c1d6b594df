/**
 * The colour scheme is set on the root element before the first render: components that measure themselves while they
 * mount (the grid) would otherwise find no value for their variables.
 */

/** Where the choice is kept beside the preferences, because those arrive only after the first render. */
export const colorSchemeKey = 'lead-console-color-scheme';

export type SchemeChoice = 'auto' | 'light' | 'dark';

export function rememberedScheme(): SchemeChoice {
  try {
    const kept = window.localStorage.getItem(colorSchemeKey);
    return kept === 'light' || kept === 'dark' ? kept : 'auto';
  } catch {
    // Storage may be denied; the system's scheme is used until the preferences arrive.
    return 'auto';
  }
}

export function resolveScheme(choice: SchemeChoice): 'light' | 'dark' {
  if (choice !== 'auto') return choice;
  return window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

export function applyScheme(scheme: 'light' | 'dark'): void {
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
}

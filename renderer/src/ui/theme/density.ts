import { createContext, use } from 'react';

export type Density = 'comfortable' | 'compact';

/** Set by the app from the preferences. */
export const DensityContext = createContext<Density>('comfortable');

export function useDensity(): Density {
  return use(DensityContext);
}

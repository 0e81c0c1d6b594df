import { defineConfig } from 'vitest/config';

/** Name of the environment variable with the globs of a run's specs, one a line. */
export const SPECS_OF_RUN = 'MUTANTS_SPECS';

/** The specs of the core and of the rules, without the page: Stryker runs them once for each change. */
export default defineConfig({
  define: { __PRODUCT_VERSION__: JSON.stringify('0.0.0-spec') },
  test: {
    environment: 'node',
    include: process.env[SPECS_OF_RUN]?.split('\n') ?? ['{shared,electron}/**/*.spec.ts'],
    exclude: ['**/node_modules/**'],
    // Milliseconds. A changed line may make a spec wait for ever; the slowest spec takes about 3 seconds.
    testTimeout: 20_000,
    hookTimeout: 20_000,
  },
});

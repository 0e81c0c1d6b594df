// Why: decision 0002.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { basename, join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type EnvironmentOptions } from 'vite';

/**
 * One build for four kinds of code: the page, the sandboxed preload, Electron's main process and the core.
 * Node code is bundled whole, so that `out/` runs without `node_modules` and the package holds nothing else.
 */
const root = import.meta.dirname;
const leftOut: string[] = [];

/** Kilobytes. Everything is read from the disk; the warning is for a library that comes in unnoticed. */
const chunkSizeWarningLimit = 1500;

/** Entry names become file names in `out/<environment>/`; hosts and workers find each other by them. */
const preloadEntries = existing({ preload: 'electron/preload/preload.ts' });
const mainEntries = existing({ main: 'electron/main/main.ts' });
const coreEntries = existing({
  'utility-process': 'electron/core/utility-process.ts',
  loopback: 'electron/loopback/main.ts',
  batch: 'electron/batch/main.ts',
  practice: 'electron/practice/main.ts',
  ...workers(),
});
const pageEntries = existing({ page: 'renderer/src/main.tsx' });

/**
 * Workers are entries of their own: `new Worker(new URL(…))` is not rewritten in Node environments
 * and resolves beside the built file, so every worker and every chunk lands flat in `out/core`.
 */
function workers(): Record<string, string> {
  const found = globSync('electron/core/**/*-worker.ts', { cwd: root }).sort();
  const entries: Record<string, string> = {};
  for (const file of found) {
    const name = basename(file, '.ts');
    const other = entries[name];
    if (other !== undefined)
      throw new Error(
        `Two workers share the name ${name}: ${other} and ${file}. They would overwrite each other in out/core.`,
      );
    entries[name] = file;
  }
  return entries;
}

/** The entries whose file is there; so that a part can be built while another is not written yet. */
function existing(entries: Record<string, string>): Record<string, string> {
  const isThere = Object.entries(entries).filter(([, file]) => existsSync(join(root, file)));
  leftOut.push(...Object.values(entries).filter((file) => !isThere.some(([, other]) => other === file)));
  return Object.fromEntries(isThere.map(([name, file]) => [name, join(root, file)]));
}

const isProvidedByRuntime = (id: string): boolean =>
  id.startsWith('node:') || builtinModules.includes(id) || /^electron(\/|$)/.test(id);

function nodeEnvironment(name: string, input: Record<string, string>, format: 'es' | 'cjs' = 'es'): EnvironmentOptions {
  return {
    consumer: 'server',
    resolve: { noExternal: true, conditions: ['node', 'import', 'module', 'default'] },
    build: {
      ssr: true,
      outDir: join(root, 'out', name),
      emptyOutDir: true,
      copyPublicDir: false,
      chunkSizeWarningLimit,
      target: 'node24',
      sourcemap: true,
      minify: false,
      rolldownOptions: {
        input,
        external: isProvidedByRuntime,
        platform: 'node',
        output: {
          format,
          entryFileNames: format === 'cjs' ? '[name].cjs' : '[name].js',
          chunkFileNames: '[name]-[hash].js',
        },
      },
    },
  };
}

const product = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };

export default defineConfig({
  root: join(root, 'renderer'),
  base: './',
  build: { reportCompressedSize: false },
  // The hosts put a fresh nonce in place of this word in every response.
  html: { cspNonce: '__CSP_NONCE__' },
  define: {
    __PRODUCT_VERSION__: JSON.stringify(product.version),
    // Public: who has the other half signs updates. A build without it trusts none.
    __UPDATE_KEY__: JSON.stringify(process.env['LEAD_CONSOLE_UPDATE_KEY'] ?? ''),
  },
  plugins: [react()],
  environments: {
    client: {
      build: {
        outDir: join(root, 'out/renderer'),
        emptyOutDir: true,
        target: 'chrome148',
        sourcemap: true,
        // Fonts and pictures stay files: the content security policy allows data: for pictures only.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        chunkSizeWarningLimit,
        rolldownOptions: {
          input: join(root, 'renderer/index.html'),
          // Modules run in the order they are imported even across chunks: zod must be told to do without `eval`
          // (app/before-first-render.ts) before the first schema is made, or the content security policy is violated.
          output: { strictExecutionOrder: true },
        },
      },
    },
    // A sandboxed preload cannot be an ES module.
    preload: nodeEnvironment('preload', preloadEntries, 'cjs'),
    main: nodeEnvironment('main', mainEntries),
    core: nodeEnvironment('core', coreEntries),
  },
  builder: {
    async buildApp(builder) {
      for (const file of leftOut) process.stderr.write(`Left out of the build: ${file} is not there.\n`);
      const present: Record<string, boolean> = {
        client: Object.keys(pageEntries).length > 0,
        preload: Object.keys(preloadEntries).length > 0,
        main: Object.keys(mainEntries).length > 0,
        core: Object.keys(coreEntries).length > 0,
      };
      for (const [name, environment] of Object.entries(builder.environments)) {
        if (present[name]) await builder.build(environment);
      }
    },
  },
});

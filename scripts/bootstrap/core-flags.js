// Why: decision 0172.
/**
 * What Node is told about a process that holds the core. MiB of one half of what lives shortly: left alone it grows to 16,
 * and 60 MB of an export are garbage that nobody has looked for yet. Electron's own limit is lower.
 */
export const coreFlags = ['--max-semi-space-size=2'];

/**
 * What such a process finds in its environment. On Linux the C library gives each thread memory of its own and keeps it when
 * the thread ends: 15 to 25 MB after a file was read. One for all is enough; V8 does not use it. Elsewhere it means nothing.
 */
export const coreEnvironment = { MALLOC_ARENA_MAX: '1' };

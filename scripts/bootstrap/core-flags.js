// Why: decision 0172.
/**
 * What Node is told about a process that holds the core. MiB of one half of what lives shortly: left alone it grows to 16,
 * and 60 MB of an export are garbage that nobody has looked for yet. Electron's own limit is lower.
 */
export const coreFlags = ['--max-semi-space-size=2'];

import { dirname } from 'node:path';

/** Absolute path of the project's folder. */
export const root = dirname(dirname(import.meta.dirname));

import { watchAsParent } from './failing-writes.ts';

/** Loaded before the program of every thread that the program under test starts. */
watchAsParent();

import { build } from '../lib/build.ts';

process.exitCode = (await build()) ? 0 : 1;

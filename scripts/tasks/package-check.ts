import { buildIfStale } from '../lib/build.ts';
import { checkPackage } from '../lib/package-check.ts';

process.exitCode = (await buildIfStale()) && (await checkPackage()) ? 0 : 1;

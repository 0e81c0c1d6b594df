import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import type { ElectronParts } from '../guards/electron-parts.ts';
import { forkCore } from './utility-child.ts';

it('says how V8 ended the core, and nothing of the report that comes along', () => {
  const child = new EventEmitter();
  const noted: string[] = [];
  const electron = { utilityProcess: { fork: () => child } } as unknown as ElectronParts;
  forkCore(electron, 'utility-process.js', { note: (text) => void noted.push(text) });
  child.emit('error', 'FatalError', 'heap limit', '{"environmentVariables":{"LEAD_CONSOLE_PASSWORD":"secret"}}');
  expect(noted).toEqual(['the core ended by a FatalError at heap limit']);
});

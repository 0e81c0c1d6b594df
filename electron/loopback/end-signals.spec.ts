import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { hearEnd } from './end-signals.ts';

it.each(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'])(
  '%s asks for a clean end, and a second one ends at once',
  (name) => {
    const source = new EventEmitter();
    const did: string[] = [];
    hearEnd(
      source as never,
      () => did.push('close'),
      () => did.push('end now'),
    );
    source.emit(name);
    expect(did).toEqual(['close']);
    source.emit('SIGTERM');
    expect(did).toEqual(['close', 'end now']);
  },
);

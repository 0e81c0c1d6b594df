import { expect, it } from 'vitest';
import { JsonStreamError } from './json-array-reader.ts';
import { leadsOf, troubleIn, type LeadStreamPart } from './leads-of.ts';
import type { ByteStreamPart, LeadBody } from './streams.ts';

/** A body of these pieces. `isOpen`: it goes on behind them without an end. */
function bodyOf(pieces: readonly string[], isOpen = false): LeadBody {
  async function* parts(): AsyncGenerator<ByteStreamPart, void> {
    let bytes = 0;
    for (const piece of pieces) {
      bytes += piece.length;
      yield { kind: 'bytes', bytes: Buffer.from(piece, 'latin1') };
    }
    if (isOpen) await new Promise(() => undefined);
    yield { kind: 'end', complete: true, bytes, error: null };
  }
  const body = parts();
  return {
    [Symbol.asyncIterator]: () => body,
    head: () => ({ charset: null, isSizeKnown: false }),
    explain: ({ kind }) => ({ code: 'network', sent: 'maybe', message: kind }),
  };
}

async function partsOf(body: LeadBody): Promise<LeadStreamPart[]> {
  const parts: LeadStreamPart[] = [];
  for await (const part of leadsOf(body)) parts.push(part);
  return parts;
}

it('gives leads only when some became whole', async () => {
  expect(await partsOf(bodyOf(['[', '{"a"', ':1},{"a":2}', ']']))).toEqual([
    { kind: 'leads', leads: [{ a: 1 }] },
    { kind: 'leads', leads: [{ a: 2 }] },
    { kind: 'end', complete: true, rows: 2, bytes: 17, error: null },
  ]);
});

it('ends at the bytes that cannot be read, without waiting for the rest of the body', async () => {
  const error = { code: 'network', sent: 'maybe', message: 'notJson' };
  expect(await partsOf(bodyOf(['<html>'], true))).toEqual([{ kind: 'end', complete: false, rows: 0, bytes: 6, error }]);
});

it('takes only the trouble of a list for one', () => {
  expect(troubleIn(() => undefined)).toBeNull();
  const trouble = new JsonStreamError('malformed', 'odd');
  const thrower = (error: Error) => () => {
    throw error;
  };
  expect(troubleIn(thrower(trouble))).toEqual({ kind: 'malformed', words: 'odd' });
  expect(() => troubleIn(thrower(new RangeError('a bug')))).toThrow('a bug');
});

import { appendFileSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { foundDoubtSchema } from '../../../../../shared/contract/jobs/doubt.ts';
import { JobsBench } from '../jobs-fixture.ts';
import { lineText } from '../witness/witness-lines.ts';

let bench: JobsBench;
beforeEach(() => {
  bench = new JobsBench();
  bench.add(6);
});
afterEach(() => bench[Symbol.asyncDispose]());

const witness = () => bench.at.store.sentRecord.witness;
const sent = (n: number, at: number) => bench.at.store.rows.step('job', n, 'send', { at, run: 'earlier' });
/** The witness knows it, the journal has lost it. */
const forgotten = (n: number, at: number) =>
  appendFileSync(
    witness().path,
    lineText({ kind: 'sent', sequence: witness().read().last + 1, value: { job: 'job', n, at } }),
  );
const doubt = async () => (await bench.program().call('job:doubt', {})).doubt;

describe('what journal and witness remember', () => {
  it('is told as it was found, not as it was completed', async () => {
    sent(1, 1000);
    sent(2, 2000);
    for (const n of [3, 4, 5]) forgotten(n, n * 1000);
    const found = await doubt();
    expect(found).toMatchObject({
      memories: { journal: { rows: 2, lastAt: 2000 }, witness: { rows: 5, lastAt: 5000 } },
      forgotten: [{ jobId: 'job', rows: '3-5', count: 3, firstAt: 3000, lastAt: 5000 }],
      held: [{ jobId: 'job' }],
      service: null,
    });
    // The next opening finds both complete, and still tells what was found.
    expect((await doubt())?.memories).toEqual(found?.memories);
  });

  it('is the journal alone when the witness is missing', async () => {
    sent(1, 1000);
    rmSync(witness().path);
    expect(await doubt()).toMatchObject({
      witness: 'missing',
      memories: { journal: { rows: 1, lastAt: 1000 }, witness: null },
    });
  });

  it('is not known of a doubt that an older version kept', () => {
    const kept = {
      foundAt: 1,
      sentences: ['Older.'],
      forgotten: [],
      lost: [],
      witness: null,
      setAside: null,
      service: { counted: 9, remembered: 2, readAt: 1 },
    };
    expect(foundDoubtSchema.parse(kept)).toEqual({
      ...kept,
      memories: null,
      service: { ...kept.service, isShared: false, since: null },
    });
  });
});

describe('the report', () => {
  const save = () => bench.program().call('job:saveDoubt', { token: 'file-0123456789abcdef', callId: 'call' });

  it('has every figure that is known and says what is not', async () => {
    sent(1, 1000);
    for (const n of [3, 4]) forgotten(n, n * 1000);
    const { rows, bytes } = await save();
    const text = readFileSync(join(bench.folder, 'result.csv'), 'utf8');
    expect(text.split('\n')).toHaveLength(rows + 1);
    expect(Buffer.byteLength(text)).toBe(bytes);
    expect(text).toContain('Journal: 1 row left, last entry 1970-01-01T00:00:01.000Z.');
    expect(text).toContain('Witness: 3 rows left, last record 1970-01-01T00:00:04.000Z.');
    expect(text).toContain('Service: not asked.');
    expect(text).toContain(
      '"people": only the witness knows that 2 rows left, from 1970-01-01T00:00:03.000Z to 1970-01-01T00:00:04.000Z: 3-4.',
    );
    expect(text).toContain('"people" into SPRING: held, 3 of 6 rows wait.');
  });

  it('is not written when nothing is in doubt', async () => {
    await expect(save()).rejects.toMatchObject({ error: { code: 'notFound' } });
  });
});

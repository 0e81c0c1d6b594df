import { expect, it } from 'vitest';
import { answerTools } from '../simulation/answer-tools.ts';
import { readJsonBody } from './json-body.ts';

async function read(body: string, isEmptyFine = false, breaksOff = false) {
  const { tools, answer, concluded } = answerTools();
  const outcome = await readJsonBody(tools, answer(200, body, breaksOff), { isEmptyFine });
  return { outcome, concluded };
}

it('reads a value', async () => {
  expect(await read('{"a":1}')).toEqual({ outcome: { ok: true, value: { a: 1 } }, concluded: ['done'] });
  expect(await read('null', true)).toEqual({ outcome: { ok: true, value: null }, concluded: ['done'] });
  expect(await read('[1]', true)).toEqual({ outcome: { ok: true, value: [1] }, concluded: ['done'] });
});

it('reads a long list', async () => {
  const list = Array.from({ length: 50_000 }, (_value, index) => index);
  expect((await read(JSON.stringify(list))).outcome).toEqual({ ok: true, value: list });
});

it('reads an empty body where one is fine', async () => {
  expect(await read(' \r\n', true)).toEqual({ outcome: { ok: true, value: null }, concluded: ['done'] });
  const { outcome, concluded } = await read(' ');
  expect(outcome).toMatchObject({ ok: false, error: { code: 'network', sent: 'maybe' } });
  expect(concluded).toEqual(['unreadable']);
});

it('tells a web page from a damaged answer', async () => {
  expect((await read('<html>')).outcome).toMatchObject({
    ok: false,
    error: { message: expect.stringMatching(/web page/) },
  });
  expect((await read('{"a":')).outcome).toMatchObject({
    ok: false,
    error: { message: expect.stringMatching(/damaged/) },
  });
});

it('tells that the connection broke', async () => {
  const { outcome, concluded } = await read('{"a":1}', true, true);
  expect(outcome).toMatchObject({ ok: false, error: { code: 'network', message: expect.stringMatching(/broke/) } });
  expect(concluded).toEqual(['answer broken off']);
});

it('names what is no text', async () => {
  const { tools, answer, concluded } = answerTools();
  const compressed = answer(200, '\u0001', false, { 'content-encoding': 'br' });
  expect(await readJsonBody(tools, compressed, { isEmptyFine: true })).toMatchObject({
    ok: false,
    error: { code: 'network', message: expect.stringMatching(/compressed data \(brotli\)/) },
  });
  expect(concluded).toEqual(['unreadable']);
});

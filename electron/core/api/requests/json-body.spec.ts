import { expect, it } from 'vitest';
import { answerTools } from '../simulation/answer-tools.ts';
import { SPEC_CREDENTIALS } from '../simulation/spec-client.ts';
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

it.each([
  ['<html>', /web page/],
  [' \r\n<', /web page/],
  ['{"a":', /damaged/],
  ['\u0001', /damaged/],
  ['Too many leads', /text instead of data: "Too many leads"\. Check/],
  [`Øre ${SPEC_CREDENTIALS.password} ${'x'.repeat(300)}`, /text instead of data: "Øre \S{1,20} x{100,200}"\. Check/],
])('tells a web page, words and a damaged answer apart: %j', async (body, message) => {
  const { outcome } = await read(body);
  expect(outcome).toMatchObject({ ok: false, error: { message: expect.stringMatching(message) } });
  expect(JSON.stringify(outcome)).not.toContain(JSON.stringify(SPEC_CREDENTIALS.password).slice(1, -1));
});

it('does not read what is nested too deep to be written out again', async () => {
  const nested = (levels: number) => `${'[{"a":'.repeat(levels / 2)}"]["${'}]'.repeat(levels / 2)}`;
  expect((await read(nested(1000))).outcome).toMatchObject({ ok: true });
  const { outcome, concluded } = await read(nested(100_000));
  expect(outcome).toMatchObject({
    ok: false,
    error: { code: 'network', message: expect.stringMatching(/JSON nested more than 1,000 levels deep/) },
  });
  expect(concluded).toEqual(['unreadable']);
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

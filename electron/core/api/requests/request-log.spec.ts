import { describe, expect, it } from 'vitest';
import { RequestLog, pathForLog } from './request-log.ts';

const entry = {
  at: 0,
  method: 'GET',
  path: '/users',
  service: 'GET users',
  lane: 'person',
  status: 200,
  outcome: 'done',
  units: 1,
  milliseconds: 5,
  remaining: null,
};

it('the log of requests holds the last 500, each with a number of its own', () => {
  const log = new RequestLog();
  for (let index = 0; index < 500; index++) log.add(entry);
  expect(log.list()[0]?.id).toBe(1);
  log.add(entry);
  expect(log.list()).toHaveLength(500);
  expect(log.list()[0]?.id).toBe(2);
  expect(log.list().at(-1)?.id).toBe(501);
});

it('keeps the details of a request as long as its line', () => {
  const log = new RequestLog();
  const detail = { sent: [{ name: 'accept', value: 'text/csv' }], answered: [], body: 'No.' };
  log.add(entry, detail);
  log.add(entry);
  expect(log.detail(1)).toEqual(detail);
  expect(log.detail(2)).toBeNull();
  for (let index = 0; index < 499; index++) log.add(entry);
  expect(log.detail(1)).toBeNull();
});

describe('a path in the log', () => {
  it.each([
    ['/users', '/users'],
    ['/leadsegments/s%2F1/leads', '/leadsegments/…/leads'],
    ['/orgunits/anna%40example.com?include=users', '/orgunits/…?include'],
    ['/simpleleads?Projects=a&Projects=b&Statuses=New', '/simpleleads?Projects&Statuses'],
  ])('%s: %s', (path, shown) => expect(pathForLog(path)).toBe(shown));
});

import { validateHeaderName, validateHeaderValue } from 'node:http';
import { faultKinds } from './faults.ts';
import type { FaultSpecification } from './faults.ts';
import { isObject } from '../../../shared/domain/service/answers/answers.ts';
import type { JsonObject } from '../../../shared/domain/service/answers/answers.ts';

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string' && value.length <= 100_000;
const oneOf =
  (...choices: readonly unknown[]): Check =>
  (value) =>
    choices.includes(value);
const numberIn =
  (low: number, high: number): Check =>
  (value) =>
    typeof value === 'number' && value >= low && value <= high;
const wholeNumber: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;

const matchChecks: Readonly<Record<string, Check>> = {
  method: isText,
  path: isText,
  service: isText,
  bodyIncludes: isText,
  queryIncludes: isText,
  reusedConnection: oneOf(true, false),
};

const checks: Readonly<Record<string, Check>> = {
  kind: oneOf(...faultKinds),
  match: (value) => isObject(value) && problemIn(value, matchChecks) === null,
  times: (value) => value === 'always' || (wholeNumber(value) && value !== 0),
  skip: wholeNumber,
  probability: numberIn(0, 1),
  when: oneOf('before', 'after'),
  milliseconds: numberIn(0, 86_400_000),
  minimum: numberIn(0, 86_400_000),
  status: (value) => wholeNumber(value) && numberIn(200, 599)(value),
  body: isText,
  contentType: isHeaderText,
  message: isText,
  headers: (value) =>
    isObject(value) &&
    Object.entries(value).every(([name, text]) => isHeaderName(name) && (text === null || isHeaderText(text))),
  period: oneOf('minute', 'day'),
  resetSeconds: numberIn(0, 10_000_000_000),
  retryAfter: isHeaderText,
  location: isHeaderText,
  rows: wholeNumber,
  bytes: wholeNumber,
  how: oneOf('reset', 'close', 'end'),
  names: (value) => Array.isArray(value) && value.length <= 100 && value.every(isText),
};

/** A fault as the control API takes it. @returns the fault, or a sentence that says which part is wrong */
export function readFault(value: unknown): FaultSpecification | string {
  if (!isObject(value)) return 'A fault is a JSON object.';
  if (value['kind'] === undefined) return `A fault needs a kind: ${faultKinds.join(', ')}.`;
  return problemIn(value, checks) ?? (value as unknown as FaultSpecification);
}

function problemIn(object: JsonObject, known: Readonly<Record<string, Check>>): string | null {
  for (const [name, value] of Object.entries(object)) {
    const check = Object.hasOwn(known, name) ? known[name] : undefined;
    if (check === undefined) return `A fault has no part called ${JSON.stringify(name)}.`;
    if (!check(value)) return `The fault's ${name} cannot be ${JSON.stringify(value).slice(0, 200)}.`;
  }
  return null;
}

function isHeaderName(name: string): boolean {
  try {
    validateHeaderName(name);
    return true;
  } catch {
    return false;
  }
}

function isHeaderText(value: unknown): boolean {
  if (!isText(value)) return false;
  try {
    validateHeaderValue('X-Value', value as string);
    return true;
  } catch {
    return false;
  }
}

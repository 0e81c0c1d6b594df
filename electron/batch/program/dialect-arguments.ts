import { type Dialect, dialectSchema } from '../../../shared/contract/account/account.ts';
import { isTimeZone } from '../../../shared/domain/service/service-time.ts';
import { single, text, type Values } from './command-line.ts';
import { BatchTrouble } from './trouble.ts';

/** Settings of the account where the specification of the service is silent, as options of every command. */

export const DIALECT_OPTIONS = {
  'body-case': text,
  'pool-field': text,
  'time-zone': text,
  'list-style': text,
  'rawleads-path': text,
} as const;

/** @throws BatchTrouble for a value that the setting does not take */
export function dialectGiven(values: Values): Partial<Dialect> {
  const bodyCase = oneOf(values, 'body-case', { upper: 'specification', lower: 'camel' } as const);
  const listStyle = oneOf(values, 'list-style', { comma: 'comma', repeat: 'repeat' } as const);
  const poolField = single(values, 'pool-field')?.trim();
  const timeZone = single(values, 'time-zone');
  const rawLeadsPath = single(values, 'rawleads-path')?.trim();
  if (poolField !== undefined && !dialectSchema.shape.poolField.safeParse(poolField).success)
    throw new BatchTrouble('--pool-field takes the name of a field, at most 100 characters.');
  if (timeZone !== null && !isTimeZone(timeZone))
    throw new BatchTrouble('--time-zone takes a zone such as Europe/Copenhagen.');
  return {
    ...(bodyCase === null ? {} : { bodyCase }),
    ...(listStyle === null ? {} : { listStyle }),
    ...(poolField === undefined ? {} : { poolField }),
    ...(timeZone === null ? {} : { timeZone }),
    ...(rawLeadsPath === undefined
      ? {}
      : { rawLeadsPath: rawLeadsPath.startsWith('/') ? rawLeadsPath : `/${rawLeadsPath}` }),
  };
}

function oneOf<Value>(values: Values, option: string, known: Readonly<Record<string, Value>>): Value | null {
  const given = single(values, option)?.toLowerCase();
  if (given === undefined) return null;
  const found = Object.hasOwn(known, given) ? known[given] : undefined;
  if (found === undefined) throw new BatchTrouble(`--${option} takes one of: ${Object.keys(known).join(', ')}.`);
  return found;
}

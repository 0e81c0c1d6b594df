import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { BatchTrouble } from './trouble.ts';

/** The command line of any command, and the values in it. Every function that needs a value throws BatchTrouble without it. */

export type Values = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

export const text = { type: 'string' } as const;
export const flag = { type: 'boolean' } as const;

/**
 * Splits the command line by the options of one command, strictly.
 * @throws BatchTrouble for an unknown option, a missing value, and one that was given twice
 */
export function parse(
  name: string,
  args: readonly string[],
  options: ParseArgsOptionsConfig,
): { values: Values; positionals: string[] } {
  const { values, positionals, tokens } = parseArgs({
    args: [...args],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const seen = new Set<string>();
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const known = Object.hasOwn(options, token.name) ? options[token.name] : undefined;
    if (known === undefined) throw new BatchTrouble(unknownOption(name, token.rawName, options));
    if (known.type === 'boolean' && token.value !== undefined)
      throw new BatchTrouble(`${token.rawName} takes no value.`);
    if (known.type === 'string' && (token.value === undefined || token.value === ''))
      throw new BatchTrouble(`${token.rawName} needs a value, as in ${token.rawName}=VALUE.`);
    // `--result --force` most likely lacks the file; `--result=--force` says what it means.
    if (known.type === 'string' && token.inlineValue === false && token.value?.startsWith('--') === true)
      throw new BatchTrouble(
        `${token.rawName} needs a value. If it begins with --, write it as ${token.rawName}=VALUE.`,
      );
    if (seen.has(token.name) && known.multiple !== true)
      throw new BatchTrouble(`${token.rawName} was given twice. Give it once.`);
    seen.add(token.name);
  }
  return { values, positionals };
}

function unknownOption(command: string, rawName: string, options: ParseArgsOptionsConfig): string {
  if (/^--?(u|p|user|username|pass|password|pw|credentials)$/i.test(rawName))
    return 'User name and password are never taken from the command line, where other users could read them. Set LEAD_CONSOLE_USERNAME and LEAD_CONSOLE_PASSWORD.';
  const names = Object.keys(options).map((option) => `--${option}`);
  return `"${command}" has no option ${rawName.slice(0, 40)}. It has: ${names.join(', ')}.`;
}

/** The one word a command takes. @throws BatchTrouble with `missing` when it is not there */
export function only(name: string, [word, ...others]: readonly string[], missing: string): string {
  if (word === undefined) throw new BatchTrouble(missing);
  noMore(name, others);
  return word;
}

export function noMore(name: string, positionals: readonly string[]): void {
  if (positionals.length > 0)
    throw new BatchTrouble(
      `"${name}" got too many arguments: "${positionals[0]?.slice(0, 40)}" is the first one too many. Put a value with spaces in quotes.`,
    );
}

export function single(values: Values, name: string): string | null {
  const value = values[name];
  return typeof value === 'string' ? value : null;
}

export function list(values: Values, name: string): string[] {
  const value = values[name];
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}

export function needed(values: Values, name: string, what: string): string {
  const value = single(values, name);
  if (value === null || value.trim() === '') throw new BatchTrouble(`--${name} is missing: ${what}.`);
  return value;
}

export function commas(value: string | null): string[] {
  return (value ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

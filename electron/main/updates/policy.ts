import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { parseJson } from '../../../shared/domain/service/answers/answers.ts';
import { HostTrouble, codeOf } from '../../host/host-trouble.ts';

/** Only an administrator can write there, and no update empties it. */
const FILES: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  linux: '/etc/lead-console/policy.json',
  darwin: '/Library/Application Support/Lead Console/policy.json',
};
const KEY = String.raw`HKLM\Software\Policies\Lead Console`;
const VALUE = 'UpdateFeed';

const policySchema = z.object({ updateFeed: z.string().optional() });

export interface PolicySystem {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** @throws the error of the operating system */
  readText(path: string): Promise<string>;
  /** @returns what the program prints. @throws Error when it ends with another code than 0 */
  run(program: string, args: readonly string[]): Promise<string>;
}

/** This computer. */
export const thisSystem: PolicySystem = {
  platform: process.platform,
  env: process.env,
  readText: (path) => readFile(path, 'utf8'),
  run: async (program, args) =>
    (await promisify(execFile)(program, [...args], { timeout: 10_000, windowsHide: true })).stdout,
};

/**
 * The folder from which an administrator has this computer updated; null when none is named. Windows: the value
 * `UpdateFeed` below `HKLM\Software\Policies\Lead Console`. Elsewhere `updateFeed` in a file of the system.
 *
 * @throws HostTrouble when one is named that cannot be used
 */
export async function updateFeed(system: PolicySystem): Promise<URL | null> {
  const named = system.platform === 'win32' ? await namedInRegistry(system) : await namedInFile(system);
  return named === null ? null : feedAddress(named);
}

async function namedInRegistry({ env, run }: PolicySystem): Promise<string | null> {
  const program = join(env['SystemRoot'] ?? String.raw`C:\Windows`, 'System32', 'reg.exe');
  try {
    // A program of 32 bits would see other policies.
    const said = await run(program, ['query', KEY, '/v', VALUE, '/reg:64']);
    return new RegExp(String.raw`^\s*${VALUE}\s+REG_SZ\s+(\S.*?)\s*$`, 'mi').exec(said)?.[1] ?? null;
  } catch {
    // It ends with 1 when there is no such value.
    return null;
  }
}

async function namedInFile({ platform, readText }: PolicySystem): Promise<string | null> {
  const path = FILES[platform];
  if (path === undefined) return null;
  let text: string;
  try {
    text = await readText(path);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return null;
    throw new HostTrouble(`The administrator’s settings in ${path} cannot be read (${codeOf(error)}).`, {
      cause: error,
    });
  }
  const policy = policySchema.safeParse(parseJson(text));
  if (!policy.success)
    throw new HostTrouble(
      `The administrator’s settings in ${path} must be JSON such as { "updateFeed": "https://…" }.`,
    );
  return policy.data.updateFeed ?? null;
}

function feedAddress(named: string): URL {
  const url = URL.parse(named.endsWith('/') ? named : `${named}/`);
  if (url === null || url.protocol !== 'https:' || url.username !== '' || url.password !== '')
    throw new HostTrouble(
      'The address that the administrator named for updates cannot be used: it must begin with https:// and contain no user name or password.',
    );
  return url;
}

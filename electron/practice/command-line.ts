import { parseArgs } from 'node:util';
import { campaigns } from './data/campaigns.ts';
import { createPracticeClock } from './foundation/clock.ts';
import { defaultCredentials, defaultLeads, defaultSeed } from './foundation/options.ts';
import type { MinuteWindow, PracticeOptions } from './foundation/options.ts';
import { parseDateTime } from './foundation/service-time.ts';
import { serviceNames } from './quota/services.ts';

/** What `--help` prints. */
export const help = `A simulated Lead Management Web API on this computer. Nothing leaves it.

  npm run practice -- [options]

  --port N            port on 127.0.0.1 (default: any free one)
  --leads N           made-up leads in the exports (default ${defaultLeads})
  --seed N            which leads are made up (default ${defaultSeed})
  --username U        default ${defaultCredentials.username}
  --password P        default ${defaultCredentials.password}
  --daily N           requests a day for every service, or for one: --daily Leads=500 (may be repeated;
                      default: 100000 Leads, 20000 SimpleLeads, 10000 LeadSegments and Account)
  --counting KIND     resource (default): four counters of requests; endpoint: one for each endpoint
  --window KIND       minute of the fair use policy: anchored (default), aligned or sliding
  --night-price N     units a request costs outside 8-21 without fair use: 4 (default) or 1
  --latency MS        time each request takes
  --speed N           how much faster the service's clock runs (default 1)
  --reference-day D   yyyy-MM-dd; the made-up leads end on the day before (default: today)
  --any-values        take numbers, truth values and null in "data"; otherwise a value must be text
  --calls             agents call imported leads: minutes later, by the service's clock, they have other statuses
  --data-file FILE    keep imported leads and counts in this SQLite file (default: in memory)
  --help

Campaigns for imports (* = a lead needs a phone number):
${campaigns.map(({ code, requiresPhone, fields }) => `  ${code}${requiresPhone ? '*' : ''}`.padEnd(18) + fields.map(([name]) => name).join(', ')).join('\n')}

Control API: GET /practice/state, GET /practice/ledger?offset=0&limit=1000, GET|POST|DELETE /practice/faults,
POST /practice/changes, POST /practice/reset, POST /practice/clock, GET /practice/samples
`;

/** An option that cannot be taken; the message is one sentence for people. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const text = { type: 'string' } as const;
const options = {
  port: text,
  leads: text,
  seed: text,
  username: text,
  password: text,
  daily: { type: 'string', multiple: true },
  counting: text,
  window: text,
  'night-price': text,
  latency: text,
  speed: text,
  'reference-day': text,
  'data-file': text,
  'any-values': { type: 'boolean' },
  calls: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

/** @throws UsageError */
export function readOptions(args: readonly string[]): PracticeOptions | 'help' {
  const given = new GivenOptions(args);
  if (given.has('help')) return 'help';
  const night = given.oneOf('night-price', ['1', '4']);
  const speed = given.number('speed', 1, 100_000);
  return dropUndefined({
    port: given.number('port', 0, 65_535),
    leads: given.number('leads', 0, 4_000_000_000),
    seed: given.number('seed', 0, 4_294_967_295),
    username: given.userName(),
    password: given.text('password'),
    limits: given.daily.length === 0 ? undefined : readLimits(given.daily),
    counting: given.oneOf('counting', ['resource', 'endpoint'] as const),
    minuteWindow: given.oneOf<MinuteWindow>('window', ['anchored', 'aligned', 'sliding']),
    nightPrice: night === undefined ? undefined : night === '1' ? 1 : 4,
    latency: given.number('latency', 0, 600_000),
    clock: speed === undefined ? undefined : createPracticeClock({ speed }),
    dialect: given.has('any-values') ? { dataValues: 'any' } : undefined,
    hasCalls: given.has('calls') ? true : undefined,
    dataFile: given.text('data-file'),
    referenceDay: given.day('reference-day'),
  });
}

/** The options of a command line, by name. Each method throws UsageError for a value that cannot be used. */
class GivenOptions {
  readonly #values: Partial<Record<string, string | boolean | string[]>>;

  constructor(args: readonly string[]) {
    try {
      this.#values = parseArgs({ args: [...args], options }).values;
    } catch (error) {
      throw new UsageError(error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error));
    }
  }

  has(name: string): boolean {
    return this.#values[name] === true;
  }

  get daily(): readonly string[] {
    const value = this.#values['daily'];
    return Array.isArray(value) ? value : [];
  }

  text(name: string): string | undefined {
    const value = this.#values[name];
    return typeof value === 'string' ? value : undefined;
  }

  number(name: string, low: number, high: number): number | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    if (!/^\d+$/.test(value) || Number(value) < low || Number(value) > high)
      throw new UsageError(`--${name} takes a whole number from ${low} to ${high}, not "${value}"`);
    return Number(value);
  }

  oneOf<T extends string>(name: string, choices: readonly T[]): T | undefined {
    const value = this.text(name);
    const found = choices.find((choice) => choice === value);
    if (value !== undefined && found === undefined)
      throw new UsageError(`--${name} takes ${choices.join(', ')}, not "${value}"`);
    return found;
  }

  day(name: string): string | undefined {
    const value = this.text(name);
    if (value !== undefined && (value.length !== 10 || parseDateTime(value) === null))
      throw new UsageError(`--${name} takes a date such as 2026-11-17, not "${value}"`);
    return value;
  }

  userName(): string | undefined {
    const value = this.text('username');
    if (value?.includes(':')) throw new UsageError('--username cannot contain a colon');
    return value;
  }
}

function readLimits(texts: readonly string[]): Record<string, number> {
  const services = serviceNames('resource');
  return Object.fromEntries(
    texts.map((text) => {
      const [, name = 'default', figure] = /^(?:(\w+)=)?(\d{1,9})$/.exec(text) ?? [];
      if (figure === undefined || (name !== 'default' && !services.includes(name))) {
        throw new UsageError(
          `--daily takes a whole number, or one of ${services.join(', ')} with a number as in Leads=500, not "${text}"`,
        );
      }
      return [name, Number(figure)];
    }),
  );
}

/** With exactOptionalPropertyTypes an option that was not given must not be there at all. */
function dropUndefined(options: { [K in keyof PracticeOptions]: PracticeOptions[K] | undefined }): PracticeOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as PracticeOptions;
}

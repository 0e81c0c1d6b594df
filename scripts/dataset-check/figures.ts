import { request } from 'node:http';
import { createInterface } from 'node:readline';

/** Counts and sums of leads, as a reader of a dataset answers them, in an order of our own. */
export interface Figures {
  readonly leads: number;
  readonly ids: number;
  readonly statuses: Readonly<Record<string, number>>;
  /** `campaign day`: leads and the sum of their priorities. */
  readonly places: Readonly<Record<string, readonly [leads: number, priorities: number]>>;
}

interface Lead {
  readonly uniqueId: string;
  readonly status: string;
  readonly priority: number;
  readonly uploadTime: string;
  readonly campaign: { readonly code: string };
}

/** The figures of what the service has now, counted lead by lead without any code of the exports. */
export async function serviceFigures(url: string, authorization: string): Promise<Figures> {
  const ids = new Set<string>();
  const statuses: Record<string, number> = {};
  const places: Record<string, [number, number]> = {};
  // The practice service writes a lead a line.
  for await (const line of await linesOf(`${url}/simpleleads?Projects=*`, authorization)) {
    const text = line.replace(/^\[/, '').replace(/[\],]$/, '');
    if (text === '') continue;
    const lead = JSON.parse(text) as Lead;
    ids.add(lead.uniqueId);
    statuses[lead.status] = (statuses[lead.status] ?? 0) + 1;
    const place = (places[`${lead.campaign.code} ${lead.uploadTime.slice(0, 10)}`] ??= [0, 0]);
    place[0] += 1;
    place[1] += lead.priority;
  }
  const leads = Object.values(places).reduce((sum, [count]) => sum + count, 0);
  return { leads, ids: ids.size, statuses, places };
}

function linesOf(address: string, authorization: string): Promise<AsyncIterable<string>> {
  return new Promise((resolve, reject) => {
    const asked = request(address, { headers: { authorization, accept: 'application/json' } }, (answer) => {
      if (answer.statusCode === 200) resolve(createInterface({ input: answer, crlfDelay: Number.POSITIVE_INFINITY }));
      else reject(new Error(`The practice service answered ${answer.statusCode}.`));
    });
    asked.on('error', reject);
    asked.end();
  });
}

/** What differs between two sets of figures, in sentences; empty when they are equal. */
export function differences(wanted: Figures, found: Figures): string[] {
  const said: string[] = [];
  for (const name of ['leads', 'ids'] as const)
    if (wanted[name] !== found[name]) said.push(`${name}: ${found[name]} instead of ${wanted[name]}`);
  for (const name of ['statuses', 'places'] as const)
    for (const key of new Set([...Object.keys(wanted[name]), ...Object.keys(found[name])])) {
      const [one, other] = [wanted[name][key], found[name][key]].map((value) => JSON.stringify(value ?? 0));
      if (one !== other) said.push(`${name}, ${key}: ${other} instead of ${one}`);
    }
  return said;
}

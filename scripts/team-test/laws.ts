import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { notZero } from '../campaign/frame.ts';

/* What must be true of the service, the team's database and every journal when all is over. */

/** Leads that a computer may have taken and not sent when it was lost, or when its folder was put back. */
const MOST_OPEN = 26;
const MOST_THROTTLED = 1;
const LEAST_PACE = 95;

export interface ToldRow {
  readonly phone: string;
  readonly state: string;
  /** The computer of the row does not come back. */
  readonly isLost: boolean;
}

export interface Claim {
  readonly phone: string;
  readonly office: number;
  /** Unix milliseconds, by the clock of the database. */
  readonly at: number;
}

export interface Ending {
  /** How often the service created the lead of each phone. */
  readonly posts: ReadonlyMap<string, number>;
  /** Null: there was no team. */
  readonly claims: readonly Claim[] | null;
  readonly handedOver: ReadonlySet<string>;
  readonly rows: readonly ToldRow[];
  /** Numbers of the offices that are lost or were put back. */
  readonly gone: ReadonlySet<number>;
  /**
   * From a copy of the database's files that was put back to the first computer that noticed: what is claimed then, somebody may
   * have sent since the copy.
   */
  readonly holes: readonly { readonly from: number; readonly to: number }[];
  /** Answers 429 of the office that had most of them, and hours of the test. */
  readonly throttled: number;
  readonly hours: number;
  readonly hanging: number;
  /** Percent of what the account's minutes let through while the database was there; null: nobody judges it. */
  readonly pace: number | null;
}

export type Judged = ReturnType<typeof judge>;

const SETTLED = new Set(['created', 'rejected', 'unknown', 'skipped']);

export function judge({ posts, claims, handedOver, rows, gone, holes, ...rest }: Ending) {
  const claimOf = new Map((claims ?? []).map((claim) => [claim.phone, claim]));
  const isInHole = (phone: string) => {
    const at = claimOf.get(phone)?.at ?? 0;
    return holes.some(({ from, to }) => at >= from && at <= to);
  };
  const twice = [...posts].filter(([, times]) => times > 1).map(([phone]) => phone);
  const known = new Set(rows.filter(({ state }) => state !== 'skipped' && state !== 'ready').map(({ phone }) => phone));
  const open = new Map<number, number>();
  for (const { phone, office } of claims ?? [])
    if (gone.has(office) && !posts.has(phone) && !known.has(phone)) open.set(office, (open.get(office) ?? 0) + 1);
  const isOpen = (phone: string) => gone.has(claimOf.get(phone)?.office ?? -1);
  const survivors = rows.filter(({ isLost }) => !isLost);
  const lost = new Set(
    survivors.map(({ phone }) => phone).filter((phone) => !posts.has(phone) && !known.has(phone) && !isOpen(phone)),
  );
  const unsettled = survivors.filter(({ state }) => !SETTLED.has(state));
  return {
    /** Leads to look at when a promise is broken. */
    suspects: [...new Set([...twice, ...lost, ...unsettled.map(({ phone }) => phone)])],
    twice: twice.filter((phone) => !isInHole(phone)).length,
    /** The one thing that the team does not promise: see `holes`. */
    twiceInHole: twice.filter(isInHole).length,
    lost: lost.size,
    /** Called created, and the service has no such lead. */
    untrue: survivors.filter(({ state, phone }) => state === 'created' && !posts.has(phone)).length,
    unsettled: unsettled.length,
    unclaimed:
      claims === null ? 0 : [...posts.keys()].filter((phone) => !claimOf.has(phone) && !handedOver.has(phone)).length,
    mostOpen: Math.max(0, ...open.values()),
    open: [...open.values()].reduce((sum, leads) => sum + leads, 0),
    unknown: survivors.filter(({ state }) => state === 'unknown').length,
    ...rest,
  };
}

/** Promises that were broken, a sentence each. */
export function brokenPromises(judged: Judged, isControl: boolean): string[] {
  const { twice, lost, untrue, unsettled, unclaimed, hanging, mostOpen, throttled, hours, pace } = judged;
  if (isControl)
    return twice + unclaimed === 0
      ? ['No lead came twice or unclaimed without what keeps it from that: the test would not notice it.']
      : [];
  const most = MOST_THROTTLED * Math.max(1, Math.ceil(hours));
  return [
    ...notZero({ twice, lost, untrue, unsettled, unclaimed, hanging }),
    ...(mostOpen > MOST_OPEN ? [`${mostOpen} leads of one computer stay open, not at most ${MOST_OPEN}`] : []),
    ...(throttled > most
      ? [`${throttled} answers 429 at one office in ${hours.toFixed(2)} hours, not at most ${most}`]
      : []),
    ...(pace !== null && pace < LEAST_PACE ? [`${pace} % of the minute used, not at least ${LEAST_PACE}`] : []),
  ];
}

/** What a journal says of its rows; nothing when there is none. @param phones by digest, hexadecimal */
export function rowsIn(path: string, phones: ReadonlyMap<string, string>, isLost: boolean): ToldRow[] {
  if (!existsSync(path)) return [];
  using journal = new DatabaseSync(path, { readOnly: true });
  return journal
    .prepare('SELECT r.state, l.digest FROM import_row r JOIN import_lead l ON l.job = r.job AND l.n = r.n')
    .all()
    .map(({ state, digest }) => ({
      phone: phones.get(Buffer.from(digest as Uint8Array).toString('hex')) ?? '',
      state: String(state),
      isLost,
    }));
}

/** What a journal says happened to a lead, for whoever looks for the cause. */
export function storyIn(path: string, digests: readonly Uint8Array[]): string[] {
  if (!existsSync(path)) return [];
  using journal = new DatabaseSync(path, { readOnly: true });
  return journal
    .prepare(
      `SELECT a.at, a.job, a.n, a.step, a.run, a.detail, r.state FROM import_lead l
       JOIN import_attempt a ON a.job = l.job AND a.n = l.n JOIN import_row r ON r.job = l.job AND r.n = l.n
       WHERE l.digest IN (SELECT unhex(value) FROM json_each(?)) ORDER BY a.at`,
    )
    .all(JSON.stringify(digests.map((digest) => Buffer.from(digest).toString('hex'))))
    .map(({ at, job, n, step, run, detail, state }) => {
      const names = [job, run].map((name) => String(name).slice(0, 8));
      return `${new Date(Number(at)).toISOString()} ${names.join(' ')} row ${Number(n)}: ${String(step)} ${String(detail)} (now ${String(state)})`;
    });
}

/** Which office of its team a journal is, and how many moves it has made; null when it is in none. */
export function selfIn(path: string): { readonly code: string; readonly no: number } | null {
  if (!existsSync(path)) return null;
  using journal = new DatabaseSync(path, { readOnly: true });
  try {
    const row = journal.prepare('SELECT office, no FROM team_self').get();
    return row === undefined ? null : { code: String(row['office']), no: Number(row['no']) };
  } catch {
    return null;
  }
}

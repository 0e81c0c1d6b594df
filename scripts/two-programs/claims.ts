import type { Passed } from './watched-road.ts';
import type { Piece, Told, World } from './world.ts';

/* What answers claimed, held against what passed on the road. */

/** What was told, and what passed. */
export type Noted = Pick<World, 'pieces' | 'told'> & { readonly road: Pick<World['road'], 'passed'> };

/** Milliseconds: requests that had left are still on the road when the answer comes, and both are noted late on a busy machine. */
const UNDER_WAY = 2_000;

const ENDS_WORK = new Set(['pause', 'stop', 'remove']);
const BEGINS_WORK = new Set(['start', 'resume', 'repair']);

/** Answers after which the piece was still worked on, although nobody had it go on. */
export function falseAnswers(world: Noted): string[] {
  return world.told.flatMap((told) => {
    const { piece, verb, outcome, who } = told;
    if (piece === null || outcome !== 'done') return [];
    const of = `${who} ${verb} ${piece.kind} ${piece.id}`;
    if (verb === 'cancel') return told.state === 'running' ? [`${of} was answered while it runs`] : [];
    if (!ENDS_WORK.has(verb)) return [];
    const late = sentAfter(told, piece, world);
    return late.length > 0
      ? [
          `${of}: ${late.length} left later, the first after ${(late[0]?.at ?? 0) - told.toldAt} ms; ${pastOf(piece, told, world)}`,
        ]
      : [];
  });
}

/** What else was told of the piece, and when, as seen from one answer. */
function pastOf({ id }: Piece, { toldAt: from }: Told, { told }: Noted): string {
  const own = told.filter(({ piece }) => piece?.id === id);
  return own
    .map(({ who, verb, outcome, askedAt, toldAt }) => `${who} ${verb} ${outcome} ${askedAt - from}…${toldAt - from}`)
    .join(', ');
}

function sentAfter(told: Told, piece: Piece, { pieces, told: all, road }: Noted): Passed[] {
  const begins = all.filter((other) => other.piece?.id === piece.id && BEGINS_WORK.has(other.verb));
  // Two commands at once: either may be the later one.
  const isContested = begins.some(({ askedAt, toldAt }) => askedAt < told.toldAt && toldAt > told.askedAt);
  if (isContested && told.verb !== 'remove') return [];
  const next = begins.filter(({ askedAt }) => askedAt >= told.toldAt).map(({ askedAt }) => askedAt);
  const until = told.verb === 'remove' ? Infinity : Math.min(Infinity, ...next);
  const late = road.passed.filter(
    ({ at, name }) => at > told.toldAt + UNDER_WAY && at < until && piece.names.has(name),
  );
  // The list of a change that was removed is a change of its own when the batch repairs it: that one may send it.
  return late.filter(({ name }) => !pieces.some(({ id, names }) => id !== piece.id && names.has(name)));
}

/** Batches of changes that left more often than somebody asked for. */
export function batchesTwice({ pieces, told, road }: Noted): number {
  const sent = new Map<string, number>();
  for (const { kind, name } of road.passed) if (kind !== 'lead') sent.set(name, (sent.get(name) ?? 0) + 1);
  let twice = 0;
  for (const [name, times] of sent) {
    const own = pieces.filter((piece) => piece.kind === 'change' && piece.names.has(name));
    const asked = told.filter(({ piece, verb }) => verb === 'repair' && own.some(({ id }) => id === piece?.id));
    if (times > Math.max(1, own.length) + asked.length) twice += 1;
  }
  return twice;
}

/** Names of imports that nobody removed or may have removed: of the others the program knows nothing any more. */
export function keptNames({ pieces, told }: Noted): Set<string> {
  const gone = new Set(
    told.flatMap(({ piece, verb, outcome }) =>
      piece !== null && verb === 'remove' && outcome !== 'refused' ? [piece.id] : [],
    ),
  );
  const kept = pieces.filter(({ kind, id }) => kind === 'job' && !gone.has(id));
  return new Set(kept.flatMap(({ names }) => [...names]));
}

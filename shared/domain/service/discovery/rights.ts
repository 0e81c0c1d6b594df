import type { Discovery, RightChange, ToldRights } from '../../../contract/account/discovery.ts';
import { isGood, type Seen } from './seen.ts';

/** Rights that a test saw, and those that are gone since the last good one. */

/** The right that an answered or refused request shows. */
const SHOWN: Readonly<Record<Seen['question'], string | null>> = {
  limits: 'Account Get',
  counts: 'Account Get',
  account: null,
  users: 'Organization Get',
  metadata: null,
  search: 'SimpleLeads Get',
  raw: null,
};

/** `allowed`, `gone` by a clear refusal or the service's own list; missing: not known. */
export function rightsSeen(seen: readonly Seen[], told: ToldRights | null): Map<string, 'allowed' | 'gone'> {
  const rights = new Map<string, 'allowed' | 'gone'>();
  for (const [resource, verbs] of Object.entries(told?.resourceRights ?? {}))
    for (const verb of verbs) rights.set(`${resource} ${verbName(verb)}`, 'allowed');
  for (const entry of seen) {
    const right = SHOWN[entry.question];
    if (right === null) continue;
    // What a request was answered outweighs what the list says.
    if (entry.status === 403) rights.set(right, 'gone');
    else if (isGood(entry) && !rights.has(right)) rights.set(right, 'allowed');
  }
  return rights;
}

function verbName(verb: string): string {
  return verb.slice(0, 1).toUpperCase() + verb.slice(1).toLowerCase();
}

/** The rights of the last good test beside those of this one, lost ones first. */
export function compareRights(
  now: ReadonlyMap<string, 'allowed' | 'gone'>,
  told: ToldRights | null,
  lastGood: Discovery['lastGood'],
): RightChange[] {
  if (lastGood === null) return [];
  // A list that names no rights at all is not a list.
  const isListed = told !== null && Object.keys(told.resourceRights).length > 0;
  const lost = lastGood.rights.map((right): RightChange => {
    const state = now.get(right) ?? (isListed ? 'gone' : 'notKnown');
    return { right, before: true, now: state };
  });
  const fresh = [...now]
    .filter(([right, state]) => state === 'allowed' && !lastGood.rights.includes(right))
    .map(([right]): RightChange => ({ right, before: false, now: 'allowed' }));
  const order = { gone: 0, notKnown: 1, allowed: 2 } as const;
  return [...lost, ...fresh].toSorted((a, b) => order[a.now] - order[b.now]);
}

/** The measure for the next test. While rights are gone, the former measure stays. */
export function nextGood(
  works: boolean,
  at: number,
  now: ReadonlyMap<string, 'allowed' | 'gone'>,
  changes: readonly RightChange[],
  lastGood: Discovery['lastGood'],
): Discovery['lastGood'] {
  if (!works || changes.some((change) => change.now === 'gone')) return lastGood;
  const kept = changes.filter((change) => change.now === 'notKnown').map(({ right }) => right);
  const allowed = [...now].filter(([, state]) => state === 'allowed').map(([right]) => right);
  return { at, rights: [...new Set([...allowed, ...kept])] };
}

/** What a right opens here. */
const OPENS: readonly { readonly right: RegExp; readonly opens: string }[] = [
  { right: /^leads post$/i, opens: 'imports' },
  { right: /^leads get$/i, opens: 'exports of saved searches' },
  { right: /^simpleleads get$/i, opens: 'lead search and comparing an import with the campaign' },
  { right: /^leadsegments get$/i, opens: 'the list of segments' },
  { right: /^leadsegments post$/i, opens: 'adding leads to segments' },
  { right: /^leadsegments delete$/i, opens: 'removing leads from segments' },
  { right: /^organization get$/i, opens: 'users and org units' },
  { right: /^account get$/i, opens: 'limits, counts and rights' },
];

function opensWhat(right: string): string | null {
  return OPENS.find((entry) => entry.right.test(right))?.opens ?? null;
}

/** What does not work any more, and the way that still does. Empty without a loss. */
export function lossWords(changes: readonly RightChange[]): string {
  const gone = changes.filter((change) => change.now === 'gone').map(({ right }) => right);
  if (gone.length === 0) return '';
  const lost = gone.map(opensWhat).filter((words) => words !== null);
  const works = (right: string) => !gone.some((entry) => entry.toLowerCase() === right.toLowerCase());
  const wasAllowed = (right: string) => changes.some((change) => change.right.toLowerCase() === right.toLowerCase());
  const isSearchGone = !works('SimpleLeads Get');
  const isSavedLeft = works('Leads Get') && wasAllowed('Leads Get');
  const away =
    isSearchGone && isSavedLeft
      ? ' Saved searches work: export through them, or ask the administrator of the service.'
      : ' Ask the administrator of the service.';
  return `${lost.length === 0 ? 'Lead Console does not use it.' : `Without ${gone.length === 1 ? 'it' : 'them'}: no ${lost.join(', no ')}.`}${away}`;
}

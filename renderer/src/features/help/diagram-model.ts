import { LEAD_MOVES, LEAD_STATUSES, type LeadStatusName } from '../../../../shared/domain/service/lead-life-cycle.ts';

/** The drawing of the life cycle, in pixels: where each status stands and which line belongs to which status. */
export const drawing = { width: 746, height: 728 } as const;
export const nodeHeight = 46;

export interface DiagramNode {
  readonly status: (typeof LEAD_STATUSES)[number];
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Whether the campaign's limit ends it, and whether that limit is its own. */
  readonly expires: 'no' | 'yes' | 'own limit';
}

const places: Readonly<Record<LeadStatusName, readonly [x: number, y: number, width: number]>> = {
  New: [16, 44, 160],
  RedialAutomatic: [16, 140, 160],
  RedialManualCommon: [16, 280, 160],
  RedialManualPrivate: [16, 344, 160],
  VIPRedial: [16, 418, 160],
  Unresolved: [326, 418, 134],
  UserProcessed: [594, 44, 140],
  Depleted: [594, 116, 140],
  Failed: [594, 201, 140],
  Expired: [594, 302, 140],
  Abandoned: [594, 418, 140],
  Removed: [16, 665, 162],
  Anonymized: [201, 665, 162],
  DoNotCall: [386, 665, 162],
  GlobalDoNotCall: [570, 665, 162],
};

const expiring = LEAD_MOVES.find(({ to }) => to === 'Expired')?.from ?? [];

/** In the order of their numbers, which is the order of the keyboard. */
export const nodes: readonly DiagramNode[] = LEAD_STATUSES.map((status) => {
  const [x, y, width] = places[status.name];
  const expires = !expiring.includes(status.name) ? 'no' : status.name === 'RedialManualPrivate' ? 'own limit' : 'yes';
  return { status, x, y, width, expires };
});

export const boxes = [
  { label: 'Open', words: 'can still be called', x: 0, y: 0, width: 470, height: 488 },
  { label: 'Closed', words: 'not called', x: 582, y: 0, width: 164, height: 488 },
  { label: 'Blocked', words: 'never called', x: 0, y: 560, width: 746, height: 168 },
] as const;

/** A drawn line. It lights up for the statuses in `of`; lines into the call light up for where they start. */
export interface DiagramLine {
  readonly path: string;
  readonly of: readonly LeadStatusName[];
  /** False: another line goes on from its end. */
  readonly hasHead: boolean;
  readonly label: { readonly lines: readonly string[]; readonly x: number; readonly y: number; readonly end?: boolean };
}

const none = { lines: [], x: 0, y: 0 };
const open: readonly LeadStatusName[] = LEAD_STATUSES.filter(({ group }) => group === 'open' || group === 'redial').map(
  ({ name }) => name,
);
const closed: readonly LeadStatusName[] = LEAD_STATUSES.filter(({ group }) => group === 'closed').map(
  ({ name }) => name,
);
const blocked: readonly LeadStatusName[] = LEAD_STATUSES.filter(({ group }) => group === 'withdrawn').map(
  ({ name }) => name,
);

const intoBlocked: readonly { readonly name: LeadStatusName; readonly x: number; readonly lines: readonly string[] }[] =
  [
    { name: 'Removed', x: 97, lines: ['an administrator', 'takes it out of use'] },
    { name: 'Anonymized', x: 282, lines: ['the person asks;', 'data is cleared'] },
    { name: 'DoNotCall', x: 467, lines: ['an administrator:', "customer's", 'do-not-call list'] },
    { name: 'GlobalDoNotCall', x: 652, lines: ['a super', 'administrator:', 'global list'] },
  ];

export const lines: readonly DiagramLine[] = [
  { path: 'M176 67H352V140', of: ['New'], hasHead: true, label: { lines: ['first call'], x: 188, y: 60 } },
  { path: 'M176 151H312', of: ['RedialAutomatic'], hasHead: true, label: { lines: ['called again'], x: 188, y: 145 } },
  {
    path: 'M312 175H176',
    of: ['RedialAutomatic'],
    hasHead: true,
    label: { lines: ['no answer, busy', 'or voice mail'], x: 188, y: 191 },
  },
  {
    path: 'M340 186V236H278V303',
    of: ['RedialManualCommon', 'RedialManualPrivate', 'VIPRedial'],
    hasHead: false,
    label: { lines: ['agent plans a redial'], x: 334, y: 230, end: true },
  },
  {
    path: 'M278 303H176',
    of: ['RedialManualCommon'],
    hasHead: true,
    label: { lines: ['for all agents'], x: 192, y: 297 },
  },
  { path: 'M278 303V367', of: ['RedialManualPrivate', 'VIPRedial'], hasHead: false, label: none },
  {
    path: 'M278 367H176',
    of: ['RedialManualPrivate'],
    hasHead: true,
    label: { lines: ['private'], x: 192, y: 361 },
  },
  { path: 'M278 367V441H176', of: ['VIPRedial'], hasHead: true, label: { lines: ['VIP'], x: 192, y: 435 } },
  {
    path: 'M396 186V418',
    of: ['Unresolved'],
    hasHead: true,
    label: {
      lines: [
        'agent does not',
        'save the page',
        '(set at the next',
        'call, at log-out,',
        'after a time-out',
        'or at night)',
      ],
      x: 388,
      y: 293,
      end: true,
    },
  },
  { path: 'M424 163H448V139', of: ['UserProcessed', 'Depleted'], hasHead: false, label: none },
  {
    path: 'M448 139H594',
    of: ['Depleted'],
    hasHead: true,
    label: { lines: ['called n times', 'without contact'], x: 482, y: 118 },
  },
  {
    path: 'M448 139V67H594',
    of: ['UserProcessed'],
    hasHead: true,
    label: { lines: ['agent closes', 'the lead'], x: 482, y: 46 },
  },
  {
    path: 'M470 224H594',
    of: ['Failed', ...open],
    hasHead: true,
    label: { lines: ['unreachable,', 'other than', 'no answer'], x: 482, y: 190 },
  },
  {
    path: 'M470 325H594',
    of: ['Expired', ...expiring],
    hasHead: true,
    label: { lines: ["campaign's", 'time limit', 'passed'], x: 482, y: 291 },
  },
  {
    path: 'M460 441H594',
    of: ['Abandoned', 'Unresolved'],
    hasHead: true,
    label: { lines: ['not resolved', 'in time'], x: 482, y: 420 },
  },
  { path: 'M234 488V524', of: [...open, ...blocked], hasHead: false, label: none },
  { path: 'M664 488V524', of: [...closed, ...blocked], hasHead: false, label: none },
  { path: 'M97 524H664', of: LEAD_STATUSES.map(({ name }) => name), hasHead: false, label: none },
  ...intoBlocked.map(({ name, x, lines: words }): DiagramLine => ({
    path: `M${x} 524V665`,
    of: [name, ...open, ...closed],
    hasHead: true,
    label: { lines: words, x: x + 8, y: 635 - (words.length - 1) * 14 },
  })),
];

/** From which a move starts or to which one leads, in the order of their numbers. */
export function neighbours(name: LeadStatusName, direction: 'to' | 'from'): LeadStatusName[] {
  const found =
    direction === 'to'
      ? LEAD_MOVES.filter(({ from, to }) => from.includes(name) && to !== name).map(({ to }) => to)
      : LEAD_MOVES.filter(({ to }) => to === name).flatMap(({ from }) => from.filter((other) => other !== name));
  return LEAD_STATUSES.map((status) => status.name).filter((other) => found.includes(other));
}

/** Where somebody stands who follows the moves by keys, and the other ways the last step could have gone. */
export interface Step {
  readonly at: LeadStatusName;
  readonly alternatives: readonly LeadStatusName[];
}

/**
 * Right follows a move, Left goes to where one starts; Up and Down choose among the ways of the last step, or among all
 * statuses by number when none was taken. Null: there is nothing in this direction.
 */
export function stepBy(key: string, { at, alternatives }: Step): Step | null {
  if (key === 'ArrowRight' || key === 'ArrowLeft') {
    const next = neighbours(at, key === 'ArrowRight' ? 'to' : 'from');
    const first = next[0];
    return first === undefined ? null : { at: first, alternatives: next };
  }
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return null;
  const ways = alternatives.length > 1 ? alternatives : LEAD_STATUSES.map(({ name }) => name);
  const next = ways[ways.indexOf(at) + (key === 'ArrowDown' ? 1 : -1)];
  return next === undefined ? null : { at: next, alternatives: ways };
}

import {
  LEAD_MOVES,
  LEAD_STATUSES,
  type LeadStatusName,
} from '../../../../shared/domain/service/leads/lead-life-cycle.ts';

/* The drawing of the life cycle, in pixels. */

export const SIZE = { width: 746, height: 728 } as const;
export const NODE_HEIGHT = 46;

export const NODES: Readonly<Record<LeadStatusName, readonly [x: number, y: number, width: number]>> = {
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

export const BOXES = [
  { label: 'Open', words: 'can still be called', x: 0, y: 0, width: 470, height: 488, wordsAt: [56, 25] },
  { label: 'Closed', words: 'not called', x: 582, y: 0, width: 164, height: 488, wordsAt: [648, 25] },
  { label: 'Blocked', words: 'never called', x: 0, y: 560, width: 746, height: 168, wordsAt: [16, 602] },
] as const;

/** Lines without a head, from which arrows go on. */
export const STEMS = 'M340 186V236H278V367M424 163H448V139M234 488V524M664 488V524M97 524H664';

export const ARROWS = [
  ...['M176 67H352V140', 'M176 151H312', 'M312 175H176', 'M278 303H176', 'M278 367H176', 'M278 367V441H176'],
  ...['M396 186V418', 'M448 139H594', 'M448 139V67H594', 'M470 224H594', 'M470 325H594', 'M460 441H594'],
  ...['M97 524V665', 'M282 524V665', 'M467 524V665', 'M652 524V665'],
];

/** Words at the arrows, a line each. `end`: they end at x. */
export const WORDS: readonly { readonly x: number; readonly y: number; readonly end?: true; readonly text: string }[] =
  [
    { x: 188, y: 60, text: 'first call' },
    { x: 188, y: 145, text: 'called again' },
    { x: 188, y: 191, text: 'no answer, busy\nor voice mail' },
    { x: 334, y: 230, end: true, text: 'agent plans a redial' },
    { x: 192, y: 297, text: 'for all agents' },
    { x: 192, y: 361, text: 'private' },
    { x: 192, y: 435, text: 'VIP' },
    {
      ...{ x: 388, y: 293, end: true },
      text: 'agent does not\nsave the page\n(set at the next\ncall, at log-out,\nafter a time-out\nor at night)',
    },
    { x: 482, y: 118, text: 'called n times\nwithout contact' },
    { x: 482, y: 46, text: 'agent closes\nthe lead' },
    { x: 482, y: 190, text: 'unreachable,\nother than\nno answer' },
    { x: 482, y: 291, text: "campaign's\ntime limit\npassed" },
    { x: 482, y: 420, text: 'not resolved\nin time' },
    { x: 105, y: 621, text: 'an administrator\ntakes it out of use' },
    { x: 290, y: 621, text: 'the person asks;\ndata is cleared' },
    { x: 475, y: 607, text: "an administrator:\ncustomer's\ndo-not-call list" },
    { x: 660, y: 607, text: 'a super\nadministrator:\nglobal list' },
  ];

/** What a lead of this status can become, in the order of the numbers. */
export function nextOf(name: LeadStatusName): LeadStatusName[] {
  const names = LEAD_STATUSES.map((status) => status.name);
  return names.filter((next) => next !== name && LEAD_MOVES.some(({ from, to }) => to === next && from.includes(name)));
}

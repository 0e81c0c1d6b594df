import { MINUTE } from '../../../shared/domain/time/time.ts';
import { randomStream, weighted } from './random.ts';
import type { LeadClosure, LeadStatus } from './statuses.ts';

/** What agents have made of an imported lead. Times: milliseconds, of the clock that the caller passes. */
export interface CalledLead {
  readonly status: LeadStatus;
  readonly closure: LeadClosure;
  readonly firstCallAt: number;
  readonly lastCallAt: number;
}

/** Attempts until a lead that nobody answers counts as depleted. */
const mostCalls = 5;

const drawAnswer = weighted<'closed' | 'redial' | 'private' | 'nobody' | 'wrongNumber' | 'never'>([
  ['nobody', 46],
  ['closed', 40],
  ['redial', 6],
  ['private', 3],
  ['wrongNumber', 3],
  ['never', 2],
]);
const drawClosure = weighted<LeadClosure>([
  ['NotInterested', 52],
  ['Unqualified', 20],
  ['InvalidLead', 14],
  ['Success', 14],
]);

/**
 * The lead after its calls until `now`: the first comes within three quarters of an hour, others hours later. The same lead
 * has the same calls at every look. Null: nobody has called it yet.
 */
export function afterCalls(seed: number, sequence: number, uploadedAt: number, now: number): CalledLead | null {
  const random = randomStream(seed ^ 0xca11, sequence);
  const firstCallAt = uploadedAt + Math.round((3 + random() * 42) * MINUTE);
  let found: CalledLead | null = null;
  let at = firstCallAt;
  for (let call = 1; at <= now && call <= mostCalls; call += 1) {
    const { status, closure, isOver } = answered(random, call);
    found = { status, closure, firstCallAt, lastCallAt: at };
    if (isOver) break;
    at += Math.round((90 + random() * 240) * MINUTE);
  }
  return found;
}

function answered(random: () => number, call: number): Pick<CalledLead, 'status' | 'closure'> & { isOver: boolean } {
  const open = (status: LeadStatus) => ({ status, closure: 'NotSet', isOver: false }) as const;
  const over = (status: LeadStatus, closure: LeadClosure = 'NotSet') => ({ status, closure, isOver: true }) as const;
  switch (drawAnswer(random)) {
    case 'closed':
      return over('UserProcessed', drawClosure(random));
    case 'redial':
      return open('RedialManualCommon');
    case 'private':
      return open('RedialManualPrivate');
    case 'wrongNumber':
      return over('Failed');
    case 'never':
      return over('DoNotCall');
    case 'nobody':
      return call < mostCalls ? open('RedialAutomatic') : over('Depleted');
  }
}

import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../../../api/outcomes/lead-answer.ts';
import type { CreateLeadOutcome } from '../../../api/outcomes/lead-outcome.ts';
import { createWatch } from './job-watch.ts';

const created: CreateLeadOutcome = { outcome: 'created', leadId: '1', raw: '' };
const broken: CreateLeadOutcome = { outcome: 'unknown', reason: 'brokenAnswer', detail: '' };
const lost: CreateLeadOutcome = { outcome: 'unknown', reason: 'noAnswer', detail: '' };
const refused = (message: string, status = 400): CreateLeadOutcome => ({
  outcome: 'rejected',
  status,
  message,
  fieldErrors: [],
  raw: '',
});

/** The kinds of the alarms after each of these answers, '' for none. */
function alarms(sameRefusal: number, ...answers: readonly CreateLeadOutcome[]): string[] {
  const watch = createWatch(sameRefusal);
  return answers.map((answer) => watch.answered(answer)?.kind ?? '');
}
const times = (count: number, answer: CreateLeadOutcome) => Array.from({ length: count }, () => answer);

describe('the watch over answers', () => {
  it('stops at the first refusal that is about the campaign, once, and not when a person has seen one', () => {
    const wrong = refused('There is no campaign with the code "X".');
    expect(alarms(0, wrong, wrong)).toEqual(['stopRule', '']);
    expect(alarms(25, created, refused('A lead of the campaign X needs a phone.'), wrong)).toEqual([
      '',
      '',
      'stopRule',
    ]);
    expect(createWatch(25, true).answered(wrong)).toBeNull();
    expect(createWatch(25).answered(wrong)?.reason).toContain('no campaign with the code "X"');
    expect(createWatch(25).answered(refused('Campaign unknown'))?.reason).toContain('Campaign unknown. The others');
  });

  it.each([400, 200])(
    'takes refusals (%i) without words for the same, though they hold another number each',
    (status) => {
      const refusals = (...statuses: readonly number[]) =>
        statuses.map((one, trace) =>
          outcomeOf({
            status: one,
            body: JSON.stringify({ success: false, error: { code: 5 }, trace }),
            foreign: null,
            clean: (text) => text,
          }),
        );
      expect(alarms(3, ...refusals(status, status, status))).toEqual(['', '', 'stopRule']);
      // Nobody knows whether the reason is the same.
      const watch = createWatch(2);
      const [, second] = refusals(status, status).map((answer) => watch.answered(answer));
      expect(second?.reason).toMatch(/^The service refused 2 rows one after the other\..*"trace":1/);
      expect(alarms(3, ...refusals(status, status, 422, status, 409))).toEqual(['', '', '', '', '']);
      expect(alarms(3, ...refusals(status, status), refused('No.'), ...refusals(status))).toEqual(['', '', '', '']);
    },
  );

  it('stops at the third unreadable answer of a start, a 404 counts as one', () => {
    expect(alarms(0, broken, broken, broken)).toEqual(['', '', 'unreadable']);
    expect(alarms(0, broken, refused('', 404), broken)).toEqual(['', '', 'unreadable']);
    expect(alarms(0, broken, broken, lost, broken)).toEqual(['', '', '', '']);
    expect(alarms(0, ...times(4, lost))).toEqual(['', '', '', '']);
    expect(alarms(0, lost, ...times(3, broken))).toEqual(['', '', '', 'unreadable']);
  });

  it('does not claim that another than the service answered: a proxy on the way may have changed the answers', () => {
    const watch = createWatch(0);
    const [, , third] = times(3, broken).map((answer) => watch.answered(answer));
    expect(third?.reason).toMatch(/^Lead Console could not read the first answers .*; their rows say what came\./);
  });

  it('takes unreadable answers for trouble once one answer was readable', () => {
    expect(alarms(0, created, ...times(3, broken))).toEqual(['', '', '', '']);
    expect(alarms(0, refused('No.'), ...times(3, broken))).toEqual(['', '', '', '']);
    expect(alarms(0, refused('', 404), refused('', 404), created, ...times(3, refused('', 404)))).not.toContain(
      'unreadable',
    );
  });

  it('stops at twenty unknown rows in a row', () => {
    expect(alarms(0, created, ...times(20, lost)).slice(-2)).toEqual(['', 'trouble']);
    expect(alarms(0, ...times(20, lost)).slice(-2)).toEqual(['', 'trouble']);
    expect(alarms(0, created, ...times(19, lost), created, ...times(19, lost))).not.toContain('trouble');
    const watch = createWatch(0);
    watch.answered(created);
    for (let count = 1; count < 20; count += 1) watch.answered(lost);
    expect(watch.answered(lost)).toMatchObject({ resumeAt: null, reason: expect.stringContaining('20 rows') });
  });

  it('stops after as many equal refusals as the person asked for', () => {
    expect(alarms(3, ...times(3, refused('No.')))).toEqual(['', '', 'stopRule']);
    expect(alarms(3, refused('No.'), refused('No.'), refused('Never.'), refused('No.'))).not.toContain('stopRule');
    expect(alarms(3, refused('No.'), refused('No.'), created, refused('No.'))).not.toContain('stopRule');
    expect(alarms(2, refused('A'), refused('B'), refused('B'))).toEqual(['', '', 'stopRule']);
    expect(alarms(1, refused('No.'))).toEqual(['stopRule']);
    expect(alarms(0, ...times(30, refused('No.')))).not.toContain('stopRule');
    const watch = createWatch(1);
    expect(watch.answered(refused('Bad phone'))?.reason).toContain(
      'The service refused a row. It said: Bad phone. Correct',
    );
  });

  it('does not take an empty refusal for the words of the one before there was any', () => {
    expect(alarms(2, refused(''), refused(''))).toEqual(['', 'stopRule']);
    expect(alarms(2, created, refused(''))).toEqual(['', '']);
  });

  it('counts from the beginning after forget', () => {
    const watch = createWatch(2);
    watch.answered(refused('No.'));
    watch.forget();
    expect(watch.answered(refused('No.'))).toBeNull();
    watch.forget();
    watch.answered(broken);
    watch.answered(broken);
    watch.forget();
    expect(watch.answered(broken)).toBeNull();
    watch.answered(created);
    for (let count = 0; count < 19; count += 1) watch.answered(lost);
    watch.forget();
    expect(watch.answered(lost)).toBeNull();
    watch.answered(broken);
    watch.answered(broken);
    // After forgetting, no answer was readable yet.
    expect(watch.answered(broken)?.kind).toBe('unreadable');
  });
});

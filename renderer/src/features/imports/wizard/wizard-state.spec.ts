import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DraftStep } from '../../../../../shared/contract/imports/imports.ts';
import type { Mapping } from '../../../../../shared/contract/imports/mapping.ts';
import {
  canGoTo,
  openWizard,
  reduceWizard,
  stepIndex,
  type WizardEvent,
  type WizardState,
  WIZARD_STEPS,
} from './wizard-state.ts';

const plan = { campaignCode: 'DK-NORD', poolName: null, stopAfterSameRefusal: 25 };
const open = (step: DraftStep = 'file') => openWizard({ step, mapping: [], plan });
const after = (...events: readonly WizardEvent[]): WizardState => events.reduce(reduceWizard, open());
const filling = (field: string): Mapping => [{ field, source: { kind: 'constant', value: '' }, cleaning: [] }];
const STEPS: readonly DraftStep[] = ['file', 'columns', 'check', 'plan'];

test('a draft opens where it was left, and every step before it is open', () => {
  const draft = open('check');
  expect(draft.step).toBe('check');
  expect(STEPS.map((step) => canGoTo(draft, step))).toEqual([true, true, true, true]);
  expect(canGoTo(open('file'), 'check')).toBe(false);
});

test('a step that was reached stays open', () => {
  const back = after(
    { kind: 'wentTo', step: 'columns' },
    { kind: 'wentTo', step: 'check' },
    { kind: 'wentTo', step: 'file' },
  );
  expect(back).toMatchObject({ step: 'file', reached: 'check' });
  expect(reduceWizard(back, { kind: 'wentTo', step: 'check' }).step).toBe('check');
  expect(reduceWizard(back, { kind: 'wentTo', step: 'plan' })).toBe(back);
});

test('steps are reached one by one, in any order of presses', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...STEPS), { maxLength: 20 }), (presses) => {
      let state = open();
      let furthest = 0;
      for (const step of presses) {
        const before = state;
        state = reduceWizard(state, { kind: 'wentTo', step });
        furthest = Math.max(furthest, stepIndex(state.step));
        expect(stepIndex(state.step)).toBeLessThanOrEqual(stepIndex(before.reached) + 1);
        expect(stepIndex(state.reached)).toBe(furthest);
        expect(stepIndex(state.step)).toBeLessThanOrEqual(stepIndex(state.reached));
      }
    }),
  );
});

test('undo takes back changes of the mapping one at a time, whatever else happens between them', () => {
  const event: fc.Arbitrary<WizardEvent> = fc.oneof(
    fc.constantFrom(...STEPS).map((step) => ({ kind: 'wentTo' as const, step })),
    fc.constant({ kind: 'countryChosen' as const }),
    fc.string().map((code) => ({ kind: 'planChanged' as const, plan: { ...plan, campaignCode: code } })),
    fc.string().map((field) => ({ kind: 'mappingChanged' as const, mapping: filling(field) })),
  );
  fc.assert(
    fc.property(fc.array(event, { maxLength: 30 }), (events) => {
      const mappings: Mapping[] = [open().mapping.present];
      let state = { ...open(), mapping: { past: [], present: mappings[0] ?? [] } };
      for (const one of events) {
        state = reduceWizard(state, one) as typeof state;
        if (one.kind === 'mappingChanged') mappings.push(one.mapping);
      }
      for (const expected of mappings.toReversed()) {
        expect(state.mapping.present).toEqual(expected);
        state = reduceWizard(state, { kind: 'mappingUndone' }) as typeof state;
      }
      expect(reduceWizard(state, { kind: 'mappingUndone' })).toBe(state);
    }),
  );
});

test('the same mapping is no change, and a file that is read again begins a new history', () => {
  const changed = after({ kind: 'mappingChanged', mapping: filling('Firma') });
  expect(reduceWizard(changed, { kind: 'mappingChanged', mapping: changed.mapping.present })).toBe(changed);
  const read = reduceWizard(changed, { kind: 'fileReadAgain', mapping: filling('Navn') });
  expect(read.mapping).toEqual({ past: [], present: filling('Navn') });
});

test('Start counts once, and not while something stands in its way', () => {
  const ready = open('plan');
  expect(reduceWizard(ready, { kind: 'startPressed', blocker: 'The rows are being compared.' })).toBe(ready);
  const starting = reduceWizard(ready, { kind: 'startPressed', blocker: null });
  expect(starting.isStarting).toBe(true);
  expect(reduceWizard(starting, { kind: 'startPressed', blocker: null })).toBe(starting);
  expect(reduceWizard(starting, { kind: 'startEnded' }).isStarting).toBe(false);
});

test('the run is a step of the job, not of a draft', () => {
  expect(WIZARD_STEPS.map((step) => step.id)).toEqual([...STEPS, 'run']);
});

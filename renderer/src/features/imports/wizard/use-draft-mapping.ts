import type { Draft } from '../../../../../shared/contract/imports/imports.ts';
import type { Mapping } from '../../../../../shared/contract/imports/mapping.ts';
import { format } from '../../../lib/format.ts';
import type { Machine } from '../../../lib/use-machine.ts';
import { toast } from '../../../ui/index.ts';
import { mappingChanges } from '../mapping-model/mapping-changes.ts';
import { type DraftChanges, useDraftChanges } from './use-draft-changes.ts';
import { stepIndex, type WizardEvent, type WizardState } from './wizard-state.ts';

/** Changes named in the message; the others are counted. */
const SHOWN_CHANGES = 4;
const FOLLOWED = 'mapping-followed';
const ELSEWHERE = 'changed-elsewhere';

interface DraftMapping {
  /** The saving of the draft, which can bring other suggestions. */
  readonly changes: DraftChanges;
  /** A function gets the mapping as it is by now. */
  readonly change: (next: Mapping | ((present: Mapping) => Mapping)) => void;
  /** False when there was nothing to undo. */
  readonly undo: () => boolean;
}

/** The mapping of a draft: a person changes it, and its suggestions follow the campaign. */
export function useDraftMapping(draft: Draft, { send, now }: Machine<WizardState, WizardEvent>): DraftMapping {
  const changes = useDraftChanges(draft, { onSaved: follow, onElsewhere: takeOver });

  function change(next: Mapping | ((present: Mapping) => Mapping)): void {
    const before = now();
    const mapping = typeof next === 'function' ? next(before.mapping.present) : next;
    if (send({ kind: 'mappingChanged', mapping }) !== before) changes.save({ mapping });
  }

  function takeOver({ mapping, plan }: Draft, isLost: boolean): void {
    send({ kind: 'changedElsewhere', mapping, plan });
    const lost = isLost ? ' Your last change was not kept; make it again.' : '';
    toast('This draft was changed in another window.', `Its newest state is shown.${lost}`, {
      tone: 'info',
      name: ELSEWHERE,
    });
  }

  /** A column that was mapped never changes in silence: what changes is listed, and can be taken back. */
  function follow(saved: Draft): void {
    const before = now().mapping.present;
    if (isSameMapping(before, saved.mapping)) return;
    // Phones are cleaned as soon as their country is known. That shows in chips and sums, and is not a step to take back.
    if (isSameMapping(withoutPhoneSteps(before), withoutPhoneSteps(saved.mapping))) {
      send({ kind: 'phonesCleaned', mapping: saved.mapping });
      return;
    }
    send({ kind: 'mappingChanged', mapping: saved.mapping });
    const changed = mappingChanges(before, saved.mapping, draft.reading.columns);
    const isAtColumns = stepIndex(draft.step) <= stepIndex('columns');
    // At the columns, a column that is used now and was not before shows in its own line.
    const told = isAtColumns ? changed.filter(({ kind }) => kind !== 'added') : changed;
    if (told.length === 0) return;
    const shown = told.slice(0, SHOWN_CHANGES).map(({ subject, detail }) => `${subject} ${detail}`);
    const others = told.length - shown.length;
    const list = others > 0 ? `${shown.join(' · ')} · and ${format.number(others)} more` : shown.join(' · ');
    const { campaignCode } = saved.plan;
    const fitted = campaignCode === '' ? 'the usual fields' : campaignCode;
    toast(
      `${format.count(told.length, { one: '# column', other: '# columns' })} changed to fit ${fitted}.`,
      `${list}. Your own choices are kept.`,
      { name: FOLLOWED, action: { label: 'Undo', onClick: () => change(before) } },
    );
  }

  return {
    changes,
    change,
    undo: () => {
      const before = now();
      const after = send({ kind: 'mappingUndone' });
      if (after === before) return false;
      changes.save({ mapping: after.mapping.present });
      return true;
    },
  };
}

function withoutPhoneSteps(mapping: Mapping): Mapping {
  return mapping.map((rule) => ({
    ...rule,
    cleaning: rule.cleaning.filter(({ kind }) => kind !== 'phone' && kind !== 'asWritten'),
  }));
}

function isSameMapping(one: Mapping, other: Mapping): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

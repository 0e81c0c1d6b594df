import type { Draft } from '../../../../../shared/contract/imports/imports.ts';
import type { Mapping } from '../../../../../shared/contract/imports/mapping.ts';
import { format } from '../../../lib/format.ts';
import type { Machine } from '../../../lib/use-machine.ts';
import { toast } from '../../../ui/index.ts';
import { mappingChanges } from '../mapping-model/mapping-changes.ts';
import { type DraftChanges, useDraftChanges } from './use-draft-changes.ts';
import { stepIndex, type WizardEvent, type WizardState } from './wizard-state.ts';

interface DraftMapping {
  /** The saving of the draft, which can bring other suggestions. */
  readonly changes: DraftChanges;
  readonly change: (mapping: Mapping) => void;
  /** False when there was nothing to undo. */
  readonly undo: () => boolean;
}

/** The mapping of a draft: a person changes it, and its suggestions follow the campaign. */
export function useDraftMapping(draft: Draft, { send, now }: Machine<WizardState, WizardEvent>): DraftMapping {
  const changes = useDraftChanges(draft.id, followSuggestions);

  function change(next: Mapping): void {
    const before = now();
    if (send({ kind: 'mappingChanged', mapping: next }) !== before) changes.save({ mapping: next });
  }

  /** Changes at a later step are announced, because nobody sees the columns there. */
  function followSuggestions(saved: Draft): void {
    const before = now().mapping.present;
    if (isSameMapping(before, saved.mapping)) return;
    send({ kind: 'mappingChanged', mapping: saved.mapping });
    if (stepIndex(draft.step) <= stepIndex('columns')) return;
    const changed = mappingChanges(before, saved.mapping, draft.reading.columns).length;
    toast(
      `${format.count(changed, { one: '# field follows', other: '# fields follow' })} ${saved.campaignCode} now.`,
      'They were suggested before that campaign was named. What you chose stays.',
      { action: { label: 'Undo', onClick: () => change(before) } },
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

function isSameMapping(one: Mapping, other: Mapping): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

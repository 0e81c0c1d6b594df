import { useState } from 'react';
import type { Draft } from '../../../../../shared/contract/imports/imports.ts';
import { CallError, useChannelMutation } from '../../../bridge/index.ts';
import { navigate } from '../../../lib/navigation.ts';
import type { Machine } from '../../../lib/use-machine.ts';
import { startWork, toast, useIsReadOnly } from '../../../ui/index.ts';
import type { TemplateWork } from '../templates/template-work.ts';
import type { DraftChanges } from './use-draft-changes.ts';
import type { WizardEvent, WizardState } from './wizard-state.ts';

const USED = 'template-used';

/** Fills the draft from a template, and takes that back; the step that comes next is shown. */
export function useTemplates(
  draft: Draft,
  { send }: Machine<WizardState, WizardEvent>,
  changes: DraftChanges,
): TemplateWork {
  const use = useChannelMutation('template:use');
  const undo = useChannelMutation('template:undo');
  const isReadOnly = useIsReadOnly();
  const [isDeclined, setIsDeclined] = useState(false);
  const draftId = draft.id;

  /** Does nothing when what was changed before cannot be saved. */
  async function fill(work: (revision: number | undefined) => Promise<Draft>): Promise<Draft | null> {
    if (isReadOnly || !(await changes.settle())) return null;
    const revision = changes.revision();
    try {
      const filled = await changes.during(['mapping', 'plan', 'step'], () => work(revision));
      if (filled === null) return null;
      const { mapping, plan, step } = filled;
      send({ kind: 'filled', mapping, plan, step });
      navigate('import', draftId, { part: step });
      return filled;
    } catch (failure) {
      // It is shown beside the button.
      if (failure instanceof CallError) return null;
      throw failure;
    }
  }

  async function take(templateId: string): Promise<void> {
    undo.reset();
    const from = { templateId };
    const filled = await fill(async (revision) => (await use.mutateAsync({ draftId, from, revision })).draft);
    if (filled?.template === null || filled === null) return;
    toast(
      `Template “${filled.template.name}” is used.`,
      'Nothing was sent. Look at what Check found, then at the plan.',
      {
        name: USED,
        action: { label: 'Undo', onClick: () => startWork(giveBack) },
      },
    );
  }

  async function giveBack(): Promise<void> {
    use.reset();
    await fill((revision) => undo.mutateAsync({ draftId, revision }));
  }

  return {
    use: (templateId) => startWork(() => take(templateId)),
    undo: () => startWork(giveBack),
    decline: () => setIsDeclined(true),
    isDeclined,
    isPending: use.isPending || undo.isPending,
    error: use.error ?? undo.error,
  };
}

import { Button } from '@mantine/core';
import type { DraftSummary } from '../../../../../shared/contract/imports/imports.ts';
import { format } from '../../../lib/format.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Modal, SecondaryButton } from '../../../ui/index.ts';

interface KnownDraftProps {
  /** The draft of the file that was just chosen; null: nobody is asked. */
  readonly draft: DraftSummary | null;
  readonly onContinue: (draft: DraftSummary) => void;
  readonly onAnew: () => void;
  readonly onClose: () => void;
}

/** The very file that was chosen is a draft already: a person goes on with it, or begins another. */
export function KnownDraft({ draft, onContinue, onAnew, onClose }: KnownDraftProps) {
  return (
    <Modal opened={draft !== null} onClose={onClose} title="This file is a draft already">
      {draft !== null && <DraftWords draft={draft} />}
      <div className="dialogButtons">
        <SecondaryButton onClick={onAnew}>Open as a new draft</SecondaryButton>
        <Button data-autofocus onClick={() => draft !== null && onContinue(draft)}>
          Continue the draft
        </Button>
      </div>
    </Modal>
  );
}

function DraftWords({ draft }: { readonly draft: DraftSummary }) {
  const now = useNow(60_000);
  const { problems } = draft;
  const left =
    problems === null || problems === 0
      ? ''
      : ` ${format.count(problems, { one: '# row has problems', other: '# rows have problems' })}.`;
  return (
    <p className="breaks">
      {draft.fileName} has not changed since {format.moment(draft.savedAt, now)}, when its draft was saved.{left}{' '}
      Opening it again makes a second draft.
    </p>
  );
}

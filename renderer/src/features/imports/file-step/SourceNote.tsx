import type { ChannelResult } from '../../../../../shared/contract/channels.ts';
import { Note, SmallButton } from '../../../ui/index.ts';

export type SourceState = ChannelResult<'import:source'>['state'];

const GONE = {
  gone: 'The file is not where it was when it was read.',
  copyGone: 'The copy that the browser handed over is gone: it is kept until Lead Console ends.',
};

interface SourceNoteProps {
  readonly state: SourceState;
  readonly isReading: boolean;
  readonly onReadAgain: () => void;
}

/** The file itself is not what was read any more. The draft has its own copy of the rows. */
export function SourceNote({ state, isReading, onReadAgain }: SourceNoteProps) {
  switch (state) {
    case 'same':
      return null;
    case 'changed':
      return (
        <Note
          tone="warning"
          title="The file was changed after it was read."
          role="status"
          actions={
            <SmallButton disabled={isReading} onClick={onReadAgain}>
              Read it again
            </SmallButton>
          }
        >
          The rows here are the copy that was read before, and the import goes on with them. Reading it again, or
          changing how it is read, takes the file as it is now; corrections made under Check are then dropped.
        </Note>
      );
    case 'gone':
    case 'copyGone':
      return (
        <Note tone="info" title={GONE[state]} role="status">
          Its rows were kept, so the import can go on. To change how it is read, choose the file again.
        </Note>
      );
  }
}

import type { Draft } from '../../../../../shared/contract/imports/imports.ts';
import type { Mapping } from '../../../../../shared/contract/imports/mapping.ts';
import { unfitMapping } from '../../../../../shared/domain/check/unfit-mapping.ts';
import { format } from '../../../lib/format.ts';
import { Note, SmallButton } from '../../../ui/index.ts';

/** Fields named in the sentence; the others are counted. */
const NAMED = 3;

interface UnfitMappingNoteProps {
  readonly draft: Draft;
  readonly mapping: Mapping;
  /** In one line, above panes that need the room. */
  readonly isLine: boolean;
  readonly onColumns: () => void;
}

/** Says before anything is sent that nobody could be reached, or that mapped columns are nearly empty. */
export function UnfitMappingNote({ draft, mapping, isLine, onColumns }: UnfitMappingNoteProps) {
  const { columns, rows } = draft.reading;
  const filled = columns.map((column) => column.filled);
  const { reachesNobody, mostlyEmpty } = unfitMapping(mapping, draft.fields, filled, rows);
  const back = <SmallButton onClick={onColumns}>Back to Columns</SmallButton>;
  const named = mostlyEmpty
    .slice(0, NAMED)
    .map((entry) => `${entry.field} (${format.number(entry.filled)} of ${format.number(rows)} filled)`);
  const [first] = mostlyEmpty;
  const isAlone = mostlyEmpty.length === 1;
  const others = mostlyEmpty.length - named.length;
  const empty = others > 0 ? `${named.join(', ')} and ${format.number(others)} more` : named.join(', ');
  return (
    <>
      {reachesNobody && (
        <Note
          tone="warning"
          role="status"
          title="No phone and no e-mail address is mapped, so nobody can be reached."
          actions={back}
        >
          The leads would be created without them.
        </Note>
      )}
      {mostlyEmpty.length > 0 && (
        <Note
          tone="info"
          role="status"
          isLine={isLine}
          title={`${isAlone ? `${first?.field ?? ''} is` : `${format.number(mostlyEmpty.length)} mapped columns are`} empty in ${isAlone && first?.filled === 0 ? 'every row' : 'most rows'}.`}
          actions={reachesNobody ? undefined : back}
        >
          {isAlone
            ? `${format.number(first?.filled ?? 0)} of ${format.number(rows)} filled. Check that it is the right column.`
            : `${empty}. Check that they are the right columns.`}
        </Note>
      )}
    </>
  );
}

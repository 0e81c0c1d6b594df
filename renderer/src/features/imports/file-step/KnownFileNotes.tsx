import type { Draft } from '../../../../../shared/contract/imports/imports.ts';
import { format, rowForms } from '../../../lib/format.ts';
import { placeHref } from '../../../lib/navigation.ts';
import { Note, SmallButton } from '../../../ui/index.ts';
import { SameFileNote } from '../checking/SameFileNote.tsx';

/** What is known of the rows of this very file: it is a result file, or was imported before. */
export function KnownFileNotes({ draft }: { readonly draft: Draft }) {
  return (
    <>
      <ResultFileNote draft={draft} />
      <SentFileNote draft={draft} />
      <SameFileNote draft={draft} />
    </>
  );
}

function SentFileNote({ draft: { sentAs } }: { readonly draft: Draft }) {
  if (sentAs === null) return null;
  const { jobId, campaignCode, at, created, refused, unknown, waiting } = sentAs;
  const words = partsOf({ created, refused, unknown, waiting, other: 0 });
  return (
    <Note
      tone="warning"
      role="status"
      title={
        <>
          This file was imported into <bdi>{campaignCode}</bdi> on {format.date(at)}: {words}.
        </>
      }
      actions={<SmallButton href={placeHref('jobs', jobId)}>Open that import</SmallButton>}
    >
      {waiting > 0
        ? 'It is not over: go on there, or its waiting rows may be sent twice.'
        : 'Its result file, opened here, goes on with what is still open. For the same campaign, Check leaves out what was sent.'}
    </Note>
  );
}

function partsOf(counts: Omit<NonNullable<Draft['result']>, 'from'>): string {
  const { created, refused, unknown, waiting, other } = counts;
  const parts = [
    [created, 'created'],
    [refused, 'refused'],
    [unknown, 'unknown'],
    [waiting, 'waiting'],
    [other, 'skipped or left out'],
  ] as const;
  const told = parts.filter(([count]) => count > 0).map(([count, word]) => `${format.number(count)} ${word}`);
  return told.length === 0 ? 'no row was sent' : told.join(', ');
}

/** A result file of this program says what became of its rows: only those that are still open go on. */
function ResultFileNote({ draft }: { readonly draft: Draft }) {
  const { result, rows } = draft;
  if (result === null) return null;
  const { refused, waiting } = result;
  return (
    <Note
      tone="info"
      role="status"
      title={`This is a result file: ${format.count(rows, rowForms)}, ${partsOf(result)}.`}
    >
      {openWords(refused, waiting)}
      {result.from !== null && ` Campaign, mapping and plan are those of “${result.from}”.`}
    </Note>
  );
}

function openWords(refused: number, waiting: number): string {
  if (refused + waiting === 0)
    return 'No row is open, so none goes on. To send rows again, take them back under Check.';
  const kinds = [
    ...(refused === 0 ? [] : [`${format.number(refused)} refused`]),
    ...(waiting === 0 ? [] : [`${format.number(waiting)} waiting`]),
  ];
  return `The ${kinds.join(' and ')} ${refused + waiting === 1 ? 'row goes' : 'rows go'} on. The others are skipped; take them back under Check.`;
}

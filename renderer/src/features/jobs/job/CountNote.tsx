import { Note } from '../../../ui/index.ts';

/** What the service's own count of leads could not show of this job, or showed when its last row was answered. */
export function CountNote({ sentences }: { readonly sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return (
    <Note tone="info" role="status" title="The service’s count of leads">
      {sentences.map((sentence) => (
        <p key={sentence} style={{ margin: '0 0 4px' }}>
          {sentence}
        </p>
      ))}
    </Note>
  );
}

import type { Draft } from '../../../../../shared/contract/imports/imports.ts';
import { colleagueImports, sameFileTitle } from '../../../../../shared/domain/team/team-imports.ts';
import { format } from '../../../lib/format.ts';
import { useTeam } from '../../../lib/connect/use-team.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Note } from '../../../ui/index.ts';

/** A colleague imports, or imported, a file with the very same content; nothing without a team. */
export function SameFileNote({ draft: { fileHash } }: { readonly draft: Draft }) {
  return fileHash === null ? null : <SameFile fileHash={fileHash} />;
}

function SameFile({ fileHash }: { readonly fileHash: string }) {
  const { data } = useTeam();
  const now = useNow(15_000);
  const team = data?.team ?? null;
  const same = team === null ? undefined : colleagueImports(team, now).find((one) => one.fileHash === fileHash);
  if (same === undefined) return null;
  const isNow = same.state === 'running' && same.isFresh;
  return (
    <Note tone="warning" role="status" title={sameFileTitle(same, (at) => format.ago(at, now))}>
      As “{same.name}” to <bdi>{same.campaignCode}</bdi>.{' '}
      {isNow
        ? `Sent now too, each row goes once, from the computer that takes it first.${same.finishAt === null ? '' : ` It will be done at about ${format.time(same.finishAt)}.`}`
        : 'For the same campaign, Check leaves out the rows whose leads are theirs.'}
    </Note>
  );
}

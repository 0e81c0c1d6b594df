import type { CheckSummary } from '../../../shared/contract/check/check.ts';
import { PAGE_LIMIT } from '../../../shared/contract/primitives.ts';
import { format } from '../../../shared/domain/words/format.ts';
import { refuseInterrupted } from '../program/call-until-signal.ts';
import type { FollowTools } from '../program/follow-tools.ts';
import { EXIT, type ExitCode } from '../program/trouble.ts';

interface Standing {
  readonly standing: CheckSummary;
  /** Units of all rows that are not left out. */
  readonly units: number;
  readonly fairUse: boolean;
  /** What else the last line has. */
  readonly named: { readonly template?: string };
  /** False: the team could not be asked. */
  readonly areColleaguesKnown: boolean;
}

/** Prints each row as it would be sent, sends nothing, and removes the draft. */
export async function showRows(
  { core, output, interruption }: Pick<FollowTools, 'core' | 'output' | 'interruption'>,
  draftId: string,
  { standing, units, fairUse, named, areColleaguesKnown }: Standing,
): Promise<ExitCode> {
  let rows = 0;
  let looked = 0;
  for (let offset = 0; ; offset += PAGE_LIMIT) {
    refuseInterrupted(interruption);
    const page = await core.call('import:sentRows', { draftId, offset, limit: PAGE_LIMIT });
    looked += page.rows.length;
    for (const { row, line, body } of page.rows) {
      if (body === null) continue;
      rows += 1;
      output.say(body);
      output.tell({ row, line, body: JSON.parse(body) as unknown });
    }
    if (page.rows.length < PAGE_LIMIT) break;
  }
  await core.call('import:deleteDraft', { draftId });
  const sentBefore = standing.sentBefore?.rows ?? 0;
  const cost = fairUse ? rows : units;
  const again =
    sentBefore === 0 ? '' : ` ${format.number(sentBefore)} of them ${sentBefore === 1 ? 'was' : 'were'} sent before.`;
  const sentByTeam = standing.team?.rows ?? 0;
  const atColleagues =
    sentByTeam === 0
      ? ''
      : ` ${format.number(sentByTeam)} ${sentByTeam === 1 ? 'belongs to a colleague' : 'belong to colleagues'}.`;
  const unknown = areColleaguesKnown ? '' : ' What colleagues have sent of them is not known.';
  output.end(
    `${format.count(rows, 'row')} would be sent, for ${format.count(cost, 'unit')}. Nothing was sent.${again}${atColleagues}${unknown}`,
    {
      rows,
      units: cost,
      inFile: looked,
      ...named,
      ...(sentBefore === 0 ? {} : { sentBefore }),
      ...(sentByTeam === 0 ? {} : { sentByTeam }),
      ...(areColleaguesKnown ? {} : { sentByTeam: null }),
    },
  );
  return areColleaguesKnown ? EXIT.done : EXIT.unknown;
}

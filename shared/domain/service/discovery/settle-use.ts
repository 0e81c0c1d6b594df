import type { Dialect } from '../../../contract/account/account.ts';
import type { Finding } from '../../../contract/account/discovery.ts';
import { importNamesUsed } from './settle-import.ts';

/** A lead that the service created. */
export interface CreatedLead {
  /** The settings with which it was sent. */
  readonly dialect: Pick<Dialect, 'bodyCase'>;
  readonly hasId: boolean;
  /** Unix milliseconds. */
  readonly at: number;
}

/**
 * The findings with what this lead settles: points that no answer of a test could show. What a test saw stays, also when it
 * spoke against it.
 *
 * @returns null when it settles nothing new
 */
export function settledByUse(findings: readonly Finding[], { dialect, hasId, at }: CreatedLead): Finding[] | null {
  const used = importNamesUsed(dialect);
  let isNew = false;
  const settled = findings.map((finding): Finding => {
    if (finding.verdict !== 'open') return finding;
    const evidence =
      finding.point === 'importNames'
        ? 'The service created a row of an import that was sent with these names.'
        : finding.point === 'importResult'
          ? `The answer to a row that the service created said so, ${hasId ? 'with' : 'without'} an id of the lead.`
          : null;
    if (evidence === null) return finding;
    isNew = true;
    const names = finding.point === 'importNames' ? { used } : {};
    return { ...finding, ...names, verdict: 'confirmed', evidence, at, requests: [] };
  });
  return isNew ? settled : null;
}

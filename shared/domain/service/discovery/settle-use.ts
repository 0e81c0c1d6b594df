import type { Dialect } from '../../../contract/account/account.ts';
import type { Finding } from '../../../contract/account/discovery.ts';
import { messagePlace } from './settle-answers.ts';
import { nightPriceUsed } from './settle-figures.ts';
import { importNamesUsed } from './settle-import.ts';

/** What the service showed while an account was used for something else than its test. */
export type ServiceUse =
  | { readonly kind: 'created'; readonly hasId: boolean }
  /** A lead was refused, in these words. */
  | { readonly kind: 'refused'; readonly status: number; readonly text: string }
  /** Leads of a trial were read back that name their lead pool: all of them the one that was sent, or not. */
  | { readonly kind: 'pool'; readonly leads: number; readonly isSame: boolean }
  | { readonly kind: 'nightPrice'; readonly units: 1 | 4 };

/** The settings that were used. `at`: Unix milliseconds. */
export interface UsedWith {
  readonly dialect: Pick<Dialect, 'bodyCase' | 'poolField'>;
  readonly at: number;
}

type Shown = Pick<Finding, 'evidence'> & Partial<Pick<Finding, 'verdict' | 'used'>>;

/**
 * The findings with what this use settles: points that no answer of a test could show. What a test saw stays, also when it
 * spoke against it. A price that was checked again takes the place of the former.
 *
 * @returns null when it settles nothing new
 */
export function settledByUse(
  findings: readonly Finding[],
  use: ServiceUse,
  { dialect, at }: UsedWith,
): Finding[] | null {
  let isNew = false;
  const settled = findings.map((finding): Finding => {
    const shown = shownBy(use, finding.point, dialect);
    if (shown === null) return finding;
    const isOpen = finding.verdict === 'open' || (use.kind === 'nightPrice' && finding.used !== shown.used);
    if (!isOpen) return finding;
    isNew = true;
    return { ...finding, verdict: 'confirmed', ...shown, at, requests: [] };
  });
  return isNew ? settled : null;
}

function shownBy(use: ServiceUse, point: Finding['point'], dialect: UsedWith['dialect']): Shown | null {
  switch (use.kind) {
    case 'created':
      if (point === 'importNames')
        return {
          evidence: 'The service created a row of an import that was sent with these names.',
          used: importNamesUsed(dialect),
        };
      return point === 'importResult'
        ? {
            evidence: `The answer to a row that the service created said so, ${use.hasId ? 'with' : 'without'} an id of the lead.`,
          }
        : null;
    case 'refused': {
      if (point !== 'errorBody') return null;
      const place = messagePlace(use.text);
      return place === null ? null : { evidence: `A row was refused (${use.status}) with ${place}.`, used: place };
    }
    case 'pool':
      return point === 'poolField' ? { ...poolShown(use), used: dialect.poolField } : null;
    case 'nightPrice':
      return point === 'nightPrice'
        ? { evidence: 'The check on the page Quota found it out.', used: nightPriceUsed(use.units) }
        : null;
  }
}

function poolShown({ leads, isSame }: Extract<ServiceUse, { kind: 'pool' }>): Shown {
  const read = leads === 1 ? 'The lead of a trial, read back,' : `${leads} leads of a trial, read back,`;
  if (isSame) return { evidence: `${read} ${leads === 1 ? 'is' : 'are'} in the lead pool that was sent.` };
  return {
    verdict: 'contradicted',
    evidence: `${read} ${leads === 1 ? 'is' : 'are'} not in the lead pool that was sent.`,
  };
}

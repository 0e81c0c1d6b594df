import { type Metadata } from './metadata.ts';
import { type Settled, settled, type Sight } from './seen.ts';

/** What the service's description says of the import. Only a sent lead could show it otherwise. */

const same = (left: string) => (right: string) => left.toLowerCase() === right.toLowerCase();

export function settleImport(sight: Sight, metadata: Metadata | null, number: number | null): Settled[] {
  const requests = number === null ? [] : [number];
  return [
    importNames(sight, metadata, requests),
    poolField(sight, metadata, requests),
    importResult(metadata, requests),
  ];
}

/** The names that a row is sent with, for a person. */
export const importNamesUsed = ({ bodyCase }: Pick<Sight['dialect'], 'bodyCase'>): string =>
  bodyCase === 'camel' ? 'campaignCode, data' : 'CampaignCode, data';

function importNames({ dialect }: Sight, metadata: Metadata | null, requests: readonly number[]): Settled {
  const used = importNamesUsed(dialect);
  const code = metadata?.importFields.find(same('campaignCode'));
  const data = metadata?.importFields.find(same('data'));
  if (code === undefined)
    return settled(
      'importNames',
      'open',
      'No answer names them. The first row that the service creates confirms them.',
      used,
    );
  const told = [code, data].filter((name) => name !== undefined).join(' and ');
  const evidence = `The service's description of the import names ${told}`;
  const bodyCase = /^[a-z]/.test(code) ? 'camel' : 'specification';
  if (bodyCase === dialect.bodyCase) return settled('importNames', 'confirmed', `${evidence}.`, used, requests);
  return settled('importNames', 'contradicted', `${evidence}; Lead Console sends ${used}.`, used, requests, {
    bodyCase,
  });
}

function poolField({ dialect }: Sight, metadata: Metadata | null, requests: readonly number[]): Settled {
  const used = dialect.poolField;
  const pools = metadata?.importFields.filter((name) => /pool/i.test(name)) ?? [];
  if (pools.length === 0)
    return settled(
      'poolField',
      'open',
      'No answer names it. A trial row that lands in the named pool confirms it; until then leads may land in the automatic pool.',
      used,
    );
  const told = `The service's description of the import names ${pools.join(', ')}`;
  if (pools.some(same(used))) return settled('poolField', 'confirmed', `${told}.`, used, requests);
  const [first = used] = pools;
  return settled(
    'poolField',
    'contradicted',
    `${told}, not ${used}.`,
    used,
    requests,
    pools.length === 1 ? { poolField: first } : null,
  );
}

function importResult(metadata: Metadata | null, requests: readonly number[]): Settled {
  const fields = metadata?.resultFields ?? [];
  if (fields.length === 0)
    return settled(
      'importResult',
      'open',
      'No answer describes it. The first row that is sent shows it.',
      'success; an id under its usual names',
    );
  const told = `The service's description of the answer names ${fields.slice(0, 6).join(', ')}`;
  if (fields.some(same('success')))
    return settled('importResult', 'confirmed', `${told}.`, fields.slice(0, 4).join(', '), requests);
  return settled(
    'importResult',
    'contradicted',
    `${told}, and no success. A row whose answer has neither yes nor an id stays unknown.`,
    'success; an id under its usual names',
    requests,
  );
}

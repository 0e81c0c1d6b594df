import { isObject, field, looksLikeHtml, messageIn, parseJson } from '../answers/answers.ts';
import { namesColumns } from './evidence.ts';
import { knownOperations, type Metadata } from './metadata.ts';
import { envelopeOf, namesIn } from './names.ts';
import { answerTo, goodAnswerTo, isGood, type Seen, type Settled, settled, type Sight, silence } from './seen.ts';
import { capitalized, format } from '../../words/format.ts';

/** Names, envelopes, raw leads, the description, and how the service says no. */

export function settleAnswers(sight: Sight, metadata: Metadata | null): Settled[] {
  return [
    nameCase(sight),
    envelope(sight),
    described(sight, metadata),
    rawPath(sight),
    rawColumns(sight),
    errorBody(sight),
  ];
}

const SAYS = {
  limits: 'Limits say',
  counts: 'Counts say',
  users: 'Users say',
  account: 'Rights say',
  metadata: 'The description says',
  raw: 'Raw leads say',
  search: 'Leads say',
} as const;

function nameCase({ seen }: Sight): Settled {
  const used = 'read without regard to case';
  const names = namesIn(seen);
  const camel = names.find(({ style }) => style === 'camel');
  const pascal = names.find(({ style }) => style === 'pascal');
  const some = camel ?? pascal;
  if (some === undefined) return settled('nameCase', 'open', 'No answer had names of fields.', used);
  const say = ({ seen: from, name }: typeof some) => `${SAYS[from.question]} ${name}`;
  if (camel !== undefined && pascal !== undefined) {
    const both = say(camel) + `, ${SAYS[pascal.seen.question].toLowerCase()} ${pascal.name}.`;
    return settled('nameCase', 'contradicted', both, used, [camel.seen.number, pascal.seen.number]);
  }
  const requests = names.map(({ seen: from }) => from.number);
  const count = names.length === 1 ? 'one answer' : `${names.length} answers`;
  return settled(
    'nameCase',
    'confirmed',
    `${say(some)}; ${count} ${names.length === 1 ? 'writes' : 'write'} names this way.`,
    used,
    requests,
  );
}

function envelope(sight: Sight): Settled {
  const used = 'bare, Results, Leads or Data';
  const seen = goodAnswerTo(sight, 'search');
  if (seen === null) {
    const why = silence(answerTo(sight, 'search'), 'lead search');
    return settled('envelope', 'open', `No list of leads could be read: ${why}.`, used);
  }
  const found = envelopeOf(seen.text);
  const requests = [seen.number];
  if (found === 'bare')
    return settled('envelope', 'confirmed', 'Lead search answers a bare list.', 'bare list', requests);
  if (found !== null)
    return settled(
      'envelope',
      'contradicted',
      `Lead search answers a list inside "${found}", specified as a bare list.`,
      found,
      requests,
    );
  return settled(
    'envelope',
    'contradicted',
    'The answer of lead search is no list that Lead Console reads.',
    used,
    requests,
  );
}

function described(sight: Sight, metadata: Metadata | null): Settled {
  const seen = goodAnswerTo(sight, 'metadata');
  if (seen === null)
    return settled(
      'metadata',
      'open',
      `${capitalized(silence(answerTo(sight, 'metadata'), '/metadata'))}.`,
      'not used',
    );
  const requests = [seen.number];
  if (metadata === null)
    return settled('metadata', 'open', 'The answer of /metadata describes no operations.', 'not used', requests);
  const { operations } = metadata;
  return settled(
    'metadata',
    'confirmed',
    `Answered ${seen.status} with ${format.count(operations.length, 'operation')}, ${knownOperations(metadata)} of them used here.`,
    'told by the service',
    requests,
  );
}

/** Whether the answer to a request for raw leads is a table. */
export function isTable(seen: Seen): boolean {
  if (/html|json|xml/.test(seen.contentType)) return false;
  const first = headerLine(seen);
  return first !== '' && !/^[[{<]/.test(first);
}

/** CSV that may be the table of no leads: nobody promised a header. */
export function isEmptyTable({ contentType, text }: Seen): boolean {
  return contentType.includes('csv') && text.trim() === '';
}

function headerLine(seen: Seen): string {
  return (seen.text.replace(/^\ufeff/, '').split(/\r?\n/, 1)[0] ?? '').trim();
}

function rawPath(sight: Sight): Settled {
  const used = sight.dialect.rawLeadsPath;
  const asked = sight.seen.filter(({ question }) => question === 'raw');
  // The path of the setting was asked first, another one only when there is nothing.
  const [first] = asked;
  const requests = asked.map(({ number }) => number);
  const found = asked.find((seen) => isGood(seen) && isTable(seen));
  if (first !== undefined && found !== undefined) {
    const type = found.contentType === '' ? 'a table' : found.contentType;
    const evidence = `${found.path} answered ${type}`;
    if (found === first) return settled('rawLeadsPath', 'confirmed', `${evidence}.`, used, [found.number]);
    return settled('rawLeadsPath', 'contradicted', `${evidence}; ${silenceOfRaw(first)}.`, used, requests, {
      rawLeadsPath: found.path,
    });
  }
  if (first === undefined) return settled('rawLeadsPath', 'open', 'Raw leads could not be asked for.', used);
  const evidence = `${capitalized(asked.map(silenceOfRaw).join('; '))}.`;
  const isAbsent = asked.every((seen) =>
    isGood(seen) ? !isEmptyTable(seen) : seen.status === 404 || seen.status === 405,
  );
  return settled('rawLeadsPath', isAbsent ? 'contradicted' : 'open', evidence, used, requests);
}

function silenceOfRaw(seen: Seen): string {
  return isGood(seen)
    ? `${seen.path} answered ${seen.contentType || 'something'} ${isEmptyTable(seen) ? 'without a line' : 'and no table'}`
    : silence(seen, seen.path);
}

const SPECIFIED = ['uniqueleadid', 'fieldname', 'fieldvalue'];

function rawColumns(sight: Sight): Settled {
  const used = 'the first column is the id';
  const found = sight.seen.find((seen) => seen.question === 'raw' && isGood(seen) && isTable(seen));
  if (found === undefined) return settled('rawLeadsColumns', 'open', 'No raw leads could be read.', used);
  const requests = [found.number];
  const line = headerLine(found);
  const delimiter = [',', ';', '\t'].toSorted((a, b) => line.split(b).length - line.split(a).length)[0] ?? ',';
  const columns = line.split(delimiter).map((name) => name.trim().replace(/^"|"$/g, ''));
  const first = columns[0] ?? '';
  if (SPECIFIED.every((name, index) => columns[index]?.toLowerCase() === name))
    return settled(
      'rawLeadsColumns',
      'confirmed',
      `The columns are ${columns.slice(0, 3).join(', ')}.`,
      columns.slice(0, 3).join(', '),
      requests,
    );
  const evidence = namesColumns(columns)
    ? `The columns are ${columns.slice(0, 4).join(', ')}; the first is specified as UniqueLeadId, then FieldName and FieldValue.`
    : `The first line has ${format.count(columns.length, 'cell')} and names no columns.`;
  return settled('rawLeadsColumns', 'contradicted', evidence, first === '' ? 'by position' : used, requests);
}

function errorBody({ seen }: Sight): Settled {
  const used = 'the best message that can be found';
  const refusal = seen.find((entry) => entry.status >= 400 && entry.text.trim() !== '');
  if (refusal === undefined) return settled('errorBody', 'open', 'Nothing was refused with words.', used);
  const requests = [refusal.number];
  const place = messagePlace(refusal.text);
  if (place === null)
    return settled(
      'errorBody',
      'contradicted',
      `A refusal (${refusal.status}) came with no message that Lead Console reads.`,
      used,
      requests,
    );
  return settled('errorBody', 'confirmed', `A refusal (${refusal.status}) came with ${place}.`, place, requests);
}

/** Where the words of a refusal are; null when it has none that Lead Console reads. */
export function messagePlace(text: string): string | null {
  if (messageIn(text) === null) return null;
  const value = parseJson(text);
  const status = isObject(value) ? field(value, 'responseStatus') : undefined;
  if (isObject(status)) return 'responseStatus.message';
  if (isObject(value)) return Object.keys(value).find((key) => /message|error|detail|title/i.test(key)) ?? 'message';
  return looksLikeHtml(text) ? 'title of the page' : 'plain text';
}

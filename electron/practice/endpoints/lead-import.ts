import { isObject } from '../../../shared/domain/service/answers/answers.ts';
import type { JsonObject } from '../../../shared/domain/service/answers/answers.ts';
import { invalidParameter, ok, refusal, RequestProblem } from '../foundation/answers.ts';
import type { Answer, FieldProblem } from '../foundation/answers.ts';
import { findCampaign } from '../data/campaigns.ts';
import type { Campaign } from '../data/campaigns.ts';
import { maySeeProject, wallNow } from './context.ts';
import type { ApiRequest, EndpointContext } from './context.ts';
import { property, readJsonObject } from '../foundation/json-body.ts';
import { importedLeadId } from '../data/leads.ts';
import type { Dialect } from '../foundation/options.ts';
import { formatDate } from '../foundation/service-time.ts';

/** Field names are the campaign's own, so a phone field is known by its name only. */
const phoneName = /phone|telefon|telefoon|telephone|tlf|mobil|handy|rufnummer|puhelin/i;
/** `Telefonzeit`, `PhoneType`, `Immobilienart` and the like hold words. */
const notPhoneName = /zeit|time|type|typ\b|note|kommentar|comment|label|name|immobil|automobil|mobilit|app\b/i;

const poolNames = ['leadPoolName', 'leadPool', 'poolName', 'pool'];

/** `POST /leads`: one lead. Accepted leads are in the ledger before the answer is written. */
export function importLead(context: EndpointContext, request: ApiRequest): Answer {
  const body = readJsonObject(request);
  if (body === null) throw new RequestProblem(400, 'MissingBody', 'The body with the lead is missing.');
  const campaign = readCampaign(context, body);
  const data = readData(context.dialect, body);
  const problems = validate(campaign, data);
  if (problems.length > 0) return ok(refusal(problems.map((problem) => problem.message).join(' '), problems));

  const named = property(body, poolNames);
  const poolName =
    typeof named === 'string' && named.trim() !== '' ? named.trim() : `(auto) ${formatDate(wallNow(context))}`;
  const lead = {
    at: new Date(context.clock.now()).toISOString(),
    campaignCode: campaign.code,
    poolName,
    data,
    requestId: request.id,
  };
  const entry = context.store.accept(lead, importedLeadId);
  return ok({ success: true, uniqueId: entry.uniqueId });
}

function names(dialect: Dialect, pascal: string, camel: string, body: JsonObject): unknown {
  if (dialect.importNames === 'any') return property(body, [pascal]);
  return body[dialect.importNames === 'pascal' ? pascal : camel];
}

function readCampaign(context: EndpointContext, body: JsonObject): Campaign {
  const code = names(context.dialect, 'CampaignCode', 'campaignCode', body);
  if (typeof code !== 'string' || code.trim() === '')
    throw invalidParameter('CampaignCode', 'CampaignCode is missing.', 'NotEmpty');
  const campaign = findCampaign(code);
  if (campaign === undefined)
    throw invalidParameter(
      'CampaignCode',
      `There is no campaign with the code ${JSON.stringify(code)}.`,
      'UnknownCampaign',
    );
  if (!maySeeProject(context, campaign.project)) {
    throw new RequestProblem(
      403,
      'Forbidden',
      `This account has no right to the project of the campaign ${campaign.code}.`,
    );
  }
  return campaign;
}

function readData(dialect: Dialect, body: JsonObject): Record<string, string> {
  const given = names(dialect, 'Data', 'data', body) ?? (dialect.importNames === 'pascal' ? body['data'] : undefined);
  const missing = (message: string) => invalidParameter('data', message, 'NotEmpty');
  if (given === undefined || given === null) throw missing('data is missing.');
  if (!isObject(given)) throw missing('data must be an object of field names and values.');
  const data: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    const isPlain = value === null || typeof value === 'number' || typeof value === 'boolean';
    if (typeof value !== 'string' && !(isPlain && dialect.dataValues === 'any'))
      throw invalidParameter(name, `The value of ${name} must be text.`, 'SerializationException');
    // A plain property assignment would lose a field that is called __proto__.
    Object.defineProperty(data, name, {
      value: String(value ?? ''),
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return data;
}

function validate(campaign: Campaign, data: Readonly<Record<string, string>>): FieldProblem[] {
  const filled = Object.entries(data).filter(([, value]) => value.trim() !== '');
  if (filled.length === 0) return [{ fieldName: 'data', message: 'The lead has no values.' }];
  const known = new Set(
    campaign.fields
      .filter(([, meaning]) => meaning === 'phone' || meaning === 'mobile')
      .map(([name]) => name.toLowerCase()),
  );
  const phones = filled.filter(
    ([name]) => known.has(name.toLowerCase()) || (phoneName.test(name) && !notPhoneName.test(name)),
  );
  if (phones.length === 0 && campaign.requiresPhone) {
    return [{ fieldName: 'phone', message: `A lead of the campaign ${campaign.code} needs a phone number.` }];
  }
  return phones.flatMap(([fieldName, value]) => {
    if (/\p{L}/u.test(value))
      return [{ fieldName, message: `${fieldName} is not a valid phone number: it contains letters.` }];
    if (value.replace(/\D/g, '').length < 4)
      return [{ fieldName, message: `${fieldName} is not a valid phone number: it is too short.` }];
    return [];
  });
}

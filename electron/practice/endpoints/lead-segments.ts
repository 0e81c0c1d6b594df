import { inEnvelope, invalidParameter, ok, RequestProblem } from '../foundation/answers.ts';
import type { Answer } from '../foundation/answers.ts';
import { wallNow } from './context.ts';
import type { ApiRequest, EndpointContext } from './context.ts';
import { property, readJsonObject } from '../foundation/json-body.ts';
import { isGeneratedLeadId } from '../data/leads.ts';
import { describeSegment, segmentTemplates } from '../data/segments.ts';
import type { LeadSegment } from '../data/segments.ts';

/** `GET /leadsegments` */
export function listSegments(context: EndpointContext): Answer {
  return ok(inEnvelope(allSegments(context), context.dialect));
}

/** `POST /leadsegments/{id}/leads`: says what became of the ids, since the specification leaves the answer open. */
export function addToSegment(context: EndpointContext, request: ApiRequest): Answer {
  const change = readChange(request);
  const known: string[] = [];
  const unknown: string[] = [];
  for (const id of change.leads) (isKnownLead(context, id) ? known : unknown).push(id);
  const added = context.store.addMembers(change.segment, known);
  return ok({
    uniqueId: change.segment,
    added,
    alreadyMembers: known.length - added,
    unknownLeadUniqueIds: unknown,
  });
}

/** `DELETE /leadsegments/{id}/leads`: answers all segments. Ids that are not in the segment change nothing. */
export function removeFromSegment(context: EndpointContext, request: ApiRequest): Answer {
  const change = readChange(request);
  context.store.removeMembers(change.segment, change.leads);
  return ok(inEnvelope(allSegments(context), context.dialect));
}

function allSegments(context: EndpointContext): LeadSegment[] {
  const now = wallNow(context);
  return segmentTemplates.map((template) =>
    describeSegment(template, context.firstDay, now, context.store.memberCount(template.uniqueId)),
  );
}

function isKnownLead(context: EndpointContext, id: string): boolean {
  return isGeneratedLeadId(id, context.seed, context.leads) || context.store.hasImported(id);
}

/** The specification lists no 404 for these two, so an unknown segment is an error in the request. */
function readChange(request: ApiRequest): { segment: string; leads: string[] } {
  const template = segmentTemplates.find((one) => one.uniqueId.toLowerCase() === request.parameter.toLowerCase());
  if (template === undefined)
    throw new RequestProblem(
      400,
      'UnknownSegment',
      `There is no lead segment with the id ${JSON.stringify(request.parameter)}.`,
    );
  const body = readJsonObject(request);
  // The body is marked optional; without one there is nothing to change.
  if (body === null) return { segment: template.uniqueId, leads: [] };
  const uniqueId = property(body, ['uniqueId']);
  if (typeof uniqueId !== 'string') throw invalidParameter('uniqueId', 'uniqueId is missing.');
  if (uniqueId.toLowerCase() !== template.uniqueId.toLowerCase())
    throw invalidParameter('uniqueId', 'uniqueId differs from the id in the address.');
  const leads = property(body, ['leadUniqueIds']);
  if (!Array.isArray(leads)) throw invalidParameter('leadUniqueIds', 'leadUniqueIds is missing.');
  const ids: string[] = [];
  for (const id of leads as unknown[]) {
    if (typeof id !== 'string') throw invalidParameter('leadUniqueIds', 'leadUniqueIds must be a list of texts.');
    ids.push(id);
  }
  return { segment: template.uniqueId, leads: [...new Set(ids)] };
}

import { isObject, parseJson } from '../../../shared/domain/service/answers/answers.ts';
import type { JsonObject } from '../../../shared/domain/service/answers/answers.ts';
import { RequestProblem } from './answers.ts';

/** The request's JSON object, or null when there is no body. @throws RequestProblem 400 when it is anything else */
export function readJsonObject(request: { bodyText: string; contentType: string | undefined }): JsonObject | null {
  if (request.bodyText.trim() === '') return null;
  const type = request.contentType?.split(';')[0]?.trim().toLowerCase() ?? 'application/json';
  if (type !== 'application/json' && !type.endsWith('+json')) {
    throw new RequestProblem(
      400,
      'UnsupportedContentType',
      `The body must be sent as application/json, not as ${type}.`,
    );
  }
  const value = parseJson(request.bodyText);
  if (value === undefined) throw new RequestProblem(400, 'SerializationException', 'The body is not valid JSON.');
  if (!isObject(value)) throw new RequestProblem(400, 'SerializationException', 'The body must be a JSON object.');
  return value;
}

/** The first property whose name is one of `names`, without regard to case. */
export function property(object: JsonObject, names: readonly string[]): unknown {
  const wanted = names.map((name) => name.toLowerCase());
  return Object.entries(object).find(([key]) => wanted.includes(key.toLowerCase()))?.[1];
}

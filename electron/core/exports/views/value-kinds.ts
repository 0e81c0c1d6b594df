const NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/;
const DATE =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:[T ](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})?)?$/;

/** A number as JSON writes it, at most 15 digits before the point. A leading zero or plus makes a phone or a code. */
export function numberOf(value: string): number | null {
  return NUMBER.test(value) ? Number(value) : null;
}

/** The value when it is an ISO day, or an ISO time with or without a zone; else null. */
export function dateOf(value: string): string | null {
  return DATE.test(value) ? value : null;
}

/** `yyyy-MM-ddTHH:mm:ss` of an ISO date, without its zone: moments compare as text. */
export function momentOf(date: string): string {
  return date.length === 10 ? `${date}T00:00:00` : `${date.slice(0, 10)}T${date.slice(11, 19)}`;
}

/** Characters of a shape. */
const SHAPE_LIMIT = 40;

/** What a value looks like: digits as 9, letters as A or a, repeats with +, all other characters as they are. */
export function shapeOf(value: string): string {
  const shape = value
    .slice(0, 400)
    .replaceAll(/\p{Nd}+/gu, (run) => (run.length > 1 ? '9+' : '9'))
    .replaceAll(/\p{Lu}+/gu, (run) => (run.length > 1 ? 'A+' : 'A'))
    .replaceAll(/[\p{Ll}\p{Lo}]+/gu, (run) => (run.length > 1 ? 'a+' : 'a'));
  return shape.length > SHAPE_LIMIT ? `${shape.slice(0, SHAPE_LIMIT)}…` : shape;
}

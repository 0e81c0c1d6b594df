// Why: decision 0207.
import type { z } from 'zod';
import { isObject, parseJson } from '../../../shared/domain/service/answers/answers.ts';
import { DamagedText } from '../foundation/failure.ts';

/*
 * What a database or a file keeps as JSON. A page of it may have been overwritten, or a bit have flipped: what cannot be read is
 * null, so that a damaged text costs only what it says. The caller lists the rest, and says what is damaged.
 */

/** Read through its schema. */
export function storedJson<Schema extends z.ZodType>(schema: Schema, json: unknown): z.infer<Schema> | null {
  const read = schema.safeParse(parseJson(String(json)));
  return read.success ? read.data : null;
}

/**
 * As `storedJson`, for a text without which the rest of its file means nothing.
 *
 * @throws DamagedText
 */
export function neededJson<Schema extends z.ZodType>(schema: Schema, json: unknown): z.infer<Schema> {
  const read = schema.safeParse(parseJson(String(json)));
  if (!read.success) throw new DamagedText();
  return read.data;
}

/** Cells of a file, in the order of its columns; without a schema, because a file has a million of them. */
export function storedCells(json: unknown): string[] | null {
  const value = parseJson(String(json));
  return Array.isArray(value) && value.every(isText) ? value : null;
}

/** Texts by name: a lead as it is sent, or values by column index. */
export function storedLead(json: string): Record<string, string> | null {
  const value = parseJson(json);
  return isObject(value) && Object.values(value).every(isText) ? (value as Record<string, string>) : null;
}

/**
 * As `storedLead`, where a value may be null and the rest means nothing without it.
 *
 * @throws DamagedText
 */
export function storedValues(json: unknown): Record<string, string | null> {
  const value = parseJson(String(json));
  if (!isObject(value)) throw new DamagedText();
  return value as Record<string, string | null>;
}

const isText = (value: unknown): value is string => typeof value === 'string';

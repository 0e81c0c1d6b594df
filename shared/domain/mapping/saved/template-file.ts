import {
  MAPPING_FILE_FORMAT,
  TEMPLATE_FILE_FORMAT,
  type TemplateContent,
  templateFileSchema,
} from '../../../contract/imports/templates.ts';
import { readSavedFile } from '../../words/saved-file.ts';

export type TemplateFileReading = { ok: true; template: TemplateContent } | { ok: false; message: string };

/** Bytes. A template with 500 fields and 5,000 allowed values for some of them fits. */
export const LARGEST_TEMPLATE_FILE = 5_000_000;

export function readTemplateFile(text: string, name: string): TemplateFileReading {
  const formats = [TEMPLATE_FILE_FORMAT, MAPPING_FILE_FORMAT];
  const reading = readSavedFile(text, name, { what: 'template', formats, schema: templateFileSchema });
  if (!reading.ok) return reading;
  const { name: own, campaignCode, columns, rules } = reading.file;
  const parts = reading.file.format === TEMPLATE_FILE_FORMAT ? reading.file.parts : null;
  return { ok: true, template: { name: own, campaignCode, columns, rules, parts } };
}

/** The text of a template's file, laid out for people. */
export function writeTemplateFile({ name, campaignCode, columns, rules, parts }: TemplateContent): string {
  const file = { format: TEMPLATE_FILE_FORMAT, version: 1, name, campaignCode, columns, rules, parts };
  return `${JSON.stringify(file, null, 2)}\n`;
}

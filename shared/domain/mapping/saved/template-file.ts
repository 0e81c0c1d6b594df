import {
  MAPPING_FILE_FORMAT,
  TEMPLATE_FILE_FORMAT,
  type TemplateContent,
  templateFileSchema,
} from '../../../contract/imports/templates.ts';
import { isObject } from '../../service/answers/answers.ts';
import { fileMistake } from '../../words/file-mistake.ts';
import { visibleMarks } from '../../words/visible-marks.ts';

export type TemplateFileReading = { ok: true; template: TemplateContent } | { ok: false; message: string };

/** Bytes. A template with 500 fields and 5,000 allowed values for some of them fits. */
export const LARGEST_TEMPLATE_FILE = 5_000_000;

/** Reads the text of a template's file; nothing in its name stays hidden. `name`: of the file, for the message when it cannot be used. */
export function readTemplateFile(text: string, name: string): TemplateFileReading {
  const refuse = (why: string): TemplateFileReading => ({ ok: false, message: `"${name}" ${why}` });
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return refuse('is not JSON, so it holds no template. Choose a file that was saved with "Save as a file".');
  }
  const format = isObject(value) ? value['format'] : undefined;
  if (!isObject(value) || (format !== TEMPLATE_FILE_FORMAT && format !== MAPPING_FILE_FORMAT))
    return refuse('is JSON, but not a template. Choose a file that was saved with "Save as a file".');
  const version = value['version'];
  if (typeof version === 'number' && version > 1)
    return refuse('was written by a newer Lead Console. Update this program to read it.');
  const parsed = templateFileSchema.safeParse(value);
  if (parsed.success) {
    const { name: own, campaignCode, columns, rules } = parsed.data;
    const parts = parsed.data.format === TEMPLATE_FILE_FORMAT ? parsed.data.parts : null;
    return { ok: true, template: { name: visibleMarks(own), campaignCode, columns, rules, parts } };
  }
  return refuse(`is a template with a mistake in it, ${fileMistake(parsed.error)}.`);
}

/** The text of a template's file, laid out for people. */
export function writeTemplateFile({ name, campaignCode, columns, rules, parts }: TemplateContent): string {
  const file = { format: TEMPLATE_FILE_FORMAT, version: 1, name, campaignCode, columns, rules, parts };
  return `${JSON.stringify(file, null, 2)}\n`;
}

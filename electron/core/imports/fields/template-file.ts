import { readFileSync, statSync, writeFileSync } from 'node:fs';
import type { SavedFile } from '../../../../shared/contract/host/files.ts';
import type { TemplateContent } from '../../../../shared/contract/imports/templates.ts';
import { LARGEST_TEMPLATE_FILE, readTemplateFile, writeTemplateFile } from '../../../../shared/domain/mapping/index.ts';
import { fileFailure, readingTrouble, writingTrouble } from '../../files/foundation/file-trouble.ts';
import { Failure } from '../../foundation/failure.ts';
import type { GrantedFile } from '../../foundation/ports.ts';

/** Throws Failure `file` when it cannot be read or is not a template. */
export function readTemplate({ path, name }: GrantedFile): TemplateContent {
  const reading = readTemplateFile(textOf(path, name), name);
  if (!reading.ok) throw new Failure({ code: 'file', reason: 'unreadable', message: reading.message });
  return reading.template;
}

/** Throws Failure `file` when it cannot be written. */
export function writeTemplate(template: TemplateContent, target: GrantedFile): SavedFile {
  const text = writeTemplateFile(template);
  try {
    writeFileSync(target.path, text, { mode: 0o600 });
  } catch (error) {
    throw fileFailure(writingTrouble(error, target.name));
  }
  const rows = template.rules.length;
  return { name: target.name, rows, countedRows: rows, bytes: Buffer.byteLength(text) };
}

/** A person may choose any file; one that is too large for a template is not read. */
function textOf(path: string, name: string): string {
  try {
    if (statSync(path).size > LARGEST_TEMPLATE_FILE)
      throw new Failure({
        code: 'file',
        reason: 'unreadable',
        message: `"${name}" is too large for a template. Choose a file that was saved with "Save as a file".`,
      });
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw error instanceof Failure ? error : fileFailure(readingTrouble(error, name));
  }
}

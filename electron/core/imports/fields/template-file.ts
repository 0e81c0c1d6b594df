import { readFileSync, statSync } from 'node:fs';
import type { SavedFile } from '../../../../shared/contract/host/files.ts';
import type { TemplateContent } from '../../../../shared/contract/imports/templates.ts';
import { LARGEST_TEMPLATE_FILE, readTemplateFile, writeTemplateFile } from '../../../../shared/domain/mapping/index.ts';
import { fileFailure, readingTrouble } from '../../files/foundation/file-trouble.ts';
import { writeTarget } from '../../files/writing/target-file.ts';
import { Failure } from '../../foundation/failure.ts';
import type { GrantedFile } from '../../foundation/ports.ts';

/** Throws Failure `file` when it cannot be read or is not a template. */
export function readTemplate({ path, name }: GrantedFile): TemplateContent {
  const reading = readTemplateFile(textOf(path, name), name);
  if (!reading.ok) throw new Failure({ code: 'file', reason: 'unreadable', message: reading.message });
  return reading.template;
}

/** Throws FileTrouble when it cannot be written: a file that is there stays as it was then. */
export async function writeTemplate(template: TemplateContent, target: GrantedFile): Promise<SavedFile> {
  const bytes = Buffer.from(writeTemplateFile(template));
  await writeTarget({ path: target.path, overwrite: true }, (file) => file.append(bytes));
  const rows = template.rules.length;
  return { name: target.name, rows, countedRows: rows, bytes: bytes.length };
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

import type { SavedFile } from '../../../../shared/contract/host/files.ts';
import type { TemplateContent } from '../../../../shared/contract/imports/templates.ts';
import { LARGEST_TEMPLATE_FILE, readTemplateFile, writeTemplateFile } from '../../../../shared/domain/mapping/index.ts';
import { savedText, saveWhole } from '../../files/writing/saved-text.ts';
import { unusable } from '../../foundation/failure.ts';
import type { GrantedFile } from '../../foundation/ports.ts';

/** Throws Failure `file` when it cannot be read or is not a template. */
export function readTemplate(file: GrantedFile): TemplateContent {
  const reading = readTemplateFile(savedText(file, 'template', LARGEST_TEMPLATE_FILE), file.name);
  if (!reading.ok) throw unusable(reading.message, 'unreadable');
  return reading.template;
}

/** Throws FileTrouble when it cannot be written: a file that is there stays as it was then. */
export function writeTemplate(template: TemplateContent, target: GrantedFile): Promise<SavedFile> {
  return saveWhole(target, writeTemplateFile(template), template.rules.length);
}

import type { CallError } from '../../../bridge/index.ts';

/** What a draft does with templates. */
export interface TemplateWork {
  readonly use: (templateId: string) => void;
  /** The draft as it was before the template. */
  readonly undo: () => void;
  /** A person declined templates for this draft. */
  readonly decline: () => void;
  readonly isDeclined: boolean;
  readonly isPending: boolean;
  readonly error: CallError | null;
}

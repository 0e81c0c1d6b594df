import type { CleaningStep, Mapping } from '../../../contract/imports/mapping.ts';
import type { FieldSuggestion } from '../../../contract/imports/imports.ts';

/** A mapping that takes every suggestion as it is; values are trimmed. */
export function mappingFromSuggestions(suggestions: readonly FieldSuggestion[]): Mapping {
  const trim: CleaningStep = { kind: 'trim' };
  return suggestions.flatMap((suggestion) =>
    suggestion.field === null
      ? []
      : [
          {
            field: suggestion.field,
            source: {
              kind: 'columns' as const,
              ...(suggestion.joined ?? { columns: [suggestion.column], join: null }),
            },
            cleaning: [trim],
          },
        ],
  );
}

import type { Mapping } from '../../../contract/imports/mapping.ts';
import type { FieldSuggestion } from '../../../contract/imports/imports.ts';

/** A mapping that takes every suggestion as it is; values are trimmed. */
export function mappingFromSuggestions(suggestions: readonly FieldSuggestion[]): Mapping {
  return suggestions.flatMap(({ field, column, joined }): Mapping => {
    const source = { kind: 'columns' as const, ...(joined ?? { columns: [column], join: null }) };
    return field === null ? [] : [{ field, source, cleaning: [{ kind: 'trim' }] }];
  });
}

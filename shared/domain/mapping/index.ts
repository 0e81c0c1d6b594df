export { applyMapping, mappingFromSuggestions, mappingProblems, type MappingProblem } from './apply.ts';
export { cleanValue, internationalPhone, isoDate, nameParts } from './cleaning.ts';
export { conceptNames } from './header-concepts.ts';
export { headerKey } from './header-tokens.ts';
export { findColumn, parseMapArgument, type MapArgument } from './map-argument.ts';
export { withPhoneCountry } from './phone-country.ts';
export {
  suggestMapping,
  suggestionThreshold,
  type CampaignField,
  type EarlierMapping,
  type MappingSuggestion,
} from './suggest.ts';
export { LARGEST_MAPPING_FILE, readMappingFile, writeMappingFile } from './mapping-file.ts';
export { columnsRead, fitMapping, fitQuality, type KeptMapping } from './saved-mapping.ts';
export type { CleaningStep, FieldRule, FieldSource, Mapping } from '../../contract/mapping.ts';

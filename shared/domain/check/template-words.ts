import { type Plan, type Terms, USUAL_TERMS } from '../../contract/imports/imports.ts';
import type { TemplateKeeps } from '../../contract/imports/templates.ts';
import { countryName } from '../country/country-name.ts';
import { format } from '../words/format.ts';
import { answerWords } from './duplicate-answers.ts';

/** What a draft has of the things that a template fills beside its mapping. */
export interface FilledBefore {
  /** Country of its phones; null: not known. */
  readonly country: string | null;
  readonly plan: Pick<Plan, 'poolName' | 'terms' | 'stopAfterSameRefusal'>;
}

/**
 * What a template does beside its mapping, a line each. Without `before` all of it; else what a draft does not have already.
 *
 * @param poolName made by its scheme; null: the automatic pool
 */
export function templateWords(keeps: TemplateKeeps, poolName: string | null, before: FilledBefore | null): string[] {
  const { country, rules, duplicates, stopAfterSameRefusal: stop } = keeps;
  const plan = before?.plan;
  const lines: string[] = [];
  if (country !== null && country !== before?.country)
    lines.push(`Phones without a prefix are of ${countryName(country)}`);
  if (rules > 0) lines.push(`${format.count(rules, 'rule')} of the check`);
  lines.push(...duplicates.map(answerWords));
  if (plan === undefined || plan.poolName !== poolName)
    lines.push(poolName === null ? 'The automatic lead pool of the day' : `Lead pool “${poolName}”`);
  const terms: Terms = { ...USUAL_TERMS, ...keeps.terms };
  const known: Terms = { ...USUAL_TERMS, ...plan?.terms };
  lines.push(...termsWords(terms, known));
  if (stop !== plan?.stopAfterSameRefusal && (plan !== undefined || stop !== USUAL_STOP))
    lines.push(
      stop === 0 ? 'No pause for equal refusals' : `Pauses after ${format.number(stop)} equal refusals in a row`,
    );
  return lines;
}

/** Equal refusals in a row after which an import pauses, as long as nobody chose another number. */
const USUAL_STOP = 25;

/** What is different from the terms before. */
function termsWords(terms: Terms, before: Terms): string[] {
  const { between, share, trial, tagField, fairUse, notify, saveResult, order } = terms;
  const lines: string[] = [];
  const differs = (name: keyof Terms) => JSON.stringify(terms[name]) !== JSON.stringify(before[name]);
  if (differs('between'))
    lines.push(between === null ? 'Sends at any hour' : `Sends between ${between.from} and ${between.to} o’clock`);
  if (differs('share')) lines.push(`Sends at ${share} % of the pace`);
  if (differs('trial')) lines.push(trial === 0 ? 'No trial' : `A trial of ${format.count(trial, 'row')} first`);
  if (differs('tagField')) lines.push(tagField === null ? 'No tag' : `A tag in the field “${tagField}”`);
  if (differs('fairUse')) lines.push(fairUse ? 'With fair use' : 'Without fair use');
  if (order?.column !== before.order?.column || order?.descending !== before.order?.descending)
    lines.push(
      order === null
        ? 'In the order of the file'
        : `Rows in the order of “${order.label ?? `Column ${order.column + 1}`}”`,
    );
  if (differs('saveResult')) lines.push(saveResult ? 'Saves the result file beside the file' : 'Saves no result file');
  if (differs('notify')) lines.push(notify ? 'Tells you when it is complete' : 'Does not tell you when it is complete');
  return lines;
}

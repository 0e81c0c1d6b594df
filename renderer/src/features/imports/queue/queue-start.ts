import { type Terms, USUAL_TERMS } from '../../../../../shared/contract/imports/imports.ts';
import { opensAt } from '../../../../../shared/domain/schedule/send-hours.ts';
import { format, rowForms } from '../../../lib/format.ts';

/** What becomes of the rows of a file when its queue is started. */
export interface FileStart {
  readonly goOn: number;
  /** They are sent at once. */
  readonly now: number;
  /** They wait for the time of their plan. */
  readonly later: number;
  /** They wait until a person resumes, because the plan has a trial. */
  readonly afterTrial: number;
  /** When the rows begin to go, in words; '' at once. */
  readonly when: string;
}

export function fileStart(goOn: number, terms: Terms = USUAL_TERMS, now: number): FileStart {
  const first = terms.trial === 0 ? goOn : Math.min(terms.trial, goOn);
  const at = opensAt(terms, now, format.zone());
  return {
    goOn,
    now: at === null ? first : 0,
    later: at === null ? 0 : first,
    afterTrial: goOn - first,
    when: at === null ? '' : `from ${format.moment(at, now)} on`,
  };
}

/** "12", "10 of 12" with a trial of ten, "10 of 12 from 21:00 on" */
export function fileStartWords({ goOn, afterTrial, when }: FileStart): string {
  const rows = afterTrial === 0 ? format.number(goOn) : `${format.number(goOn - afterTrial)} of ${format.number(goOn)}`;
  return when === '' ? rows : `${rows} ${when}`;
}

const fileForms = { one: '# file', other: '# files' };
const LATER = {
  one: '# row waits for the time in the plan of its file.',
  other: '# rows wait for the time in the plan of their file.',
};
const AFTER_TRIAL = {
  one: '# row waits for the end of the trial of its file: look at the leads of the trial, then resume the import.',
  other: '# rows wait for the end of the trial of their file: look at the leads of the trial, then resume the import.',
};

/** What the dialog asks, what its button does, and which rows are not sent by it yet. */
export function queueStartWords(
  files: readonly FileStart[],
  campaignCode: string,
): { readonly title: string; readonly action: string; readonly waits: string } {
  const sum = (of: (file: FileStart) => number) => files.reduce((all, file) => all + of(file), 0);
  const [goOn, now] = [sum((file) => file.goOn), sum((file) => file.now)];
  const ofFiles = format.count(files.length, fileForms);
  const rows = `${now === goOn ? '' : `${format.number(now)} of `}${format.count(goOn, rowForms)}`;
  const waits = [
    [sum((file) => file.later), LATER],
    [sum((file) => file.afterTrial), AFTER_TRIAL],
  ] as const;
  return {
    title: now === 0 ? `Start ${ofFiles} into ${campaignCode}?` : `Send ${rows} of ${ofFiles} to ${campaignCode}?`,
    action: now === 0 ? `Start ${ofFiles}` : `Send ${rows}`,
    waits: waits.flatMap(([count, forms]) => (count > 0 ? [format.count(count, forms)] : [])).join(' '),
  };
}

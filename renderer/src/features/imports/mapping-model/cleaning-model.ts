import type { CleaningStep } from '../../../../../shared/contract/imports/mapping.ts';
import { countryPrefix } from './phone-countries.ts';

type Kind = CleaningStep['kind'];
type StepOf<Wanted extends Kind> = Extract<CleaningStep, { kind: Wanted }>;

const CASE_WORDS = { upper: 'Upper case', lower: 'Lower case', words: 'Word case' } as const;
const ORDER_WORDS = { 'day-month': 'Date d-m-y', 'month-day': 'Date m-d-y', 'year-month': 'Date y-m-d' } as const;

/** A chip's words for each step. `fileCountry`: of phones whose step has no country of its own. */
export function cleaningWords(cleaning: readonly CleaningStep[], fileCountry = ''): string[] {
  return cleaning.map((step) => {
    switch (step.kind) {
      case 'trim':
        return 'Trim';
      case 'phone':
        return `Phone ${countryPrefix(step.country ?? fileCountry)}`.trim();
      case 'asWritten':
        return 'Phone as written';
      case 'email':
        return 'E-mail';
      case 'date':
        return ORDER_WORDS[step.order];
      case 'case':
        return CASE_WORDS[step.to];
      case 'replace':
        return `Replace ${step.values.length}`;
      case 'split':
        return step.part === 'first' ? 'First word' : 'Last word';
    }
  });
}

export function stepOf<Wanted extends Kind>(cleaning: readonly CleaningStep[], kind: Wanted): StepOf<Wanted> | null {
  const found = cleaning.find((step): step is StepOf<Wanted> => step.kind === kind);
  return found ?? null;
}

/** The order in which steps run. Spaces are removed first: no other step expects them. */
const ORDER: readonly Kind[] = ['trim', 'split', 'phone', 'asWritten', 'email', 'date', 'case', 'replace'];

/** Replaces the step of one kind; null removes it. */
export function withStep(cleaning: readonly CleaningStep[], kind: Kind, step: CleaningStep | null): CleaningStep[] {
  const others = cleaning.filter((other) => other.kind !== kind);
  const all = step === null ? others : [...others, step];
  return all.sort((one, other) => ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind));
}

/** With phones cleaned, or sent as they are written: a choice that nothing takes back but another choice. */
export function withPhone(
  cleaning: readonly CleaningStep[],
  phone: StepOf<'phone'> | StepOf<'asWritten'>,
): CleaningStep[] {
  const other = phone.kind === 'phone' ? 'asWritten' : 'phone';
  return withStep(withStep(cleaning, other, null), phone.kind, phone);
}

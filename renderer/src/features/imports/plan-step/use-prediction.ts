import type { QuotaSnapshot } from '../../../../../shared/contract/quota/quota.ts';
import { type Plan, type Terms, USUAL_TERMS } from '../../../../../shared/contract/imports/imports.ts';
import { useChannel } from '../../../bridge/index.ts';
import { forecast, type Forecast } from '../../../../../shared/domain/schedule/import-forecast.ts';
import { useNow } from '../../../lib/use-now.ts';

export interface Prediction {
  readonly prediction: Forecast;
  /** What the same rows would mean with other terms. */
  readonly foresee: (terms: Terms) => Forecast;
  readonly quota: QuotaSnapshot | undefined;
  /** Unix milliseconds; moves on every five seconds. */
  readonly now: number;
  /** The account keeps to the fair use of the service; so it is until the quota is known. */
  readonly isFair: boolean;
}

/** Predicts what sending this number of rows as planned would mean, from the quota and the other imports known now. */
export function usePrediction({ terms = USUAL_TERMS }: Plan, rows: number): Prediction {
  const now = useNow(5000);
  const { data: quota } = useChannel('quota:snapshot', {});
  const { data: jobs } = useChannel('job:list', {});
  const foresee = (other: Terms) => forecast(rows, quota, jobs?.jobs ?? [], now, other);
  return { prediction: foresee(terms), foresee, quota, now, isFair: quota?.fairUse ?? true };
}

import type { AlertSettings } from '../../contract/quota/quota-alerts.ts';

/** What is worth an alert until a person says otherwise. */
export const DEFAULT_ALERTS: AlertSettings = {
  exhausted: { isOn: true, minutes: 15 },
  others: { isOn: true, percent: 1 },
  changed: { isOn: true, percent: 1 },
  unknownRows: { isOn: true, minutes: 60 },
};

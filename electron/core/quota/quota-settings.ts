import type { AlertSettings } from '../../../shared/contract/quota/quota-alerts.ts';
import { alertSettingsSchema } from '../../../shared/contract/quota/quota-alerts.ts';
import { DEFAULT_ALERTS } from '../../../shared/domain/quota/alert-defaults.ts';
import type { LedgerStore } from '../api/broker/ledger/ledger-store.ts';

const FACT = 'alertSettings';

/** What a person wants to be told of, in the account's journal. */
export class KeptAlertSettings {
  readonly #ledger: LedgerStore;
  #current: AlertSettings;

  constructor(ledger: LedgerStore) {
    this.#ledger = ledger;
    this.#current = readKept(ledger);
  }

  get current(): AlertSettings {
    return this.#current;
  }

  set current(settings: AlertSettings) {
    this.#ledger.writeFact(FACT, JSON.stringify(settings));
    this.#current = settings;
  }
}

function readKept(ledger: LedgerStore): AlertSettings {
  try {
    const parsed = alertSettingsSchema.safeParse(JSON.parse(ledger.readFact(FACT) ?? 'null'));
    return parsed.success ? parsed.data : DEFAULT_ALERTS;
  } catch {
    // A damaged entry is as good as none.
    return DEFAULT_ALERTS;
  }
}

import { JsonArrayReader } from '../../api/reads/json-array-reader.ts';
import { troubleIn } from '../../api/reads/leads-of.ts';
import type { ListTrouble } from '../../api/reads/streams.ts';
import { createFlattener } from './flatten.ts';
import type { ResultStore } from './result-store.ts';

/** What the result holds now. */
export interface Received {
  readonly rows: number;
  /** Paths of the columns, when there are more than in the answer before; else null. */
  readonly paths: readonly string[] | null;
  /** How many rows have a non-empty value, by column. */
  readonly filled: readonly number[];
  /** Why no more leads can be cut out of the bytes; null when they can. */
  readonly trouble: ListTrouble | null;
}

/** Cuts the leads out of the bytes of one export, flattens them and stores them: in one place, so that no lead moves. */
export class LeadIntake {
  private readonly reader = new JsonArrayReader();
  private readonly flattener = createFlattener();
  private readonly store: ResultStore;
  private told = 0;

  constructor(store: ResultStore) {
    this.store = store;
  }

  /** The leads that became whole with these bytes are in the store when it returns. */
  take(bytes: Uint8Array): Received {
    let leads: readonly unknown[] = [];
    const trouble = troubleIn(() => {
      leads = this.reader.push(bytes);
    });
    if (leads.length > 0) {
      const rows = leads.map((lead) => this.flattener.flatten(lead));
      this.store.append(rows, this.flattener.paths.length);
    }
    return this.received(trouble);
  }

  /** @param isWhole whether the body ended as the service meant it to: then the list must have ended, too */
  finish(isWhole: boolean): Received {
    return this.received(isWhole ? troubleIn(() => this.reader.end()) : null);
  }

  private received(trouble: Received['trouble']): Received {
    const { paths, filled } = this.flattener;
    const isWider = paths.length > this.told;
    this.told = paths.length;
    return { rows: this.store.rows, paths: isWider ? paths : null, filled, trouble };
  }
}

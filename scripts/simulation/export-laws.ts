import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
  createExportRecords,
  type ExportRecord,
  type ExportRecords,
} from '../../electron/core/exports/records/export-records.ts';
import { isBeingWorkedOn } from '../../electron/core/exports/export-book.ts';
import { Broken } from './broken.ts';
import type { Wires } from './network.ts';
import { outside } from './owners.ts';

/* What must hold of exports in every life. */

/** What a person was told of an export, and said about it. */
export interface ToldExport {
  readonly id: string;
  isLeaving: boolean;
  isGone: boolean;
}

export class ExportLaws {
  /** By number: those that a person was told of. */
  readonly told = new Map<number, ToldExport>();
  readonly #wires: Wires;
  /** Exports whose leads all came, as the journal said. */
  readonly #whole = new Set<string>();
  #folder = '';
  #records: ExportRecords | null = null;

  constructor(wires: Wires) {
    this.#wires = wires;
  }

  read(folder: string, reader: DatabaseSync): void {
    this.#folder = folder;
    this.#records = createExportRecords(reader);
  }

  begun(number: number, id: string): void {
    this.told.set(number, { id, isLeaving: false, isGone: false });
  }

  /** After each commit. */
  check(): void {
    if (this.told.size === 0) return;
    const all = new Map((this.#records?.all() ?? []).map((record) => [record.id, record]));
    for (const { id, isLeaving, isGone } of this.told.values()) {
      const record = all.get(id);
      if (isGone && record !== undefined) throw new Broken('ghost', `export ${id} was deleted and is there`);
      if (!isLeaving && record === undefined) throw new Broken('kept', `export ${id} was begun and is not there`);
      if (record?.state === 'complete') this.#whole.add(id);
      if (record !== undefined && record.state !== 'complete' && this.#whole.has(id))
        throw new Broken('kept', `export ${id} was complete, and is ${record.state} now`);
    }
  }

  /** At the end, with every program closed. */
  checkEnd(): void {
    this.check();
    for (const record of this.#records?.all() ?? []) this.#checkResult(record);
    const [left] = this.#filesWithout();
    if (left !== undefined) throw new Broken('ghost', `${left} is there, and no export is`);
  }

  /** Whether something is left of an export that was not begun, or not removed, to the end. */
  hasUnfinished(): boolean {
    return this.#filesWithout().length > 0;
  }

  /** Files of exports that are on no record. */
  #filesWithout(): string[] {
    const known = this.#records?.ids() ?? new Set();
    const names = ['results', 'locks'].flatMap((place) => this.#filesIn(place));
    return names.filter((name) => {
      const id = /^(?:export-|reading-)?([0-9a-f-]{36})/.exec(name)?.[1];
      return id !== undefined && !known.has(id);
    });
  }

  #filesIn(place: string): string[] {
    const folder = join(this.#folder, place);
    return existsSync(folder) ? readdirSync(folder) : [];
  }

  #checkResult(record: ExportRecord): void {
    const { id, state, rows, startedAt } = record;
    if (isBeingWorkedOn(record)) throw new Broken('settles', `export ${id} is still fetched at the end`);
    const ids = this.#leadsIn(record);
    if (ids.length !== rows)
      throw new Broken('counts', `export ${id} (${state}) says ${rows} leads and has ${ids.length}`);
    const { leads, lists } = this.#wires.service;
    const known = new Set(leads.map((lead) => lead.id));
    const strange = ids.find((lead) => !known.has(lead));
    if (strange !== undefined) throw new Broken('true', `export ${id} has ${strange}, which the service does not have`);
    if (new Set(ids).size !== ids.length) throw new Broken('twice', `export ${id} has a lead twice: ${ids.join(' ')}`);
    if (state !== 'complete') return;
    const has = new Set(ids);
    if (!lists.some((list) => list.at >= startedAt && list.ids.every((lead) => has.has(lead))))
      throw new Broken('lost', `export ${id} is complete with ${ids.length} leads, and no answer had only these`);
  }

  #leadsIn({ id, columns }: ExportRecord): string[] {
    const path = join(this.#folder, 'results', `${id}.sqlite`);
    if (!existsSync(path)) return [];
    const column = columns.findIndex(({ path: name }) => name === 'uniqueId');
    return outside(() => {
      using database = new DatabaseSync(path);
      // A power cut may have taken the leads with their columns.
      const has =
        database.prepare("SELECT 1 FROM pragma_table_info('leads') WHERE name = ?").get(`c${column}`) !== undefined;
      const rows = database.prepare(`SELECT ${has ? `c${column}` : "''"} AS id FROM leads`).all();
      return rows.map((row) => String(row['id']));
    });
  }
}

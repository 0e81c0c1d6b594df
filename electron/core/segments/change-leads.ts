import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { ChannelArgs, ChannelResult } from '../../../shared/contract/channels.ts';
import type { SegmentBatchState, SegmentLeadState } from '../../../shared/contract/segments/segment-changes.ts';
import { emptyLog, inTransaction } from '../storage/database.ts';
import { storedCells } from '../storage/stored-json.ts';
import { asJson, countsOf, type StoredChange } from './stored-change.ts';

export type LeadFilter = Omit<ChannelArgs<'segment:leads'>, 'changeId'>;
export type LeadPage = ChannelResult<'segment:leads'>;
export type MemberFilter = ChannelArgs<'segment:members'>;
export type MemberPage = ChannelResult<'segment:members'>;

/** Rows that one transaction writes: the other writers of the journal may have to wait for it, a few milliseconds. */
const LEADS_A_TURN = 20_000;
const BATCHES_A_TURN = 400;

/** The leads of changes, all of one at a time. A thread has it: a hundred thousand ids take a while. */
export class ChangeLeads {
  readonly #journal: DatabaseSync;
  readonly #pause: () => Promise<void>;

  /** @param pause other work runs */
  constructor(journal: DatabaseSync, pause: () => Promise<void>) {
    this.#journal = journal;
    this.#pause = pause;
  }

  /**
   * Keeps a change with its leads, divided into batches. A change does not count before it is begun, so this may be cut
   * short anywhere.
   */
  async keep(change: StoredChange, leads: readonly string[]): Promise<void> {
    await this.remove(change.id);
    this.#insert(change);
    const batch = this.#journal.prepare(
      `INSERT INTO segment_batch SELECT id, ?, 'waiting', ?, 0, 0, NULL, NULL, '', 0, 0, 0, 0, NULL FROM segment_change WHERE id = ?`,
    );
    const ids = this.#journal.prepare('INSERT INTO segment_ids (change, number, ids) VALUES (?, ?, ?)');
    const { batchSize } = change;
    const count = Math.ceil(leads.length / batchSize);
    const most = Math.max(1, Math.min(BATCHES_A_TURN, Math.floor(LEADS_A_TURN / batchSize)));
    await this.#inTurns(count, most, (index) => {
      const part = leads.slice(index * batchSize, (index + 1) * batchSize);
      batch.run(index + 1, part.length, change.id);
      ids.run(change.id, index + 1, JSON.stringify(part));
    });
  }

  #insert(change: StoredChange): void {
    this.#journal
      .prepare(
        `INSERT INTO segment_change VALUES (
           :id, :segmentId, :segmentName, :kind, :source, 'prepared', '', :createdAt, NULL, NULL,
           :listed, :repeated, :unusable, :earlier, :batchSize, 0, :before, NULL, :undoes
         )`,
      )
      .run({
        id: change.id,
        segmentId: change.segmentId,
        segmentName: change.segmentName,
        kind: change.kind,
        source: change.source,
        createdAt: change.createdAt,
        listed: change.listed,
        repeated: change.repeated,
        unusable: change.unusable,
        earlier: change.earlier,
        batchSize: change.batchSize,
        before: asJson(change.before),
        undoes: change.undoes,
      });
  }

  /** Calls `work` for `count` pieces, a limited number of them in each transaction. */
  async #inTurns(count: number, most: number, work: (index: number) => void): Promise<void> {
    for (let from = 0; from < count; from += most) {
      inTransaction(this.#journal, () => {
        for (let index = from; index < Math.min(count, from + most); index += 1) work(index);
      });
      await this.#pause();
    }
  }

  /** Leads that the service said yes to, in their order. */
  moved(change: string): string[] {
    return this.#journal.prepare(`${LEADS} AND b.state = 'done' ORDER BY b.number`).all(change).flatMap(movedIn);
  }

  /**
   * Leads that the changes of this computer put into the segment, in the order in which batches left. A removal whose answer
   * did not come may have taken its leads out, so they do not count as inside: adding one that is inside changes nothing.
   */
  putInEarlier(segmentId: string): Set<string> {
    const inside = new Set<string>();
    const leadsOf = this.#journal.prepare(`${LEADS} AND l.number = ?`);
    const batches = this.#journal
      .prepare(
        `SELECT c.id, c.kind, b.number FROM segment_change c JOIN segment_batch b ON b.change = c.id
         WHERE c.segment_id = ? AND c.state <> 'prepared'
           AND (b.state = 'done' OR (c.kind = 'remove' AND b.state IN ('sent', 'unknown', 'left')))
         ORDER BY b.sent_place, c.created_at, c.id DESC, b.number`,
      )
      .all(segmentId);
    for (const { id, kind, number } of batches)
      for (const lead of leadsOf.all(String(id), Number(number)).flatMap(movedIn)) {
        if (kind === 'add') inside.add(lead);
        else inside.delete(lead);
      }
    return inside;
  }

  /** A page of the leads of `putInEarlier`, the earliest first. */
  members({ segmentId, search, offset, limit }: MemberFilter): MemberPage {
    const part = search.toLowerCase();
    const found = [...this.putInEarlier(segmentId)].filter((id) => id.toLowerCase().includes(part));
    return { total: found.length, leadIds: found.slice(offset, offset + limit) };
  }

  /**
   * The latest change that was begun with exactly these leads, when batches are left in it whose answers did not come or
   * that were not sent; null: nothing is left of it, or there is none.
   */
  leftOpen(segmentId: string, kind: StoredChange['kind'], leads: readonly string[]): string | null {
    const asked = new Set(leads);
    const changes = this.#journal
      .prepare(
        `SELECT c.id, max(b.state IN ('waiting', 'sent', 'unknown')) AS open FROM segment_change c
         JOIN segment_batch b ON b.change = c.id
         WHERE c.segment_id = ? AND c.kind = ? AND c.state NOT IN ('prepared', 'stopped')
         GROUP BY c.id HAVING sum(b.leads) = ? ORDER BY c.rowid DESC`,
      )
      .all(segmentId, kind, leads.length);
    const last = changes.find(({ id }) => this.#hasExactly(String(id), asked));
    return last?.['open'] === 1 ? String(last['id']) : null;
  }

  /** Compares with a change that has the same number of leads. */
  #hasExactly(change: string, leads: ReadonlySet<string>): boolean {
    for (const row of this.#journal.prepare(LEADS).iterate(change))
      if (!decodeLeads(row).ids.every((id) => leads.has(id))) return false;
    return true;
  }

  /** A page of the leads in their order. */
  page(change: string, { state, search, offset, limit }: LeadFilter): LeadPage {
    const part = search.toLowerCase();
    const leads: LeadPage['leads'] = [];
    let total = 0;
    for (const found of this.#journal.prepare(`${BATCHES} ORDER BY number`).iterate(change)) {
      const batch = decodeFigures(found);
      const count = state === null ? batch.leads : countsOf(batch)[state];
      // Without a search it is known from the figures how many fit: only the ids that are shown are read.
      const isShown = leads.length < limit && total + count > offset;
      if (count === 0 || (part === '' && !isShown)) {
        total += count;
        continue;
      }
      for (const lead of this.#leadsIn(change, batch)) {
        if (state !== null && lead.state !== state) continue;
        if (!lead.leadId.toLowerCase().includes(part)) continue;
        if (total >= offset && leads.length < limit) leads.push(lead);
        total += 1;
      }
    }
    return { total, leads };
  }

  /** Every lead with what became of it, batch by batch; fewer when the change is removed meanwhile. */
  *all(change: string): Generator<LeadPage['leads'], void, void> {
    for (let number = 1; ; number += 1) {
      const found = this.#journal.prepare(`${BATCHES} AND number = ?`).get(change, number);
      if (found === undefined) return;
      yield this.#leadsIn(change, decodeFigures(found));
    }
  }

  #leadsIn(change: string, batch: ReturnType<typeof decodeFigures>): LeadPage['leads'] {
    const row = this.#journal.prepare(`${LEADS} AND l.number = ?`).get(change, batch.number);
    if (row === undefined) return [];
    const { ids, missing, refused } = decodeLeads(row);
    const { number, reason } = batch;
    const rest = stateOfRest(batch.state);
    return ids.map((leadId) => {
      const state = missing.has(leadId) ? 'missing' : refused.has(leadId) ? 'refused' : rest;
      return { leadId, batch: number, state, reason: state === 'refused' || state === 'unknown' ? reason : '' };
    });
  }

  /** Removes a change, which no longer counts from the first write on, and overwrites its data on the disk. */
  async remove(change: string): Promise<void> {
    this.#journal.prepare(`UPDATE segment_change SET state = 'prepared' WHERE id = ?`).run(change);
    const numbers = this.#journal.prepare('SELECT number FROM segment_batch WHERE change = ?').all(change);
    const [ids, batch] = ['segment_ids', 'segment_batch'].map((table) =>
      this.#journal.prepare(`DELETE FROM ${table} WHERE change = ? AND number = ?`),
    );
    await this.#inTurns(numbers.length, BATCHES_A_TURN, (index) => {
      const number = Number(numbers[index]?.['number']);
      ids?.run(change, number);
      batch?.run(change, number);
    });
    const { changes } = this.#journal.prepare('DELETE FROM segment_change WHERE id = ?').run(change);
    if (changes > 0) emptyLog(this.#journal);
  }
}

const LEADS = `SELECT l.number, l.ids, l.missing, l.refused FROM segment_ids l
  JOIN segment_batch b ON b.change = l.change AND b.number = l.number WHERE l.change = ?`;
const BATCHES = 'SELECT number, state, leads, missing, refused, reason FROM segment_batch WHERE change = ?';

/** Damaged ids count as none. */
function decodeLeads(row: Record<string, SQLOutputValue>) {
  const list = (name: string) => storedCells(row[name]) ?? [];
  return { ids: list('ids'), missing: new Set(list('missing')), refused: new Set(list('refused')) };
}

/** Leads of a batch without those that the service did not know or refused by name. */
function movedIn(row: Record<string, SQLOutputValue>): string[] {
  const { ids, missing, refused } = decodeLeads(row);
  return ids.filter((id) => !missing.has(id) && !refused.has(id));
}

function decodeFigures(row: Record<string, SQLOutputValue>) {
  const number = (name: string) => Number(row[name]);
  return {
    number: number('number'),
    state: String(row['state']) as SegmentBatchState,
    leads: number('leads'),
    missing: number('missing'),
    refused: number('refused'),
    reason: String(row['reason']),
  };
}

/** State of the leads of a batch that the answer did not name. */
function stateOfRest(state: SegmentBatchState): SegmentLeadState {
  if (state === 'done') return 'moved';
  if (state === 'refused') return 'refused';
  return state === 'unknown' || state === 'left' ? 'unknown' : 'waiting';
}

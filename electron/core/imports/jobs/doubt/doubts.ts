// Why: decision 0161.
import type { DatabaseSync } from 'node:sqlite';
import { type Doubt, type FoundDoubt, foundDoubtSchema } from '../../../../../shared/contract/jobs/doubt.ts';
import { inTransaction, migrate } from '../../../storage/database.ts';
import { storedJson } from '../../../storage/stored-json.ts';
import type { WitnessDifference } from '../journal/recovery/compare-witness.ts';
import type { JobRecord } from '../journal/records/job-records.ts';
import type { JobStore } from '../journal/job-store.ts';
import { rangesText } from '../witness/row-set.ts';
import { countedSentence } from './count-words.ts';
import { differenceSentences, holdReason, rebuiltSentence } from './doubt-words.ts';
import type { Counted } from './service-count.ts';

const DAMAGED_DOUBT =
  'It was in doubt what was sent, and the journal’s note of that is damaged and cannot be read. Compare with the service, or go on.';

const DOUBT_SCHEMA = [
  `CREATE TABLE import_doubt (id INTEGER PRIMARY KEY, content TEXT NOT NULL, settled_at INTEGER) STRICT;`,
] as const;

export interface DoubtTools {
  readonly journal: DatabaseSync;
  readonly store: JobStore;
  readonly now: () => number;
  /** In which sentences name times. */
  readonly zone: string;
  /** Another program runs the job now. */
  readonly isHeldElsewhere: (jobId: string) => boolean;
}

/** What the program does not know of its own sends: found when an account is opened, kept until a person goes on. */
export class Doubts {
  readonly #tools: DoubtTools;

  constructor(tools: DoubtTools) {
    migrate(tools.journal, 'doubt', DOUBT_SCHEMA);
    this.#tools = tools;
  }

  /** @param setAside the name of the damaged journal; null when it was whole */
  found(difference: WitnessDifference | null, setAside: string | null): void {
    if (difference === null && setAside === null) return;
    const sentences = [
      ...(setAside === null ? [] : [rebuiltSentence(setAside)]),
      ...(difference === null ? [] : differenceSentences(difference, this.#tools.store.zone)),
    ];
    this.#keep({
      ...this.#nothing(),
      sentences,
      forgotten: (difference?.forgotten ?? []).map(({ jobId, name, rows, firstAt, lastAt }) => ({
        jobId,
        name,
        rows: rangesText(rows),
        count: rows.size,
        firstAt,
        lastAt,
      })),
      lost: [...(difference?.lost ?? [])],
      witness: difference?.witness ?? null,
      memories: difference?.memories ?? null,
      setAside,
    });
  }

  /** The service counted more than is known here. Answers why jobs with rows left wait. */
  counted(found: Counted): string {
    this.asked(found);
    return holdReason([countedSentence(found, this.#tools.zone)]);
  }

  /** What the service answered to a person, who may have been told before that something is in doubt. */
  asked(found: Counted): void {
    const { counted, remembered, isShared, readAt, since } = found;
    const sentences = counted > remembered ? [countedSentence(found, this.#tools.zone)] : [];
    this.#keep({ ...this.#nothing(), sentences, service: { counted, remembered, readAt, isShared, since } });
  }

  /** Null when nothing is in doubt, or a person went on. */
  current(): Doubt | null {
    const open = this.#open();
    if (open.length === 0) return null;
    const merged = open.reduce((one, other) => ({
      foundAt: one.foundAt,
      sentences: [...one.sentences, ...other.sentences.filter((sentence) => !one.sentences.includes(sentence))],
      forgotten: [...one.forgotten, ...other.forgotten],
      lost: [...one.lost, ...other.lost],
      witness: other.witness ?? one.witness,
      setAside: other.setAside ?? one.setAside,
      memories: other.memories ?? one.memories,
      service: other.service ?? one.service,
    }));
    return { ...merged, held: this.#held() };
  }

  /** Removes the name of a deleted job from the doubts. Call it in the transaction that deletes it. */
  forget({ id, name, fileName }: Pick<JobRecord, 'id' | 'name' | 'fileName'>): void {
    const { journal, store } = this.#tools;
    // Sentences have names in quotes: an import may be called "sent" or "row".
    const nameless = (sentence: string) =>
      [fileName, name].reduce((text, part) => text.replaceAll(`"${part}"`, '"a deleted import"'), sentence);
    journal.exec('DELETE FROM import_doubt WHERE settled_at IS NOT NULL');
    for (const { id: other, hold } of store.all())
      if (hold?.kind === 'older') store.setHold(other, { ...hold, reason: nameless(hold.reason) });
    const change = journal.prepare('UPDATE import_doubt SET content = ? WHERE id = ?');
    for (const row of journal.prepare('SELECT id, content FROM import_doubt').all()) {
      const found = this.#read(row['content']);
      const isOther = ({ jobId }: { readonly jobId: string }) => jobId !== id;
      const kept = {
        ...found,
        sentences: found.sentences.map(nameless),
        forgotten: found.forgotten.filter(isOther),
        lost: found.lost.filter(isOther),
      };
      change.run(JSON.stringify(kept), Number(row['id']));
    }
  }

  /** A person has read it and chosen; nothing is held any more. */
  settle(): void {
    const { journal, now } = this.#tools;
    journal.prepare('UPDATE import_doubt SET settled_at = ? WHERE settled_at IS NULL').run(now());
  }

  /** Ends the doubt with its last held job. */
  settleWhenFree(): void {
    if (this.#held().length === 0) this.settle();
  }

  #nothing(): FoundDoubt {
    const foundAt = this.#tools.now();
    return {
      foundAt,
      sentences: [],
      forgotten: [],
      lost: [],
      witness: null,
      setAside: null,
      memories: null,
      service: null,
    };
  }

  #keep(found: FoundDoubt): void {
    const { journal, store, isHeldElsewhere } = this.#tools;
    inTransaction(journal, () => {
      journal.prepare('INSERT INTO import_doubt (content) VALUES (?)').run(JSON.stringify(found));
      const reason = holdReason(this.#open().flatMap(({ sentences }) => sentences));
      for (const job of this.#withRowsLeft())
        if (!isHeldElsewhere(job.id)) store.setHold(job.id, { kind: 'older', reason, resumeAt: null });
    });
  }

  #open(): FoundDoubt[] {
    return this.#tools.journal
      .prepare('SELECT content FROM import_doubt WHERE settled_at IS NULL ORDER BY id')
      .all()
      .map((row) => this.#read(row['content']));
  }

  /** A finding is still in doubt when the journal can no longer say what it was. */
  #read(content: unknown): FoundDoubt {
    return storedJson(foundDoubtSchema, content) ?? { ...this.#nothing(), sentences: [DAMAGED_DOUBT] };
  }

  #withRowsLeft(): JobRecord[] {
    const { store } = this.#tools;
    return store.all().filter(({ id }) => store.rows.hasRowsLeft(id));
  }

  #held(): Doubt['held'] {
    const { store } = this.#tools;
    return this.#withRowsLeft()
      .filter(({ hold }) => hold?.kind === 'older')
      .map(({ id, name, campaignCode, rows }) => {
        const { ready, intent } = store.rows.tally(id);
        return { jobId: id, name, campaignCode, waiting: ready + intent, rows };
      });
  }
}

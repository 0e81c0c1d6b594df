// Why: decision 0542.
import { z } from 'zod';
import { momentSchema } from '../../../../shared/contract/team/team.ts';
import { parseJson } from '../../../../shared/domain/service/answers/answers.ts';
import type { SharedTextCounts } from '../../../../shared/contract/team/team-shared.ts';
import { STORAGE_WORDS, storageTrouble } from '../../foundation/failure.ts';
import { type Clock, type Log, sleep } from '../../foundation/ports.ts';
import type { SharedKind, SharedText, SharedTexts } from '../../foundation/shared-texts.ts';
import { nameOf } from '../chain/office-state.ts';
import { NotUnderstood, understood } from '../chain/team-answers.ts';
import type { TeamJournal, TeamSelf } from '../chain/team-journal.ts';
import { sealedLength, type TeamKeys } from '../keys/team-keys.ts';
import { lacksFunction, NOTHING_SENT } from '../link/link-words.ts';
import { type TeamLink, TeamTrouble } from '../link/team-link.ts';
import { LONGEST_TEXT, TEXTS_AT_ONCE } from '../script/text-functions.ts';
import type { HeardText, TextJournal, UntoldText } from './text-journal.ts';

/** Milliseconds for which somebody who wants to know waits for an answer. */
const PATIENCE = 3_000;
/** Answers read in one conversation, so that claims wait for no endless list of texts; the next conversation goes on. */
const MOST_ROUNDS = 40;
/** Where a text stands when it is sealed. */
const PLACE = 'doc.body';

const bodySchema = z.object({ kind: z.string(), key: z.string(), text: z.string() });
const docSchema = z.object({
  id: z.string(),
  rev: z.number().int(),
  office: z.number(),
  // Kept as a whole number.
  at: momentSchema.int(),
  body: z.string(),
  gone: z.boolean(),
  copyOf: z.string().nullable(),
});
const docsSchema = z.object({ incarnation: z.string(), docs: z.array(docSchema) });
const putSchema = z.object({ verdict: z.enum(['done', 'changed', 'notYours']), rev: z.number().int() });

export interface TeamTextsOptions {
  readonly journal: TeamJournal;
  readonly texts: TextJournal;
  readonly talk: <Value>(
    work: (open: { readonly link: TeamLink; readonly keys: TeamKeys }) => Promise<Value>,
  ) => Promise<Value>;
  /** The database could not be reached when it was asked last. */
  readonly isAway: () => boolean;
  readonly clock: Clock;
  readonly log: Log;
}

function bodyOf(kind: SharedKind, key: string, text: string): string {
  return JSON.stringify({ kind, key, text });
}

const UNPREPARED =
  'Nothing is shared but leads and imports: the team’s database was prepared for an earlier version, without templates, rules, fields, queries and views. Everything else goes on. Ask whoever runs it to run the script of "batch team sql" again.';
const ODD =
  'The team’s database answered about shared items in a way that this version of Lead Console does not understand. Leads and imports go on. Update Lead Console, or ask whoever runs the database.';
const OTHER_LOGIN =
  'The team knows this computer under another login and takes nothing from it. Press "New login…" and enter that login, or leave the team and join with the new one.';
const AGAIN = 'Lead Console tries again on its own.';

/** The texts that one account shares with its team. */
export class TeamTexts implements SharedTexts, AsyncDisposable {
  readonly #options: TeamTextsOptions;
  readonly #closing = new AbortController();
  readonly #listeners: ((isNew: boolean) => void)[] = [];
  #asking: Promise<void> | null = null;
  /** A text was shared since the current exchange began, so another one follows. */
  #isAgain = false;
  /** For a person: why texts cannot be read or shared now; empty when the last exchange brought all. */
  trouble = '';

  constructor(options: TeamTextsOptions) {
    this.#options = options;
  }

  get isTeam(): boolean {
    return this.#options.journal.self() !== null;
  }

  get me(): string {
    return this.#options.journal.self()?.office ?? '';
  }

  all(kind: SharedKind): SharedText[] {
    return this.isTeam ? this.#options.texts.all(kind) : [];
  }

  knows(kind: SharedKind, key: string): boolean {
    return !this.isTeam || this.#options.texts.knows(kind, key);
  }

  fits(kind: SharedKind, key: string, text: string): boolean {
    return sealedLength(bodyOf(kind, key, text)) <= LONGEST_TEXT;
  }

  put(kind: SharedKind, key: string, text: string): void {
    this.#tell(kind, key, text);
  }

  remove(kind: SharedKind, key: string): void {
    if (this.knows(kind, key)) this.#tell(kind, key, null);
  }

  #tell(kind: SharedKind, key: string, text: string | null): void {
    if (!this.isTeam) return;
    this.#options.texts.put(kind, key, text, this.#options.clock.wallNow());
    this.#isAgain = this.#asking !== null;
    this.#ask().catch(() => undefined);
  }

  async refresh(): Promise<void> {
    if (!this.isTeam) return;
    const answer = this.#ask();
    // Nobody waits for a database of which it is known that it is away.
    if (this.#options.isAway()) return;
    const waiting = new AbortController();
    const patience = sleep(this.#options.clock, PATIENCE, waiting.signal).catch(() => undefined);
    await Promise.race([answer, patience]);
    waiting.abort();
  }

  /** Null before the team was heard once since this computer came in, or since its database was put back. */
  counts(): SharedTextCounts | null {
    const { journal, texts } = this.#options;
    const self = journal.self();
    return self === null || texts.heardUpTo(self.team, self.incarnation) === null ? null : texts.counts();
  }

  onHeard(listener: (isNew: boolean) => void): void {
    this.#listeners.push(listener);
  }

  /** Another team, or none. */
  forget(): void {
    this.#options.texts.forget();
    this.trouble = '';
  }

  #ask(): Promise<void> {
    if (this.#closing.signal.aborted) return Promise.resolve();
    this.#asking ??= this.#exchange()
      .catch((error: unknown) => {
        this.trouble = this.#wordsOf(error);
      })
      .finally(() => {
        this.#asking = null;
        if (!this.#isAgain) return;
        this.#isAgain = false;
        this.#ask().catch(() => undefined);
      });
    return this.#asking;
  }

  #wordsOf(error: unknown): string {
    if (error instanceof NotUnderstood) return ODD;
    if (error instanceof TeamTrouble) {
      if (lacksFunction(error)) return UNPREPARED;
      // The card of the team says what this means for rows.
      if (error.kind === 'teamPerson') return error.message.replace(` ${NOTHING_SENT}`, '');
      return `${/^.*?[.](?= |$)/su.exec(error.message)?.[0] ?? error.message} ${AGAIN}`;
    }
    const storage = storageTrouble(error);
    if (storage === null) {
      const id = this.#options.log.bug('share with the team', error);
      return `Something in Lead Console went wrong while it shared with the team. ${AGAIN} If this stays, save the diagnostics bundle (log ${id}).`;
    }
    const { cause, remedy } = STORAGE_WORDS[storage];
    return `${cause}. ${remedy}. ${AGAIN}`;
  }

  async #exchange(): Promise<void> {
    let isTaken = true;
    await this.#options.talk(async ({ link, keys }) => {
      const self = this.#options.journal.self();
      if (self === null) return;
      const isNew = await this.#hear(link, keys, self);
      // A listener may have something to tell now.
      for (const listener of this.#listeners) listener(isNew);
      for (const untold of this.#options.texts.untold())
        isTaken = (await this.#tellOne(link, keys, self, untold)) && isTaken;
    });
    this.trouble = isTaken ? '' : OTHER_LOGIN;
  }

  /** Whether there was something new. */
  async #hear(link: TeamLink, keys: TeamKeys, self: TeamSelf): Promise<boolean> {
    const { texts } = this.#options;
    let isNew = false;
    const before = texts.heardUpTo(self.team, self.incarnation);
    if (before === null) texts.tellAgain();
    let since = before ?? 0;
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const { incarnation, docs } = understood(docsSchema, await link.call('docs_v1', { since }));
      // The next move learns of the other one, and this is asked again.
      if (incarnation !== self.incarnation) return isNew;
      isNew ||= docs.length > 0;
      for (const { rev } of docs) {
        if (rev <= since) throw new NotUnderstood();
        since = rev;
      }
      texts.together(() => {
        for (const doc of docs) {
          const heard = this.#opened(doc, keys, self);
          if (heard !== null) texts.heard(heard);
          texts.keepClosed(doc.id, heard === null && !doc.gone);
        }
        texts.keepHeard(self.team, incarnation, since);
      });
      if (docs.length < TEXTS_AT_ONCE) return isNew;
    }
    return isNew;
  }

  /** Null for a text that is not of this team's secret. */
  #opened(doc: z.infer<typeof docSchema>, keys: TeamKeys, self: TeamSelf): HeardText | null {
    const body = bodySchema.safeParse(parseJson(keys.open(PLACE, doc.body) ?? 'null'));
    if (!body.success) return null;
    const { id, rev, office, at, gone, copyOf } = doc;
    const isMine = office === self.id;
    const colleague = this.#options.journal.colleagues().find((known) => known.id === office);
    const by = isMine || colleague === undefined ? '' : nameOf(keys, colleague);
    return { ...body.data, id, rev, by, at, isMine: isMine && copyOf === null, isCopy: copyOf !== null, isGone: gone };
  }

  /** False: the team does not take it from this login. */
  async #tellOne(link: TeamLink, keys: TeamKeys, self: TeamSelf, untold: UntoldText): Promise<boolean> {
    const { texts } = this.#options;
    const { kind, text, rev, isGone } = untold;
    // A copy is kept under its key and its id.
    const key = untold.id === '' ? untold.key : untold.key.replace(`\n${untold.id}`, '');
    const id = untold.id || keys.textId(kind, key);
    const sealed = untold.sealed ?? keys.seal(PLACE, bodyOf(kind, key, text));
    texts.keepSealed(untold, sealed);
    // Too long for the team: it stays here.
    if (sealed.length > LONGEST_TEXT) {
      texts.told(untold, sealed, id, rev);
      return true;
    }
    const request = { office: self.office, id, known: rev, body: sealed, gone: isGone };
    const answer = understood(putSchema, await link.call('put_doc_v1', request));
    if (answer.verdict === 'notYours') return false;
    texts.told(untold, sealed, id, answer.rev);
    return true;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort();
    await this.#asking;
  }
}

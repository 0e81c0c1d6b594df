// Why: decision 0582.
import { nameKey } from '../../../shared/domain/words/fold-text.ts';
import { copyName } from '../../../shared/domain/team/team-words.ts';
import { invalid } from './failure.ts';
import type { SharedKind, SharedText, SharedTexts } from './shared-texts.ts';

interface Named {
  readonly name: string;
}

/** One of this computer or of a colleague. */
export interface Listed<Item extends Named> {
  readonly item: Item;
  /** Under which key it is shared; null: it is not. */
  readonly key: string | null;
  /** The colleague who told it last; null: it is of this computer. */
  readonly from: { readonly name: string; readonly at: number } | null;
}

export interface SharedByNameOptions<Item extends Named> {
  readonly kind: SharedKind;
  readonly texts: SharedTexts;
  readonly write: (item: Item) => string;
  /** Null for a text that this version cannot read. @param own the one of this computer in whose place it stands */
  readonly read: (text: SharedText, own: Item | null) => Item | null;
}

/** Things with a name that a person shares one by one. Without a team they are those of this computer. */
export class SharedByName<Item extends Named> {
  readonly #options: SharedByNameOptions<Item>;

  constructor(options: SharedByNameOptions<Item>) {
    this.#options = options;
  }

  get isTeam(): boolean {
    return this.#options.texts.isTeam;
  }

  /**
   * Those of this computer, and behind them those of colleagues. Of one that both have, the one that was told last counts.
   *
   * @param own by name
   */
  list(own: readonly Item[]): Listed<Item>[] {
    const { kind, texts } = this.#options;
    const told = new Map(texts.all(kind).map((text) => [text.key, text]));
    const here = own.map((item): Listed<Item> => {
      const key = nameKey(item.name);
      const text = told.get(key);
      if (text?.isMine === true) return { item, key, from: null };
      const theirs = text?.isInPlaceOfMine === true ? this.#read(text, item) : null;
      return theirs ?? { item, key: null, from: null };
    });
    const names = new Set(own.map(({ name }) => nameKey(name)));
    const replaced = new Set(here.flatMap(({ key, from }) => (from === null ? [] : key)));
    const others = [...told.values()].flatMap((text) => {
      const theirs = text.isMine || replaced.has(text.key) ? null : this.#read(text, null);
      if (theirs === null) return [];
      const { name } = theirs.item;
      const isTaken = text.isCopy || names.has(nameKey(name));
      return [{ ...theirs, item: { ...theirs.item, name: isTaken ? copyName(name, text.by) : name } }];
    });
    return [...here, ...others];
  }

  #read(text: SharedText, own: Item | null): Listed<Item> | null {
    const { by, at, key } = text;
    const item = this.#options.read(text, own);
    return item === null ? null : { item, key, from: { name: by, at } };
  }

  /** @throws Failure `validation` without a team */
  share(item: Item): void {
    const { kind, texts, write } = this.#options;
    if (!texts.isTeam) throw invalid('This account is in no team, so there is nobody to share with.');
    texts.put(kind, nameKey(item.name), write(item));
  }

  /** This computer keeps its own. */
  stop({ key }: Pick<Listed<Item>, 'key'>): void {
    if (key !== null) this.#options.texts.remove(this.#options.kind, key);
  }

  /** One that is shared takes the place of what was told. @param before undefined: it is new */
  saved(item: Item, before: Listed<Item> | undefined): void {
    if (before === undefined || before.key === null) return;
    if (before.key !== nameKey(item.name)) this.stop(before);
    this.share(item);
  }

  /** Asks what is new, without waiting for the answer. */
  hear(): void {
    this.#options.texts.refresh().catch(() => undefined);
  }
}

/** As a list says it. */
export function sharingOf(key: string | null, from: Listed<Named>['from']) {
  return { ...(key === null ? {} : ({ isShared: true } as const)), ...(from === null ? {} : { from }) };
}

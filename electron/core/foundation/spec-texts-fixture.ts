import type { SharedKind, SharedText, SharedTexts } from './shared-texts.ts';

export const AT = Date.UTC(2026, 10, 12);

/** What a team of two would have, without a database. */
export class SpecTexts implements SharedTexts {
  isTeam = true;
  now = AT;
  readonly me = 'office';
  readonly texts = new Map<string, SharedText & { readonly kind: SharedKind }>();
  heard: (isNew: boolean) => void = () => undefined;

  all(kind: SharedKind = 'template'): SharedText[] {
    return [...this.texts.values()].filter((text) => text.kind === kind);
  }

  knows(kind: SharedKind, key: string): boolean {
    return this.texts.has(`${kind} ${key}`);
  }

  put(kind: SharedKind, key: string, text: string): void {
    this.tells(key, text, { isMine: true, by: '', at: this.now }, kind);
  }

  remove(kind: SharedKind, key: string): void {
    this.texts.delete(`${kind} ${key}`);
  }

  /** A colleague has told it. */
  tells(key: string, text: string, change: Partial<SharedText> = {}, kind: SharedKind = 'template'): void {
    this.texts.set(`${kind} ${key}`, { kind, ...this.#text(key, text, change) });
  }

  #text(key: string, text: string, change: Partial<SharedText>): SharedText {
    return {
      id: `id of ${key}`,
      key,
      text,
      by: 'Anna',
      at: AT,
      isMine: false,
      isInPlaceOfMine: false,
      isCopy: false,
      ...change,
    };
  }

  refresh = async () => undefined;
  onHeard(listener: (isNew: boolean) => void): void {
    this.heard = listener;
  }
}

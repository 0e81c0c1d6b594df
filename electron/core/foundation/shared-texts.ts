// Why: decision 0542 and decision 0581.

/**
 * What a text is. `template`: a template as its file has it; `rules`: rules of the check, by campaign; `fields`: what one computer
 * knows of the fields of a campaign; `query`, `view`: those of exports that a person shared, by name.
 */
export type SharedKind = 'template' | 'rules' | 'fields' | 'query' | 'view';

/** A text that computers of a team share, as it was heard last. */
export interface SharedText {
  readonly id: string;
  /** Unique among the texts of its kind. */
  readonly key: string;
  readonly text: string;
  /** Whose computer told it; empty when nobody said. */
  readonly by: string;
  /** Unix milliseconds. */
  readonly at: number;
  /** This computer told it. */
  readonly isMine: boolean;
  /** A colleague has put it in the place of one that this computer had told. */
  readonly isInPlaceOfMine: boolean;
  /** It was told at the same time as the one that stands in its place now. */
  readonly isCopy: boolean;
}

/** What an account shares with its team. Texts are kept here first, and told as soon as the team can be asked. */
export interface SharedTexts {
  /** False without a team: then nothing is shared, and nothing else here does anything. */
  readonly isTeam: boolean;
  /** Names this computer in its team: it makes a key its own. Empty without a team. */
  readonly me: string;
  all(kind: SharedKind): SharedText[];
  /** Whether something is, or was, shared under this key. */
  knows(kind: SharedKind, key: string): boolean;
  /** False for a text that is too long for the team: it stays on this computer. */
  fits(kind: SharedKind, key: string, text: string): boolean;
  put(kind: SharedKind, key: string, text: string): void;
  /** Takes it back, for everybody. */
  remove(kind: SharedKind, key: string): void;
  /** Asks the team what is new, and waits a short time for the answer. Never rejects. */
  refresh(): Promise<void>;
  /** Called whenever the team has told everything that it has. @param listener told whether there was something new */
  onHeard(listener: (isNew: boolean) => void): void;
}

/** An account without a team. */
export const NOTHING_SHARED: SharedTexts = {
  isTeam: false,
  me: '',
  all: () => [],
  knows: () => true,
  fits: () => true,
  put: () => undefined,
  remove: () => undefined,
  refresh: async () => undefined,
  onHeard: () => undefined,
};

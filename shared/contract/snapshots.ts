/** The state of one thing at one moment: a job, an export, the quota of an account. */
export interface Snapshot {
  /** Missing where an account has only one such thing. */
  readonly id?: string;
  /** Rises with every snapshot of the same thing until the core starts again. */
  readonly sequence: number;
}

/** The newer of two snapshots of one thing. Messages may arrive in another order than they were sent. */
export function newest<Item extends Snapshot>(known: Item | undefined, incoming: Item): Item {
  return known !== undefined && known.sequence > incoming.sequence ? known : incoming;
}

/** The list with the snapshot in the place of the older one, or in front when it is new. The same array when nothing changed. */
export function withSnapshot<Item extends Snapshot>(list: Item[], incoming: Item): Item[] {
  const index = list.findIndex((item) => item.id === incoming.id);
  if (index < 0) return [incoming, ...list];
  const chosen = newest(list[index], incoming);
  if (chosen === list[index]) return list;
  return list.map((item, at) => (at === index ? chosen : item));
}

export type ChangeSnapshot = <Item extends Snapshot>(item: Item) => Item;

/** Where the snapshots of an answer are: returns the answer with each snapshot replaced by `change` of it. */
export type EachSnapshot<Answer> = (answer: Answer, change: ChangeSnapshot) => Answer;

/** The answer `read`, with the newer snapshots that arrived as events while it was being read. */
export function withNewest<Answer>(each: EachSnapshot<Answer>, known: Answer, read: Answer): Answer {
  const byId = new Map<string | undefined, Snapshot>();
  each(known, (item) => {
    byId.set(item.id, item);
    return item;
  });
  return each(read, (item) => newest(byId.get(item.id) as typeof item | undefined, item));
}

/** For a core that started again. Its sequences begin again, so every snapshot that comes is newer than the kept one. */
export function forgetSequence<Item extends Snapshot>(item: Item): Item {
  return { ...item, sequence: -1 };
}

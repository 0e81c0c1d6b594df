/** The state of one thing at one moment: a job, an export, the quota of an account. */
export interface Snapshot {
  /** Absent where an account has only one such thing. */
  readonly id?: string;
  /** Rises with every snapshot of the same thing until the core starts again. */
  readonly sequence: number;
}

/** The newer of two snapshots of one thing; messages may overtake each other. */
export function newest<Item extends Snapshot>(known: Item | undefined, incoming: Item): Item {
  return known !== undefined && known.sequence > incoming.sequence ? known : incoming;
}

/** The list with one snapshot put in its place, or in front when it is new. Same array when nothing changed. */
export function withSnapshot<Item extends Snapshot>(list: Item[], incoming: Item): Item[] {
  const index = list.findIndex((item) => item.id === incoming.id);
  if (index < 0) return [incoming, ...list];
  const chosen = newest(list[index], incoming);
  if (chosen === list[index]) return list;
  return list.map((item, at) => (at === index ? chosen : item));
}

export type ChangeSnapshot = <Item extends Snapshot>(item: Item) => Item;

/** Where the snapshots of an answer are: gives each of them to `change` and answers with what came back in its place. */
export type EachSnapshot<Answer> = (answer: Answer, change: ChangeSnapshot) => Answer;

/** An answer that was read, with the snapshots that arrived as events while it was on its way. */
export function withNewest<Answer>(each: EachSnapshot<Answer>, known: Answer, read: Answer): Answer {
  const byId = new Map<string | undefined, Snapshot>();
  each(known, (item) => {
    byId.set(item.id, item);
    return item;
  });
  return each(read, (item) => newest(byId.get(item.id) as typeof item | undefined, item));
}

/** When the core has started again its sequences begin anew: everything that comes is newer than what is known. */
export function forgetSequence<Item extends Snapshot>(item: Item): Item {
  return { ...item, sequence: -1 };
}

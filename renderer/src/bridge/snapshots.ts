interface Snapshot {
  readonly sequence: number;
}

/** The newer of two snapshots of one thing; messages may overtake each other. */
export function newest<Item extends Snapshot>(known: Item | undefined, incoming: Item): Item {
  return known !== undefined && known.sequence > incoming.sequence ? known : incoming;
}

interface Listed extends Snapshot {
  readonly id: string;
}

/** The list with one snapshot put in its place, or in front when it is new. Same array when nothing changed. */
export function withSnapshot<Item extends Listed>(list: readonly Item[], incoming: Item): Item[] {
  const index = list.findIndex((item) => item.id === incoming.id);
  if (index < 0) return [incoming, ...list];
  const chosen = newest(list[index], incoming);
  if (chosen === list[index]) return list as Item[];
  return list.map((item, at) => (at === index ? chosen : item));
}

/** A list that was read, with whatever arrived as an event while it was on its way. */
export function withNewest<Item extends Listed>(known: readonly Item[], read: readonly Item[]): Item[] {
  const byId = new Map(known.map((item) => [item.id, item]));
  return read.map((item) => newest(byId.get(item.id), item));
}

/** After the core has started anew its sequences begin again: everything that comes is newer than what is known. */
export function forgetSequence<Item extends Snapshot>(item: Item): Item {
  return { ...item, sequence: -1 };
}

// Why: decision 0447.
import { nestedNames } from '../../../../shared/domain/service/leads/lead-columns.ts';
import type { ObjectShape } from '../../files/writing/json-bytes.ts';

interface Member {
  readonly name: string;
  /** Position of the column; null for an object. */
  readonly column: number | null;
  readonly members: Member[];
}

export interface NestedShape extends ObjectShape {
  /** Positions of the columns in the order of the keys: the columns of one object stand together. */
  readonly order: readonly number[];
}

/** The objects of leads as the service sends them, from the paths of their columns. */
export function nestedShape(paths: readonly string[]): NestedShape {
  const root: Member = { name: '', column: null, members: [] };
  const split = paths.map(nestedNames);
  const leaves = new Set(split.map((names) => JSON.stringify(names)));
  for (const [column, names] of split.entries()) {
    let place = root;
    // A value beside an object of the same name, as two leads may have it: what is inside keeps the dotted name.
    const depth = names.findIndex(
      (_, index) => index < names.length - 1 && leaves.has(JSON.stringify(names.slice(0, index + 1))),
    );
    // For none, -1, it is the last name alone.
    const own = [...names.slice(0, depth), names.slice(depth).join('.')];
    for (const name of own.slice(0, -1)) place = objectIn(place, name);
    place.members.push({ name: own.at(-1) ?? '', column, members: [] });
  }
  const keys: string[] = [];
  const order: number[] = [];
  // Without columns it is the whole object.
  const end = write(root, '', keys, order);
  return { keys, order, end, hasJson: true };
}

function objectIn({ members }: Member, name: string): Member {
  const known = members.find((member) => member.name === name && member.column === null);
  if (known !== undefined) return known;
  const made: Member = { name, column: null, members: [] };
  members.push(made);
  return made;
}

/** Adds the keys of an object, `before` in front of the first one. Answers what closes it, for the key that follows. */
function write({ members }: Member, before: string, keys: string[], order: number[]): string {
  let open = `${before}{`;
  for (const member of members) {
    const key = `${open}${JSON.stringify(member.name)}:`;
    if (member.column === null) open = `${write(member, key, keys, order)},`;
    else {
      keys.push(key);
      order.push(member.column);
      open = ',';
    }
  }
  return `${open.replace(/,$/, '')}}`;
}

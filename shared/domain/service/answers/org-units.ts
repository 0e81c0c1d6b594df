import { asText, field, isObject } from './answers.ts';

/** Org units as the service answers them, and what `include` can do (specification, section 4). */

export interface IncludeChoice {
  readonly name: string;
  readonly says: string;
  /** Where the property is: of the unit itself, or of an object that must be included, too. */
  readonly of: 'unit' | 'users';
}

/** Complex properties that the specification names, and `children`, which services of this kind have. */
export const includeChoices: readonly IncludeChoice[] = [
  { name: 'users', says: 'the users of the unit', of: 'unit' },
  { name: 'parent', says: 'the unit above; of included users, their unit', of: 'unit' },
  { name: 'children', says: 'the units below; not in the specification, but answered by some services', of: 'unit' },
  { name: 'campaigns', says: 'the campaigns of the users', of: 'users' },
];

const same = (left: string) => (right: string) => left.toLowerCase() === right.toLowerCase();

export interface IncludeNote {
  readonly name: string;
  readonly says: string;
  /** What must be included, too; null when nothing helps. */
  readonly add: string | null;
}

/** What a choice will not do, before it is asked. Empty when every choice has its effect. */
export function includeNotes(chosen: readonly string[]): IncludeNote[] {
  return chosen.flatMap((name): IncludeNote[] => {
    const known = includeChoices.find((choice) => same(choice.name)(name));
    if (known === undefined)
      return [
        {
          name,
          says: `The specification does not name ${name}. A service ignores names that it does not know.`,
          add: null,
        },
      ];
    if (known.of === 'users' && !chosen.some(same('users')))
      return [
        {
          name,
          says: `${known.name} has no effect here: it belongs to users, and a nested part comes only when every part on the way to it is included.`,
          add: 'users',
        },
      ];
    if (known.name === 'parent' && chosen.some(same('users')))
      return [
        {
          name,
          says: '“parent” returns the parents of both units and users.',
          add: null,
        },
      ];
    return [];
  });
}

/** Names that were asked for and stand nowhere in the answer. */
export function notIncluded(answer: unknown, wanted: readonly string[]): string[] {
  const names = new Set<string>();
  collectNames(answer, names, 0);
  return wanted.filter((name) => !names.has(name.toLowerCase()));
}

function collectNames(value: unknown, names: Set<string>, depth: number): void {
  if (depth > 30) return;
  if (Array.isArray(value)) for (const entry of value) collectNames(entry, names, depth + 1);
  else if (isObject(value))
    for (const [name, inner] of Object.entries(value)) {
      names.add(name.toLowerCase());
      collectNames(inner, names, depth + 1);
    }
}

/** A part of the answer: a unit, a user, a campaign, or a group of them under the name of the property. */
export interface OrgNode {
  /** The way to it; no two are alike. */
  readonly id: string;
  readonly title: string;
  /** Org code, e-mail, or what kind of part it is. */
  readonly detail: string;
  readonly children: readonly OrgNode[];
}

const MOST_NODES = 5000;

/** The answer as a tree. Simple properties of an object become its detail; objects and lists become its children. */
export function orgTree(answer: unknown): OrgNode | null {
  const count = { left: MOST_NODES };
  return isObject(answer) ? nodeOf(answer, 'unit', '0', count) : null;
}

function nodeOf(value: Readonly<Record<string, unknown>>, kind: string, id: string, count: { left: number }): OrgNode {
  const title =
    asText(field(value, 'name', 'fullName', 'displayName', 'username', 'orgCode', 'code', 'uniqueId')) ?? kind;
  const code = asText(field(value, 'orgCode', 'code'));
  const email = asText(field(value, 'email', 'eMail'));
  const detail = [code, email].filter((part) => part !== null && part !== '' && part !== title).join(', ');
  const children = Object.entries(value).flatMap(([name, inner], index): OrgNode[] => {
    const own = `${id}.${index}`;
    if (Array.isArray(inner)) {
      const entries = inner.filter(isObject).filter(() => count.left-- > 0);
      const nodes = entries.map((entry, at) => nodeOf(entry, name, `${own}.${at}`, count));
      return [{ id: own, title: name, detail: String(inner.length), children: nodes }];
    }
    return isObject(inner) && count.left-- > 0 ? [{ ...nodeOf(inner, name, own, count), detail: name }] : [];
  });
  return { id, title, detail, children };
}

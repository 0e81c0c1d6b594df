import type { SourceFile } from './source-file.ts';

/**
 * Groups of files that import each other, directly or by way of others; imports of types count. Each group is a
 * sentence with its files in the order of their paths. (Tarjan's strongly connected components.)
 */
export function circles(files: readonly SourceFile[]): string[] {
  const known = new Map(files.map((file) => [file.path, file]));
  const visits = new Map<string, { order: number; lowest: number }>();
  const open: string[] = [];
  const found: string[] = [];

  function visit(path: string): number {
    const own = { order: visits.size, lowest: visits.size };
    visits.set(path, own);
    open.push(path);
    for (const { target } of known.get(path)?.imports ?? []) {
      if (!known.has(target)) continue;
      const seen = visits.get(target);
      if (seen === undefined) own.lowest = Math.min(own.lowest, visit(target));
      else if (open.includes(target)) own.lowest = Math.min(own.lowest, seen.order);
    }
    if (own.lowest === own.order) {
      const group = open.splice(open.indexOf(path));
      const isCircle = group.length > 1 || known.get(path)?.imports.some(({ target }) => target === path) === true;
      if (isCircle) found.push(group.sort().join(' and '));
    }
    return own.lowest;
  }

  for (const path of known.keys()) if (!visits.has(path)) visit(path);
  return found.sort();
}

/** A folder or file that is changed in one place at a time, and the specs that must notice. */
export interface Place {
  readonly path: string;
  /** Globs from the project's folder. Fewer specs make a run shorter: each change runs the specs that reach it. */
  readonly specs: readonly string[];
}

/** Files of a folder that each have a spec of their name. */
export function own(folder: string, names: readonly string[]): Place[] {
  return names.map((name) => ({ path: `${folder}/${name}.ts`, specs: [`${folder}/${name}.spec.ts`] }));
}

/** Files of a folder that have their own specs and are changed in one run. */
export function each(folder: string, names: readonly string[], specs: readonly string[]): Place[] {
  return names.map((name) => ({ path: `${folder}/${name}.ts`, specs }));
}

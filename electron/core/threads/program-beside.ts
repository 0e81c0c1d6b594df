/**
 * The program of a thread that lies beside its caller, from source and from the build.
 *
 * @param place the caller's `import.meta.url`
 * @param name the file's name without its extension
 */
export function programBeside(place: string, name: string): URL {
  return new URL(`./${name}.${place.endsWith('.ts') ? 'ts' : 'js'}`, place);
}

/** For specs: what `work` is refused with. Throws when it succeeds, or fails in another way. */
export async function thrownBy<Kind extends Error>(
  work: Promise<unknown>,
  kind: abstract new (...args: never[]) => Kind,
): Promise<Kind> {
  const error: unknown = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof kind))
    throw new Error(`This was to fail with ${kind.name}: ${String(error)}`, { cause: error });
  return error;
}

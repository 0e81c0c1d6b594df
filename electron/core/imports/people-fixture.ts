/** `FullName,Phone` with this number of people; the phone numbers tell the rows apart. */
export function people(count: number): string {
  const lines = Array.from(
    { length: count },
    (_, index) => `Person ${index + 1},+4530${String(index + 1).padStart(6, '0')}`,
  );
  return ['FullName,Phone', ...lines, ''].join('\n');
}

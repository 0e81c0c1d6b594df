/** A moment of a lead as it is shown: to the second, without its T. No zone is converted. Any other text stays as it is. */
export function momentText(value: string): string {
  // Most cells are not moments: one look at a letter tells.
  if (value.charAt(10) !== 'T') return value;
  const [, day, time] = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})(?:\.\d+)?$/.exec(value) ?? [];
  return day === undefined || time === undefined ? value : `${day} ${time}`;
}

/** Whether two words differ by one typing mistake: a letter added, missing or changed, or two letters swapped. */
export function isOneSlip(left: string, right: string): boolean {
  if (left === right || Math.abs(left.length - right.length) > 1) return false;
  let start = 0;
  while (start < left.length && left[start] === right[start]) start += 1;
  const tail = (text: string, from: number) => text.slice(start + from);
  if (left.length > right.length) return tail(left, 1) === tail(right, 0);
  if (left.length < right.length) return tail(left, 0) === tail(right, 1);
  const isSwapped = left[start] === right[start + 1] && left[start + 1] === right[start];
  return tail(left, 1) === tail(right, 1) || (isSwapped && tail(left, 2) === tail(right, 2));
}

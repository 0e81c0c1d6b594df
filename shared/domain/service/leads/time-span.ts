/** ISO 8601, case sensitive: `PnYnMnDTnHnMnS`, weeks alone (`P2W`), a sign in front as some services write it. */
const SPAN =
  /^(-)?P(?=\d|T\d)(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:[.,]\d{1,9})?)S)?)?$/;
const UNITS = ['year', 'month', 'week', 'day', 'hour', 'minute', 'second'] as const;
/** A longer number is not a span of time that anybody waits for. */
const LONGEST = 40;

/**
 * `P1DT2H` as "1 day 2 hours", in the parts that were written: months and days have no fixed length, so nothing is
 * converted. Null for anything else, which stays the text it is.
 */
export function timeSpanWords(text: string): string | null {
  if (text.length > LONGEST) return null;
  const [, sign, ...parts] = SPAN.exec(text) ?? [];
  if (parts.length === 0) return null;
  const named = parts.flatMap((part: string | undefined, index) => {
    const unit = UNITS[index];
    return part === undefined || unit === undefined ? [] : [{ amount: amountOf(part), unit }];
  });
  const filled = named.filter(({ amount }) => amount !== '0');
  const shown = filled.length > 0 ? filled : named.slice(-1);
  const words = shown.map(({ amount, unit }) => `${amount} ${unit}${amount === '1' ? '' : 's'}`).join(' ');
  return sign === undefined || filled.length === 0 ? words : `minus ${words}`;
}

/** The digits as they came, without zeros that say nothing: `007` is 7, `1.500` is 1.5. */
function amountOf(digits: string): string {
  const [whole = '', part = ''] = digits.split(/[.,]/);
  const fraction = part.replace(/0+$/, '');
  const amount = whole.replace(/^0+(?=\d)/, '');
  return fraction === '' ? amount : `${amount}.${fraction}`;
}

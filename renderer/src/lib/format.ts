import { knownZone, wallClockAt } from '../../../shared/domain/service/service-time.ts';
import { DAY, HOUR, MINUTE } from '../../../shared/domain/time/time.ts';
import { format as plain } from '../../../shared/domain/words/format.ts';

/**
 * Numbers, dates and times as the person's locale writes them. Every time is shown by one clock, that of the account in use:
 * the wall clock of its service. Where another account is shown, a function takes the zone of that one. The digits are the
 * Latin ones in every locale: figures in those of Arabic change places with their neighbours in an English sentence.
 *
 * @param homeZone of times without a zone; undefined: this computer's
 */
export function createFormat(language: string, homeZone: () => string | undefined = () => undefined) {
  const locale = new Intl.Locale(language, { numberingSystem: 'latn' });
  const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
  const tenth = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const upToTenth = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const hundredth = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
  const plural = new Intl.PluralRules('en');
  const dates = new Map<string, Intl.DateTimeFormat>();

  function formatter(kind: string, options: Intl.DateTimeFormatOptions, named?: string): Intl.DateTimeFormat {
    const zone = named ?? homeZone();
    const key = `${kind} ${zone ?? ''}`;
    let known = dates.get(key);
    if (known === undefined) {
      known = new Intl.DateTimeFormat(locale, { ...options, ...(zone === undefined ? {} : { timeZone: zone }) });
      dates.set(key, known);
    }
    return known;
  }

  const time = (at: number, zone?: string): string =>
    formatter('time', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }, zone).format(at);
  const date = (at: number, zone?: string): string =>
    isolated(formatter('date', { day: 'numeric', month: 'short', year: 'numeric' }, zone).format(at));
  const dayAndMonth = (at: number, zone?: string): string =>
    isolated(formatter('day', { day: 'numeric', month: 'short' }, zone).format(at));
  const zone = (): string => homeZone() ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const calendarDay = (at: number): number => {
    const { year, month, day } = wallClockAt(at, zone());
    return Date.UTC(year, month - 1, day) / DAY;
  };
  const daysAhead = (at: number, now: number): number => calendarDay(at) - calendarDay(now);
  const number = (value: number): string => whole.format(value);
  const separator = (numbers: Intl.NumberFormat, type: 'group' | 'decimal'): string =>
    numbers.formatToParts(12_345.6).find((part) => part.type === type)?.value ?? '';
  const [group, decimal] = [separator(whole, 'group'), separator(tenth, 'decimal')];

  return {
    /** 24,318 */
    number,
    /** "a, b and c" */
    list: plain.list,
    /**
     * For a field in which numbers are typed as the page writes them. What stands between thousands here is never taken for
     * a decimal point; a keyboard without the sign of the locale has the point or the comma for it.
     */
    field: {
      thousandSeparator: group,
      decimalSeparator: decimal,
      allowedDecimalSeparators: ['.', ',', decimal].filter((sign) => sign !== group),
    },
    /** 1,234.5: at most two places behind the point. */
    amount: (value: number) => hundredth.format(value),
    /** 46.5 %, "< 0.1 %" for a small part, "0 %" only for nothing and "100 %" only for all. */
    percent: (part: number, total: number) => {
      if (total <= 0 || part <= 0) return '0 %';
      if (part >= total) return `${whole.format((part / total) * 100)} %`;
      const value = (part / total) * 100;
      if (value < 0.1) return `< ${tenth.format(0.1)} %`;
      if (value > 99.9) return `> ${tenth.format(99.9)} %`;
      return `${tenth.format(value)} %`;
    },
    /** 53 %, never 100 % before all is done. */
    wholePercent: (part: number, total: number) => {
      if (total <= 0) return '0 %';
      const value = (part / total) * 100;
      return `${whole.format(value < 100 ? Math.min(99, Math.round(value)) : value)} %`;
    },
    /** "3 rows": the forms of a word by number; `#` is the number. */
    count: (value: number, forms: { readonly one: string; readonly other: string }) =>
      (plural.select(value) === 'one' ? forms.one : forms.other).replace('#', number(value)),
    /** 1.1 MB; powers of 1000. */
    bytes: (value: number) => {
      if (value < 1000) return `${whole.format(value)} bytes`;
      const units = ['kB', 'MB', 'GB', 'TB'] as const;
      let size = value / 1000;
      let unit: string = units[0];
      for (const next of units.slice(1)) {
        if (size < 999.95) break;
        size /= 1000;
        unit = next;
      }
      return `${upToTenth.format(size)} ${unit}`;
    },
    /** 14:35 (time of day, hours 0 to 23). Unix milliseconds. */
    time,
    /** 14:35:08 */
    timeWithSeconds: (at: number) =>
      formatter('seconds', { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' }).format(at),
    /** 17 Nov 2026 */
    date,
    /** 17 Nov */
    dayAndMonth,
    /** Tue */
    weekday: (at: number) => isolated(formatter('weekday', { weekday: 'short' }).format(at)),
    /** 2026-11-17, for the name of a file. */
    isoDay: (at: number) => new Date(calendarDay(at) * DAY).toISOString().slice(0, 10),
    /** Days of the calendar from `now` to `at`: 1 is tomorrow. A day in which the clock changes has 23 or 25 hours. */
    daysAhead,
    /** "14:35", "tomorrow 07:42" or "19 Nov 07:42", as seen from `now`. */
    moment: (at: number, now: number) => {
      const days = daysAhead(at, now);
      if (days === 0) return time(at);
      if (days === 1) return `tomorrow ${time(at)}`;
      return `${dayAndMonth(at)} ${time(at)}`;
    },
    /** "just now", "3 min ago", "2 h ago", then the date. */
    ago: (at: number, now: number, zone?: string) => {
      const past = now - at;
      if (past < MINUTE) return 'just now';
      if (past < HOUR) return `${Math.floor(past / MINUTE)} min ago`;
      if (past < DAY) return `${Math.floor(past / HOUR)} h ago`;
      return date(at, zone);
    },
    /** 84 ms, 2.1 s, 3 min, 2 h 5 min. Milliseconds. */
    duration: (milliseconds: number) => {
      if (milliseconds < 1000) return `${whole.format(milliseconds)} ms`;
      if (milliseconds < MINUTE) return `${upToTenth.format(milliseconds / 1000)} s`;
      // Rounded first: 59.6 minutes are an hour, not "60 min".
      const all = Math.round(milliseconds / MINUTE);
      if (all < 60) return `${all} min`;
      const [hours, minutes] = [Math.floor(all / 60), all % 60];
      return minutes === 0 ? `${hours} h` : `${hours} h ${minutes} min`;
    },
    /** IANA name of the zone of the times. */
    zone,
    /** CET; the zone's short name at that time. */
    zoneName: (at: number) => {
      // British English has the short names of European zones; most locales would say GMT+1.
      const names = new Intl.DateTimeFormat('en-GB', { timeZone: zone(), timeZoneName: 'short' });
      return names.formatToParts(at).find((part) => part.type === 'timeZoneName')?.value ?? zone();
    },
  };
}

/** Names that run from right to left take what stands beside them along; between these two signs they are alone. */
function isolated(date: string): string {
  return /\p{Script=Arabic}|\p{Script=Hebrew}/u.test(date) ? `\u2068${date}\u2069` : date;
}

let zoneOfAccount: string | undefined;

/** For the locale of this computer, and the zone of the account in use. */
export const format = createFormat(navigator.language, () => zoneOfAccount);

/** Call before anything of an account is shown. */
export function showTimesIn(zone: string | undefined): void {
  zoneOfAccount = zone === undefined ? undefined : knownZone(zone);
}

/** The forms of a word, for `format.count`. */
export const rowForms = { one: '# row', other: '# rows' };
export const leadForms = { one: '# lead', other: '# leads' };
export const requestForms = { one: '# request', other: '# requests' };

/** What a decision's first lines say: `# 0001 Title`, then `Accepted 2026-11-21. Code: [..](..)`. */
export interface Decision {
  readonly number: string;
  readonly title: string;
  /** `accepted`, `superseded` by another decision, or `in part superseded`. */
  readonly status: string;
  /** yyyy-MM-dd. */
  readonly date: string;
  readonly links: readonly string[];
}

const LINK = /\]\(([^)\s]+)\)/g;

/** @returns null when the first lines do not have that shape. */
export function readDecision(text: string): Decision | null {
  const [first = '', , second = ''] = text.split('\n');
  const title = /^# (\d{4}) (.+)$/.exec(first);
  const status =
    /^(?:Accepted (\d{4}-\d\d-\d\d)(, in part superseded by \[\d{4}\]\([^)]+\))?|Superseded (\d{4}-\d\d-\d\d) by \[\d{4}\]\([^)]+\))\. Code: (.+)$/.exec(
      second,
    );
  if (title === null || status === null) return null;
  const [, accepted, part, superseded, code] = status;
  const links = [...(code ?? '').matchAll(LINK)].map(([, target = '']) => target);
  return {
    number: title[1] ?? '',
    title: title[2] ?? '',
    status: accepted === undefined ? 'superseded' : part === undefined ? 'accepted' : 'in part superseded',
    date: accepted ?? superseded ?? '',
    links,
  };
}

/** Targets of links to files that are not there; addresses and places in the same page are left alone. */
export function brokenLinks(text: string, isThere: (target: string) => boolean): string[] {
  return [...text.matchAll(LINK)]
    .map(([, target = '']) => target)
    .filter((target) => !/^(https?:|mailto:|#)/.test(target))
    .filter((target) => !isThere(target.replace(/#.*$/, '')));
}

/** Names of source files in backticks that no source file's path ends with. */
export function missingPaths(text: string, sources: readonly string[]): string[] {
  return [...text.matchAll(/`([\w./-]+\.(?:tsx?|mjs))`/g)]
    .map(([, path = '']) => path)
    .filter((path) => !sources.some((source) => source === path || source.endsWith(`/${path}`)));
}

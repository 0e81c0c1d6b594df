import { drawsOf } from './draws.ts';

/* What happens to exports in a life, drawn from its seed. */

/** What people ask of exports. */
export type ExportAsk = 'begin' | 'refresh' | 'cancel' | 'remove' | 'list';

/** @property export number of the export among those that were begun */
export interface ExportDeed {
  readonly kind: 'export';
  readonly what: ExportAsk;
  readonly export: number;
  readonly by: number;
  readonly draw: number;
}

const ASKS: readonly ExportAsk[] = ['refresh', 'refresh', 'cancel', 'remove', 'list'];
/** Share of the lives in which leads are fetched. */
const SHARE = 0.2;
/** Milliseconds in which an export begins, and in which most of what happens to it does. */
const BEGINS = 60_000;
const SOON = 600;

export function exportDeedsOf(seed: number, programs: number): { readonly at: number; readonly deed: ExportDeed }[] {
  const { random, below } = drawsOf(seed + 41, 0x27d4eb2f);
  if (random() >= SHARE) return [];
  return Array.from({ length: 1 + below(2) }, (_, number) => number).flatMap((number) => {
    let at = below(BEGINS);
    const ask = (what: ExportAsk) =>
      ({ at, deed: { kind: 'export', what, export: number, by: below(programs), draw: random() } }) as const;
    const later = Array.from({ length: below(5) }, () => {
      at += below(random() < 0.6 ? SOON : BEGINS / 3);
      return ask(ASKS[below(ASKS.length)] ?? 'refresh');
    });
    return [{ ...ask('begin'), at: Math.min(at, later[0]?.at ?? at) }, ...later];
  });
}

/** What is asked of an export, in words. */
export function exportWords({ what, export: number, by }: ExportDeed): string {
  return `a person asks ${by}: ${what} export${number}`;
}

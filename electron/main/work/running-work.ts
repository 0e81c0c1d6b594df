/** What this program works on: imports that run or wait for time, exports and refreshes that run. */
export interface RunningWork {
  readonly imports: number;
  readonly exports: number;
}

export const isAtWork = ({ imports, exports }: RunningWork): boolean => imports + exports > 0;

/** Why the program is still there without its window. */
export function stillWords({ imports, exports }: RunningWork): string {
  const doing = [...(imports > 0 ? ['importing'] : []), ...(exports > 0 ? ['exporting'] : [])];
  return doing.length === 0 ? 'Lead Console runs without its window' : `Lead Console is still ${doing.join(' and ')}`;
}

/** The question before a person quits. */
export function quitQuestion({ imports, exports }: RunningWork) {
  const running = [...counted(imports, 'an import', 'imports'), ...counted(exports, 'an export', 'exports')].join(
    ' and ',
  );
  const isOne = imports + exports === 1;
  const details = [
    ...told(imports, [
      'Quitting pauses the import. No row is lost or sent twice. It continues when Lead Console starts again.',
      'Quitting pauses the imports. No row is lost or sent twice. They continue when Lead Console starts again.',
    ]),
    ...told(exports, [
      `Quitting ends the export, which does not continue by itself. ${KEPT}`,
      `Quitting ends the exports, which do not continue by themselves. ${KEPT}`,
    ]),
  ];
  return {
    message: `${running.charAt(0).toUpperCase()}${running.slice(1)} ${isOne ? 'is' : 'are'} running.`,
    detail: details.join('\n\n'),
    stay: exports === 0 ? 'Keep importing' : imports === 0 ? 'Keep exporting' : 'Keep working',
  };
}

/** What a person reads when the program has quit without a question. */
export function partedWords({ imports, exports }: RunningWork): string {
  return [
    ...told(imports, [
      'The import was paused. No row is lost or sent twice. It continues when Lead Console starts again.',
      `${imports} imports were paused. No row is lost or sent twice. They continue when Lead Console starts again.`,
    ]),
    ...told(exports, [`The export was ended. ${KEPT}`, `${exports} exports were ended. ${KEPT}`]),
  ].join(' ');
}

const KEPT = 'The leads that have arrived are kept; a refresh leaves its result as it was.';

function counted(count: number, one: string, several: string): string[] {
  return told(count, [one, `${count} ${several}`]);
}

function told(count: number, [one, several]: readonly [one: string, several: string]): string[] {
  return count === 0 ? [] : [count === 1 ? one : several];
}

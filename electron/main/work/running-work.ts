import type { UpdateState } from '../../../shared/contract/host/updates.ts';
import { capitalized, format } from '../../../shared/domain/words/format.ts';

/** What this program works on. */
export type RunningWork = Readonly<Pick<UpdateState, 'imports' | 'exports' | 'changes' | 'saves'>>;

export const NOTHING_RUNS: RunningWork = { imports: 0, exports: 0, changes: 0, saves: 0 };

export const isAtWork = ({ imports, exports, changes, saves }: RunningWork): boolean =>
  imports + exports + changes + saves > 0;

/** Why the program is still there without its window. */
export function stillWords(work: RunningWork): string {
  const doing = doingWords(work);
  return doing.length === 0 ? 'Lead Console runs without its window' : `Lead Console is still ${format.list(doing)}`;
}

/** The question before a person quits. */
export function quitQuestion(work: RunningWork) {
  const { imports, exports, changes, saves } = work;
  const running = format.list([
    ...counted(imports, 'an import', 'imports'),
    ...counted(exports, 'an export', 'exports'),
    ...counted(changes, 'a change of a segment', 'changes of segments'),
  ]);
  const isOne = imports + exports + changes === 1;
  const message = [
    ...(running === '' ? [] : [`${capitalized(running)} ${isOne ? 'is' : 'are'} running.`]),
    ...told(saves, ['A file is being saved.', `${saves} files are being saved.`]),
  ];
  const details = [
    ...told(imports, [
      'Quitting pauses the import. No row is lost or sent twice. It continues when Lead Console is started again and has the password.',
      'Quitting pauses the imports. No row is lost or sent twice. They continue when Lead Console is started again and has the password.',
    ]),
    ...told(exports, [
      `Quitting ends the export, which does not continue by itself. ${KEPT}`,
      `Quitting ends the exports, which do not continue by themselves. ${KEPT}`,
    ]),
    ...told(changes, [
      'Quitting pauses the change of a segment. No batch is sent twice. It continues when Lead Console is started again and has the password.',
      'Quitting pauses the changes of segments. No batch is sent twice. They continue when Lead Console is started again and has the password.',
    ]),
    ...told(saves, [
      'Quitting ends the save, and its file is not written: a file that it would have replaced stays as it is. You can save it again.',
      'Quitting ends the saves, and their files are not written: files that they would have replaced stay as they are. You can save them again.',
    ]),
  ];
  const doing = doingWords(work);
  return {
    message: message.join(' '),
    detail: details.join('\n\n'),
    stay: `Keep ${doing.length === 1 ? doing.join('') : 'working'}`,
  };
}

/** What a person reads when the program has quit without a question. */
export function partedWords({ imports, exports, changes, saves }: RunningWork): string {
  return [
    ...told(imports, [
      'The import was paused. No row is lost or sent twice. It continues when Lead Console is started again and has the password.',
      `${imports} imports were paused. No row is lost or sent twice. They continue when Lead Console is started again and has the password.`,
    ]),
    ...told(exports, [`The export was ended. ${KEPT}`, `${exports} exports were ended. ${KEPT}`]),
    ...told(changes, [
      'The change of a segment was paused. No batch is sent twice. It continues when Lead Console is started again and has the password.',
      `${changes} changes of segments were paused. No batch is sent twice. They continue when Lead Console is started again and has the password.`,
    ]),
    // One may have been complete in the very moment.
    ...told(saves, [
      'A file was still being saved. If it is missing or as it was before, save it again.',
      `${saves} files were still being saved. Save those again that are missing or as they were before.`,
    ]),
  ].join(' ');
}

const KEPT = 'The leads that have arrived are kept; a refresh leaves its result as it was.';

function doingWords({ imports, exports, changes, saves }: RunningWork): string[] {
  return [
    ...(imports > 0 ? ['importing'] : []),
    ...(exports > 0 ? ['exporting'] : []),
    ...(changes > 0 ? ['changing segments'] : []),
    ...(saves > 0 ? ['saving'] : []),
  ];
}

function counted(count: number, one: string, several: string): string[] {
  return told(count, [one, `${count} ${several}`]);
}

function told(count: number, [one, several]: readonly [one: string, several: string]): string[] {
  return count === 0 ? [] : [count === 1 ? one : several];
}

import type { Rule } from './rules.ts';
import type { SourceFile } from './source-file.ts';

/** The rooms of a folder, lowest first. A room imports those before it; rooms of one step do not know each other. */
interface RoomOrder {
  /** From the project's folder, with a slash at its end. */
  readonly folder: string;
  /** `here` is what lies in the folder itself. Whole folders below a room belong to it. */
  readonly steps: readonly (readonly string[])[];
}

const here = '.';

const roomOrders: readonly RoomOrder[] = [
  { folder: 'electron/batch/', steps: [['program'], ['imports', 'exports', 'account'], [here]] },
  { folder: 'electron/main/', steps: [['guards', 'work'], ['updates'], ['core', 'system', 'window'], [here]] },
  { folder: 'electron/core/team/', steps: [['keys', 'script'], ['link'], ['chain'], ['knows'], [here]] },
  { folder: 'electron/core/imports/', steps: [['fields'], ['jobs'], ['check'], ['drafts'], [here]] },
  {
    folder: 'electron/core/exports/',
    steps: [
      ['queries', 'result'],
      ['intake', 'compare', 'views'],
      ['save', 'dataset', 'refresh'],
      ['threads', 'records'],
      ['receive'],
      [here],
    ],
  },
  {
    folder: 'electron/core/imports/jobs/',
    steps: [['witness'], ['journal'], ['run', 'reconcile'], ['doubt', 'report', 'result'], ['outcomes'], [here]],
  },
  {
    folder: 'electron/core/imports/jobs/journal/',
    steps: [['records'], ['sent'], ['rows'], [here], ['recovery']],
  },
  {
    folder: 'electron/core/files/',
    steps: [['foundation'], ['table'], ['text'], ['workbooks'], ['staging', 'writing']],
  },
  {
    folder: 'electron/core/api/',
    steps: [['transport'], ['broker'], ['requests'], ['outcomes', 'reads'], ['discovery'], [here]],
  },
  { folder: 'electron/core/api/broker/', steps: [['ledger'], [here]] },
  {
    folder: 'electron/practice/',
    steps: [['foundation'], ['quota'], ['data'], ['faults'], ['endpoints'], [here]],
  },
  {
    folder: 'shared/domain/',
    steps: [
      ['time', 'words'],
      ['service'],
      ['files', 'jobs', 'pacing', 'places'],
      ['phones', 'quota', 'team'],
      ['mapping', 'schedule'],
      ['country'],
      ['check'],
    ],
  },
  {
    folder: 'shared/domain/service/',
    steps: [[here], ['answers'], ['leads', 'queries'], ['discovery']],
  },
  {
    folder: 'renderer/src/features/imports/',
    steps: [
      ['campaign', 'mapping-model', 'reading'],
      ['checking', 'templates', 'queue'],
      ['start', 'file-step', 'columns-step', 'check-step', 'plan-step'],
      ['wizard'],
      [here],
    ],
  },
  {
    folder: 'renderer/src/features/jobs/',
    steps: [
      ['parts'],
      ['doubt', 'outcomes', 'refused', 'result-file', 'trial', 'unknown'],
      ['list', 'job', 'receipt'],
      [here],
    ],
  },
  {
    folder: 'renderer/src/features/exports/',
    steps: [
      ['view', 'notes', 'query'],
      ['grid', 'past-results', 'refresh', 'saved-queries'],
      ['details', 'explore', 'profile', 'save'],
      ['questions'],
      ['compare', 'result'],
      [here],
    ],
  },
  { folder: 'renderer/src/features/account/', steps: [['team'], [here]] },
  { folder: 'renderer/src/ui/', steps: [['theme'], ['layout'], ['feedback'], ['grid', 'cells', 'chart'], [here]] },
];

export const roomRules: readonly Rule[] = roomOrders.map(({ folder, steps }) => ({
  says: `the rooms of ${folder} import only the rooms below them: ${steps.map((step) => step.join(', ')).join(' < ')}`,
  violations: (file) => upwardImports(file, folder, steps),
  planted: plantedIn(folder, steps),
}));

/** An import from the lowest room into the one above it. */
function plantedIn(folder: string, steps: RoomOrder['steps']): Rule['planted'] {
  const [low, high] = [steps[0]?.[0] ?? '', steps[1]?.[0] ?? ''];
  const isHere = low === here;
  return {
    path: `${folder}${isHere ? '' : `${low}/`}planted.ts`,
    text: `import { planted } from '${isHere ? '.' : '..'}/${high}/planted.ts';`,
  };
}

function upwardImports(file: SourceFile, folder: string, steps: RoomOrder['steps']): string[] {
  const own = roomOf(folder, file.path);
  if (own === undefined || file.isSpec) return [];
  const stepOf = (room: string): number => steps.findIndex((step) => step.includes(room));
  if (stepOf(own) < 0) return [`the room ${own} has no place in the order of ${folder}`];
  return file.imports
    .filter(({ target }) => {
      const other = roomOf(folder, target);
      return other !== undefined && other !== own && (stepOf(other) < 0 || stepOf(other) >= stepOf(own));
    })
    .map(({ specifier }) => specifier);
}

function roomOf(folder: string, path: string): string | undefined {
  if (!path.startsWith(folder)) return undefined;
  const [first = '', ...rest] = path.slice(folder.length).split('/');
  return rest.length === 0 ? here : first;
}

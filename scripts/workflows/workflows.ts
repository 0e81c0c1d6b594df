// Why: decision 0420.
import { parseDocument } from 'yaml';
import { z } from 'zod';

/** What a workflow may name: it is checked without the network and without a runner. */
export interface Known {
  /** The names of the workflows, and whether another one may call each. */
  readonly workflows: ReadonlyMap<string, boolean>;
  /** The scripts of package.json. */
  readonly commands: ReadonlySet<string>;
  /** Whether there is a file or folder of this project at a path. */
  readonly isThere: (path: string) => boolean;
}

/** Minutes. The longest that the tests of one system may take. */
const LONGEST = 120;
const SYSTEMS = ['ubuntu-24.04', 'windows-2025', 'macos-15', 'macos-15-intel'] as const;
/** The one job that may write: it makes the draft of a release. */
const WRITER = 'release.release';

const values = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));
const step = z.strictObject({
  if: z.string().optional(),
  uses: z.string().optional(),
  with: values.optional(),
  run: z.string().optional(),
  env: values.optional(),
});
const system = z.enum([...SYSTEMS, '${{ matrix.system }}']);
const jobWithSteps = z.strictObject({
  if: z.string().optional(),
  needs: z.string().optional(),
  strategy: z
    .strictObject({
      'fail-fast': z.boolean().optional(),
      matrix: z.union([
        z.strictObject({ system: z.array(z.enum(SYSTEMS)) }),
        z.strictObject({ include: z.array(z.strictObject({ system: z.enum(SYSTEMS), from: z.enum(SYSTEMS) })) }),
      ]),
    })
    .optional(),
  'runs-on': system,
  'timeout-minutes': z.number().int().min(1).max(LONGEST),
  environment: z.string().optional(),
  permissions: z.record(z.string(), z.enum(['read', 'write'])).optional(),
  env: values.optional(),
  steps: z.array(step).min(1),
});
const calledJob = z.strictObject({ needs: z.string().optional(), uses: z.string() });
const workflow = z.strictObject({
  name: z.string(),
  on: z.partialRecord(z.enum(['push', 'pull_request', 'workflow_call', 'schedule']), z.unknown()),
  permissions: z.strictObject({ contents: z.literal('read') }),
  concurrency: z.strictObject({ group: z.string(), 'cancel-in-progress': z.boolean() }),
  jobs: z.record(z.string(), z.union([calledJob, jobWithSteps])),
});
type Job = z.infer<typeof jobWithSteps>;
type Step = z.infer<typeof step>;

/** @returns the parsed file, or why it cannot be one */
function read(text: string): z.infer<typeof workflow> | string[] {
  const document = parseDocument(text);
  if (document.errors.length > 0) return document.errors.map((error) => error.message);
  const found = workflow.safeParse(document.toJS());
  return found.success ? found.data : found.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
}

/** @returns a sentence for each rule that a workflow breaks. @param name of its file, without the ending */
export function workflowProblems(name: string, text: string, known: Known): string[] {
  const parsed = read(text);
  if (Array.isArray(parsed)) return parsed;
  const { jobs, concurrency } = parsed;
  return [
    ...(parsed.name === name ? [] : [`is named ${parsed.name}`]),
    // The group of a workflow that is called stands beside that of its caller: with one name each waits for the other.
    ...(concurrency.group.startsWith(`${name}-`)
      ? []
      : [`its group ${concurrency.group} does not begin with its name`]),
    ...(/https?:\/\//.test(text) ? ['names an address'] : []),
    ...pinProblems(text),
    ...Object.entries(jobs).flatMap(([job, own]) =>
      [
        ...(own.needs === undefined || own.needs in jobs ? [] : [`needs ${own.needs}, which is not there`]),
        ...('steps' in own ? jobProblems(`${name}.${job}`, own, known) : callProblems(own.uses, known)),
      ].map((problem) => `${job}: ${problem}`),
    ),
  ];
}

/** Whether another workflow may call one. @param text of its file */
export function isCallable(text: string): boolean {
  const parsed = read(text);
  return !Array.isArray(parsed) && 'workflow_call' in parsed.on;
}

/** An action is the commit that was looked at, and says which version that is. @returns each use: the action and its pin */
export function pinsOf(text: string): [action: string, pin: string][] {
  const lines = [...text.matchAll(/^\s*(?:- )?uses: ([\w.-]+\/[\w./-]+)@(.*)$/gm)];
  return lines.map(([, action = '', pin = '']) => [action, pin]);
}

function pinProblems(text: string): string[] {
  return pinsOf(text)
    .filter(([, pin]) => !/^[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(pin))
    .map(([action, pin]) => `${action}@${pin} is no whole commit with its version behind it`);
}

function callProblems(uses: string, { workflows }: Known): string[] {
  const [, name = ''] = /^\.\/\.github\/workflows\/([\w-]+)\.yml$/.exec(uses) ?? [];
  return workflows.get(name) === true ? [] : [`calls ${uses}, which is no workflow that can be called`];
}

function jobProblems(place: string, job: Job, known: Known): string[] {
  const isSigned = JSON.stringify(job).includes('secrets.');
  return [
    ...(job.permissions === undefined || place === WRITER ? [] : ['has rights of its own']),
    ...(isSigned && job.environment === undefined ? ['uses secrets without an environment'] : []),
    ...(job['runs-on'] === '${{ matrix.system }}' && job.strategy === undefined ? ['has no systems'] : []),
    ...job.steps.flatMap((own) => stepProblems(own, job, known)),
  ];
}

function stepProblems({ uses, run, with: settings = {} }: Step, job: Job, known: Known): string[] {
  if ((uses === undefined) === (run === undefined)) return ['a step runs one command or uses one action'];
  if (run !== undefined) return commandProblems(run, known);
  const action = uses?.split('@')[0] ?? '';
  return [
    ...(action.includes('/') && !action.startsWith('.') ? [] : [`${uses} is no action`]),
    ...(action === 'actions/checkout' && settings['persist-credentials'] !== false
      ? ['the checkout leaves its token behind']
      : []),
    // What another run left in the cache would be signed.
    ...(action === 'actions/setup-node' && (settings['cache'] === 'npm') !== (job.environment === undefined)
      ? ['packages are kept for the next run, but where something is signed']
      : []),
  ];
}

function commandProblems(run: string, { commands, isThere }: Known): string[] {
  const [, name = 'test', rest = ''] = /^npm (?:test|run ([\w:-]+)(?: -- ([^$`;&|<>\n]+))?)$/.exec(run) ?? [run, ''];
  if (!commands.has(name)) return [`"${run}" is no command of package.json`];
  // The specs of a folder that is not there are no specs, and pass.
  const paths = name === 'specs' ? rest.split(' ').filter((path) => path !== '' && !isThere(path)) : [];
  return paths.map((path) => `"${run}" names ${path}, which is not there`);
}

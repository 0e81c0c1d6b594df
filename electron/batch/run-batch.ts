import { listSegments, listUsers, removeAccount, showAccount, showOrgUnit } from './account/account-commands.ts';
import { storageFailure, storageTrouble } from '../core/foundation/failure.ts';
import { systemClock } from '../core/system/system-clock.ts';
import { type Command, readArguments } from './arguments.ts';
import { untilSignal } from './program/call-until-signal.ts';
import { type Access, type BatchCore, type Environment, openBatchCore, readAccess } from './program/batch-core.ts';
import { checkConnection } from './account/doctor-command.ts';
import { withDoubt } from './imports/doubt-told.ts';
import { exportLeads } from './exports/export-command.ts';
import type { FollowTools } from './program/follow-tools.ts';
import { importFile } from './imports/import-command.ts';
import { inspectFile } from './imports/inspect-command.ts';
import { showOutcomes } from './imports/outcomes-command.ts';
import type { Interruption } from './program/interruption.ts';
import { lookUpFields } from './account/look-up-command.ts';
import { listColleaguesJobs } from './imports/colleague-jobs.ts';
import { deleteJob, endJob, listJobs, resumeJob, saveJobResult, showJob } from './imports/job-commands.ts';
import { createOutput, type Output, type Streams } from './program/output.ts';
import { checkOutput } from './program/output-file.ts';
import { showLimits, watchLimits } from './account/limits-command.ts';
import { reconcileJob } from './imports/reconcile-command.ts';
import { printTeamScript, runTeam, teamIn } from './account/team-command.ts';
import { changeSegment } from './account/segment-command.ts';
import { BatchTrouble, EXIT, type ExitCode } from './program/trouble.ts';
import { usage } from './usage.ts';

export interface BatchRequest {
  readonly args: readonly string[];
  readonly environment: Environment;
  readonly streams: Streams;
  /** Standard input, opened only by a command that reads it: an open one keeps a program alive. */
  readonly input: () => NodeJS.ReadableStream;
  readonly interruption: Interruption;
}

/** Runs one command to its end and answers the exit code. Never rejects. */
export async function runBatch(request: BatchRequest): Promise<ExitCode> {
  // Before the options are read, a wish for JSON is believed wherever it stands.
  let output = createOutput(request.args.includes('--json'), request.streams);
  let core: BatchCore | null = null;
  try {
    const command = readArguments(request.args);
    if (command.name === 'help') {
      if (request.args.includes('--json')) output.tell({ help: usage });
      else request.streams.out(usage);
      return EXIT.done;
    }
    output = createOutput(command.common.json, request.streams);
    if (command.name === 'team' && command.team.verb === 'sql') return printTeamScript(request.streams.out);
    refuseWithoutFolder();
    // A file is looked at without an account, a network or a data folder, unless fields are to be looked up for it.
    if (command.name === 'inspect') {
      const { campaign, lookUp } = command.inspect;
      const access = lookUp ? readAccess(command.common, request.environment) : null;
      checkFiles(command);
      if (access !== null && campaign !== null) {
        core = openBatchCore(command.common, request.environment);
        await core.signIn(access);
        await lookUpFields({ core, output, interruption: request.interruption }, campaign);
      }
      return await inspectFile(command.inspect, command.common, output, request.interruption);
    }
    if (command.name === 'account remove') {
      core = openBatchCore(command.common, request.environment, teamIn(request.environment));
      return await removeAccount({ core, output }, command.id, command.isForced);
    }
    const { interruption, environment } = request;
    const access = readAccess(command.common, environment);
    checkFiles(command);
    core = openBatchCore(command.common, environment, comesIn(command) ? undefined : teamIn(environment));
    const { answerTimeout, teamWait, force } = command.common;
    const tools = { core, clock: systemClock, output, interruption, answerTimeout, teamWait, force };
    if (command.name !== 'team') return await runCommand(command, access, tools, request.input);
    await core.signIn(access);
    return await runTeam(tools, command.team, environment);
  } catch (error) {
    return explain(error, output);
  } finally {
    await core?.close();
  }
}

/** No thread of the core starts in a folder that was removed, also where every path is whole. */
function refuseWithoutFolder(): void {
  try {
    process.cwd();
  } catch (error) {
    throw new BatchTrouble(
      'The folder that this command was started in was removed. Nothing was done. Start it in a folder that is there.',
      'file',
      EXIT.usage,
      { cause: error },
    );
  }
}

/** The account is not in the team before this command is done. */
function comesIn(command: Command): boolean {
  return command.name === 'team' && (command.team.verb === 'begin' || command.team.verb === 'join');
}

/** Whatever would keep the result from being written is said before anything is sent. */
function checkFiles(command: Command): void {
  const { force } = command.common;
  if (command.name === 'import' && command.import.result !== null)
    checkOutput(command.import.result, '--result', force, command.import.file);
  if (command.name === 'inspect' && command.inspect.rows !== null)
    checkOutput(command.inspect.rows, '--rows', force, command.inspect.file);
  if ((command.name === 'resume' || command.name === 'reconcile') && command.result !== null)
    checkOutput(command.result, '--result', force);
  if (command.name === 'outcomes' && command.outcomes.output !== null)
    checkOutput(command.outcomes.output, '--output', force);
  if (command.name === 'result') checkOutput(command.file, 'FILE', force);
  if (command.name === 'export' && command.export.dataset === null)
    checkOutput(command.export.output, '--output', force || command.export.sinceLast);
}

/** Commands that speak for one account, with its password. */
type CommandOfAccount = Exclude<Command, { name: 'inspect' | 'account remove' | 'team' }>;

async function runCommand(
  command: CommandOfAccount,
  access: Access,
  tools: FollowTools,
  input: BatchRequest['input'],
): Promise<ExitCode> {
  if (command.name === 'check' || command.name === 'doctor') return checkConnection(tools, access);
  await tools.core.signIn(access);
  return withDoubt(tools, (tellDoubt) => {
    if (command.name === 'import') return importFile(tools, command.import, tellDoubt);
    tellDoubt();
    return runSignedIn(tools, command, input);
  });
}

async function runSignedIn(
  tools: FollowTools,
  command: Exclude<CommandOfAccount, { name: 'import' }>,
  input: BatchRequest['input'],
): Promise<ExitCode> {
  const { interruption } = tools;
  switch (command.name) {
    case 'jobs':
      return listJobs(tools);
    case 'jobs of colleagues':
      return listColleaguesJobs(tools);
    case 'reconcile':
      return reconcileJob(tools, command);
    case 'jobs delete':
      return deleteJob(tools, command.job);
    case 'job':
      return showJob(tools, command.job);
    case 'pause':
    case 'stop':
      return endJob(tools, command.job, command.name);
    case 'result':
      return saveJobResult(tools, command.job, command.file, command.form);
    case 'resume':
      return resumeJob(tools, command.job, command);
    case 'outcomes':
      return showOutcomes(tools, command.outcomes);
    case 'export':
      return exportLeads(tools, command.export);
    case 'limits':
      return command.watch ? watchLimits(tools) : untilSignal(interruption, () => showLimits(tools));
    case 'segments':
      return untilSignal(interruption, () => listSegments(tools));
    case 'segments change':
      return changeSegment(tools, command.change, input());
    case 'users':
      return untilSignal(interruption, () => listUsers(tools));
    case 'account':
      return untilSignal(interruption, () => showAccount(tools));
    case 'orgunit':
      return untilSignal(interruption, () => showOrgUnit(tools, command.orgCode, command.include));
    case 'check':
    case 'doctor':
    case 'help':
      return EXIT.done;
  }
}

function explain(error: unknown, output: Output): ExitCode {
  const trouble = error instanceof BatchTrouble ? error : unforeseen(error);
  output.warn(trouble.message);
  output.tell({ error: { code: trouble.code, message: trouble.message } });
  return trouble.exitCode;
}

function unforeseen(error: unknown): BatchTrouble {
  const stored = storageTrouble(error);
  if (stored !== null) return new BatchTrouble(storageFailure(stored).message, 'file', EXIT.usage, { cause: error });
  const message = error instanceof Error ? error.message : String(error);
  return new BatchTrouble(
    `Something in Lead Console went wrong: ${message}. "batch jobs" shows what is kept.`,
    'internal',
    EXIT.internal,
  );
}

import { spawn } from 'node:child_process';

/** @type {NodeJS.Signals[]} */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

const parentCheckMs = 500;

/**
 * Runs a program in the foreground; `toItsEnd` says how.
 *
 * @param {string} file
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<number>} the exit code; 1 when the program could not be started (said on stderr)
 */
export function runToEnd(file, args, options = {}) {
  return toItsEnd(spawn(file, args, { stdio: 'inherit', ...options }), () => true);
}

/**
 * Waits for a program that was just started and passes signals on to it: a killed runner must not leave its child behind,
 * which `spawnSync` does. Under npm the child ends with our parent too: a killed npm
 * kills the shell between us and no further. Ends this process with the same signal when the child was ended by one.
 *
 * @param {import('node:child_process').ChildProcess} child
 * @param {(signal: NodeJS.Signals) => boolean} endsUs whether this signal does that; left out: those that are passed on. One
 * without memory ends with another, and what it said is then still to be shown.
 * @returns {Promise<number>} as `runToEnd`
 */
export function toItsEnd(child, endsUs = (signal) => signals.includes(signal)) {
  return new Promise((resolve) => {
    /** @param {NodeJS.Signals} signal */
    const forward = (signal) => {
      // A terminal sends these to the whole group: passed on, one Ctrl+C would be two.
      if (signal !== 'SIGTERM' && process.stdin.isTTY) return;
      // Windows knows no signals to others: passed on, this one would end the child at once. Its console has told it already.
      if (signal === 'SIGINT' && process.platform === 'win32') return;
      child.kill(signal);
    };
    const parent = process.ppid;
    const watch = setInterval(() => {
      if (process.ppid === parent) return;
      // Once: a second one tells a host to drop everything at once.
      clearInterval(watch);
      child.kill('SIGTERM');
    }, parentCheckMs);
    // Started by hand, as with nohup, a program may outlive the shell it came from.
    if (process.env['npm_lifecycle_event'] === undefined) clearInterval(watch);
    const stopForwarding = () => {
      clearInterval(watch);
      for (const signal of signals) process.off(signal, forward);
    };
    for (const signal of signals) process.on(signal, forward);
    child.on('error', (error) => {
      stopForwarding();
      process.stderr.write(`${child.spawnfile} could not be started: ${error.message}\n`);
      resolve(1);
    });
    child.on('exit', (code, signal) => {
      stopForwarding();
      if (signal !== null && endsUs(signal) && process.platform !== 'win32') process.kill(process.pid, signal);
      resolve(code ?? 1);
    });
  });
}

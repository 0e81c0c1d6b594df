import type { SettingsStore } from '../core/foundation/ports.ts';
import { SETTINGS_NAME, setAsideUnreadable, settingsOptions, settingsStore } from './settings-file.ts';

const endSignals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR2', 'SIGQUIT', 'SIGBREAK'] as const;

/**
 * The writer inside conf listens to every signal, tidies up, and then sends the signal to the process once more. A host
 * takes that for the second, impatient one and ends where it stands. So conf is loaded here and its listeners to signals
 * are taken off again; what it tidies up when the process exits stays.
 */
async function loadConf() {
  const before = new Map(endSignals.map((signal) => [signal, process.rawListeners(signal)]));
  const { default: Conf } = await import('conf');
  for (const signal of endSignals) {
    for (const listener of process.rawListeners(signal)) {
      if (!before.get(signal)?.includes(listener)) process.removeListener(signal, listener as () => void);
    }
  }
  return Conf;
}

const Conf = await loadConf();

/** Settings of the hosts without Electron: the same file as the desktop's, written by the same library underneath. */
export function openConfSettings(folder: string, wallNow: number): SettingsStore {
  setAsideUnreadable(folder, wallNow);
  return settingsStore(
    new Conf<Record<string, unknown>>({
      ...settingsOptions,
      cwd: folder,
      configName: SETTINGS_NAME,
      projectName: 'lead-console',
    }),
  );
}

import { homedir } from 'node:os';
import type { SettingsStore } from '../core/foundation/ports.ts';
import { SETTINGS_NAME, setAsideUnreadable, settingsOptions, settingsStore } from './settings-file.ts';

const endSignals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR2', 'SIGQUIT', 'SIGBREAK'] as const;

/**
 * The file writer inside conf listens to every signal, cleans up, and then sends the signal to the process again. A host
 * would take that for a second signal and end at once. So the signal listeners that conf adds when it is loaded are
 * removed here; its listener for the end of the process stays.
 */
async function loadConf() {
  nameNoHome();
  const before = new Map(endSignals.map((signal) => [signal, process.rawListeners(signal)]));
  const { default: Conf } = await import('conf');
  for (const signal of endSignals) {
    for (const listener of process.rawListeners(signal)) {
      if (!before.get(signal)?.includes(listener)) process.removeListener(signal, listener as () => void);
    }
  }
  return Conf;
}

/** conf asks for the home folder when it is loaded, and Node throws where neither HOME nor the system names one. */
function nameNoHome(): void {
  try {
    homedir();
  } catch {
    process.env['HOME'] = '';
  }
}

const Conf = await loadConf();

/** Settings of the hosts without Electron, in the same file as the desktop's; electron-store writes it with conf, too. */
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

import { spawn } from 'node:child_process';

/**
 * Opens the person's browser. The terminal shows the address anyway, so a failure only goes to `onTrouble`.
 * On Windows the address goes through rundll32 and not through a shell, which would interpret `&` and `#`.
 */
export function openBrowser(address: string, platform: NodeJS.Platform, onTrouble: (text: string) => void): void {
  const [command, args] = commandFor(address, platform);
  const child = spawn(command, args, { stdio: 'ignore', detached: true, env: withoutOurs(process.env) });
  child.on('error', () => onTrouble('Lead Console could not open a browser. Open the address above yourself.'));
  child.unref();
}

/**
 * What a batch run is given is nobody else's business: passwords and the invitation to a team are among it. Windows does
 * not tell the case of letters apart in these names.
 */
function withoutOurs(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => !name.toUpperCase().startsWith('LEAD_CONSOLE_')),
  );
}

function commandFor(address: string, platform: NodeJS.Platform): [string, string[]] {
  if (platform === 'win32') return ['rundll32', ['url.dll,FileProtocolHandler', address]];
  if (platform === 'darwin') return ['open', [address]];
  return ['xdg-open', [address]];
}

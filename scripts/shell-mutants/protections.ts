/** A protection of the desktop shell, the line that is it, and what notices when somebody removes it. */
export interface Protection {
  readonly name: string;
  /** Where it mends what breaks on one of the three systems: its number in `mends.ts`. */
  readonly id?: string;
  readonly file: string;
  /** Stands once in the file. */
  readonly line: string;
  /** What stands in its place then; left out: nothing. */
  readonly removed?: string;
  /** The specs that must notice; left out: the one beside the file. */
  readonly specs?: readonly string[];
}

export function specsOf({ file, specs = [file.replace(/\.ts$/, '.spec.ts')] }: Protection): readonly string[] {
  return specs;
}

export interface Mend extends Protection {
  readonly id: string;
}

const SHELL = ['electron/main/shell.spec.ts'];
const WINDOW = 'electron/main/window/main-window.ts';
const UPDATES = ['electron/main/updates/updates.spec.ts'];

/** A preference of the window's page. */
const preference = (name: string, line: string, removed: string): Protection => ({
  ...{ name, line, removed },
  file: WINDOW,
  specs: SHELL,
});

export const protections: readonly Protection[] = [
  {
    name: 'every process in the sandbox',
    file: 'electron/main/shell.ts',
    line: '  app.enableSandbox();',
  },
  preference('the window in the sandbox', 'sandbox: true', 'sandbox: false'),
  preference('context isolation', 'contextIsolation: true', 'contextIsolation: false'),
  preference('no Node in the page', 'nodeIntegration: false', 'nodeIntegration: true'),
  preference('no Node in workers', 'nodeIntegrationInWorker: false', 'nodeIntegrationInWorker: true'),
  preference('the security of the web', 'webSecurity: true', 'webSecurity: false'),
  preference('no webview', 'webviewTag: false', 'webviewTag: true'),
  preference('no tools for developers in a package', 'devTools: hasDevTools', 'devTools: true'),
  {
    name: 'the sender check',
    file: 'electron/main/window/page-calls.ts',
    line: '    if (!isTrustedSender({ frame, contentsId: event.sender.id }, ownContents()?.id ?? null)) return refused;',
    removed: '    if (frame === undefined) return refused;',
    specs: SHELL,
  },
  {
    name: 'the guard of the session',
    file: 'electron/main/desktop.ts',
    line: '  guardSession(session.defaultSession);',
    specs: SHELL,
  },
  {
    name: 'the guard of every page',
    file: 'electron/main/shell.ts',
    line: "  app.on('web-contents-created', (_event, contents) => guardContents(contents));",
  },
  {
    name: "electron-store's listener taken away",
    file: 'electron/main/window/page-calls.ts',
    line: "  ipcMain.removeAllListeners('electron-store-get-data');",
    specs: SHELL,
  },
  {
    name: 'the list of addresses that leave',
    file: 'electron/main/guards/external-links.ts',
    line: '    if (!isExternalLink(address))',
    removed: '    if (isExternalLink(address) && false)',
    specs: ['electron/main/system/host-handlers.spec.ts'],
  },
  {
    name: 'the fuses',
    file: 'electron-builder.yml',
    line: '  runAsNode: false',
    removed: '  runAsNode: true',
    specs: ['scripts/lib/package-check.spec.ts'],
  },
  {
    name: 'every session is guarded',
    file: 'electron/main/shell.ts',
    line: "  app.on('session-created', (session) => guardSession(session));\n",
  },
  {
    name: 'only dropped files are taken',
    file: 'electron/main/desktop.ts',
    line: 'chosen(dropped.take(args))',
    removed: 'chosen(String(Object(args).path))',
    specs: SHELL,
  },
  {
    name: 'a question before a new host',
    file: 'electron/main/desktop.ts',
    line: '    const gate = createGate({ handlers, callCore, log });',
    removed: '    const gate = createGate({ handlers, callCore: supervisor.call, log });',
    specs: SHELL,
  },
  {
    name: 'no invitation of a team for a page',
    file: 'electron/host/gate.ts',
    line: '    if (channel === KEPT_FROM_PAGES) throw notForPages();',
  },
  {
    name: 'own files only, under a policy',
    file: 'electron/main/desktop.ts',
    line: "  protocol.handle(APP_SCHEME, (request) => answerAppRequest(join(builtFolder, 'renderer'), request));",
    removed: "  protocol.handle(APP_SCHEME, () => new Response('<p>page</p>'));",
    specs: SHELL,
  },
  {
    name: "no packed program without Chromium's sandbox",
    id: 'L2',
    file: 'electron/main/shell.ts',
    line: '    refuseWithoutSandbox(app);',
  },
  {
    name: 'a file that is opened before Electron is ready',
    id: 'M3',
    file: 'electron/main/shell.ts',
    line: '    opened.add([path]);',
  },
  {
    name: 'the log-off of Windows',
    id: 'W4',
    file: WINDOW,
    line: "    opened.on('query-session-end', () => this.#options.onSessionEnd());",
    specs: SHELL,
  },
  {
    name: 'the end of a session held up',
    id: 'M2',
    file: 'electron/main/system/lifecycle.ts',
    line: '    onSessionEnd(event: Preventable): void {\n      event.preventDefault();',
    removed: '    onSessionEnd(): void {',
    specs: SHELL,
  },
  {
    name: 'the signature of an update',
    file: 'electron/main/updates/release.ts',
    line: "  if (!verify(null, Buffer.from(SIGNED_AS + release), key, Buffer.from(signature, 'base64')))",
    removed: '  if (signature === release)',
    specs: UPDATES,
  },
  {
    name: 'no older version',
    file: 'electron/main/updates/updates.ts',
    line: '      if (!isNewer(release.version, current)) {',
    removed: '      if (release.version === current) {',
  },
  {
    name: 'each byte of an update as it was signed',
    file: 'electron/main/updates/stage.ts',
    line: "        if (hash.digest('base64') !== file.sha512) throw notAsSigned();",
    specs: UPDATES,
  },
  {
    name: 'each byte of an update read again',
    file: 'electron/main/updates/stage.ts',
    line: "      if (hash.digest('base64') === file.sha512) return path;",
    removed: '      return path;',
    specs: UPDATES,
  },
  {
    name: 'no update while another program works',
    file: 'electron/main/updates/updates.ts',
    line: '      if (await isUsedElsewhere()) throw new UpdateTrouble(USED_ELSEWHERE);',
  },
  {
    name: 'no update under the hands of a person',
    file: 'electron/main/updates/updates.ts',
    line: 'const isUsed = isWorkedIn() || (await isUsedElsewhere());',
    removed: 'const isUsed = await isUsedElsewhere();',
  },
  {
    name: 'everything closed before an update',
    file: 'electron/main/system/lifecycle.ts',
    line: '      await last?.();\n',
  },
  {
    name: 'updates over https alone',
    file: 'electron/main/guards/update-session.ts',
    line: "cancel: !request.url.startsWith('https://')",
    removed: 'cancel: false',
    specs: ['electron/main/updates/desktop-updates.spec.ts'],
  },
];

import { type ChildProcess, fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { basename, join } from 'node:path';
import type { ElectronParts, SettingsFile } from './guards/electron-parts.ts';

/*
 * For specs: a stand-in for Electron that records every option, listener and call of the shell. The processes that the
 * shell forks are real: the core and the practice service, under plain Node.
 */

type Call = readonly [what: string, ...args: unknown[]];

export class RecordedContents extends EventEmitter {
  readonly id: number;
  readonly sent: Call[] = [];
  openHandler: ((details: { url: string }) => { action: string }) | null = null;
  readonly mainFrame = { url: 'app://lead-console/#/jobs', parent: null };

  constructor(id: number) {
    super();
    this.id = id;
  }

  setWindowOpenHandler(handler: (details: { url: string }) => { action: string }): void {
    this.openHandler = handler;
  }
  send(name: string, payload: unknown): void {
    this.sent.push([name, payload]);
  }
  /** The option that says whether the paper is that of the page's styles. */
  printToPDF = async ({ preferCSSPageSize }: { preferCSSPageSize: boolean }) =>
    Buffer.from(preferCSSPageSize ? '%PDF of the page' : '%PDF');
  isDestroyed = () => false;
  hasCrashed = false;
  isCrashed = () => this.hasCrashed;
  reloads = 0;
  reload = () => void (this.reloads += 1);
}

export interface RecordedWindow {
  readonly options: Readonly<Record<string, unknown>> & { readonly webPreferences?: Readonly<Record<string, unknown>> };
  readonly webContents: RecordedContents;
  readonly loaded: readonly string[];
}

interface IpcEvent {
  readonly sender: { readonly id: number };
  readonly senderFrame: { readonly url: string; readonly parent: unknown } | null;
}

export interface RecordingOptions {
  readonly isPackaged?: boolean;
  /** Switches of the command line that Chromium reads, without their dashes. */
  readonly switches?: readonly string[];
  /** Whether this instance is the first one. */
  readonly isFirst?: boolean;
  /** The button that a person presses in a message box; the first one when left out. */
  readonly answers?: number[];
  /** Where a person saves a file; left out: they cancel. */
  readonly savePath?: string;
  /** In place of Chromium's; left out: there is no network. */
  readonly fetch?: (address: string, init: { readonly signal: AbortSignal }) => Promise<Response>;
}

export class RecordingElectron implements AsyncDisposable {
  readonly calls: Call[] = [];
  readonly windows: RecordedWindow[] = [];
  readonly schemes = new Map<string, (request: { method: string; url: string }) => Promise<Response>>();
  readonly sessionHandlers = new Map<string, (...args: never[]) => unknown>();
  readonly sessionEvents = new EventEmitter();
  readonly ipc = new EventEmitter();
  readonly handlers = new Map<string, (event: IpcEvent, args: unknown) => Promise<unknown>>();
  readonly app = new EventEmitter();
  readonly powerMonitor = Object.assign(new EventEmitter(), { getSystemIdleTime: () => 0 });
  readonly screen = Object.assign(new EventEmitter(), screenOf());
  /** What becomes of a page that is loaded. */
  load: () => Promise<void> = async () => undefined;
  readonly parts: ElectronParts;
  readonly Store: SettingsFile;
  readonly #children: ChildProcess[] = [];
  #lastId = 0;

  constructor(options: RecordingOptions = {}) {
    this.parts = this.#makeParts(options) as unknown as ElectronParts;
    const { ipc } = this;
    const values = new Map<string, unknown>();
    this.Store = class {
      constructor() {
        // As the real one does, in its constructor.
        ipc.on(
          'electron-store-get-data',
          (event: { returnValue: unknown }) => (event.returnValue = { defaultCwd: '/' }),
        );
      }
      get = (key: string) => values.get(key);
      set = (key: string, value: unknown) => void values.set(key, value);
      delete = (key: string) => void values.delete(key);
    };
  }

  /** Names of what was called, in order. */
  get order(): string[] {
    return this.calls.map(([what]) => what);
  }

  argsOf(what: string): readonly unknown[][] {
    return this.calls.filter(([name]) => name === what).map(([, ...args]) => args);
  }

  /** Contents that something in the program creates, as Electron announces them. */
  createContents(): RecordedContents {
    const contents = new RecordedContents((this.#lastId += 1));
    this.app.emit('web-contents-created', {}, contents);
    return contents;
  }

  /** A call of the page; `from` replaces what is true of our own page. */
  invoke(channel: string, args: unknown, from: Partial<IpcEvent> = {}): Promise<unknown> {
    const contents = this.windows.at(-1)?.webContents;
    const handler = this.handlers.get(channel);
    if (contents === undefined || handler === undefined) throw new Error(`nobody answers ${channel}`);
    return handler({ sender: { id: contents.id }, senderFrame: contents.mainFrame, ...from }, args);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = this.#children.map(
      (child) =>
        new Promise<void>((resolve) => {
          if (child.exitCode !== null || child.signalCode !== null) return resolve();
          child.once('exit', () => resolve());
          child.kill('SIGKILL');
        }),
    );
    await Promise.all(ended);
  }

  #record(what: string): (...args: unknown[]) => void {
    return (...args) => void this.calls.push([what, ...args]);
  }

  #makeParts({
    isPackaged = false,
    switches = [],
    isFirst = true,
    answers = [],
    savePath = '',
    fetch = () => Promise.reject(new Error('net::ERR_INTERNET_DISCONNECTED')),
  }: RecordingOptions) {
    const record = (what: string) => this.#record(what);
    const answering =
      <Value>(what: string, value: () => Value) =>
      (...args: unknown[]) => {
        this.calls.push([what, ...args]);
        return value();
      };
    let isReady = false;
    const press = async () => ({ response: answers.shift() ?? 0 });
    const setHandler = (name: string) => (handler: (...args: never[]) => unknown) => {
      this.calls.push([`session.${name}`]);
      this.sessionHandlers.set(name, handler);
    };
    return {
      app: Object.assign(this.app, {
        isPackaged,
        commandLine: { hasSwitch: (name: string) => switches.includes(name) },
        enableSandbox: record('app.enableSandbox'),
        setAppUserModelId: record('app.setAppUserModelId'),
        setPath: record('app.setPath'),
        getPath: () => '/home/kim/Downloads',
        getAppPath: () => '/opt/lead-console',
        requestSingleInstanceLock: answering('app.requestSingleInstanceLock', () => isFirst),
        whenReady: answering('app.whenReady', () => Promise.resolve().then(() => void (isReady = true))),
        isReady: () => isReady,
        getLoginItemSettings: () => ({ openAtLogin: false, wasOpenedAtLogin: false }),
        setLoginItemSettings: record('app.setLoginItemSettings'),
        addRecentDocument: record('app.addRecentDocument'),
        setUserTasks: record('app.setUserTasks'),
        clearRecentDocuments: record('app.clearRecentDocuments'),
        quit: record('app.quit'),
        relaunch: record('app.relaunch'),
        releaseSingleInstanceLock: record('app.releaseSingleInstanceLock'),
        exit: record('app.exit'),
      }),
      BrowserWindow: this.#windowClass(),
      dialog: {
        showErrorBox: record('dialog.showErrorBox'),
        showMessageBox: answering('dialog.showMessageBox', press),
        showOpenDialog: answering('dialog.showOpenDialog', async () => ({ canceled: true, filePaths: [] })),
        showSaveDialog: answering('dialog.showSaveDialog', async () => ({
          canceled: savePath === '',
          filePath: savePath,
        })),
      },
      ipcMain: Object.assign(this.ipc, {
        handle: (channel: string, handler: (event: IpcEvent, args: unknown) => Promise<unknown>) =>
          void this.handlers.set(channel, handler),
      }),
      Menu: {
        setApplicationMenu: record('Menu.setApplicationMenu'),
        buildFromTemplate: (template: unknown) => template,
      },
      nativeImage: { createFromBitmap: () => ({ setTemplateImage: () => undefined }) },
      nativeTheme: { shouldUseDarkColors: false, themeSource: 'system' },
      Notification: this.#notificationClass(),
      powerMonitor: this.powerMonitor,
      powerSaveBlocker: { start: () => 1, stop: () => undefined },
      protocol: {
        registerSchemesAsPrivileged: record('protocol.registerSchemesAsPrivileged'),
        handle: (scheme: string, handler: (request: { method: string; url: string }) => Promise<Response>) => {
          this.calls.push(['protocol.handle', scheme]);
          this.schemes.set(scheme, handler);
        },
      },
      clipboard: { writeText: answering('clipboard.writeText', () => undefined) },
      safeStorage: { getSelectedStorageBackend: () => 'basic_text', isAsyncEncryptionAvailable: async () => true },
      screen: this.screen,
      session: {
        fromPartition: answering('session.fromPartition', () => ({
          webRequest: { onBeforeRequest: setHandler('updates beforeRequest') },
          fetch,
        })),
        defaultSession: {
          setPermissionRequestHandler: setHandler('permissionRequest'),
          setPermissionCheckHandler: setHandler('permissionCheck'),
          setDevicePermissionHandler: setHandler('devicePermission'),
          setSpellCheckerEnabled: record('session.setSpellCheckerEnabled'),
          webRequest: { onBeforeRequest: setHandler('beforeRequest') },
          on: (name: string, listener: (...args: unknown[]) => void) => this.sessionEvents.on(name, listener),
          resolveProxy: async () => 'DIRECT',
        },
      },
      shell: {
        openExternal: answering('shell.openExternal', () => Promise.resolve()),
        openPath: answering('shell.openPath', () => Promise.resolve('')),
      },
      Tray: class extends EventEmitter {
        setToolTip = record('tray.setToolTip');
        setContextMenu = record('tray.setContextMenu');
        destroy = record('tray.destroy');
      },
      utilityProcess: {
        fork: (path: string, args: string[], given: unknown) => {
          this.calls.push(['utilityProcess.fork', path, given]);
          return this.#fork(path, args, given);
        },
      },
    };
  }

  /** The same program, from its source, under plain Node. */
  #fork(path: string, args: readonly string[], given: unknown) {
    const name = basename(path, '.js');
    const source = ['practice', 'batch'].includes(name) ? `../${name}/main.ts` : `../core/${name}.ts`;
    const { stdio, cwd } = given as { readonly stdio?: readonly ('ignore' | 'pipe')[]; readonly cwd?: string };
    const child = fork(join(import.meta.dirname, source), [...args], {
      serialization: 'advanced',
      stdio: [...(Array.isArray(stdio) ? stdio : (['ignore', 'ignore', 'inherit'] as const)), 'ipc'],
      execArgv: [],
      cwd,
    });
    this.#children.push(child);
    return Object.assign(child, { postMessage: (message: object) => void child.send(message, () => undefined) });
  }

  #notificationClass() {
    const record = this.#record('Notification');
    return class extends EventEmitter {
      static isSupported = () => true;
      constructor(options: unknown) {
        super();
        record(options, this);
      }
      show = () => undefined;
      close = () => undefined;
    };
  }

  #windowClass() {
    const { windows } = this;
    const record = (what: string) => this.#record(what);
    const create = () => this.createContents();
    const load = () => this.load();
    return class extends EventEmitter implements RecordedWindow {
      readonly webContents = create();
      readonly loaded: string[] = [];
      readonly options: RecordedWindow['options'];
      constructor(options: RecordedWindow['options']) {
        super();
        this.options = options;
        windows.push(this);
      }
      loadURL = (address: string) => {
        this.loaded.push(address);
        return load();
      };
      show = record('window.show');
      hide = () => undefined;
      focus = () => undefined;
      restore = () => undefined;
      maximize = () => undefined;
      minimize = record('window.minimize');
      setProgressBar = record('window.setProgressBar');
      setOverlayIcon = record('window.setOverlayIcon');
      close = record('window.close');
      setMinimumSize = record('window.setMinimumSize');
      isMinimized = () => false;
      isMaximized = () => false;
      isFullScreen = () => false;
      isVisible = () => true;
      getNormalBounds = () => ({ x: 0, y: 0, width: 1, height: 1 });
    };
  }
}

/** `area`: a person may plug in another screen. */
function screenOf() {
  const display = { id: 1, workArea: { x: 0, y: 0, width: 1920, height: 1080 } };
  return { area: display.workArea, getPrimaryDisplay: () => display, getAllDisplays: () => [display] };
}

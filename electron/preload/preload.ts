import { contextBridge, ipcRenderer, webUtils, type IpcRendererEvent } from 'electron';
import { createBridge, namesFrom } from './bridge.ts';

type DroppedFile = Parameters<typeof webUtils.getPathForFile>[0];

/** The parts of `drop` and `change` used here: this project has no types of browsers. */
interface FileEvent {
  /** False for an event that a script made. */
  readonly isTrusted: boolean;
  readonly dataTransfer?: { readonly files: Iterable<DroppedFile> } | null;
  readonly target?: { readonly files?: Iterable<DroppedFile> | null } | null;
}
type Listen = (name: string, listener: (event: FileEvent) => void, captures: boolean) => void;

const bridge = createBridge(namesFrom(process.argv), {
  invoke: (channel, args) => ipcRenderer.invoke(channel, args),
  subscribe(event, listener) {
    const receive = (_event: IpcRendererEvent, payload: unknown) => listener(payload);
    ipcRenderer.on(event, receive);
    return () => ipcRenderer.off(event, receive);
  },
  pathOf: (file: DroppedFile) => webUtils.getPathForFile(file),
  onFiles(listener) {
    const { addEventListener } = globalThis as unknown as { addEventListener: Listen };
    for (const name of ['drop', 'change']) {
      const hear = (event: FileEvent) => {
        if (event.isTrusted) listener([...((name === 'drop' ? event.dataTransfer : event.target)?.files ?? [])]);
      };
      // Captured: heard before the page gets the event.
      addEventListener(name, hear, true);
    }
  },
  newToken: () => crypto.randomUUID(),
});

contextBridge.exposeInMainWorld('leadConsole', bridge);

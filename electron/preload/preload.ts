import { contextBridge, ipcRenderer, webUtils, type IpcRendererEvent } from 'electron';
import { createBridge, namesFrom } from './bridge.ts';

const bridge = createBridge(namesFrom(process.argv), {
  invoke: (channel, args) => ipcRenderer.invoke(channel, args),
  subscribe(event, listener) {
    const receive = (_event: IpcRendererEvent, payload: unknown) => listener(payload);
    ipcRenderer.on(event, receive);
    return () => ipcRenderer.off(event, receive);
  },
  pathOf: (file: Parameters<typeof webUtils.getPathForFile>[0]) => webUtils.getPathForFile(file),
});

contextBridge.exposeInMainWorld('leadConsole', bridge);

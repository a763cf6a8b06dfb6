import { contextBridge, ipcRenderer } from 'electron'
import { benchPortMessage, type Bridge, type ShellEvent, type ShellReply } from '../core/contract/bridge'
import { channels } from '../core/contract/channels'

/** The page's window, as far as it is used; this world is typed without the DOM. */
declare const window: {
  readonly location: { readonly origin: string }
  postMessage(message: unknown, targetOrigin: string, transfer: readonly unknown[]): void
}

const bridge: Bridge = {
  shell: (name, argumentsOfRequest) =>
    ipcRenderer.invoke(channels.shell, name, argumentsOfRequest) as Promise<ShellReply>,
  onShellEvent(listener) {
    const hear = (_event: unknown, event: ShellEvent) => listener(event)
    ipcRenderer.on(channels.shellEvent, hear)
    return () => ipcRenderer.off(channels.shellEvent, hear)
  },
  connectBench: () => ipcRenderer.send(channels.connectBench),
}

contextBridge.exposeInMainWorld('benchwright', bridge)

// A MessagePort cannot pass through the bridge; it goes to this very window as a message.
ipcRenderer.on(channels.benchPort, (event) => {
  window.postMessage(benchPortMessage, window.location.origin, event.ports as readonly unknown[])
})

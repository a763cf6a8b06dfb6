import { contextBridge, ipcRenderer, webUtils } from 'electron'
import { benchPortMessage, type Bridge, type ShellEvent, type ShellReply } from '../core/contract/bridge'
import { channels } from '../core/contract/channels'

/** What is used of the page's window; the preload is typed without the DOM. */
declare const window: {
  readonly location: { readonly origin: string }
  postMessage(message: unknown, targetOrigin: string, transfer: readonly unknown[]): void
  addEventListener(type: 'drop', listener: (event: DropEvent) => void, inCapture: true): void
}

interface DropEvent {
  readonly isTrusted: boolean
  readonly dataTransfer: {
    readonly types: readonly string[]
    readonly files: ArrayLike<Parameters<typeof webUtils.getPathForFile>[0]>
  } | null
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

// A MessagePort cannot pass through the bridge; it is posted to this same window as a message.
ipcRenderer.on(channels.benchPort, (event) => {
  window.postMessage(benchPortMessage, window.location.origin, event.ports as readonly unknown[])
})

// Only a person can drop files: synthetic events of the page are not trusted, and the page never sees a path.
window.addEventListener(
  'drop',
  ({ isTrusted, dataTransfer }) => {
    if (!isTrusted || !dataTransfer?.types.includes('Files')) return
    const paths = Array.from(dataTransfer.files, (file) => webUtils.getPathForFile(file))
    ipcRenderer.send(
      channels.dropped,
      paths.filter((path) => path !== ''),
    )
  },
  true,
)

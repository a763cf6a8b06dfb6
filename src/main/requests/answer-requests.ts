import { ipcMain, type IpcMainEvent, type IpcMainInvokeEvent } from 'electron'
import type { ShellReply } from '../../core/contract/bridge'
import { channels } from '../../core/contract/channels'
import { isTrustedSender } from '../security/sender-check'
import type { AppWindow } from '../windows/app-window'
import type { AppWindows } from '../windows/app-windows'
import type { ShellHandlers } from './handlers'
import { replyTo } from './reply-to'
import { takeDrop } from './take-drop'

/** Answers the windows' requests. The only place that listens to them, so that none goes unchecked. */
export function answerRequests(windows: AppWindows, handlers: ShellHandlers): void {
  ipcMain.handle(
    channels.shell,
    async (event, name: unknown, given: unknown, ...rest: unknown[]): Promise<ShellReply> => {
      const window = senderWindow(event, windows)
      if (!window || rest.length > 0)
        return { ok: false, error: { id: 'refused', message: 'The request was refused.' } }
      return replyTo(name, given, handlers, window)
    },
  )
  ipcMain.on(channels.dropped, (event, paths: unknown) => {
    const window = senderWindow(event, windows)
    if (window) void takeDrop(paths, window)
  })
  ipcMain.on(channels.connectBench, (event) => senderWindow(event, windows)?.connectBench())
}

function senderWindow(event: IpcMainEvent | IpcMainInvokeEvent, windows: AppWindows): AppWindow | undefined {
  if (!isTrustedSender(event.senderFrame, event.sender.mainFrame)) {
    console.error(`Refused a message from ${event.senderFrame?.url ?? 'a frame that is gone'}`)
    return undefined
  }
  return windows.ofContents(event.sender)
}

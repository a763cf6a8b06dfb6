import { ipcMain, type IpcMainEvent, type IpcMainInvokeEvent } from 'electron'
import type { ShellReply } from '../../core/contract/bridge'
import { channels } from '../../core/contract/channels'
import type { AppWindow } from '../windows/app-window'
import type { AppWindows } from '../windows/app-windows'
import type { ShellHandlers } from './handlers'
import { takeDrop } from './take-drop'
import { isAppAddress } from '../security/app-address'
import { badRequest, checkArguments } from '../../core/contract/check-arguments'
import { requestError, RequestFailure } from '../../core/contract/request-failure'
import { shellArguments, type ShellRequestName } from '../../core/contract/shell-requests'

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

/** What is looked at of the frame that sent a message. */
interface SenderFrame {
  readonly url: string
  readonly routingId: number
  readonly processId: number
}

/**
 * Whether a message comes from the main frame of one of the app's own pages. A frame that is already gone, a frame
 * within a page, or a page from elsewhere does not get an answer.
 */
export function isTrustedSender(sender: SenderFrame | null, mainFrame: SenderFrame): boolean {
  if (!sender) return false
  const isMainFrame = sender.routingId === mainFrame.routingId && sender.processId === mainFrame.processId
  return isMainFrame && isAppAddress(sender.url)
}

/** Checks name and arguments of a request and carries it out. Never throws: errors are replies. */
export async function replyTo(
  name: unknown,
  given: unknown,
  handlers: ShellHandlers,
  window: AppWindow,
): Promise<ShellReply> {
  try {
    if (!isRequestName(name)) throw badRequest('There is no such request.')
    const checked = checkArguments(name, shellArguments[name], given)
    // The schema of this very name has accepted the arguments.
    const handler = handlers[name] as (given: unknown, window: AppWindow) => unknown
    return { ok: true, answer: await handler(checked, window) }
  } catch (error) {
    if (!(error instanceof RequestFailure)) console.error(error)
    return { ok: false, error: requestError(error) }
  }
}

function isRequestName(name: unknown): name is ShellRequestName {
  return typeof name === 'string' && Object.prototype.hasOwnProperty.call(shellArguments, name)
}

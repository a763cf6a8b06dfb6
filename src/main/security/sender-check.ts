import { isAppAddress } from './app-address'

/** What is looked at of the frame that sent a message. */
export interface SenderFrame {
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

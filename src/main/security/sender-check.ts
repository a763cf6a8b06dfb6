import { isAppAddress } from './app-address'

/** The relevant properties of the frame that sent a message. */
export interface SenderFrame {
  readonly url: string
  readonly routingId: number
  readonly processId: number
}

/**
 * Whether a message comes from the main frame of one of the app's own pages. A frame that no longer exists, a nested
 * frame, or a foreign page gets no answer.
 */
export function isTrustedSender(sender: SenderFrame | null, mainFrame: SenderFrame): boolean {
  if (!sender) return false
  const isMainFrame = sender.routingId === mainFrame.routingId && sender.processId === mainFrame.processId
  return isMainFrame && isAppAddress(sender.url)
}

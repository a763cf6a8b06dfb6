import { Notification } from 'electron'
import type { ShellEvent } from '../../core/contract/bridge'
import type { CampaignNotice } from '../../core/contract/privileged-requests'

/** The window a notification is about. */
export interface NoticedWindow {
  readonly hasFocus: boolean
  readonly gone: boolean
  focus(): void
  tell(event: ShellEvent): void
  /** Requests attention in the task bar until the window has the focus. */
  flash(): void
}

/** Shows a desktop notification; `onClick` is called when the person clicks it. */
export type ShowOnDesktop = (title: string, body: string, onClick: () => void) => void

/**
 * Notifications that can still be clicked: without a reference they would be garbage-collected, and a click would be
 * lost.
 */
const shown = new Set<Notification>()

/**
 * Notifies a person who is not looking at the window; a click leads there. Nothing is shown if the window has the
 * focus.
 */
export function notifyPerson(
  notice: CampaignNotice,
  window: NoticedWindow,
  wanted: boolean,
  show: ShowOnDesktop = showOnDesktop,
): void {
  if (!wanted || window.gone || window.hasFocus) return
  window.flash()
  const { title, text, campaignId, hostId } = notice
  show(title, text, () => {
    if (window.gone) return
    window.focus()
    window.tell(hostId === undefined ? { type: 'show-campaign', campaignId } : { type: 'show-host', hostId })
  })
}

function showOnDesktop(title: string, body: string, onClick: () => void): void {
  if (!Notification.isSupported()) return
  const notification = new Notification({ title, body })
  shown.add(notification)
  notification.on('click', onClick)
  for (const end of ['click', 'close', 'failed'] as const)
    notification.once(end as 'close', () => shown.delete(notification))
  notification.show()
}

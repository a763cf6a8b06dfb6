import { BrowserWindow, type MessagePortMain } from 'electron'
import { join } from 'node:path'
import { channels } from '../../core/contract/channels'
import type { DeviceConfirmation } from '../../core/contract/device-confirmation'
import { requestError } from '../../core/contract/request-failure'
import type { BenchHandle } from '../bench/bench-handle'
import { lockedDown } from '../security/web-preferences'
import { confirmationPage } from './confirmation-page'

/**
 * Has a person confirm a destructive plan in the shell's own window, with a process and session separate from the
 * review's page, which therefore can neither see nor answer it. Resolves with the confirmation, or null if they did
 * not confirm.
 */
export async function confirmDevice(
  parent: BrowserWindow,
  bench: BenchHandle<MessagePortMain>,
  planId: string,
): Promise<{ confirmationId?: string } | null> {
  const asked = await bench.request('confirmation.ask', { planId })
  if (!asked) return {}
  const isGiven = await ask(parent, asked, async (typed) => {
    return bench.request('confirmation.give', { confirmationId: asked.id, typed })
  })
  return isGiven ? { confirmationId: asked.id } : null
}

async function ask(
  parent: BrowserWindow,
  asked: DeviceConfirmation,
  give: (typed: string) => Promise<{ accepted: boolean }>,
): Promise<boolean> {
  const window = new BrowserWindow({
    parent,
    modal: true,
    width: 560,
    height: 600,
    resizable: false,
    minimizable: false,
    maximizable: false,
    autoHideMenuBar: true,
    show: false,
    title: 'Overwrite device?',
    webPreferences: lockedDown({
      preload: join(__dirname, 'confirmation-preload.js'),
      partition: 'confirmation',
    }),
  })
  window.removeMenu()
  window.once('ready-to-show', () => window.show())
  let isGiven = false
  const tell = (text: string) => {
    if (!window.isDestroyed()) window.webContents.send(channels.confirmationAnswer, text)
  }
  const hear = async (typed: unknown) => {
    if (typeof typed !== 'string' || typed.length > 10_000) return
    try {
      isGiven = (await give(typed)).accepted
      if (isGiven) window.destroy()
      else tell('That is not it.')
    } catch (error) {
      const { message, remedy } = requestError(error)
      tell([message, remedy].filter(Boolean).join(' '))
    }
  }
  window.webContents.on('ipc-message', (_event, channel, typed: unknown) => {
    if (channel === channels.confirmationTyped) void hear(typed)
    if (channel === channels.confirmationCancel) window.destroy()
  })
  const closed = new Promise<void>((resolve) => window.once('closed', resolve))
  const page = Buffer.from(confirmationPage(asked), 'utf8').toString('base64')
  await window.loadURL(`data:text/html;charset=utf-8;base64,${page}`)
  await closed
  return isGiven
}

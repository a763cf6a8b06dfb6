import type { ElectronApplication } from 'playwright-core'
import { expect, it, vi } from 'vitest'
import { enterRoom } from './hosts-room'
import { runningReview, runsOfCampaign, startCampaign } from './running-review'

interface ShownText {
  readonly title: string
  readonly body: string
}

/** Keeps the desktop's notifications instead of showing them, while the person looks at another program. */
function keepNotifications(app: ElectronApplication): Promise<void> {
  return app.evaluate(({ app: electronApp, BrowserWindow, Notification }) => {
    const shown: unknown[] = []
    Object.assign(electronApp, { keptNotifications: shown })
    Notification.isSupported = () => true
    Notification.prototype.show = function () {
      shown.push(this)
    }
    for (const window of BrowserWindow.getAllWindows()) window.isFocused = () => false
  })
}

function notifications(app: ElectronApplication): Promise<readonly ShownText[]> {
  return app.evaluate(({ app: electronApp }) => {
    const kept = Reflect.get(electronApp, 'keptNotifications') as readonly ShownText[]
    return kept.map(({ title, body }) => ({ title, body }))
  })
}

/** Clicks the notification that was shown last. */
function clickNotification(app: ElectronApplication): Promise<void> {
  return app.evaluate(({ app: electronApp }) => {
    const kept = Reflect.get(electronApp, 'keptNotifications') as readonly NodeJS.EventEmitter[]
    kept.at(-1)?.emit('click')
  })
}

it('the desktop says that a campaign has ended, and a click leads to it', async () => {
  const review = await runningReview()
  const { app, window, close, problems } = await review.launch()
  try {
    await keepNotifications(app)
    await startCampaign(window)
    expect(await notifications(app)).toEqual([])
    await enterRoom(window, 'Results')
    const runs = String(runsOfCampaign)
    await vi.waitFor(async () =>
      expect(await notifications(app)).toEqual([
        { title: '“No data” has ended', body: `${runs} of ${runs} runs done.` },
      ]),
    )
    await clickNotification(app)
    await window.getByTestId('campaign-state').getByText('Done').waitFor()
    expect(problems).toEqual([])
  } finally {
    await close()
    await review.remove()
  }
})

import type { ElectronApplication } from 'playwright-core'
import { expect, it, vi } from 'vitest'
import { benchPid, runningReview, startCampaign } from './running-review'

/** Calls of the window's task-bar functions, with their arguments. */
type TaskBarCall = readonly [name: 'setProgressBar' | 'flashFrame', ...values: unknown[]]

/** Records what the window asks of the task bar, while the person uses another program. */
function recordTaskBar(app: ElectronApplication): Promise<void> {
  return app.evaluate(({ app: electronApp, BrowserWindow, Notification }) => {
    const calls: unknown[] = []
    Object.assign(electronApp, { taskBarCalls: calls })
    Notification.isSupported = () => false
    const [window] = BrowserWindow.getAllWindows()
    if (!window) throw new Error('The app has no window.')
    window.isFocused = () => false
    window.setProgressBar = (...values) => calls.push(['setProgressBar', ...values])
    window.flashFrame = (...values) => calls.push(['flashFrame', ...values])
  })
}

function taskBarCalls(app: ElectronApplication): Promise<readonly TaskBarCall[]> {
  return app.evaluate(
    ({ app: electronApp }) => Reflect.get(electronApp, 'taskBarCalls') as readonly TaskBarCall[],
  )
}

it('the task bar follows a campaign, shows a pause, is cleared when the bench is lost and at the end, and flashes', async () => {
  const review = await runningReview()
  const under = await review.launch()
  const { app, window, close } = under
  const progress = async () =>
    (await taskBarCalls(app)).filter(([name]) => name === 'setProgressBar').map(([, ...values]) => values)
  const isLast = (...values: unknown[]) =>
    vi.waitFor(async () => expect((await progress()).at(-1)).toEqual(values))
  const share: unknown = expect.any(Number)
  try {
    await recordTaskBar(app)
    await startCampaign(window)
    await isLast(share, { mode: 'normal' })
    await window.getByTestId('campaign-pause').click()
    await isLast(share, { mode: 'paused' })
    const shown = (await progress()).map(([value]) => Number(value))
    expect(shown).toEqual([...shown].sort((a, b) => a - b))
    expect(Math.max(...shown)).toBeLessThanOrEqual(1)

    // A bench that has died executes nothing; the campaign is resumed by the next one.
    process.kill((await benchPid(under)) ?? 0, 'SIGKILL')
    await isLast(-1)
    await vi.waitFor(async () => expect(await benchPid(under)).toBeDefined())
    await window.getByTestId('campaign-resume').click()
    await isLast(share, { mode: 'normal' })
    await window.getByTestId('campaign-state').getByText('Done').waitFor()
    await isLast(-1)

    await vi.waitFor(async () => expect(await taskBarCalls(app)).toContainEqual(['flashFrame', true]))
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.emit('focus'))
    expect((await taskBarCalls(app)).at(-1)).toEqual(['flashFrame', false])
  } finally {
    await close()
    await review.remove()
  }
})

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ElectronApplication } from 'playwright-core'
import { expect, it, vi } from 'vitest'
import { createReview } from '../../src/bench/store/create-review'
import { openReview } from '../../src/bench/store/open-review'
import { newPlan } from '../../src/core/plan/edit-plan'
import { fioPlan, quickStart, unhurried } from '../integration/runner/fio-plan'
import { descendants, isSsh, signal } from '../integration/ssh/ssh-workshop'
import { addAndLogIn, enterRoom, lockedHost, useHost } from './hosts-room'
import { launchApp } from './launch-app'
import { answerQuestions, askedQuestions } from './native-dialogs'
import { benchPid, runningReview, runsOfCampaign, startCampaign } from './running-review'

const stopNow = 1

interface ShownText {
  readonly title: string
  readonly body: string
}

/** Records the desktop's notifications instead of showing them, while the person uses another program. */
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

/** Clicks the most recent notification. */
function clickNotification(app: ElectronApplication): Promise<void> {
  return app.evaluate(({ app: electronApp }) => {
    const kept = Reflect.get(electronApp, 'keptNotifications') as readonly NodeJS.EventEmitter[]
    kept.at(-1)?.emit('click')
  })
}

it('a desktop notification reports that a campaign has ended, and a click leads to it', async () => {
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

it('a desktop notification counts the runs that failed once their target was removed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'benchwright-failing-'))
  const target = join(folder, 'target')
  mkdirSync(target)
  const file = join(folder, 'failing.benchwright')
  const review = createReview(file)
  review.savePlan({ ...fioPlan(target, {}, unhurried), repetitions: 3 })
  review.close()
  const { app, window, close, problems } = await launchApp({ args: [file] })
  try {
    await keepNotifications(app)
    await startCampaign(window)
    rmSync(target, { recursive: true })
    await vi.waitFor(async () => expect(await notifications(app)).toHaveLength(1))
    const [shown] = await notifications(app)
    expect(shown?.title).toMatch(/^“Short mix” has ended: [23] runs failed$/)
    expect(shown?.body).toMatch(/^[01] of 3 runs done\.$/)
    await enterRoom(window, 'Results')
    await clickNotification(app)
    await window.getByTestId('campaign-state').getByText('Done').waitFor()
    expect(problems).toEqual([])
  } finally {
    await close()
    rmSync(folder, { recursive: true, force: true })
  }
})

it('a desktop notification reports a host that waits for a login, and the app closes with a message about what is left there', async () => {
  const shop = await lockedHost()
  const restore = useHost(shop)
  const file = join(shop.folder, 'remote.benchwright')
  const review = createReview(file)
  const base = { pattern: 'random-read', io_engine: 'null', file_size: 64 * 1024 ** 2, ramp_time: 0 }
  review.savePlan(
    newPlan(
      { id: 'far', seed: 1, target: { kind: 'none' } },
      { name: 'Far away', base: { ...base, ...quickStart, ...unhurried, runtime: 1 }, repetitions: 60 },
    ),
  )
  review.close()
  const under = await launchApp({ args: [file], userDataDir: join(shop.folder, 'app') })
  const { app, window } = under
  try {
    await enterRoom(window, 'Hosts')
    await addAndLogIn(window)
    await keepNotifications(app)
    await enterRoom(window, 'Design')
    await window.getByTestId('plan-host').selectOption('lab')
    await window.getByTestId('start-campaign').click()
    await window.getByTestId('confirm-start').click()
    await window.getByTestId('campaign-state').getByText('Running').waitFor()
    // The login is lost with the connection: the key's passphrase is asked for again.
    await shop.stopServer()
    for (const pid of descendants((await benchPid(under)) ?? 0)) if (isSsh(pid)) signal(pid, 'SIGKILL')
    await shop.serve()
    await vi.waitFor(async () =>
      expect(await notifications(app)).toEqual([
        {
          title: '“Far away” needs your login',
          body: 'lab asks for a login. What runs there continues; no other run is started before it.',
        },
      ]),
    )
    await clickNotification(app)
    await window.getByTestId('host-state').getByText('Login needed').waitFor()
    expect(under.problems).toEqual([])

    await answerQuestions(app, stopNow)
    const ended = app.waitForEvent('close')
    await holdLaterQuestions(app)
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
    await vi.waitFor(
      async () =>
        expect((await askedQuestions(app)).map(({ message }) => message)).toEqual([
          'The campaign “Far away” is still running.',
          'Could not be stopped: “Far away” on lab.',
        ]),
      { timeout: 15_000 },
    )
    await app.evaluate(({ app: electronApp }) => {
      const answer = Reflect.get(electronApp, 'answerHeld') as () => void
      answer()
    })
    await ended
    const left = openReview(file, { mode: 'read' })
    expect(left.campaign(1)?.state).toBe('interrupted')
    left.close()
  } finally {
    await answerQuestions(app, stopNow).catch(() => undefined)
    await under.close()
    restore()
    await shop.close()
  }
})

/** Keeps every question after the first one open until the app's `answerHeld` is called. */
function holdLaterQuestions(app: ElectronApplication): Promise<void> {
  return app.evaluate(({ app: electronApp, dialog }) => {
    const answered = { checkboxChecked: false, response: 1 }
    const asked = Reflect.get(electronApp, 'askedQuestions') as unknown[]
    dialog.showMessageBox = (...given: unknown[]) =>
      new Promise((resolve) => {
        const answer = () => resolve(answered)
        if (asked.push(given.at(-1)) > 1) Object.assign(electronApp, { answerHeld: answer })
        else answer()
      })
  })
}

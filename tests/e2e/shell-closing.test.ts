import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openReview } from '../../src/bench/store/open-review'
import type { AppUnderTest } from './launch-app'
import { answerQuestions, askedQuestions } from './native-dialogs'
import { benchPid, runningReview, runsOfCampaign, startCampaign, type RunningReview } from './running-review'

const buttons = { keepGoing: 0, stop: 1, cancel: 2 }
let review: RunningReview
let test: AppUnderTest
beforeEach(async () => {
  review = await runningReview()
  test = await review.launch()
})
afterEach(async () => {
  await answerQuestions(test.app, buttons.stop).catch(() => undefined)
  await test.close()
  await review.remove()
})

const closeWindow = ({ app }: AppUnderTest) =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())

/** Closes the only window and waits for the end of the app. */
async function closeAndEnd(): Promise<void> {
  const ended = test.app.waitForEvent('close')
  await closeWindow(test)
  await ended
}

/** The engine processes of the campaign's runs: their job files contain the names of the runs. */
async function engineProcesses(): Promise<string[]> {
  const opened = openReview(review.file, { mode: 'read' })
  const jobFiles = opened.runs(1).flatMap(({ id }) => opened.run(id)?.files.map(({ name }) => name) ?? [])
  opened.close()
  expect(jobFiles).not.toEqual([])
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'args'])
  return stdout.split('\n').filter((line) => jobFiles.some((name) => line.includes(name)))
}

async function markedUnfinished(): Promise<boolean> {
  const text = await readFile(join(review.settings, 'recent-reviews.json'), 'utf8')
  const [entry] = JSON.parse(text) as { unfinished: boolean }[]
  return entry?.unfinished ?? false
}

describe('closing a window', () => {
  it('asks what to do with a running campaign, stays if that is cancelled, and stops it if that is chosen', async () => {
    await startCampaign(test.window)
    await answerQuestions(test.app, buttons.cancel)
    await closeWindow(test)
    await vi.waitFor(async () => expect(await askedQuestions(test.app)).toHaveLength(1))
    const [question] = await askedQuestions(test.app)
    expect(question?.message).toBe('The campaign “No data” is still running.')
    expect(question?.detail).toMatch(/Keep going: .*\n\nStop now: /s)
    expect(question?.buttons).toEqual(['Keep Going and Close', 'Stop Now and Close', 'Cancel'])
    await test.window.getByTestId('campaign-state').getByText('Running').waitFor()
    expect(review.campaign()?.state).toBe('running')

    await answerQuestions(test.app, buttons.stop)
    await closeAndEnd()
    const campaign = review.campaign()
    expect(campaign?.state).toBe('stopped')
    expect(await engineProcesses()).toEqual([])
    expect(campaign?.runs.filter(({ state }) => state === 'running')).toEqual([])
    expect(await markedUnfinished()).toBe(false)
  })

  it('lets the campaign be resumed at the next start if that is chosen, and asks nothing once it is done', async () => {
    await startCampaign(test.window)
    await answerQuestions(test.app, buttons.keepGoing)
    await closeAndEnd()
    expect(review.campaign()?.state).toBe('running')
    expect(await markedUnfinished()).toBe(true)

    // Started without a file, as from the desktop.
    test = await review.launch([])
    await test.window.getByRole('navigation', { name: 'Rooms' }).waitFor()
    await vi.waitFor(() => expect(review.campaign()?.state).toBe('done'), { timeout: 60_000, interval: 500 })
    expect(review.campaign()?.runsByState).toEqual({ done: runsOfCampaign })
    await vi.waitFor(async () => expect(await markedUnfinished()).toBe(false))

    // A question would be cancelled, and the app would not end.
    await answerQuestions(test.app, buttons.cancel)
    await closeAndEnd()
  })

  it('leaves the app open if it is started again while the file is being closed', async () => {
    const pid = (await benchPid(test)) ?? 0
    process.kill(pid, 'SIGSTOP')
    // Resolves when only the bench keeps the app from quitting.
    await test.app.evaluate(async ({ app, BrowserWindow }) => {
      const quitting = new Promise<void>((resolve) => app.once('will-quit', () => resolve()))
      for (const window of BrowserWindow.getAllWindows()) window.destroy()
      await quitting
    })
    const opened = test.app.waitForEvent('window')
    await test.app.evaluate(({ app }) => app.emit('second-instance', {}, ['benchwright'], '/'))
    const window = await opened
    await window.getByRole('button', { name: /New review/ }).waitFor()
    process.kill(pid, 'SIGCONT')
    await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow(), { timeout: 20_000 })
    const windows = await test.app.evaluate(async ({ BrowserWindow }) => {
      await new Promise((resolve) => setImmediate(resolve))
      return BrowserWindow.getAllWindows().length
    })
    expect(windows).toBe(1)
    await closeAndEnd()
  })
})

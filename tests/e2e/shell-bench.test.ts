import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startAgain, type AppUnderTest } from './launch-app'
import { benchPid, runningReview, runsOfCampaign, startCampaign, type RunningReview } from './running-review'

let review: RunningReview
let app: AppUnderTest | undefined
let test: AppUnderTest
beforeEach(async () => {
  review = await runningReview()
  test = app = await startAgain(app, { args: [review.file] })
})
afterEach(() => review.remove())
afterAll(() => app?.close())

/** Waits for the end of the campaign and checks that every run was done, each once. */
async function everyRunDoneOnce(): Promise<void> {
  await vi.waitFor(() => expect(review.campaign()?.state).toBe('done'), { timeout: 60_000, interval: 500 })
  const campaign = review.campaign()
  expect(campaign?.runsByState).toEqual({ done: runsOfCampaign })
  const cases = campaign?.runs.map(({ caseKey, repetition }) => `${caseKey}#${repetition}`) ?? []
  expect(new Set(cases).size).toBe(runsOfCampaign)
}

describe('a campaign', () => {
  it('continues while the window reloads its page, on the same bench', async () => {
    const { window } = test
    await startCampaign(window)
    const before = await benchPid(test)
    await window.reload()
    await window.getByRole('contentinfo').getByRole('button', { name: 'Stop' }).waitFor()
    expect(await benchPid(test)).toBe(before)
    await everyRunDoneOnce()
    await window.getByText('No campaign is running').waitFor()
    expect(test.problems).toEqual([])
  })

  it('continues when the window crashes, and the window comes back', async () => {
    await startCampaign(test.window)
    const before = await benchPid(test)
    await test.app.evaluate(async ({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents
      const loaded = new Promise<void>((resolve) => contents?.once('did-finish-load', () => resolve()))
      contents?.forcefullyCrashRenderer()
      await loaded
    })
    const shown = () =>
      test.app.evaluate(
        ({ BrowserWindow }) =>
          BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(
            `document.querySelector('footer')?.textContent ?? ''`,
          ) as Promise<string>,
      )
    await vi.waitFor(async () => expect(await shown()).toContain('No data'), { timeout: 15_000 })
    expect(await benchPid(test)).toBe(before)
    await everyRunDoneOnce()
  })

  it('continues when the bench is killed; the window reports it and has a bench again', async () => {
    const { window } = test
    await startCampaign(window)
    await vi.waitFor(() => expect(review.campaign()?.runsByState.done).toBeGreaterThan(0), {
      timeout: 20_000,
    })
    const before = (await benchPid(test)) ?? 0
    process.kill(before, 'SIGKILL')
    await window
      .getByRole('alert')
      .getByText(/ended unexpectedly/)
      .waitFor()
    await window.getByTestId('bench-back').waitFor()
    await window.getByRole('alert').waitFor({ state: 'detached' })
    const after = await benchPid(test)
    expect(after).toBeGreaterThan(0)
    expect(after).not.toBe(before)
    await everyRunDoneOnce()
    await window.getByText('No campaign is running').waitFor()
  })
})

import { type BrowserWindow, dialog, MessageChannelMain, type MessagePortMain } from 'electron'
import { basename } from 'node:path'
import type { ShellEvent } from '../../core/contract/bridge'
import { channels } from '../../core/contract/channels'
import type { LeftCampaign, ShownProgress } from '../../core/contract/privileged-requests'
import { requestError } from '../../core/contract/request-failure'
import type { CampaignSummary } from '../../core/results/campaign/campaign'
import type { BenchHandle } from '../bench/bench-handle'
import { startAddress } from '../security/app-address'

/** The results file of a window and the bench that has it open. */
export interface OpenReview {
  readonly path: string
  readonly readOnly: boolean
  /** A sample that comes with the app; it is not listed among the recent files. */
  readonly sample: boolean
  readonly bench: BenchHandle<MessagePortMain>
  running: CampaignSummary | undefined
}

/** Full paths of what was dropped on a window. */
export interface DroppedPaths {
  readonly reviews: readonly string[]
  readonly results: readonly string[]
}

const reloadsAllowedPerMinute = 3

/** One window: the start screen, or one review. */
export class AppWindow {
  readonly browserWindow: BrowserWindow
  review: OpenReview | undefined
  /** Path of the file this window was opened for and is waiting for. */
  opening: string | undefined
  /** What was last dropped on this window. */
  dropped: DroppedPaths = { reviews: [], results: [] }
  /** Paths of the import that was last asked for in this window. */
  imported: readonly string[] = []
  /** Files written for this window at locations chosen in a dialog. */
  readonly exported = new Set<string>()
  #mayClose = false
  #asking = false
  #crashes: number[] = []

  constructor(browserWindow: BrowserWindow) {
    this.browserWindow = browserWindow
    browserWindow.on('page-title-updated', (event) => event.preventDefault())
    browserWindow.on('close', (event) => {
      if (this.#mayClose || !this.review?.running) return
      event.preventDefault()
      void this.#askAndClose(this.review, this.review.running)
    })
    browserWindow.webContents.on('render-process-gone', (_event, { reason }) => {
      if (reason !== 'clean-exit') this.#reloadAfterCrash()
    })
    browserWindow.webContents.on('preload-error', (_event, path, error) =>
      console.error(`Preload ${path} failed:`, error),
    )
  }

  /** True once the window was closed. */
  get gone(): boolean {
    return this.browserWindow.isDestroyed()
  }

  load(): Promise<void> {
    return this.browserWindow.loadURL(startAddress)
  }

  /** Assigns a review to this window. */
  attach(review: OpenReview): void {
    this.review = review
    this.opening = undefined
    this.browserWindow.setTitle(`${basename(review.path)} — Benchwright`)
    this.browserWindow.setRepresentedFilename(review.path)
  }

  /** Connects window and bench by a new channel; the previous one is no longer used. */
  connectBench(): void {
    if (!this.review || this.gone) return
    const { failure } = this.review.bench
    if (failure) {
      this.tell({ type: 'bench-lost', restarting: false, error: failure })
      return
    }
    const { port1, port2 } = new MessageChannelMain()
    this.review.bench.connect(port1)
    this.browserWindow.webContents.postMessage(channels.benchPort, null, [port2])
  }

  tell(event: ShellEvent): void {
    if (!this.gone) this.browserWindow.webContents.send(channels.shellEvent, event)
  }

  /** Shows a failure of something that the window did not request itself. */
  tellFailure(title: string, error: unknown): void {
    console.error(`${title}:`, error)
    this.tell({ type: 'failure', title, error: requestError(error) })
  }

  get hasFocus(): boolean {
    return !this.gone && this.browserWindow.isFocused()
  }

  /** Requests attention in the task bar until the window has the focus. */
  flash(): void {
    if (this.gone) return
    this.browserWindow.flashFrame(true)
    this.browserWindow.once('focus', () => this.browserWindow.flashFrame(false))
  }

  /** Progress in the task bar; yellow while paused and red after an interruption where the desktop has colours. */
  showProgress({ share, halted }: ShownProgress): void {
    if (this.gone) return
    if (share === undefined) this.browserWindow.setProgressBar(-1)
    else this.browserWindow.setProgressBar(share, { mode: halted ?? 'normal' })
  }

  focus(): void {
    if (this.gone) return
    if (this.browserWindow.isMinimized()) this.browserWindow.restore()
    this.browserWindow.show()
    this.browserWindow.focus()
  }

  async #askAndClose(review: OpenReview, campaign: CampaignSummary): Promise<void> {
    if (this.#asking) return
    this.#asking = true
    try {
      if (!(await askBeforeClosing(this.browserWindow, review.bench, campaign))) return
      this.#mayClose = true
      this.browserWindow.close()
    } catch (error) {
      this.tellFailure('The campaign could not be stopped', error)
    } finally {
      this.#asking = false
    }
  }

  /** A crash of the window does not affect the bench; the page is reloaded and everything is unchanged. */
  #reloadAfterCrash(): void {
    const now = Date.now()
    this.#crashes = [...this.#crashes.filter((at) => now - at < 60_000), now]
    if (this.gone) return
    if (this.#crashes.length <= reloadsAllowedPerMinute) void this.load()
    else void this.#askAfterCrashes()
  }

  async #askAfterCrashes(): Promise<void> {
    const { response } = await dialog.showMessageBox(this.browserWindow, {
      type: 'error',
      title: 'The window keeps failing',
      message: 'The page of this window ended unexpectedly several times in a row.',
      detail: 'Nothing that was saved is lost, and a running campaign continues in the background.',
      buttons: ['Load Again', 'Close Window'],
      defaultId: 0,
      cancelId: 1,
      noLink: true,
    })
    if (this.gone) return
    if (response === 0) void this.load()
    else this.browserWindow.close()
  }
}

/** Asks what to do with a running campaign when its window closes. False: the window stays open. */
async function askBeforeClosing(
  window: BrowserWindow,
  bench: BenchHandle<MessagePortMain>,
  campaign: CampaignSummary,
): Promise<boolean> {
  const name = campaign.configuration || campaign.name
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    title: 'Campaign running',
    message: `The campaign “${name}” is still running.`,
    detail:
      `Keep going: the current run finishes in the background; ${remainder(campaign)} when you start Benchwright again.\n\n` +
      'Stop now: the current run is ended without a result and the campaign stops. Finished runs stay.',
    buttons: ['Keep Going and Close', 'Stop Now and Close', 'Cancel'],
    defaultId: 0,
    cancelId: 2,
    noLink: true,
  })
  if (response === 1) {
    const { left } = await bench.request('campaign.stop-all', {})
    if (left.length > 0) await tellLeft(window, left)
  }
  return response !== 2
}

/** Reports what is still running because it could not be ended, before the window closes. */
async function tellLeft(window: BrowserWindow, left: readonly LeftCampaign[]): Promise<void> {
  const places = left.map(({ campaign, hosts }) => `“${campaign}” on ${hosts}`)
  await dialog.showMessageBox(window, {
    type: 'warning',
    title: 'Not everything could be stopped',
    message: `Could not be stopped: ${places.join(', ')}.`,
    detail:
      'The host is away or needs a login. A run in progress there continues to its end, and no other is started. Finished runs stay.\n\n' +
      'To end it or to collect its result, open this review again, log in to the host, and stop or resume the campaign.',
    buttons: ['Close'],
    noLink: true,
  })
}

function remainder(campaign: CampaignSummary): string {
  const waiting = campaign.runsByState.waiting ?? 0
  if (waiting === 0) return 'its result is collected'
  return waiting === 1 ? 'the remaining run continues' : `the remaining ${waiting} runs continue`
}

import { app, type MessagePortMain, powerSaveBlocker, shell, utilityProcess } from 'electron'
import { basename } from 'node:path'
import { requestError, RequestFailure } from '../../core/contract/request-failure'
import { BenchHandle, type BenchProcess } from '../bench/bench-handle'
import type { RecentReviews } from '../state/recent-reviews'
import type { AppWindow, OpenReview } from './app-window'
import type { AppWindows } from './app-windows'
import { notifyPerson } from './notify-person'
import { wholePath } from './whole-path'
import type { BenchToShell, PrivilegedRequests, StallNews } from '../../core/contract/privileged-requests'
import { untilAnswered } from '../../bench/hosts/local/until-answered'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import * as v from 'valibot'

export interface Opening {
  readonly mode: PrivilegedRequests['review.open']['arguments']['mode']
  readonly templateId?: string | undefined
  readonly suiteId?: string | undefined
  readonly sample?: boolean
  /** Uses this window if it does not show a review yet. */
  readonly into?: AppWindow | undefined
}

/** A file that is being opened. */
interface UnderWay {
  /** The window that requested it. */
  readonly into: AppWindow | undefined
  opened: Promise<{ path: string }>
  /** Ends the waiting of everyone who waits for the file. */
  cancel: () => void
}

interface Surroundings {
  readonly windows: AppWindows
  readonly recent: RecentReviews
  readonly benchScript: string
  /** Whether the person wants notifications about campaigns. */
  readonly notifications: () => boolean
  /** The facts of a window have changed. */
  readonly changed: (window: AppWindow) => void
}

/** How long a window waits for a drive to answer before it appears, in milliseconds. */
const soonMs = 500

/** Opens results files, each in one window with its own bench. */
export class ReviewWindows {
  readonly #surroundings: Surroundings
  readonly #opening = new Map<string, UnderWay>()
  readonly #closing = new Set<Promise<void>>()
  /** Looks at files to open, with the window that asked. */
  readonly #looking = new Map<AbortController, AppWindow | undefined>()
  #blocker: number | undefined

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings
  }

  /** Opens a file or shows the window that has it open. Rejects with the bench's reason; then nothing has changed. */
  async open(given: string, opening: Opening): Promise<{ path: string }> {
    const path = await this.#answeringPath(given, opening.into)
    const shown = this.#surroundings.windows.ofReview(path)
    if (shown && opening.mode === 'create') throw openElsewhere(path)
    if (shown) {
      shown.focus()
      return { path }
    }
    // Further requests while the file is being opened wait for the same window.
    const already = this.#opening.get(path)
    if (already) return already.opened
    let cancel: () => void = () => undefined
    const cancelled = new Promise<never>((_resolve, reject) => {
      cancel = () =>
        reject(new RequestFailure({ id: 'cancelled', message: 'Opening the file was cancelled.' }))
    })
    // Opening may be cancelled before anything waits for the bench.
    cancelled.catch(() => undefined)
    const opened = this.#open(path, opening, cancelled).finally(() => this.#opening.delete(path))
    this.#opening.set(path, { into: opening.into, opened, cancel })
    return opened
  }

  /** Cancels opening files for a window, or all; those waiting get an error. */
  cancelOpening(window?: AppWindow): void {
    for (const [look, into] of this.#looking) {
      if (!window || into === window) look.abort()
    }
    for (const { into, cancel } of this.#opening.values()) {
      if (!window || into === window) cancel()
    }
  }

  /**
   * Opens a file named by the command line, the file manager or the menu: in the window that requested it, in one
   * that shows the start screen, or in a new one, which appears at once and waits for the file. The window reports a
   * failure.
   */
  async openFromOutside(path: string, askedIn?: AppWindow): Promise<void> {
    const { windows, changed } = this.#surroundings
    // The window that reports a drive or network folder which does not answer appears before the wait for it.
    const answers = untilAnswered([path], { timeoutMs: soonMs })
    const whole = await answers.then(
      () => wholePath(path),
      () => path,
    )
    if (windows.ofReview(whole) || this.#opening.has(whole)) {
      // Shown in that window; failures are reported in the window that first requested it.
      await this.open(path, { mode: 'write' }).catch(() => undefined)
      return
    }
    const idle = windows.all().find(({ review, opening }) => !review && opening === undefined)
    const window = askedIn ?? idle ?? windows.open()
    const isNew = !askedIn && !idle
    if (isNew) window.opening = path
    const loaded = isNew ? window.load() : Promise.resolve()
    try {
      await this.open(path, { mode: 'write', into: window })
      await loaded
    } catch (error) {
      await loaded.catch(() => undefined)
      window.opening = undefined
      changed(window)
      if (requestError(error).id === 'cancelled') return
      window.tellFailure(`“${basename(path)}” could not be opened`, error)
      window.focus()
    }
  }

  /** Releases a closed window's review and whatever was being opened for it; its detached runs continue. */
  release(window: AppWindow): void {
    this.cancelOpening(window)
    if (window.review) this.#close(window.review.bench)
  }

  /** Cancels whatever is being opened. Resolves when every released bench has closed its file. */
  async settled(): Promise<void> {
    this.cancelOpening()
    while (this.busy) {
      const underWay = [...this.#opening.values()].map(({ opened }) => opened)
      await Promise.allSettled([...underWay, ...this.#closing])
    }
  }

  get busy(): boolean {
    return this.#closing.size > 0 || this.#opening.size > 0
  }

  /** The whole path of a file, once the drive or network folder that it is on answers. */
  async #answeringPath(given: string, into: AppWindow | undefined): Promise<string> {
    const look = new AbortController()
    this.#looking.set(look, into)
    try {
      await untilAnswered([given], { signal: look.signal })
      return wholePath(given)
    } finally {
      this.#looking.delete(look)
    }
  }

  async #open(path: string, opening: Opening, cancelled: Promise<never>): Promise<{ path: string }> {
    const { windows, recent, changed } = this.#surroundings
    if (opening.mode === 'create') await makeRoom(path)
    const review = await this.#openBench(path, opening, cancelled)
    const { into } = opening
    const window = into && !into.review ? into : windows.open()
    window.attach(review)
    if (!review.sample) {
      recent.opened(path)
      recent.setUnfinished(path, review.running !== undefined)
      app.addRecentDocument(path)
    }
    this.#keepAwake()
    if (window !== into) await window.load()
    changed(window)
    return { path }
  }

  async #openBench(path: string, opening: Opening, cancelled: Promise<never>): Promise<OpenReview> {
    const { windows, recent, benchScript } = this.#surroundings
    let running: OpenReview['running']
    const bench = new BenchHandle<MessagePortMain>(() => forkBench(benchScript), {
      running: (campaign) => {
        running = campaign
        const shown = windows.ofReview(path)
        if (shown?.review) shown.review.running = campaign
        if (shown && !opening.sample) recent.setUnfinished(path, campaign !== undefined)
        this.#keepAwake()
      },
      progress: (shown) => windows.ofReview(path)?.showProgress(shown),
      notice: (notice) => {
        const shown = windows.ofReview(path)
        if (shown) notifyPerson(notice, shown, this.#surroundings.notifications())
      },
      stalled: (stalled) => windows.ofReview(path)?.tell({ type: 'bench-stalled', path: stalled }),
      lost: (error, restarting) => windows.ofReview(path)?.tell({ type: 'bench-lost', restarting, error }),
      restarted: () => windows.ofReview(path)?.connectBench(),
    })
    try {
      const answer = bench.open({
        path,
        mode: opening.mode,
        templateId: opening.templateId,
        suiteId: opening.suiteId,
      })
      const { readOnly } = await Promise.race([answer, cancelled])
      return { path, readOnly, sample: opening.sample ?? false, bench, running }
    } catch (error) {
      this.#close(bench)
      throw new RequestFailure(requestError(error))
    }
  }

  #close(bench: BenchHandle<MessagePortMain>): void {
    const closed = bench.close().finally(() => this.#closing.delete(closed))
    this.#closing.add(closed)
    this.#keepAwake()
  }

  /** If the machine falls asleep during a run, the run is spoiled. */
  #keepAwake(): void {
    const needed = this.#surroundings.windows.all().some(({ review }) => review?.running)
    if (needed) this.#blocker ??= powerSaveBlocker.start('prevent-app-suspension')
    else if (this.#blocker !== undefined) {
      powerSaveBlocker.stop(this.#blocker)
      this.#blocker = undefined
    }
  }
}

function openElsewhere(path: string): RequestFailure {
  return new RequestFailure({
    id: 'file-open',
    message: `“${basename(path)}” is open in another window and was not replaced.`,
    remedy: 'Choose another name, or close that window first.',
  })
}

/** Amount of a bench's standard error that is kept for the message about its end. */
const keptOutput = 4000

/** Starts a bench in its own process; `script` is the bundled src/bench/bench-process.ts. */
function forkBench(script: string): BenchProcess<MessagePortMain> {
  const child = utilityProcess.fork(script, [], {
    serviceName: 'Benchwright bench',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    process.stderr.write(chunk)
    output = (output + chunk.toString('utf8')).slice(-keptOutput)
  })
  return {
    send: (message, port) => child.postMessage(message, port ? [port] : []),
    onMessage: (listener) => child.on('message', (message: BenchToShell) => listener(message)),
    onStall: (listener) => {
      if (child.stdout)
        createInterface({ input: child.stdout }).on('line', (line) => hearLine(line, listener))
    },
    onExit: (listener) => child.once('exit', (exitCode) => listener(exitCode, output)),
    kill: (now) => {
      if (now && child.pid !== undefined) process.kill(child.pid, 'SIGKILL')
      else child.kill()
    },
  }
}

/** The bench itself prints nothing; what a library does is passed on. */
function hearLine(line: string, stalled: (path: string | null) => void): void {
  const news = stallNewsIn(line)
  if (news) stalled(news.stalled)
  else console.log(line)
}

function stallNewsIn(line: string): StallNews | undefined {
  try {
    const news: unknown = JSON.parse(line)
    return v.is(stallNews, news) ? news : undefined
  } catch {
    return undefined
  }
}

const stallNews = v.strictObject({ stalled: v.nullable(v.string()) })

/** The person agreed to replace an existing file; it is moved to the trash, so that nothing saved is lost. */
async function makeRoom(path: string): Promise<void> {
  if (!existsSync(path)) return
  try {
    await shell.trashItem(path)
  } catch {
    throw new RequestFailure({
      id: 'file-exists',
      message: `“${basename(path)}” exists already and could not be moved to the trash.`,
      remedy: 'Choose another name, or open the existing file.',
    })
  }
}

import type { RequestError } from '../../core/contract/bench-requests'
import type { CampaignSummary } from '../../core/results/campaign/campaign'
import { PendingRequests } from '../../core/contract/pending-requests'
import { requestError, RequestFailure } from '../../core/contract/request-failure'
import type {
  BenchToShell,
  CampaignNotice,
  PrivilegedAnswer,
  PrivilegedArguments,
  PrivilegedRequestName,
  ShellToBench,
  ShownProgress,
} from '../../core/contract/privileged-requests'

/** The process behind a handle, as Electron's utility process offers it. */
export interface BenchProcess<Port> {
  send(message: ShellToBench, port?: Port): void
  onMessage(listener: (message: BenchToShell) => void): void
  /** Called once; `output` is the end of the process's standard error. */
  onExit(listener: (exitCode: number, output: string) => void): void
  /** The process waits for a file that does not answer; null: it does again. */
  onStall(listener: (path: string | null) => void): void
  /** Asks the process to exit; `now` kills it. */
  kill(now?: 'now'): void
}

export interface BenchListener {
  /** Which campaign is being executed; undefined if none is. */
  running(campaign: CampaignSummary | undefined): void
  /** Progress of campaigns; nothing once the process has ended. */
  progress(shown: ShownProgress): void
  notice(notice: CampaignNotice): void
  /** The process waits for a file that does not answer; null: it does again. */
  stalled(path: string | null): void
  /** The process ended unexpectedly; with `restarting` a new one opens the same file. */
  lost(error: RequestError, restarting: boolean): void
  /** The new process has the file open. */
  restarted(): void
}

/** More crashes than this within the time mean that restarting does not help. */
const deathsAllowed = 3
const deathsWithinMs = 60_000
const closingLimitMs = 5000
const dyingLimitMs = 2000

const lostError: RequestError = {
  id: 'bench-lost',
  message: 'The bench process of this review ended unexpectedly.',
  remedy: 'Running benchmarks continue; the bench is restarted and finds them. Repeat your last action.',
}
const neverOpenedError: RequestError = {
  id: 'bench-died',
  message: 'The bench process ended while it was opening the file.',
  remedy: 'The file was not changed. Run "benchwright check" on it, or open a backup.',
}
const goneError: RequestError = {
  id: 'bench-gone',
  message: 'The bench process of this review ended several times in a row and is not started again.',
  remedy:
    'Nothing that was saved is lost. Close this window and open the file again; if it happens again, run "benchwright check" on the file.',
}

/**
 * The bench of one review: the process that has the results file open and runs its benchmarks. It is separate from
 * the window, so a reload or crash of the window does not affect it. If it dies, it is restarted on the same file.
 */
export class BenchHandle<Port> {
  readonly #start: () => BenchProcess<Port>
  readonly #listener: BenchListener
  readonly #now: () => number
  readonly #requests = new PendingRequests()
  #process: BenchProcess<Port>
  #opened: PrivilegedArguments<'review.open'> | undefined
  #deaths: number[] = []
  #ending = false
  #dead = false
  #failure: RequestError | undefined
  #gone: () => void = () => undefined

  constructor(start: () => BenchProcess<Port>, listener: BenchListener, now: () => number = Date.now) {
    this.#start = start
    this.#listener = listener
    this.#now = now
    this.#process = this.#launch()
  }

  /** Opens the results file. If this fails, the bench can no longer be used. */
  async open(review: PrivilegedArguments<'review.open'>): Promise<PrivilegedAnswer<'review.open'>> {
    const answer = await this.request('review.open', review)
    // A file is created once; after a restart it exists.
    this.#opened = { path: review.path, mode: review.mode === 'read' ? 'read' : 'write' }
    return answer
  }

  request<N extends PrivilegedRequestName>(
    name: N,
    given: PrivilegedArguments<N>,
  ): Promise<PrivilegedAnswer<N>> {
    if (this.#failure) return Promise.reject(new RequestFailure(this.#failure))
    const { sequence, answer } = this.#requests.open()
    this.#process.send({ kind: 'request', sequence, name, arguments: given })
    return answer as Promise<PrivilegedAnswer<N>>
  }

  /** Why there is no bench any more, if it is not restarted; undefined as long as there is one. */
  get failure(): RequestError | undefined {
    return this.#failure
  }

  /** Passes one end of a channel to a window on to the bench. */
  connect(port: Port): void {
    this.#process.send({ kind: 'connect' }, port)
  }

  /** Closes the file and ends the process; detached runs continue. Resolves when the process has exited. */
  async close(): Promise<void> {
    if (this.#ending || this.#failure) return
    this.#ending = true
    const gone = new Promise<void>((resolve) => {
      this.#gone = resolve
    })
    await within(
      closingLimitMs,
      this.request('review.close', {}).catch(() => undefined),
    )
    this.#process.kill()
    await within(dyingLimitMs, gone)
    if (!this.#dead) this.#process.kill('now')
  }

  #launch(): BenchProcess<Port> {
    const started = this.#start()
    this.#dead = false
    started.onMessage((message) => this.#receive(message))
    started.onStall((path) => this.#listener.stalled(path))
    started.onExit((exitCode, output) => this.#died(exitCode, output))
    return started
  }

  #receive(message: BenchToShell): void {
    if (message.kind === 'answer') this.#requests.answered(message.sequence, message.answer)
    else if (message.kind === 'error') this.#requests.failed(message.sequence, message.error)
    else if (message.kind === 'progress') this.#listener.progress(message)
    else if (message.kind === 'notice') this.#listener.notice(message.notice)
    else this.#listener.running(message.campaign)
  }

  #died(exitCode: number, output: string): void {
    const detail = reasonIn(output)
    const error = this.#opened ? lostError : neverOpenedError
    const died = {
      ...error,
      message: `${error.message.slice(0, -1)} (exit ${exitCode}${detail && `: ${detail}`}).`,
    }
    this.#requests.failAll(died)
    this.#dead = true
    this.#gone()
    this.#listener.progress({ share: undefined })
    if (this.#ending || !this.#opened) {
      this.#failure ??= died
      return
    }
    const now = this.#now()
    this.#deaths = [...this.#deaths.filter((at) => now - at < deathsWithinMs), now]
    if (this.#deaths.length > deathsAllowed) {
      this.#giveUp(goneError)
      return
    }
    this.#listener.lost(died, true)
    this.#process = this.#launch()
    this.request('review.open', this.#opened).then(
      () => this.#listener.restarted(),
      // A crash during opening also ends up here; the next launch is then already under way.
      (error: unknown) => {
        if (!isLost(error)) this.#giveUp(requestError(error))
      },
    )
  }

  #giveUp(error: RequestError): void {
    this.#ending = true
    this.#failure = error
    this.#process.kill()
    this.#listener.lost(error, false)
  }
}

/** The line of a process's last output that says why it ended: Node writes it as `SomeError: …` above the stack. */
function reasonIn(output: string): string {
  const lines = output.split('\n').map((line) => line.trim())
  return lines.find((line) => /^\w*Error\b/.test(line)) ?? lines.filter((line) => line !== '').at(-1) ?? ''
}

function isLost(error: unknown): boolean {
  return requestError(error).id === lostError.id
}

/** Resolves with the work, or on timeout. */
async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([work, limit])
  clearTimeout(timer)
}

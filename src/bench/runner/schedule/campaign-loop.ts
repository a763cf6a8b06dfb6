import { stateChanges } from '../../../core/results/campaign/bench-state'
import { benchStateNow } from '../../hosts/inventory/bench-state-now'
import { messageOf } from '../../../core/errors/system-error'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CampaignProgress } from '../../../core/contract/bench-requests'
import { type CampaignState, endsByItself } from '../../../core/results/campaign/campaign'
import { calibrateCampaign } from '../start/calibrate-campaign'
import { CampaignClock } from './campaign-clock'
import { giveUp } from '../resume/given-up'
import type { CampaignContext } from '../campaign-context'
import { LiveRecorder } from '../execute/live/live-recorder'
import { LiveTerminal } from '../execute/live/live-terminal'
import { judgeRounds } from './judge-rounds'
import { ProgressMeter } from './progress-meter'
import { removeCreatedFile } from '../record/remove-created-file'
import { RunSteps } from '../execute/run-steps'
import { endWords, proofWords, runWords } from '../execute/run-words'
import { AppError } from '../../../core/errors/app-error'
import type { RunState } from '../../../core/results/run'
import type { StopProof } from '../supervise/stop-run'
import type { QueuedRun } from './run-queue'
import type { Turn } from './turn-taking'
import { useWords, type MachineClaim } from '../machines/machine-claim'
import { awayNames, leavableContext } from '../machines/hosts-of'

/** How a loop ended: in a state of the campaign, or `left` if this process stopped watching a campaign that continues. */
export type LoopEnd = Extract<CampaignState, 'done' | 'paused' | 'stopped' | 'interrupted'> | 'left'

/** What a campaign is to do: run, pause after the current run, stop now, or continue without this process. */
export type Intent = 'run' | 'pause' | 'stop' | 'leave'

/** Pauses before a machine that could start nothing is asked again, in seconds. */
const machineWaits = [2, 5, 15, 60, 300]

const { pauses, stops } = endsByItself

/** With a full stop, which what a program printed seldom has. */
const ended = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)

/** So many first runs that fail for one reason, of at least two cases, say that the others would. */
const fewestAlike = 3

/** Executes the runs of one campaign, one after the other, until none is waiting or a person intervenes. */
export class CampaignLoop {
  readonly terminal: LiveTerminal
  readonly live: LiveRecorder
  readonly #meter: ProgressMeter
  readonly #steps: RunSteps
  #intent: Intent
  #resting = new AbortController()
  readonly #givenUp = new AbortController()
  /** How often in a row the machine could not start a run. */
  #fruitless = 0
  /** The measured runs so far, all of which failed for one reason; undefined as soon as one did not. */
  #alike: { readonly text: string; readonly runs: readonly QueuedRun[] } | undefined
  private readonly context: CampaignContext

  constructor(
    private readonly given: CampaignContext,
    laidOut: string | undefined,
    intent: Intent = 'run',
    private readonly turn?: Turn,
    private readonly claim?: MachineClaim,
  ) {
    this.#intent = intent
    const context = leavableContext(given, this.#givenUp.signal)
    this.context = context
    const { campaignId, events, host, journal, plan, queue } = context
    const clock = new CampaignClock(plan.pauseSeconds)
    this.#meter = new ProgressMeter(queue, clock, (progress) =>
      events.emit({ type: 'progress', campaignId, progress }),
    )
    this.terminal = new LiveTerminal({
      host,
      onText: (text) => events.emit({ type: 'terminal', campaignId, text }),
      onTrouble: (text) => journal.log(campaignId, 'warning', text),
    })
    this.live = new LiveRecorder(campaignId, host, (event) => events.emit(event))
    const { live, terminal } = this
    this.#steps = new RunSteps({ context, terminal, live, meter: this.#meter, clock }, laidOut)
  }

  get progress(): CampaignProgress {
    return this.#meter.now()
  }

  /** Runs to the end, a pause or a stop, and then stores the campaign's state. Never rejects. */
  async run(): Promise<LoopEnd> {
    const { campaignId, journal, queue, store } = this.context
    let end: LoopEnd
    try {
      end = await this.#runs()
      await this.#steps.keepResult()
      if (end !== 'left') await this.#steps.close()
      if (end === 'done') await this.#noteChanges()
      if (end === 'done' || end === 'stopped')
        for (const owner of this.context.machines) await removeCreatedFile(owner)
      // A run was put back to waiting after the last one had ended; the file decides.
      if (end === 'done' && store.openRuns(campaignId) > 0) end = 'paused'
      if (end === 'done') journal.log(campaignId, 'info', endWords(queue))
      if (end !== 'left') journal.setCampaignState(campaignId, end)
    } catch (error) {
      // Releasing a host cancels pending requests.
      end = this.#wish() === 'leave' ? 'left' : this.#broken(error)
    }
    if (this.#givenUp.signal.aborted) end = this.#giveUp()
    await this.claim?.release()
    await this.#steps.abandonNext()
    this.terminal.hide()
    this.terminal.flush()
    this.live.end()
    this.#meter.close()
    return end
  }

  /** What of a machine's state is another than at the start: it may have changed the numbers. */
  async #noteChanges(): Promise<void> {
    const { journal, machines, store } = this.context
    for (const { campaignId, host } of machines) {
      const record = store.campaign(campaignId)?.hostRecord
      const now = record?.raw['bench-state'] === undefined ? undefined : await benchStateNow(host)
      for (const change of record && now ? stateChanges(record, now) : [])
        journal.log(
          campaignId,
          'warning',
          `The state of the machine is another than at the start of the campaign. ${change}.`,
        )
    }
  }

  /** Finishes the current run, then pauses. */
  pause(): void {
    if (this.#intent !== 'run') return
    this.#turnTo('pause')
    this.context.journal.setCampaignState(this.context.campaignId, 'pausing')
  }

  /** Cancels a pause that has not started. */
  goOn(): void {
    if (this.#intent !== 'pause') return
    this.#turnTo('run')
    this.context.journal.setCampaignState(this.context.campaignId, 'running')
  }

  /** Ends the current run now, and with it the loop. */
  async stop(): Promise<StopProof> {
    this.#turnTo('stop')
    this.context.journal.setCampaignState(this.context.campaignId, 'stopping')
    return this.#endCurrent('stopped')
  }

  /** Ends the given run if it is the current one; false if it is not. */
  async skipCurrent(runId: number): Promise<boolean> {
    if (this.#steps.current?.runId !== runId) return false
    await this.#endCurrent('skipped')
    return true
  }

  /** Stops watching: nothing is ended or stored, and a run in progress continues. */
  leave(): void {
    this.#turnTo('leave')
    this.#steps.leave()
  }

  /** Abandons the hosts that are away: ends at once, and runs in progress on them continue. */
  giveUp(): void {
    this.leave()
    this.claim?.abandon()
    this.#givenUp.abort(awayNames(this.given))
  }

  #turnTo(intent: Intent): void {
    this.#intent = intent
    this.#resting.abort()
  }

  async #endCurrent(asked: 'stopped' | 'skipped'): Promise<StopProof> {
    const { campaignId, engine, journal } = this.context
    const run = this.#steps.current
    const proof = (await this.#steps.end(asked)) ?? { endedPids: [], leftPids: [] }
    if (run) {
      const level = proof.leftPids.length === 0 ? 'info' : 'error'
      journal.log(campaignId, level, `${runWords(run, engine)} was ${asked}. ${proofWords(proof)}`, run.runId)
    }
    return proof
  }

  async #runs(): Promise<LoopEnd> {
    const { queue, plan, campaignId, journal, engineProblem } = this.context
    for (const run of queue.inState('running')) {
      await this.#takeTurn(run)
      if (this.#wish() === 'leave') return 'left'
      const taking = this.#steps.take(run, 'adopt')
      if (this.#wish() === 'stop') await this.#endCurrent('stopped')
      if ((await taking) === 'left') return 'left'
    }
    // A person who resumes after failed runs has seen them.
    const hasEnded = [...queue.inState('done'), ...queue.inState('failed')].some(
      ({ phase }) => phase === 'measure',
    )
    if (!hasEnded) this.#alike = { text: '', runs: [] }
    judgeRounds(this.context)
    if (engineProblem && this.#wish() === 'run' && queue.next()) {
      const { text, reason = '' } = engineProblem
      journal.log(campaignId, 'warning', `${pauses}: ${text} ${reason}`.trim())
      return 'paused'
    }
    await this.#takeMachines()
    if (this.#wish() === 'run' && (await this.#takeTurn(undefined))) {
      this.#resting = new AbortController()
      await calibrateCampaign(this.context, this.#resting.signal)
    }
    for (;;) {
      const intent = this.#wish()
      if (intent === 'leave') return 'left'
      if (intent === 'stop') return 'stopped'
      const run = queue.next()
      if (!run) return 'done'
      if (intent === 'pause') return 'paused'
      // Requests may have changed the next run during the turns of the others.
      if (!(await this.#takeTurn(run)) || queue.next() !== run || this.#wish() !== 'run') continue
      this.claim?.look()
      const end = await this.#steps.take(run, 'perform', this.#goesStraightOn())
      if (end === 'left') return 'left'
      if (end === 'not-started') {
        await this.#waitForMachine()
        continue
      }
      this.#machineIsBack()
      if (end === 'done') judgeRounds(this.context, run)
      if (end === 'failed' && this.#steps.isRefused) {
        const text = `${stops}, because its device may not be used as it is.`
        journal.log(campaignId, 'warning', text)
        return 'stopped'
      }
      if (end === 'not-laid-out' || (end === 'failed' && run.phase === 'layout')) {
        const text = `${stops}, because its data could not be laid out; every run would fail alike.`
        journal.log(campaignId, 'warning', text)
        return 'stopped'
      }
      if (run.phase === 'measure' && this.#allFailAlike(run, end)) return 'paused'
      if (end === 'failed' && plan.onFailure === 'stop') {
        journal.log(campaignId, 'warning', `${stops}, because its plan says to stop after a failed run.`)
        return 'stopped'
      }
      if (plan.pauseSeconds > 0 && queue.next() && this.#wish() === 'run') {
        this.#resting = new AbortController()
        await this.#steps.clear()
        const { signal } = this.#resting
        await sleep(plan.pauseSeconds * 1000, undefined, { signal }).catch(() => undefined)
      }
    }
  }

  /**
   * Whether this was the last of the first few runs that all failed for one reason, with others left that would as well:
   * a night must not pass with them, and a person sees it once. A campaign in which a run succeeded goes on.
   */
  #allFailAlike(run: QueuedRun, end: RunState): boolean {
    const { campaignId, journal, queue, store } = this.context
    const { text = '', remedy = '' } = store.runsById([run.runId])[0]?.failure ?? {}
    const before = this.#alike
    const isAlike = end === 'failed' && text !== '' && (before?.runs.length === 0 || before?.text === text)
    this.#alike = before && isAlike ? { text, runs: [...before.runs, run] } : undefined
    const runs = this.#alike?.runs ?? []
    if (runs.length < fewestAlike || queue.next() === undefined) return false
    // The runs of a case often follow one another: three of one say nothing of the next.
    const isOther = ({ case: { key } }: QueuedRun) => key !== run.case.key
    if (!runs.some(isOther) && queue.inState('waiting').some(isOther)) return false
    const words = `${pauses}: its first ${runs.length} runs failed for one reason. ${ended(text)} ${remedy}`
    journal.log(campaignId, 'warning', words.trim())
    return true
  }

  /** The runs wait for their machine, which is asked again after a while that grows, until a request ends the wait. */
  async #waitForMachine(): Promise<void> {
    const { campaignId, journal } = this.context
    const seconds = machineWaits[Math.min(this.#fruitless, machineWaits.length - 1)] ?? 0
    const { text, remedy = '' } = this.#steps.obstacle ?? { text: '' }
    if (this.#fruitless === 0) {
      const words = 'The runs wait, and the campaign goes on by itself as soon as the machine can start them.'
      journal.log(campaignId, 'warning', [text, remedy, words].filter(Boolean).join(' '))
    }
    this.#fruitless += 1
    this.#resting = new AbortController()
    const { signal } = this.#resting
    if (this.#wish() === 'run') await sleep(seconds * 1000, undefined, { signal }).catch(() => undefined)
  }

  #machineIsBack(): void {
    if (this.#fruitless === 0) return
    this.#fruitless = 0
    this.context.journal.log(
      this.context.campaignId,
      'info',
      'The machine can start runs again; the campaign goes on.',
    )
  }

  /** Whether the next run starts as soon as the current one is done, whatever its result. */
  #goesStraightOn(): boolean {
    const { pauseSeconds, untilSteady, onFailure } = this.context.plan
    return pauseSeconds === 0 && untilSteady === undefined && onFailure !== 'stop' && !this.turn
  }

  /** Waits until no other program measures on the machines; false if a request ended the wait. */
  async #takeMachines(): Promise<boolean> {
    const { claim } = this
    const { campaignId, journal, queue } = this.context
    if (!claim || this.#wish() !== 'run' || !queue.next()) return true
    this.#resting = new AbortController()
    const told: Parameters<typeof useWords>[0][] = []
    const isTaken = await claim.take(this.#resting.signal, (other) => {
      told.push(other)
      journal.log(campaignId, 'info', `The campaign waits: ${useWords(other)} measures on the same machine.`)
      journal.setCampaignState(campaignId, 'waiting')
    })
    if (told.length > 0 && isTaken) journal.setCampaignState(campaignId, 'running')
    return isTaken
  }

  /** Waits for its turn among interleaved campaigns; false if a request ended the wait. */
  async #takeTurn(run: QueuedRun | undefined): Promise<boolean> {
    if (!this.turn) return true
    this.#resting = new AbortController()
    return this.turn.take(run, this.#resting.signal)
  }

  /** A method, because requests change it during an await. */
  #wish(): Intent {
    return this.#intent
  }

  #giveUp(): LoopEnd {
    try {
      giveUp(this.context, this.context.campaignId, awayNames(this.given))
    } catch (error) {
      return this.#broken(error)
    }
    return 'interrupted'
  }

  /**
   * The store or the host failed, which is not a failure of a run. A run in progress continues; a resume
   * finds it.
   */
  #broken(error: unknown): LoopEnd {
    const { campaignId, journal } = this.context
    const remedy = error instanceof AppError && error.remedy ? ` ${error.remedy}` : ''
    journal.interrupt(campaignId, `The campaign cannot continue: ${messageOf(error)}${remedy}`)
    return 'interrupted'
  }
}

import { messageOf } from '../../core/errors/system-error'
import { summaryNames } from '../../core/results/campaign/campaign-naming'
import type { LiveRun } from '../../core/figures/over-time/live-series'
import type { CampaignProgress } from '../../core/contract/bench-requests'
import type { LeftCampaign } from '../../core/contract/privileged-requests'
import type { Advice, PlanEnvironment } from '../../core/plan/advice'
import type { Plan } from '../../core/plan/plan'
import type { CampaignDetail, CampaignSummary, Measuring } from '../../core/results/campaign/campaign'
import { HostError } from '../hosts/host-error'
import { BenchEvents } from './bench-events'
import { leaveInterrupted } from './resume/begun-elsewhere'
import type { Intent, LoopEnd } from './schedule/campaign-loop'
import { eraseCampaign } from './delete-campaign'
import { giveUp } from './resume/given-up'
import type { Confirmations } from './start/confirmations'
import { allProblems, environmentOf, type LookOptions } from './start/look-at-plan'
import { makeParts, type CampaignRunnerOptions } from './make-parts'
import { resumeCampaign, type IsAgain } from './resume/resume-campaign'
import type { ResumedCampaign } from './resume/take-up'
import type { SuiteNote } from './record/campaign-notes'
import { leftCampaigns } from './record/started-campaigns'
import { campaignOf, engineOf, needsPassword, refuseAway, runOf, type RunnerParts } from './runner-parts'
import type { Engine } from '../../core/engines/engine'
import { planWrites } from '../../core/engines/case-groups'
import { RunnerError } from './runner-error'
import { RunningCampaigns, type Active } from './schedule/running-campaigns'
import { pidWords } from './execute/run-words'
import { askingOnce, logIn } from './start/log-in'
import {
  isFreshStart,
  preparePlan,
  refuseUnanswered,
  startQuestions,
  type PreparedPlan,
  type PreparedStart,
} from './start/prepare-start'
import { startCampaign, type StartOptions } from './start/start-campaign'
import {
  claimTogether,
  refuseSchedule,
  scheduleOf,
  startInterleaved,
  type InterleavedStart,
} from './start/start-interleaved'
import {
  awayNames,
  canBeAway,
  contextHosts,
  hostsOf,
  isAway,
  onceAway,
  uses,
  whenReachable,
} from './machines/hosts-of'

/**
 * How long a host may be away before `stopAll` abandons it, in milliseconds, so that a short interruption is
 * waited out.
 */
const stopPatienceMs = 5000

interface ReconcileOptions {
  readonly goOn?: boolean
  /** Whether a person can be asked for a password yet. */
  readonly canAsk?: boolean
  readonly resumes?: boolean
  /** The campaigns that go on; of others, only the run in progress is collected. All if not given. */
  readonly only?: readonly number[]
}

interface PrepareOptions {
  readonly signal?: AbortSignal | undefined
  /** The start comes later, and asks for passwords then. */
  readonly isAhead?: boolean
  /** The plans are to measure in turn. */
  readonly inTurn?: boolean
}

/**
 * Executes the campaigns of one results file, those of one machine one after the other, and reports through
 * `events`. Methods reject with a RunnerError (message, remedy, id) if a request cannot be carried out now.
 */
export class CampaignRunner {
  readonly events = new BenchEvents()
  readonly confirmations: Confirmations
  readonly queue: Pick<RunningCampaigns, 'queued' | 'moveQueued'>
  readonly #parts: RunnerParts
  readonly #running: RunningCampaigns

  constructor(options: CampaignRunnerOptions) {
    const parts = makeParts(options, this.events)
    this.#parts = parts
    this.confirmations = parts.confirmations
    this.queue = this.#running = new RunningCampaigns(parts)
  }

  /** The campaign being executed; if there are several, the one that started first. */
  get activeCampaignId(): number | undefined {
    return this.#running.all()[0]?.context.campaignId
  }

  /** Why a host's connection is currently needed; undefined if it is not. */
  hostInUse(destination: string): string | undefined {
    const user = this.#running.all().find(({ context }) => uses(context, destination))
    const names = summaryNames(this.#parts.store.campaigns())
    return user && `“${names.get(user.context.campaignId) ?? ''}” runs there.`
  }

  /** Campaigns that this process executes or has in its queue on a machine of one of these plans, in the order of their starts. */
  #measuringBeside(planIds: readonly string[]): readonly Measuring[] {
    const hosts = planIds.flatMap((id) => hostsOf(this.#parts, this.#parts.store.plan(id)))
    const ids = new Set(hosts.map(({ id }) => id))
    return this.#running.contexts().flatMap((context) => {
      const host = contextHosts(context).find(({ id }) => ids.has(id))
      return host ? [{ campaignId: context.campaignId, host: host.name }] : []
    })
  }

  /** Tags of the campaigns whose runs this process waits for. */
  tags(): ReadonlySet<string> {
    return this.#running.tags()
  }

  /** Facts about the host and the plan's target, for advice and estimate, see `environmentOf`. */
  environment(plan: Plan, signal?: AbortSignal, options: LookOptions = {}): Promise<PlanEnvironment> {
    return environmentOf(this.#parts, plan, signal, options)
  }

  /** Everything that keeps a saved plan from running, including the engine's own check of every case. Emits `plan-check` events. */
  check(planId: string, signal?: AbortSignal): Promise<readonly Advice[]> {
    return allProblems(this.#parts, this.#parts.store.plan(planId), signal)
  }

  /**
   * Examines the machines of plans that are to be started together, each once, and returns what a person decides
   * before; `start` and `startInterleaved` take the answers and refuse to go on without. A plan that cannot run is in
   * `refused`. Rejects with `locked`, with `no-schedule`, and if it was cancelled.
   */
  async prepareStart(
    planIds: readonly string[],
    { signal, isAhead = false, inTurn = false }: PrepareOptions = {},
  ): Promise<PreparedStart> {
    if (inTurn) refuseSchedule(planIds.map((id) => this.#parts.store.plan(id)))
    const asking = askingOnce(this.#parts)
    const ready: { readonly plan: Plan; readonly parts: RunnerParts }[] = []
    const refused: { readonly planId: string; readonly error: unknown }[] = []
    const trying = async (planId: string, work: () => Promise<void>) => {
      try {
        await work()
      } catch (error) {
        if (signal?.aborted === true) throw error
        refused.push({ planId, error })
      }
    }
    for (const id of planIds)
      await trying(id, async () => {
        const plan = this.#parts.store.plan(id)
        hostsOf(this.#parts, plan).forEach(refuseAway)
        ready.push({ plan, parts: isAhead ? asking : await logIn(asking, plan, signal) })
      })
    const name = (plan: Plan) => (planIds.length > 1 ? plan.name : undefined)
    return this.#running.begin(false, async () => {
      const plans: PreparedPlan[] = []
      for (const { plan, parts } of ready)
        await trying(plan.id, async () => {
          const own = { signal, ownTags: this.#running.tags(), name: name(plan) }
          plans.push(await preparePlan(parts, plan, own))
        })
      const inUse = this.#measuringBeside(plans.map(({ plan }) => plan.id))
      return { plans, refused, questions: startQuestions(plans, inUse), atMs: Date.now() }
    })
  }

  /**
   * Examines the plan, stores it as a campaign with all runs waiting, and starts it, or queues it behind another one on
   * its machine. Rejects with `plan-problems` if it cannot run, and with `wears-out`, `orphans`, `in-use` or
   * `not-confirmed` if a question of the start is not answered; nothing is stored then.
   */
  async start(
    planId: string,
    configuration: string,
    options: StartOptions = {},
  ): Promise<{ readonly campaignId: number }> {
    const [prepared] = await this.#prepared([planId], options)
    if (!prepared) throw new RunnerError('no-campaign', 'The campaign was not stored.')
    return this.#running.begin(false, async () => {
      const all = { ...options, ownTags: this.#running.tags() }
      const context = await startCampaign(prepared, configuration, all)
      this.#running.place(context, undefined, options.beside)
      return { campaignId: context.campaignId }
    })
  }

  /**
   * Stores one campaign per plan and has them measure in turn, one run at a time regardless of
   * devices and hosts. Pausing, stopping and resuming one of them does the same with all. Rejects as `start`
   * does, and with `no-schedule`.
   */
  async startInterleaved(
    wanted: readonly InterleavedStart[],
    options: StartOptions = {},
  ): Promise<{ readonly campaignIds: readonly number[] }> {
    const planIds = wanted.map(({ planId }) => planId)
    const plans = await this.#prepared(planIds, options, true)
    const starts = plans.flatMap((prepared, at) => (wanted[at] ? [{ ...wanted[at], prepared }] : []))
    return this.#running.begin(false, async () => {
      const all = { ...options, ownTags: this.#running.tags() }
      const contexts = await startInterleaved(starts, all)
      await this.#running.gather(async () => {
        for (const context of contexts) this.#running.place(context, undefined, options.beside)
        await Promise.resolve()
      })
      return { campaignIds: contexts.map(({ campaignId }) => campaignId) }
    })
  }

  /** The examined plans of a start, in order. Rejects with what refuses one of them, and with an unanswered question. */
  async #prepared(
    planIds: readonly string[],
    options: StartOptions,
    inTurn = false,
  ): Promise<readonly PreparedPlan[]> {
    const { prepared, signal } = options
    const isFresh = prepared && isFreshStart(prepared, (id) => this.#parts.store.plan(id), Date.now())
    const { plans, refused, questions } = isFresh
      ? prepared
      : await this.prepareStart(planIds, { signal, inTurn })
    const broken = refused.find(({ planId }) => planIds.includes(planId))
    if (broken) throw broken.error
    refuseUnanswered(questions, options)
    return planIds.flatMap((id) => plans.find(({ plan }) => plan.id === id) ?? [])
  }

  /**
   * Resumes a paused, stopped or interrupted campaign, those it alternates with, and those it was started with that
   * were paused; stopped runs return to waiting. Cancels a pause that has not started. `takeOver`: a person confirmed that the machine that holds
   * the file's lock, and no longer responds, is gone.
   */
  async resume(campaignId: number, options: { readonly takeOver?: boolean } = {}): Promise<void> {
    await this.#resumeTogether(campaignId, options.takeOver ?? false, isStopped)
    for (const id of this.#parts.started.suiteOf(campaignId)?.campaignIds ?? []) {
      // Some may have been deleted.
      const state = this.#parts.store.campaignFacts(id)?.state
      if (state === 'paused' && !this.isTaken(id)) await this.#resumeTogether(id, false, isStopped)
    }
  }

  /**
   * Measures every case of a campaign that is done `count` more times, at once or as soon as its machine is free, and of
   * those it alternates with. The campaign counts the runs as its own. Rejects as `resume` does, and with the reason if
   * runs cannot be added; a refusal changes nothing.
   */
  async addRuns(campaignId: number, count: number): Promise<void> {
    for (const id of scheduleOf(this.#parts.store, campaignId)) {
      const campaign = campaignOf(this.#parts, id)
      if (this.isTaken(id) || campaign.state !== 'done') throw notDone()
      refuseMoreRuns(campaign, engineOf(this.#parts, campaign.plan))
    }
    await this.#resumeTogether(campaignId, false, isStopped, count)
  }

  /** Runs `again` return to waiting, and `more` of each case are added, but only if nothing refuses the resume. */
  async #resumeTogether(campaignId: number, takeOver: boolean, again: IsAgain, more = 0): Promise<void> {
    const isWanted = (campaign: CampaignDetail) => more > 0 || isResumable(campaign, again)
    const others = scheduleOf(this.#parts.store, campaignId).filter(
      (id) => id !== campaignId && isWanted(campaignOf(this.#parts, id)),
    )
    const resting = [campaignId, ...others].filter((id) => !this.#goOn(id))
    if (resting.length === 0) return
    for (const id of resting) hostsOf(this.#parts, campaignOf(this.#parts, id).plan).forEach(refuseAway)
    // Ask now, so that nothing else waits for the person.
    const asking = askingOnce(this.#parts)
    const loggedIn: (readonly [id: number, parts: RunnerParts])[] = []
    for (const id of resting) {
      const { plan } = more > 0 ? campaignOf(this.#parts, id) : this.#resumable(id, again)
      loggedIn.push([id, await logIn(asking, plan, undefined)])
    }
    await this.#running.gather(() =>
      this.#running.begin(takeOver, async () => {
        // Another request may have resumed one of them in the meantime.
        const still = loggedIn.filter(([id]) => !this.#goOn(id))
        const resuming = still.map(async ([id, parts]) => {
          if (more === 0) this.#resumable(id, again)
          return resumeCampaign(parts, id, 'run', again, more)
        })
        const tries = await Promise.allSettled(resuming)
        this.#placeTogether(tries.flatMap((one) => (one.status === 'fulfilled' ? one.value : [])))
        const broken = tries.find((one) => one.status === 'rejected')
        if (broken) throw broken.reason
      }),
    )
  }

  /**
   * Cancels a pause that has not started; false for a campaign that this process neither executes nor has
   * waiting.
   */
  #goOn(campaignId: number): boolean {
    this.#running.get(campaignId)?.loop.goOn()
    return this.isTaken(campaignId)
  }

  /** Whether this process executes the campaign, has it in its queue, or waits for its host. */
  isTaken(campaignId: number): boolean {
    return (
      this.#running.get(campaignId) !== undefined ||
      this.#running.isQueued(campaignId) ||
      this.#running.awaited().includes(campaignId)
    )
  }

  /** The campaigns of a schedule claim their devices together. */
  #placeTogether(resumed: readonly ResumedCampaign[]): void {
    const contexts = claimTogether(resumed.map(({ context }) => context))
    contexts.forEach((context, place) => this.#running.place(context, resumed[place]?.laidOut))
  }

  #resumable(campaignId: number, again: IsAgain): CampaignDetail {
    const campaign = campaignOf(this.#parts, campaignId)
    if (isResumable(campaign, again)) return campaign
    throw new RunnerError(
      'nothing-to-resume',
      'The campaign is done.',
      'Retry single runs, or start a new campaign.',
    )
  }

  /**
   * Finishes the current run, then pauses; so do the campaigns it alternates with, and those it was started with that
   * wait for it: otherwise the next of them would start at once.
   */
  pause(campaignId: number): void {
    const suite = this.#running.get(campaignId) && this.#parts.started.suiteOf(campaignId)
    this.#pause(campaignId)
    for (const id of suite?.campaignIds ?? []) if (this.#running.isQueued(id)) this.#pause(id)
    for (const id of scheduleOf(this.#parts.store, campaignId))
      if (id !== campaignId && (this.#running.get(id) ?? this.#running.isQueued(id))) this.#pause(id)
  }

  #pause(campaignId: number): void {
    const active = this.#running.get(campaignId)
    if (active) active.loop.pause()
    else if (this.#running.unqueue(campaignId)) this.#parts.journal.setCampaignState(campaignId, 'paused')
    // Its host is away: runs in progress there continue, and a resume collects them.
    else if (this.#running.stopAwaiting(campaignId))
      this.#parts.journal.setCampaignState(campaignId, 'interrupted')
    else throw new RunnerError('not-running', 'The campaign is not running.')
  }

  /**
   * Ends the current run now; resolves when no process of it is left. Rejects with `processes-left` if one
   * could not be ended. A campaign that is not being executed is marked stopped, and its data file removed.
   */
  async stop(campaignId: number): Promise<void> {
    const others = scheduleOf(this.#parts.store, campaignId).filter(
      (id) => id !== campaignId && (this.#running.get(id) ?? this.#running.isQueued(id)),
    )
    await Promise.all([campaignId, ...others].map((id) => this.#stop(id)))
  }

  async #stop(campaignId: number): Promise<void> {
    this.#running.unqueue(campaignId)
    if (this.#running.stopAwaiting(campaignId)) {
      this.#parts.journal.setCampaignState(campaignId, 'interrupted')
      throw new RunnerError(
        'host-away',
        'The host is away, so nothing there could be ended; the campaign is interrupted.',
        'Resume or stop it when the host is back.',
      )
    }
    const active = this.#running.get(campaignId)
    if (active) {
      const { leftPids } = await active.loop.stop()
      await active.ended
      if (leftPids.length === 0) return
      const text = `Not everything could be ended: ${pidWords(leftPids)} still there.`
      const remedy = 'A drive may not be answering; look at it and at the kernel log.'
      throw new RunnerError('processes-left', text, remedy)
    }
    const { state } = campaignOf(this.#parts, campaignId)
    if (state === 'done' || state === 'stopped') return
    const taken = await this.#running.begin(false, () => {
      if (this.isFromHere(campaignId)) return this.#takeUpToStop(campaignId)
      // Nothing of it is known on this machine, so there is nothing to end.
      this.#parts.journal.setCampaignState(campaignId, 'stopped')
      return undefined
    })
    await taken?.ended
  }

  async #takeUpToStop(campaignId: number): Promise<Active> {
    const { context, laidOut } = await resumeCampaign(this.#parts, campaignId, 'stop')
    return this.#running.execute(context, laidOut, 'stop')
  }

  /**
   * Abandons a host that is away: the campaign and its running run become interrupted, the rest stays
   * waiting, and a resume collects the outcome. Rejects with `not-running`, and with `not-away` on this
   * machine.
   */
  async giveUp(campaignId: number): Promise<void> {
    const active = this.#running.get(campaignId)
    if (active && !contextHosts(active.context).some(canBeAway))
      throw new RunnerError('not-away', 'This machine cannot be away.', 'Stop the campaign instead.')
    if (active) {
      active.loop.giveUp()
      await active.ended
    } else if (this.#running.stopAwaiting(campaignId))
      giveUp(this.#parts, campaignId, campaignOf(this.#parts, campaignId).host)
    else throw new RunnerError('not-running', 'The campaign is not running.')
  }

  /** Whether a campaign is waiting for its host to come back. */
  isHostAway(campaignId: number): boolean {
    const active = this.#running.get(campaignId)
    return this.#running.awaited().includes(campaignId) || (active !== undefined && isAway(active.context))
  }

  /** Whether this user started or resumed the campaign on this machine. */
  isFromHere(campaignId: number): boolean {
    return this.#parts.started.tagOf(campaignId) !== undefined
  }

  /** Adds to a campaign whether it is from this machine. */
  withOrigin<C extends CampaignSummary>(campaign: C): C {
    return this.#parts.started.withOrigin(campaign)
  }

  /** Records that these campaigns were started together, and the draft to be created when all of them have ended. */
  joinSuite(suite: SuiteNote): void {
    this.#parts.started.joinSuite(suite)
    for (const id of suite.campaignIds) this.#parts.journal.campaignChanged(id)
  }

  /** Suites of this file of which not all campaigns have ended. */
  openSuites(): readonly SuiteNote[] {
    const open = this.#parts.store
      .campaigns()
      .filter(({ state, leaderId }) => leaderId === undefined && state !== 'done' && state !== 'stopped')
      .flatMap(({ id }) => this.#parts.started.suiteOf(id) ?? [])
    return [...new Map(open.map((suite) => [suite.campaignIds.join(), suite])).values()]
  }

  /**
   * Ends whatever is being executed and pauses what waits for a device; resolves when no process of it is
   * left. Campaigns whose host is away for `patienceMs` (milliseconds) are abandoned, so that this always
   * ends. Returns these.
   */
  async stopAll(patienceMs = stopPatienceMs): Promise<readonly LeftCampaign[]> {
    await this.#running.settled()
    // First: otherwise one of them starts as soon as its device is free.
    for (const { campaignId } of this.#running.queued()) this.#pause(campaignId)
    const left = await Promise.all([
      ...this.#running.all().map((active) => this.#stopOrLeave(active, patienceMs)),
      ...this.#running.awaited().map((id) => this.#leaveAwaited(id)),
    ])
    return left.flatMap((one) => one ?? [])
  }

  async #stopOrLeave(active: Active, patienceMs: number): Promise<LeftCampaign | undefined> {
    const { context, loop, ended } = active
    let hosts: string | undefined
    const endWatch = onceAway(context, patienceMs, () => {
      hosts = awayNames(context)
      loop.giveUp()
    })
    try {
      await this.#stop(context.campaignId)
    } catch (error) {
      if (hosts === undefined) throw error
      await ended
    } finally {
      endWatch()
    }
    return hosts === undefined ? undefined : this.#leftCampaign(context.campaignId, hosts)
  }

  async #leaveAwaited(campaignId: number): Promise<LeftCampaign> {
    await this.giveUp(campaignId)
    return this.#leftCampaign(campaignId, campaignOf(this.#parts, campaignId).host)
  }

  #leftCampaign(campaignId: number, hosts: string): LeftCampaign {
    const { configuration, name } = campaignOf(this.#parts, campaignId)
    return { campaign: configuration || name, hosts }
  }

  /** Skips a waiting run, or ends the running one and marks it skipped. Rejects with `not-waiting` for any other. */
  async skip(runId: number): Promise<void> {
    const { state, campaignId } = runOf(this.#parts, runId)
    if (await this.#running.get(campaignId)?.loop.skipCurrent(runId)) return
    if (state !== 'waiting')
      throw new RunnerError(
        'not-waiting',
        `The run is ${state}; only a waiting or running run can be skipped.`,
      )
    this.#setRun(campaignId, runId, 'skipped')
  }

  /**
   * Sets a failed, skipped, stopped or interrupted run back to waiting. A finished campaign becomes paused, so that it
   * can be resumed. With `goesOn` it is resumed at once, or as soon as its device is free; this rejects as `resume` does,
   * and then changes nothing.
   */
  async retry(runId: number, { goesOn = false } = {}): Promise<void> {
    const { campaignId } = runOf(this.#parts, runId)
    const hasEnded = () => campaignOf(this.#parts, campaignId).state === 'done'
    // Its last run has just ended.
    if (hasEnded()) await this.#running.get(campaignId)?.ended
    const isRetried: IsAgain = ({ id, state }) =>
      id === runId && state !== 'waiting' && state !== 'running' && state !== 'done'
    if (runOf(this.#parts, runId).state === 'done')
      throw new RunnerError(
        'is-done',
        'The run is done; its result stays.',
        'Start a new campaign to measure the case again.',
      )
    if (!isRetried(runOf(this.#parts, runId))) return
    if (hasEnded() && goesOn) await this.#resumeTogether(campaignId, false, isRetried)
    // By itself, or because another run of the campaign was retried at the same time, it goes on already.
    if (!isRetried(runOf(this.#parts, runId))) return
    if (hasEnded()) this.#parts.journal.setCampaignState(campaignId, 'paused')
    this.#setRun(campaignId, runId, 'waiting')
  }

  /**
   * Resumes a campaign that is neither being executed nor about to be, and those it alternates with, and measures their
   * failed runs again. Rejects as `resume` does, and with `is-running`; a refusal changes nothing.
   */
  async retryFailed(campaignId: number, options: { readonly takeOver?: boolean } = {}): Promise<void> {
    if (scheduleOf(this.#parts.store, campaignId).some((id) => this.isTaken(id)))
      throw new RunnerError('is-running', 'The campaign is running.', 'Retry single runs, or pause it first.')
    const isAgain: IsAgain = (run) => isStopped(run) || run.state === 'failed'
    await this.#resumeTogether(campaignId, options.takeOver ?? false, isAgain)
  }

  #setRun(campaignId: number, runId: number, state: 'skipped' | 'waiting'): void {
    const { store, journal } = this.#parts
    store.setRunState(runId, state)
    this.#running.contextOf(campaignId)?.queue.setState(runId, state)
    journal.runChanged(runId)
    journal.campaignChanged(campaignId)
  }

  /**
   * Puts a campaign that is not being executed into the bin. Its data file stays, so that the campaign can go on once it
   * is back.
   */
  delete(campaignId: number): void {
    this.#refuseRunning(campaignId)
    const { store } = this.#parts
    const { state } = campaignOf(this.#parts, campaignId)
    this.#running.unqueue(campaignId)
    if (state === 'waiting') store.setCampaignState(campaignId, 'paused')
    store.deleteCampaign(campaignId)
  }

  /** Removes a campaign that is not being executed for good, and its data file if it still exists. */
  async erase(campaignId: number): Promise<void> {
    this.#refuseRunning(campaignId)
    this.#running.unqueue(campaignId)
    await eraseCampaign(this.#parts, campaignId)
  }

  #refuseRunning(campaignId: number): void {
    if (this.#running.get(campaignId))
      throw new RunnerError('is-running', 'The campaign is running.', 'Stop it first, then delete it.')
  }

  /**
   * On opening a results file: finds campaigns that were being executed from it on this machine when an
   * earlier process ended; campaigns that only the file calls running become interrupted. Finished runs are
   * stored once, running ones are watched again, lost ones return to waiting. With `goOn` (the default) the
   * campaign then continues; otherwise it pauses after the run in progress. A requested stop is carried out,
   * unless a person `resumes` it. With `only`, others pause after their run in progress, and those that were not left
   * here stay as they are. Returns the id of the campaign now executed.
   */
  async reconcile(options: ReconcileOptions = {}): Promise<number | undefined> {
    const left = leftCampaigns(this.#parts.store.campaigns())
    try {
      if (left.length > 0)
        await this.#running.gather(() => this.#running.begin(false, () => this.#takeUpLeft(left, options)))
    } catch (error) {
      // Otherwise another process is executing them and continues to do so.
      if (!(error instanceof RunnerError && error.id === 'locked')) throw error
    }
    return this.activeCampaignId ?? this.#running.awaited()[0]
  }

  /**
   * Campaigns of one schedule wait for the hosts of all of them, and none starts a run before all are
   * resumed.
   */
  async #takeUpLeft(left: readonly CampaignSummary[], options: ReconcileOptions): Promise<void> {
    const intents = new Map<number, Intent>()
    const awaited = new Map<string, { readonly ids: number[]; readonly reachable: Promise<void>[] }>()
    const here: number[] = []
    for (const { id, state } of left) {
      const isChosen = options.only?.includes(id) ?? true
      const pauses = state === 'pausing' || options.goOn === false || !isChosen
      const stops = state === 'stopping' && !(options.resumes && isChosen)
      intents.set(id, stops ? 'stop' : pauses ? 'pause' : 'run')
      try {
        if (!this.#parts.started.isLeft(id)) {
          if (isChosen) leaveInterrupted(this.#parts, id)
          continue
        }
        const { plan } = campaignOf(this.#parts, id)
        // If nobody can be asked, only runs in progress are completed.
        const canAsk = this.#parts.askPassword !== undefined && options.canAsk !== false
        if (intents.get(id) === 'run' && !canAsk && needsPassword(this.#parts, plan)) {
          intents.set(id, 'pause')
          const text = 'The campaign pauses: its server needs a password, which a resume asks for.'
          this.#parts.journal.log(id, 'warning', text)
        }
        const reachable = whenReachable(this.#parts, plan)
        if (!reachable) here.push(id)
        else {
          const key = plan.interleaved?.schedule ?? String(id)
          const group = awaited.get(key) ?? { ids: [], reachable: [] }
          group.ids.push(id)
          group.reachable.push(reachable)
          awaited.set(key, group)
        }
      } catch (error) {
        this.#notTakenUp(id, error)
      }
    }
    for (const { ids, reachable } of awaited.values())
      this.#running.awaitHosts(ids, Promise.all(reachable), (still) => this.#takeUp(still, intents))
    await this.#takeUp(here, intents)
  }

  /** Text of a campaign's terminal so far. */
  scrollback(campaignId: number): string {
    return this.#running.get(campaignId)?.loop.terminal.scrollback ?? ''
  }

  /** Series of the run that a campaign is measuring; null if there is none. */
  liveRun(campaignId: number): LiveRun | null {
    return this.#running.get(campaignId)?.loop.live.run ?? null
  }

  /** Size of the terminals as shown. */
  resizeTerminal(columns: number, rows: number): void {
    for (const { loop } of this.#running.all()) loop.terminal.resize(columns, rows)
  }

  /** Progress of a campaign being executed; of the one that started first if none is named. */
  progressOf(campaignId = this.activeCampaignId): CampaignProgress | undefined {
    return campaignId === undefined ? undefined : this.#running.get(campaignId)?.loop.progress
  }

  /**
   * Resolves when this process no longer executes the campaign, with how that ended; undefined if it did not
   * execute it.
   */
  async ended(campaignId: number): Promise<LoopEnd | undefined> {
    return this.#running.ended(campaignId)
  }

  /** Releases everything without ending it: what is running continues, and the next `reconcile` finds it. */
  async dispose(): Promise<void> {
    this.leave()
    await this.#running.settled()
    await Promise.all(this.#running.all().map(({ ended }) => ended))
  }

  /**
   * Starts releasing everything; `dispose` waits until it is done. In between, hosts that do not answer may
   * be released.
   */
  leave(): void {
    this.#running.leave()
  }

  /**
   * Resumes campaigns in parallel, each according to its intent. Returns those that are executed now: others
   * wait for their device or could not be resumed, and their log says why.
   */
  async #takeUp(
    campaignIds: readonly number[],
    intents: ReadonlyMap<number, Intent>,
  ): Promise<ReadonlyMap<number, Active>> {
    const goingOn: ResumedCampaign[] = []
    const take = async (id: number) => {
      const intent = intents.get(id) ?? 'run'
      try {
        // A run in progress already has its password.
        const { plan } = campaignOf(this.#parts, id)
        const parts = intent === 'run' ? await logIn(this.#parts, plan, undefined) : this.#parts
        const resumed = await resumeCampaign(parts, id, intent)
        if (intent === 'run') goingOn.push(resumed)
        else this.#running.execute(resumed.context, resumed.laidOut, intent)
      } catch (error) {
        this.#notTakenUp(id, error)
      }
    }
    await Promise.all(campaignIds.map(take))
    const places = new Map(campaignIds.map((id, place) => [id, place]))
    const placeOf = ({ context }: ResumedCampaign) => places.get(context.campaignId) ?? 0
    this.#placeTogether(goingOn.sort((one, other) => placeOf(one) - placeOf(other)))
    return new Map(
      campaignIds.flatMap((id) => {
        const active = this.#running.get(id)
        return active ? [[id, active] as const] : []
      }),
    )
  }

  #notTakenUp(campaignId: number, error: unknown): void {
    // A released host is no reason to change anything: the next process resumes the campaign.
    if (error instanceof HostError && error.id === 'let-go') return
    this.#parts.journal.log(campaignId, 'warning', `The campaign could not be resumed: ${messageOf(error)}`)
    this.#parts.journal.setCampaignState(campaignId, 'interrupted')
  }
}

/** A finished campaign can be resumed only for runs that are to be measured again. */
function notDone(): RunnerError {
  return new RunnerError(
    'not-done',
    'Runs are added to a campaign that is done, and this one is not.',
    'Resume it, or wait for its end.',
  )
}

/** Throws for a campaign to which no runs can be added. */
function refuseMoreRuns({ source, plan }: CampaignDetail, engine: Engine): void {
  const refused = (message: string, remedy: string) => new RunnerError('no-more-runs', message, remedy)
  if (source !== 'measured')
    throw refused('These results were not measured here.', 'Import further results of their program.')
  if (plan.untilSteady !== undefined)
    throw refused(
      'This campaign measured rounds until the drive was steady; later runs would not belong to them.',
      'Start a new campaign from its plan.',
    )
  if (plan.target.kind === 'device' && planWrites(plan, engine))
    throw refused(
      'Its runs write to a raw device, and that was agreed to for the runs it has.',
      'Start a new campaign from its plan, and confirm that.',
    )
}

function isResumable({ state, runs }: CampaignDetail, again: IsAgain): boolean {
  return state !== 'done' || runs.some(again)
}

/** A layout that failed stopped its campaign, so a resume tries it again. */
const isStopped: IsAgain = ({ state, phase }) =>
  state === 'stopped' || (state === 'failed' && phase === 'layout')

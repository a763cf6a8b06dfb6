import { ref, shallowRef, type Ref, type ShallowRef } from 'vue'
import type {
  CampaignStart as StartArguments,
  PlansStart,
  StartAsked,
} from '../../../../core/contract/bench-requests'
import type { HostOrphans } from '../../../../core/contract/orphan-requests'
import { isCancelled, RequestFailure } from '../../../../core/contract/request-failure'
import type { Plan } from '../../../../core/plan/plan'
import type { Measuring } from '../../../../core/results/campaign/campaign'
import { useBench } from '../../../composables/use-bench'
import { useNotices } from '../../../composables/use-notices'
import { useReview } from '../../../composables/review/use-review'
import { useRooms } from '../../../composables/room/use-rooms'
import { useShell } from '../../../composables/use-shell'
import type { RunnablePlan } from './plans-to-run'
import type { PlanCheck } from './use-plan-check'

export interface CampaignStart {
  readonly busy: Readonly<Ref<boolean>>
  /** The form that asks for the configuration. */
  readonly shown: Ref<boolean>
  /** Runs on the plan's hosts that a person must decide about before the start continues. */
  readonly orphans: Readonly<ShallowRef<readonly HostOrphans[] | undefined>>
  /** The person's decision: continue, or do not start. */
  decide(goesOn: boolean): void
  /** Campaigns on the plan's machines about which a person must decide before the start continues. */
  readonly inUse: Readonly<ShallowRef<readonly Measuring[] | undefined>>
  /** Wait for their end, measure at the same time, or do not start. */
  decideInUse(decision: InUseDecision): void
  /**
   * `inTurnWith`: other plans that measure in turn with the open one; all of them are started, or none. `draft`: what is
   * written at their end. Resolves with whether they were started.
   */
  start(configuration: string, inTurnWith: readonly InTurn[], draft?: StartDraft): Promise<boolean>
  /**
   * Starts plans one after the other; `isResumed`: continues a campaign whose device was confirmed. Resolves with
   * whether any was started.
   */
  startAll(
    plans: readonly RunnablePlan[],
    configuration: string,
    draft: PlansStart['draft'],
  ): Promise<boolean>
}

export type StartDraft = Exclude<PlansStart['draft'], 'none'>

/** Another plan that is started with the open one, and the name of its campaign. */
export type InTurn = Pick<StartArguments, 'planId' | 'configuration'>

export type InUseDecision = 'wait' | 'beside' | 'cancel'

/** What a person chose for machines in use, for as long as the window is open. */
let chosenInUse: Exclude<InUseDecision, 'cancel'> | undefined

/** A start as the person decided about it. */
interface Decided {
  readonly starts: readonly StartArguments[]
  readonly answers: Pick<PlansStart, 'acceptsWear' | 'orphans' | 'beside'>
}

/**
 * Starts the open plan, alone or in turn with others: saves it, asks the person what the bench wants decided, and opens
 * the Run room.
 */
export function useStart(
  plan: Ref<Plan>,
  check: Pick<PlanCheck, 'during'>,
  save: () => Promise<void>,
): CampaignStart {
  const bench = useBench()
  const notices = useNotices()
  const { go } = useRooms()
  const { summary } = useReview()
  const busy = ref(false)
  const shown = ref(false)
  const orphans = shallowRef<readonly HostOrphans[]>()
  let decide: (goesOn: boolean) => void = () => undefined
  const inUse = shallowRef<readonly Measuring[]>()
  let decideInUse: (decision: InUseDecision) => void = () => undefined

  async function settleOrphans(found: readonly HostOrphans[]): Promise<boolean> {
    const decided = new Promise<boolean>((resolve) => {
      decide = resolve
    })
    orphans.value = found
    const goesOn = await decided
    orphans.value = undefined
    return goesOn
  }

  /** One machine measures one thing, unless a person wants it otherwise. */
  async function settleInUse(measuring: readonly Measuring[]): Promise<InUseDecision> {
    if (chosenInUse) return chosenInUse
    const decided = new Promise<InUseDecision>((resolve) => {
      decideInUse = resolve
    })
    inUse.value = measuring
    const decision = await decided
    inUse.value = undefined
    if (decision !== 'cancel') chosenInUse = decision
    return decision
  }

  /** Asks the person everything that the bench wants decided; undefined if the start is called off. */
  async function decideAll(
    { wear, orphans: found, inUse: measuring, devices }: StartAsked['questions'],
    starts: readonly StartArguments[],
  ): Promise<Decided | undefined> {
    for (const text of wear) {
      const question = { title: 'Wear this drive out?', text, danger: 'Start anyway' }
      if (!(await notices.confirm(question))) return undefined
    }
    if (found.length > 0 && !(await settleOrphans(found))) return undefined
    const order = measuring.length > 0 ? await settleInUse(measuring) : undefined
    if (order === 'cancel') return undefined
    const confirmed: StartArguments[] = []
    for (const start of starts) {
      // In a window of the shell.
      const answer = devices.includes(start.planId)
        ? await useShell().request('plan.confirm-device', { planId: start.planId })
        : {}
      if (!answer) return undefined
      confirmed.push({ ...start, ...answer })
    }
    return {
      starts: confirmed,
      answers: {
        ...(wear.length > 0 && { acceptsWear: true }),
        ...(found.length > 0 && { orphans: 'leave' }),
        ...(order && { beside: order === 'beside' }),
      },
    }
  }

  /** Starts, and again with the person's answers as long as the bench asks; undefined if the start is called off. */
  async function startDecided<T extends object>(
    starts: readonly StartArguments[],
    request: (decided: Decided) => Promise<T | StartAsked>,
  ): Promise<T | undefined> {
    const planIds = starts.map(({ planId }) => planId)
    let decided: Decided | undefined = { starts, answers: {} }
    while (decided) {
      const given: Decided = decided
      const answer = await check.during(() => request(given), planIds)
      if (!answer || !('questions' in answer)) return answer
      decided = await decideAll(answer.questions, starts)
    }
    return undefined
  }

  async function start(
    configuration: string,
    inTurnWith: readonly InTurn[],
    draft?: StartDraft,
  ): Promise<boolean> {
    busy.value = true
    try {
      await save()
      const started = await startDecided(
        [{ planId: plan.value.id, configuration }, ...inTurnWith],
        ({ starts: [first, ...rest], answers }) =>
          bench.request('campaign.start', {
            ...(first ?? { planId: plan.value.id, configuration }),
            ...(rest.length > 0 && { inTurnWith: rest }),
            ...answers,
            ...(draft && { draft }),
          }),
      )
      if (!started) return false
      shown.value = false
      go('run', { campaignId: started.campaignId })
      return true
    } catch (error) {
      if (!isCancelled(error))
        notices.failure(
          error,
          inTurnWith.length > 0 ? 'The campaigns were not started' : 'The campaign was not started',
        )
      return false
    } finally {
      busy.value = false
    }
  }

  async function startAll(
    wanted: readonly RunnablePlan[],
    configuration: string,
    draft: PlansStart['draft'],
  ): Promise<boolean> {
    busy.value = true
    try {
      await save()
      const answer = await startDecided(
        wanted.map(({ id }) => ({ planId: id, configuration })),
        ({ starts, answers }) =>
          bench.request('campaign.start-plans', { starts: [...starts], draft, ...answers }),
      )
      if (!answer) return false
      for (const { planId, error } of answer.refused)
        notices.failure(
          new RequestFailure(error),
          `“${wanted.find(({ id }) => id === planId)?.name ?? planId}” was not started`,
        )
      const [campaignId = 0] = answer.campaignIds
      const isWaiting = summary.value?.campaigns.some(
        ({ id, state }) => id === campaignId && state === 'waiting',
      )
      go('run', isWaiting === true ? { campaignId } : { followsRunning: true })
      return true
    } catch (error) {
      if (!isCancelled(error)) notices.failure(error, 'The plans were not started')
      return false
    } finally {
      busy.value = false
    }
  }

  return {
    ...{ busy, shown, orphans, inUse, startAll, start },
    decide: (goesOn) => decide(goesOn),
    decideInUse: (decision) => decideInUse(decision),
  }
}

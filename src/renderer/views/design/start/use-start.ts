import { ref, shallowRef, type Ref, type ShallowRef } from 'vue'
import type { CampaignStart as StartArguments, PlansStart } from '../../../../core/contract/bench-requests'
import type { HostOrphans } from '../../../../core/contract/orphan-requests'
import { isCancelled, RequestFailure } from '../../../../core/contract/request-failure'
import { wearQuestions } from '../../../../core/engines/advice/endurance-advice'
import type { Plan } from '../../../../core/plan/plan'
import { machinePlans } from '../../../../core/plan/plan-hosts'
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

interface Confirmable {
  readonly plan: Plan
  readonly configuration: string
}

/**
 * Starts the open plan, alone or in turn with others: saves it, asks the person about runs of others and about a raw
 * device, and opens the Run room.
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

  async function settleOrphans(plans: readonly Plan[]): Promise<boolean> {
    const byHost = new Map<string, HostOrphans>()
    for (const { id } of plans)
      for (const one of await bench.request('orphans.of-plan', { planId: id })) byHost.set(one.hostId, one)
    const found = [...byHost.values()]
    if (found.every((one) => one.orphans.length === 0)) return true
    const decided = new Promise<boolean>((resolve) => {
      decide = resolve
    })
    orphans.value = found
    const goesOn = await decided
    orphans.value = undefined
    return goesOn
  }

  /** One machine measures one thing, unless a person wants it otherwise. */
  async function settleInUse(planIds: readonly string[]): Promise<InUseDecision> {
    const measuring = await bench.request('campaign.measuring', { planIds })
    if (measuring.length === 0) return 'wait'
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

  /**
   * Whether a person agrees to the total wear of all plans of the start. The drives are first asked for their wear,
   * which *Cancel* ends.
   */
  async function agreeToWear(plans: readonly Plan[]): Promise<boolean> {
    const look = async (own: Plan) => ({
      plan: own,
      environment: await bench.request('plan.environment', { plan: own, health: true }),
    })
    const looked = await check.during(
      () => Promise.all(plans.flatMap(machinePlans).map(look)),
      plans.map(({ id }) => id),
    )
    if (!looked) return false
    for (const text of wearQuestions(looked)) {
      const answer = { title: 'Wear this drive out?', text, danger: 'Start anyway' }
      if (!(await notices.confirm(answer))) return false
    }
    return true
  }

  /** A plan that writes to a raw device is confirmed in a window of the shell; null if it was not. */
  async function confirmDevice({ id, target }: Plan): Promise<{ confirmationId?: string } | null> {
    return target.kind === 'device' ? useShell().request('plan.confirm-device', { planId: id }) : {}
  }

  /** Every device is confirmed, or nothing is started. */
  async function confirmAll(starts: readonly Confirmable[]): Promise<readonly StartArguments[] | undefined> {
    const confirmed: StartArguments[] = []
    for (const { plan: own, configuration } of starts) {
      const answer = await confirmDevice(own)
      if (!answer) return undefined
      confirmed.push({ planId: own.id, configuration, ...answer })
    }
    return confirmed
  }

  async function start(
    configuration: string,
    inTurnWith: readonly InTurn[],
    draft?: StartDraft,
  ): Promise<boolean> {
    busy.value = true
    try {
      await save()
      const others: Confirmable[] = []
      for (const { planId, configuration: own } of inTurnWith)
        others.push({ plan: await bench.request('plan.get', { planId }), configuration: own })
      const otherPlans = others.map((one) => one.plan)
      const allPlans = [plan.value, ...otherPlans]
      if (!(await agreeToWear(allPlans)) || !(await settleOrphans(allPlans))) return false
      const order = await settleInUse(allPlans.map(({ id }) => id))
      if (order === 'cancel') return false
      const [first, ...rest] = (await confirmAll([{ plan: plan.value, configuration }, ...others])) ?? []
      if (!first) return false
      const started = await check.during(
        () =>
          bench.request('campaign.start', {
            ...first,
            ...(rest.length > 0 && { inTurnWith: rest }),
            ...(order === 'beside' && { beside: true }),
            ...(draft && { draft }),
          }),
        otherPlans.map(({ id }) => id),
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
      const all: Plan[] = []
      for (const { id } of wanted) all.push(await bench.request('plan.get', { planId: id }))
      if (!(await agreeToWear(all)) || !(await settleOrphans(all))) return false
      const order = await settleInUse(all.map(({ id }) => id))
      if (order === 'cancel') return false
      const isResumed = (id: string) => wanted.some((one) => one.id === id && one.isResumed)
      const fresh = await confirmAll(
        all.filter(({ id }) => !isResumed(id)).map((own) => ({ plan: own, configuration })),
      )
      if (!fresh) return false
      const starts = all.map(
        ({ id }) => fresh.find(({ planId }) => planId === id) ?? { planId: id, configuration },
      )
      const answer = await check.during(
        () =>
          bench.request('campaign.start-plans', {
            starts,
            draft,
            ...(order === 'beside' && { beside: true }),
          }),
        all.map(({ id }) => id),
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

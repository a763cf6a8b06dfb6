import { summaryNames } from '../../../core/results/campaign/campaign-naming'
import { randomUUID } from 'node:crypto'
import type { Plan } from '../../../core/plan/plan'
import { mostInTurn, turnObstacle } from '../../../core/plan/turn-obstacle'
import type { ReviewReader } from '../../store/review-store'
import type { CampaignContext } from '../campaign-context'
import { eraseCampaign } from '../delete-campaign'
import { RunnerError } from '../runner-error'
import type { PreparedPlan } from './prepare-start'
import { startCampaign, type StartFacts, type StartOptions } from './start-campaign'

/** One campaign of a schedule to be started. */
export interface InterleavedStart {
  readonly planId: string
  readonly configuration: string
  /** A person's agreement, for a plan that writes to a raw device. */
  readonly confirmationId?: string | undefined
}

/**
 * Stores one campaign per examined plan, all or none, which then measure in turns that the first plan's seed
 * counterbalances: A B B A.
 */
export async function startInterleaved(
  starts: readonly (Omit<InterleavedStart, 'planId'> & { readonly prepared: PreparedPlan })[],
  options: StartOptions & StartFacts,
): Promise<readonly CampaignContext[]> {
  const schedule = randomUUID()
  const seed = starts[0]?.prepared.plan.order.seed ?? 0
  const contexts: CampaignContext[] = []
  try {
    for (const [place, { prepared, configuration, confirmationId }] of starts.entries()) {
      const own = { ...options, confirmationId, interleaved: { schedule, place, of: starts.length, seed } }
      contexts.push(await startCampaign(prepared, configuration, own))
    }
  } catch (error) {
    for (const [place, { prepared }] of starts.slice(0, contexts.length).entries())
      await eraseCampaign(prepared.parts, contexts[place]?.campaignId ?? 0)
    throw error
  }
  for (const { campaignId, journal, store } of contexts) {
    const names = summaryNames(store.campaigns(contexts.map((one) => one.campaignId)))
    const listed = [...names.values()].map((name) => `“${name}”`).join(' and ')
    journal.log(campaignId, 'info', `${listed} measure in turn, run by run.`)
  }
  return claimTogether(contexts)
}

/**
 * Has every campaign claim the devices and machines of all given campaigns of its schedule, so that all of them wait
 * while one of these is taken. Otherwise the others would do their runs without it.
 */
export function claimTogether(contexts: readonly CampaignContext[]): readonly CampaignContext[] {
  return contexts.map((one) => {
    const schedule = one.plan.interleaved?.schedule
    if (schedule === undefined) return one
    const inTurn = contexts.filter(({ plan }) => plan.interleaved?.schedule === schedule)
    return {
      ...one,
      deviceKeys: [...new Set(inTurn.flatMap(({ deviceKeys }) => deviceKeys))],
      machineKeys: [...new Set(inTurn.flatMap(({ machineKeys }) => machineKeys))],
    }
  })
}

/**
 * Campaigns that alternate with this one, including itself, in the order of their places; of one job on several hosts
 * the whole, never the part of a host.
 */
export function scheduleOf(review: ReviewReader, campaignId: number): readonly number[] {
  const place = review.campaignFacts(campaignId)?.plan.interleaved
  if (!place) return [campaignId]
  return review
    .campaigns()
    .flatMap(({ id, leaderId }) => {
      const other = leaderId === undefined ? review.campaignFacts(id)?.plan.interleaved : undefined
      return other?.schedule === place.schedule ? [{ id, place: other.place }] : []
    })
    .sort((one, other) => one.place - other.place)
    .map(({ id }) => id)
}

/** Throws `no-schedule` if the plans cannot measure in turn: too many of them, or no case in common. */
export function refuseSchedule(plans: readonly Plan[]): void {
  if (plans.length < 2 || plans.length > mostInTurn)
    throw new RunnerError(
      'no-schedule',
      `A schedule has 2 to ${mostInTurn} campaigns.`,
      'Choose as many plans.',
    )
  const [first, ...others] = plans
  for (const other of others) {
    const obstacle = first && turnObstacle(first, other)
    if (obstacle) throw new RunnerError('no-schedule', obstacle.message, obstacle.remedy)
  }
}

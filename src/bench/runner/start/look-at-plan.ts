import type { Advice, PlanEnvironment } from '../../../core/plan/advice'
import type { Plan } from '../../../core/plan/plan'
import { isSynchronised, memberPlans } from '../../../core/plan/plan-hosts'
import type { Host } from '../../hosts/host'
import { askAttended, longCheckMs } from '../../hosts/leavable-host'
import { machineOf } from '../../hosts/inventory/machine-of'
import { planEnvironment } from '../../hosts/inventory/plan-environment'
import { measuredRates } from './measured-rates'
import { inventoryOf, partsOn, problemsOf, type RunnerParts } from '../runner-parts'
import { surveyHosts, surveyProblems } from './survey-hosts'

/**
 * Facts about the host and the plan's target, for advice and estimate. Where there are several hosts: about the one with the
 * least free space, of those that answer. Rejects when none does.
 */
export async function environmentOf(all: RunnerParts, plan: Plan): Promise<PlanEnvironment> {
  const asked = await Promise.allSettled(memberPlans(plan).map((own) => environmentOn(all, own)))
  const known = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const [first] = known
  if (!first)
    throw asked[0]?.status === 'rejected' ? asked[0].reason : new RangeError('The plan has no host.')
  const freeOf = ({ target }: PlanEnvironment) => target?.freeBytes ?? Infinity
  return known.reduce((least, one) => (freeOf(one) < freeOf(least) ? one : least), first)
}

async function environmentOn(all: RunnerParts, own: Plan): Promise<PlanEnvironment> {
  const parts = partsOn(all, own)
  const { store, host, findEngine: engineOf } = parts
  const inventory = await askAttended(host, 'the facts about the machine', undefined, (one) =>
    inventoryOf({ ...parts, host: one }, own),
  )
  const rates = measuredRates(store, inventory.record.device)
  const created = parts.created.of(machineOf(inventory.record, host))
  return planEnvironment(inventory, engineOf(own.engine), created, rates)
}

/** All that keeps a plan from running on its host or hosts, the engine's own check of every case included. */
export async function allProblems(
  all: RunnerParts,
  plan: Plan,
  signal?: AbortSignal,
): Promise<readonly Advice[]> {
  if (isSynchronised(plan)) return surveyProblems(all, plan, await surveyHosts(all, plan), signal)
  const parts = partsOn(all, plan)
  const check = async (host: Host) => {
    const asked = { ...parts, host }
    return problemsOf(asked, plan, await inventoryOf(asked, plan), signal)
  }
  return askAttended(parts.host, 'the check of the plan', signal, check, longCheckMs)
}

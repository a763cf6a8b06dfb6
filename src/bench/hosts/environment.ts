import type { Engine } from '../../core/engines/engine'
import { findEngine } from '../../core/engines/registry'
import type { MeasuredRate, PlanEnvironment } from '../../core/plan/advice'
import type { Plan } from '../../core/plan/plan'
import type { CreatedFile } from './created-file'
import type { Host } from './host'
import { createLocalHost } from './local/local-host'
import { planEnvironment } from './inventory/plan-environment'
import { planInventory } from './inventory/plan-inventory'

export interface EnvironmentRequest {
  /** This machine if not given. */
  readonly host?: Host
  /** The plan's engine in the registry if not given. */
  readonly engine?: Engine | undefined
  /** Files on record as created by this app on the host. */
  readonly createdFiles?: readonly CreatedFile[]
  /** Rates from earlier runs on the same device, for the estimate of bytes written. */
  readonly measuredRates?: readonly MeasuredRate[]
  /** Also asks the drives for their wear, which takes longer. */
  readonly health?: boolean | undefined
}

/**
 * Facts about a host and a plan's target on it, for advice and estimate. One round trip; nothing is changed.
 */
export async function readEnvironment(
  plan: Plan,
  request: EnvironmentRequest = {},
): Promise<PlanEnvironment> {
  const { host = createLocalHost(), engine = findEngine(plan.engine), createdFiles = [] } = request
  const inventory = await planInventory(host, plan, { engine, health: request.health })
  return planEnvironment(inventory, engine, createdFiles, request.measuredRates)
}

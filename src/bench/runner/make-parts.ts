import { advisePlan } from '../../core/engines/plan-advice'
import { findEngine } from '../../core/engines/registry'
import type { Host } from '../hosts/host'
import type { BenchEvents } from './bench-events'
import type { ConfirmationRecord } from './device/confirmation-record'
import { Confirmations } from './device/confirmations'
import { Journal } from './journal'
import type { RunnerParts } from './runner-parts'
import { RunnerError } from './runner-error'

/** `findEngine` and `advise` are the app's own where not given; without `hosts` there is this machine only. */
export type CampaignRunnerOptions = Pick<RunnerParts, 'store' | 'host'> &
  Partial<Pick<RunnerParts, 'findEngine' | 'advise' | 'hosts'>> & {
    /** Where agreements to destructive campaigns are remembered. */
    readonly record?: ConfirmationRecord
    /** Milliseconds since 1970. */
    readonly now?: () => number
  }

/** Puts together what every verb of a runner works with. */
export function makeParts(
  options: CampaignRunnerOptions,
  events: BenchEvents,
): RunnerParts & { readonly confirmations: Confirmations } {
  const { record, now, ...given } = options
  const parts: Omit<RunnerParts, 'confirmations'> = {
    findEngine,
    advise: advisePlan,
    hosts: { open: (destination) => thisMachineOnly(options, destination) },
    ...given,
    events,
    journal: new Journal(given.store, events),
  }
  return { ...parts, confirmations: new Confirmations(parts, record, now) }
}

function thisMachineOnly({ host }: CampaignRunnerOptions, destination: string | undefined): Host {
  if (destination === undefined) return host
  throw new RunnerError('no-hosts', `The plan is for ${destination}; only this machine is measured here.`)
}

import { join } from 'node:path'
import { advisePlan } from '../../core/engines/plan-advice'
import { findEngine } from '../../core/engines/registry'
import { thisMachine, type Destination } from '../../core/plan/destination'
import type { Host } from '../hosts/host'
import type { BenchEvents } from './bench-events'
import type { ConfirmationRecord } from './start/confirmation-record'
import { Confirmations } from './start/confirmations'
import { Journal } from './record/journal'
import { CreatedFiles } from './record/created-files'
import { ownStateFolder } from '../files/own-state-folder'
import { StartedCampaigns } from './record/started-campaigns'
import type { RunnerParts } from './runner-parts'
import { RunnerError } from './runner-error'

/** `findEngine` and `advise` default to the app's own; without `hosts` there is only this machine. */
export type CampaignRunnerOptions = Pick<RunnerParts, 'store' | 'host'> &
  Partial<Pick<RunnerParts, 'findEngine' | 'advise' | 'hosts' | 'askPassword'>> & {
    /** Where agreements to destructive campaigns are remembered. */
    readonly record?: ConfirmationRecord
    /** Folder that records what was started and created on this machine; this user's own if not given. */
    readonly stateFolder?: string
    /** Milliseconds since 1970. */
    readonly now?: () => number
  }

/** Assembles what every method of a runner works with. */
export function makeParts(
  options: CampaignRunnerOptions,
  events: BenchEvents,
): RunnerParts & { readonly confirmations: Confirmations } {
  const { record, now, stateFolder = ownStateFolder(), ...given } = options
  const { store } = given
  const started = new StartedCampaigns(store, join(stateFolder, 'started'))
  const created = new CreatedFiles(store, join(stateFolder, 'created'))
  created.keepUp()
  const parts: Omit<RunnerParts, 'confirmations'> = {
    findEngine,
    advise: advisePlan,
    hosts: { open: (destination) => thisMachineOnly(options, destination) },
    ...given,
    events,
    journal: new Journal(store, events, started),
    started,
    created,
  }
  return { ...parts, confirmations: new Confirmations(parts, record, now) }
}

function thisMachineOnly({ host }: CampaignRunnerOptions, destination: Destination): Host {
  if (destination === thisMachine) return host
  throw new RunnerError('no-hosts', `The plan is for ${destination}; only this machine is measured here.`)
}

import { needsPerson, type HostState } from '../../../core/contract/host-requests'
import type { Plan } from '../../../core/plan/plan'
import type { Host } from '../../hosts/host'
import { leavableHost } from '../../hosts/leavable-host'
import { placesOf, type CampaignContext, type MachineContext } from '../campaign-context'
import type { RunnerParts } from '../runner-parts'

/** Every host of a plan. */
export function hostsOf(parts: Pick<RunnerParts, 'hosts'>, plan: Plan): readonly Host[] {
  return plan.hosts.map((destination) => parts.hosts.open(destination))
}

/** Resolves when all hosts of a plan answer; undefined if none of them can go away. */
export function whenReachable(parts: Pick<RunnerParts, 'hosts'>, plan: Plan): Promise<void> | undefined {
  const waits = hostsOf(parts, plan).flatMap((host) => host.whenReachable?.() ?? [])
  return waits.length === 0 ? undefined : Promise.all(waits).then(() => undefined)
}

/** Every host a campaign works on, including that of a client. */
export function contextHosts(context: CampaignContext): readonly Host[] {
  return placesOf(context).map(({ host }) => host)
}

/** Whether a campaign runs on the host with this name, alone or with others. */
export function uses(context: CampaignContext, hostName: string): boolean {
  return contextHosts(context).some(({ name }) => name === hostName)
}

/** Whether a host can go away. */
export function canBeAway(host: Host): boolean {
  return 'whenReachable' in host
}

/** Whether one of its hosts is away. */
export function isAway(context: CampaignContext): boolean {
  return contextHosts(context).some(({ status }) => status !== undefined && status.state !== 'online')
}

/**
 * Calls `leave` once a host of the campaign has been away for `patienceMs` (milliseconds) without a break.
 * Returns a function that ends the watch.
 */
export function onceAway(context: CampaignContext, patienceMs: number, leave: () => void): () => void {
  let timer: NodeJS.Timeout | undefined
  const look = () => {
    if (isAway(context)) timer ??= setTimeout(leave, patienceMs)
    else {
      clearTimeout(timer)
      timer = undefined
    }
  }
  const ends = contextHosts(context).map((host) => host.onStatus?.(look))
  look()
  return () => {
    clearTimeout(timer)
    for (const end of ends) end?.()
  }
}

/** Names of the hosts that a campaign waits for, or of all that can be away if none is known to be. */
export function awayNames(context: CampaignContext): string {
  const hosts = contextHosts(context).filter(canBeAway)
  const away = hosts.filter(({ status }) => status !== undefined && status.state !== 'online')
  return (away.length > 0 ? away : hosts).map(({ name }) => name).join(', ')
}

/** The campaign with hosts whose requests all fail as soon as the signal fires. */
export function leavableContext(context: CampaignContext, signal: AbortSignal): CampaignContext {
  const leavable = <M extends MachineContext>(one: M): M => ({ ...one, host: leavableHost(one.host, signal) })
  return { ...leavable(context), machines: context.machines.map(leavable) }
}

/** Logs in a campaign when one of its hosts goes away or comes back. Returns an unsubscribe function. */
export function logConnection(context: CampaignContext): () => void {
  const ends = contextHosts(context).map((host) => logHost(context, host))
  return () => {
    for (const end of ends) end?.()
  }
}

function logHost({ campaignId, journal, machines }: CampaignContext, host: Host): (() => void) | undefined {
  const onGoing =
    machines.length > 1 ? 'The run is ended on all hosts and repeated.' : 'What runs there continues.'
  let logged: HostState | undefined
  return host.onStatus?.(({ state, text = '', remedy = '' }) => {
    if (state === 'connecting' || state === logged) return
    // A lost connection that is lost again in another way is said once, but never instead of what a person has to do.
    if (logged !== undefined && state !== 'online' && !needsPerson(state)) return
    if (state === 'online') {
      if (logged !== undefined)
        journal.log(campaignId, 'info', `${host.name} is back; the campaign continues.`)
      logged = undefined
      return
    }
    logged = state
    const what = needsPerson(state)
      ? `No other run is started before that. ${remedy}`
      : state === 'unknown'
        ? 'The connection is being tried again.'
        : remedy
    const isSaid = state === 'needs-login' ? 'needs your login' : 'is away'
    journal.log(campaignId, 'warning', `${host.name} ${isSaid}: ${text} ${onGoing} ${what}`.trim())
  })
}

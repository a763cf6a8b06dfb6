import type { Plan } from '../../../core/plan/plan'
import type { Host } from '../../hosts/host'
import { leavableHost } from '../../hosts/leavable-host'
import type { CampaignContext } from '../campaign-context'
import type { RunnerParts } from '../runner-parts'

/** Every host of a plan. */
export function hostsOf(parts: Pick<RunnerParts, 'hosts'>, plan: Plan): readonly Host[] {
  return plan.hosts.map((destination) => parts.hosts.open(destination))
}

/** Resolves when all hosts of a plan answer; undefined where none of them can go away. */
export function whenReachable(parts: Pick<RunnerParts, 'hosts'>, plan: Plan): Promise<void> | undefined {
  const waits = hostsOf(parts, plan).flatMap((host) => host.whenReachable?.() ?? [])
  return waits.length === 0 ? undefined : Promise.all(waits).then(() => undefined)
}

/** Every machine a campaign works on, the one of a client included. */
export function contextHosts({ host, members }: CampaignContext): readonly Host[] {
  return [host, ...members.map((member) => member.host)]
}

/** Whether a campaign runs on the host of this name, alone or with others. */
export function uses(context: CampaignContext, hostName: string): boolean {
  return contextHosts(context).some(({ name }) => name === hostName)
}

/** Whether a host can go away at all. */
export function canBeAway(host: Host): boolean {
  return 'whenReachable' in host
}

/** Whether one of its hosts is away just now. */
export function isAway(context: CampaignContext): boolean {
  return contextHosts(context).some(({ status }) => status !== undefined && status.state !== 'online')
}

/** Names of the hosts that a campaign waits for; where none is known to be away, of all that can be. */
export function awayNames(context: CampaignContext): string {
  const hosts = contextHosts(context).filter(canBeAway)
  const away = hosts.filter(({ status }) => status !== undefined && status.state !== 'online')
  return (away.length > 0 ? away : hosts).map(({ name }) => name).join(', ')
}

/** The campaign on hosts whose requests all fail as soon as the signal says that they are given up. */
export function leavableContext(context: CampaignContext, signal: AbortSignal): CampaignContext {
  const members = context.members.map((member) => ({ ...member, host: leavableHost(member.host, signal) }))
  return { ...context, host: leavableHost(context.host, signal), members }
}

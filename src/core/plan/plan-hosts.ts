import { destinationText, parseDestination } from './destination'
import { mostHosts, type Plan } from './plan'

/** This machine in a plan's `hosts`. A machine of that very name is reached as `user@local`. */
export const thisMachine = 'local'

/** True for a plan whose every run is one job that runs on several hosts at the same time. */
export function isSynchronised<P extends Pick<Plan, 'hosts'>>(
  plan: P,
): plan is P & { readonly hosts: readonly string[] } {
  return plan.hosts !== undefined
}

/** How many hosts every run of a plan loads at once. */
export function hostCount({ hosts }: Pick<Plan, 'hosts'>): number {
  return hosts?.length ?? 1
}

/** The SSH destination of a member of `hosts`; undefined for this machine. */
export function destinationOf(member: string): string | undefined {
  return member === thisMachine ? undefined : member
}

/**
 * The plan as one host executes it, `place` counting from 0. A named file gets the host's number behind its name, because
 * hosts may share the storage it lies on.
 */
export function memberPlan(plan: Plan, place: number): Plan {
  const { hosts = [], host: _one, ...rest } = plan
  const destination = destinationOf(hosts[place] ?? thisMachine)
  const { target } = plan
  return {
    ...rest,
    ...(destination !== undefined && { host: destination }),
    target: target.kind === 'file' ? { ...target, path: `${target.path}.${String(place + 1)}` } : target,
  }
}

/** The seed of one host's run: hosts that wrote the same content or read the same places would help each other. */
export function memberSeed(seed: number, place: number): number {
  return (seed + place * 0x9e3779b9) >>> 0
}

/** What keeps a list of hosts from being one, as one sentence; undefined when nothing does. */
export function hostsProblem(hosts: readonly string[]): string | undefined {
  if (hosts.length < 2) return 'A synchronised job needs two hosts or more.'
  if (hosts.length > mostHosts) return `A synchronised job has at most ${String(mostHosts)} hosts.`
  const seen = new Set<string>()
  for (const host of hosts) {
    const parsed = parseDestination(host)
    if (!parsed.ok) return parsed.error
    const text = destinationText(parsed.destination)
    if (seen.has(text)) return `${text} is named twice.`
    seen.add(text)
  }
  return undefined
}

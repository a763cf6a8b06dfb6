import { thisMachine, type Destination } from './destination'
import { mostHosts, type Machines, type Plan } from './plan'

/** True if every run of the plan is one job on several hosts at the same time. */
export function isSynchronised({ hosts }: Pick<Plan, 'hosts'>): boolean {
  return hosts.length > 1
}

/** A list of machines in the form a plan has it; undefined for an empty list. */
export function machinesOf([first, ...others]: readonly Destination[]): Machines | undefined {
  return first && [first, ...others]
}

/** The machines as text: "lab1, this machine". */
export function machinesText({ hosts }: Pick<Plan, 'hosts'>): string {
  return hosts.map((host) => (host === thisMachine ? 'this machine' : host)).join(', ')
}

/**
 * The plan as each of its hosts executes it, in their order. If there are several, the host's number is appended to
 * the name of a named file, because hosts may share the storage it is on.
 */
export function machinePlans(plan: Plan): readonly Plan[] {
  const { hosts, target } = plan
  if (hosts.length === 1) return [plan]
  return hosts.map((host, place) => ({
    ...plan,
    hosts: [host],
    target: target.kind === 'file' ? { ...target, path: `${target.path}.${String(place + 1)}` } : target,
  }))
}

/** The seed of one host's run: hosts that write the same content or read the same places would help each other. */
export function machineSeed(seed: number, place: number): number {
  return (seed + place * 0x9e3779b9) >>> 0
}

/** Why a list of hosts is not valid as several machines, in one sentence; undefined if it is. */
export function hostsProblem(hosts: readonly Destination[]): string | undefined {
  if (hosts.length < 2) return 'A synchronised job needs two hosts or more.'
  if (hosts.length > mostHosts) return `A synchronised job has at most ${String(mostHosts)} hosts.`
  const twice = hosts.find((host, place) => hosts.indexOf(host) !== place)
  return twice && `${twice} is named twice.`
}

import { destinationText, parseDestination } from '../../core/plan/destination'
import type { Plan } from '../../core/plan/plan'
import { hostsProblem } from '../../core/plan/plan-hosts'
import { CommandError } from '../command'

/** The plan for the machine or machines that `--host` names, once or several times; without it for its own. */
export function onHosts(plan: Plan, destinations: readonly string[]): Plan {
  if (destinations.length === 0) return plan
  const { host: _one, hosts: _several, ...rest } = plan
  const hosts = destinations.map((text) => {
    const parsed = parseDestination(text)
    if (!parsed.ok) throw new CommandError(`--host: ${parsed.error}`)
    return destinationText(parsed.destination)
  })
  const [only] = hosts
  if (only !== undefined && hosts.length === 1) return { ...rest, host: only }
  const problem = hostsProblem(hosts)
  if (problem !== undefined) throw new CommandError(`--host: ${problem}`)
  return { ...rest, hosts }
}

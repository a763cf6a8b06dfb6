import { destinationText, parseDestination } from '../../core/plan/destination'
import type { Plan } from '../../core/plan/plan'
import { CommandError } from '../command'

/** The plan for the machine that `--host` names; without it for its own. */
export function onHost(plan: Plan, destination: string | undefined): Plan {
  if (destination === undefined) return plan
  const parsed = parseDestination(destination)
  if (!parsed.ok) throw new CommandError(`--host: ${parsed.error}`)
  const { hosts: _several, ...rest } = plan
  return { ...rest, host: destinationText(parsed.destination) }
}

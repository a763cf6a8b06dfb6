import type { Advice, PlanEnvironment } from '../../plan/advice'
import type { Plan } from '../../plan/plan'
import { configurationDifferences } from '../../plan/server-configuration'
import { formatBytes } from '../../units/bytes'
import { largestOf, present } from '../../iterables'
import { numbersIn, valuesIn } from './database-fields'

/** Advice for a plan with a private server, regardless of the tool. `databaseBytes`: size of its largest database. */
export function databaseAdvice(
  plan: Plan,
  environment: PlanEnvironment,
  databaseBytes: number,
): readonly Advice[] {
  return present(
    differences(plan),
    poolBeyondMemory(plan, environment.memoryBytes),
    largePool(plan, databaseBytes),
    cachedServer(plan),
  )
}

function differences(plan: Plan): Advice | undefined {
  const { first, others } = configurationDifferences(valuesIn(plan, 'configuration'))
  if (others.length === 0) return undefined
  return {
    id: 'configurations',
    severity: 'note',
    text: `Against ${first}, the other configurations have: ${others.join('; ')}.`,
    reason: 'Options the server does not know are named by Check, before anything starts.',
    about: 'configuration',
  }
}

function poolBeyondMemory(plan: Plan, memoryBytes: number | undefined): Advice | undefined {
  const pool = largestOf(numbersIn(plan, 'buffer_pool_size'))
  if (memoryBytes === undefined || !(pool > 0.9 * memoryBytes)) return undefined
  return {
    id: 'buffer-pool-beyond-memory',
    severity: 'error',
    text: `A buffer pool of ${formatBytes(pool)} does not fit into the ${formatBytes(memoryBytes)} of this machine.`,
    about: 'buffer_pool_size',
  }
}

function cachedServer(plan: Plan): Advice | undefined {
  if (!valuesIn(plan, 'server').includes('postgresql')) return undefined
  return {
    id: 'postgresql-is-cached',
    severity: 'note',
    text: 'PostgreSQL reads and writes through the page cache.',
    reason: 'Data beyond its own buffers may still come from memory; make the database larger than that.',
    about: 'server',
  }
}

/** With the whole database in memory, the drive is not measured. */
function largePool(plan: Plan, databaseBytes: number): Advice | undefined {
  const pool = largestOf(numbersIn(plan, 'buffer_pool_size'))
  if (!(pool >= databaseBytes)) return undefined
  return {
    id: 'database-in-memory',
    severity: 'warning',
    reservation: 'qualifies',
    text: `The buffer pool of ${formatBytes(pool)} holds the whole database of about ${formatBytes(databaseBytes)}.`,
    reason: 'Reads come from memory then, and only the log and dirty pages reach the drive.',
    about: 'buffer_pool_size',
  }
}

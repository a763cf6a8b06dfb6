import type { LevelValue, Plan } from '../plan'
import type { PlanIdentity } from '../edit-plan'
import { findTemplate, planFromTemplate } from './templates'

/** Plans that run one after the other on one target, and the document created from them. */
export interface Suite {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly parts: readonly SuitePart[]
  /** Name of the document template that fits its figures. */
  readonly document: 'drive-review' | 'cache-software'
}

/** A template, with the parts that are shorter or longer than when it is used alone. */
interface SuitePart {
  /** Id of a template. */
  readonly template: string
  readonly base?: Readonly<Record<string, LevelValue>>
  readonly repetitions?: number
}

/** Ready-made suites, the shortest first. */
export const suites: readonly Suite[] = [
  {
    id: 'quick-look',
    title: 'Quick look',
    description: 'Four patterns at two block sizes in about five minutes, for a card to share.',
    parts: [{ template: 'quick-look' }],
    document: 'drive-review',
  },
  {
    id: 'full-drive',
    title: 'Full drive review',
    description:
      'Mix, queue depth, block size, compressible data, offered load and used capacity in one night, with the draft of a review.',
    parts: [
      { template: 'mix-sweep', repetitions: 5 },
      { template: 'queue-depth-sweep', repetitions: 5 },
      { template: 'block-size-sweep', repetitions: 3 },
      { template: 'fio-iops', base: { runtime: 30, file_size: 8 * 1024 ** 3 }, repetitions: 3 },
      { template: 'offered-load', repetitions: 3 },
      { template: 'used-capacity', repetitions: 3 },
    ],
    document: 'drive-review',
  },
  {
    id: 'database',
    title: 'Flash under a database',
    description:
      'Files as a database reads and writes them, with 1 to 256 threads, then transactions of a private server.',
    parts: [{ template: 'sysbench-threads' }, { template: 'oltp-quick' }],
    document: 'cache-software',
  },
]

/** The suite with this id, undefined if there is none. */
export function findSuite(id: string): Suite | undefined {
  return suites.find((suite) => suite.id === id)
}

/**
 * The plans of a suite in execution order; their names start with the suite's. `identity` is called for each plan.
 * Throws a RangeError for a suite that names an unknown template.
 */
export function suitePlans(
  suite: Suite,
  identity: () => PlanIdentity,
  memoryBytes?: number,
): readonly Plan[] {
  return suite.parts.map(({ template: id, base, repetitions }) => {
    const template = findTemplate(id)
    if (!template) throw new RangeError(`The suite ${suite.id} names an unknown template: ${id}.`)
    const plan = planFromTemplate(template, identity(), memoryBytes)
    return {
      ...plan,
      name: suite.parts.length === 1 ? plan.name : `${suite.title}: ${plan.name}`,
      base: { ...plan.base, ...base },
      repetitions: repetitions ?? plan.repetitions,
    }
  })
}

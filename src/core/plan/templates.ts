import { contentTemplates } from './content-templates'
import { driveTemplates } from './drive-templates'
import { fileSizeByMemory } from './file-size-by-memory'
import { newPlan, startingWorkload, type PlanIdentity } from './new-plan'
import type { Plan } from './plan'
import { omit, type PlanTemplate } from './plan-template'

export type { PlanTemplate } from './plan-template'

const mebibyte = 1024 ** 2
const gibibyte = 1024 ** 3

export const templates: readonly PlanTemplate[] = [
  {
    id: 'mix-sweep',
    title: 'Read/write mix, 4 KB and 64 KB, 64 outstanding, 100/0 to 0/100',
    description:
      'Random I/O from all reads to all writes in steps of 10 %, as printed reviews of flash cards show it.',
    base: omit(startingWorkload, ['read_percent', 'block_size']),
    axes: [
      { key: 'block_size', levels: [4096, 65_536] },
      { key: 'read_percent', levels: [100, 90, 80, 70, 60, 50, 40, 30, 20, 10, 0] },
    ],
    repetitions: 10,
  },
  {
    id: 'queue-depth-sweep',
    title: 'Queue depth, 1 to 256, 4 KB random reads and writes',
    description: 'How throughput and latency grow with the number of requests in flight.',
    base: omit(startingWorkload, ['pattern', 'read_percent', 'queue_depth']),
    axes: [
      { key: 'pattern', levels: ['random-read', 'random-write'] },
      { key: 'queue_depth', levels: [1, 2, 4, 8, 16, 32, 64, 128, 256] },
    ],
    repetitions: 10,
  },
  {
    id: 'block-size-sweep',
    title: 'Block size, 512 B to 4 MB, sequential and random',
    description: 'Bandwidth against block size in the four basic patterns, 32 outstanding.',
    base: { ...omit(startingWorkload, ['pattern', 'read_percent', 'block_size']), queue_depth: 32 },
    axes: [
      { key: 'pattern', levels: ['sequential-read', 'sequential-write', 'random-read', 'random-write'] },
      { key: 'block_size', levels: powersOfTwo(512, 4 * mebibyte) },
    ],
    repetitions: 10,
  },
  {
    id: 'quick-look',
    title: 'Quick look, about five minutes',
    description:
      'Four patterns at two block sizes, three short runs each: enough for a first impression, not for print.',
    base: {
      ...omit(startingWorkload, ['pattern', 'read_percent', 'block_size']),
      queue_depth: 32,
      file_size: gibibyte,
      runtime: 10,
      ramp_time: 1,
    },
    axes: [
      { key: 'pattern', levels: ['sequential-read', 'sequential-write', 'random-read', 'random-write'] },
      { key: 'block_size', levels: [4096, mebibyte] },
    ],
    repetitions: 3,
  },
  ...driveTemplates,
  ...contentTemplates,
]

/** The template with this id, undefined if there is none. */
export function findTemplate(id: string): PlanTemplate | undefined {
  return templates.find((template) => template.id === id)
}

/** A plan made from a template. `memoryBytes` of the machine it will run on, where known, sizes the file of some templates. */
export function planFromTemplate(template: PlanTemplate, identity: PlanIdentity, memoryBytes?: number): Plan {
  const { title, engine, base, axes, repetitions, order, preparation, untilSteady } = template
  const isDevice = identity.target.kind === 'device'
  const size = template.isSizedByMemory === true ? fileSizeByMemory(memoryBytes) : undefined
  // Only a device can be told to forget what it holds.
  const steps = preparation?.filter(({ kind }) => isDevice || kind.endsWith('-fill') || kind === 'workload')
  const plan = newPlan(identity, {
    name: title,
    ...(engine !== undefined && { engine }),
    base: size ? { ...base, file_size: size.bytes } : base,
    axes,
    repetitions,
    ...(size && { notes: size.reason }),
  })
  return {
    ...plan,
    ...(order && { order: { ...plan.order, kind: order } }),
    ...(steps && steps.length > 0 && { preparation: steps }),
    ...(untilSteady && { untilSteady }),
  }
}

function powersOfTwo(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.log2(to / from) + 1 }, (_, power) => from * 2 ** power)
}

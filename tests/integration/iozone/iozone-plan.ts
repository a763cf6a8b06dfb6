import { newPlan } from '../../../src/core/plan/edit-plan'
import type { LevelValue, Plan } from '../../../src/core/plan/plan'

/** A short IOzone plan on a file of 1 MiB through the page cache, so that it runs anywhere. */
export function iozonePlan(
  folder: string,
  parts: Partial<Plan> = {},
  base: Record<string, LevelValue> = {},
): Plan {
  const plan = newPlan(
    { id: 'iozone-plan', seed: 3, target: { kind: 'folder', path: folder } },
    {
      name: 'Short IOzone',
      engine: 'iozone',
      base: { file_size: 1024 ** 2, block_size: 65_536, tests: 'all', ...base },
      repetitions: 1,
    },
  )
  return { ...plan, ...parts }
}

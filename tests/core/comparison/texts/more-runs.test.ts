import { expect, test } from 'vitest'
import { planMoreRuns } from '../../../../src/core/comparison/texts/more-runs'
import { newPlan } from '../../../../src/core/plan/edit-plan'

const empty = newPlan(
  { id: 'p', seed: 1, target: { kind: 'folder', path: '/mnt/x' } },
  { name: 'Sizes', engine: 'iozone', base: { mode: 'auto', block_size: 65_536 }, repetitions: 3 },
)
const plan = { ...empty, axes: [{ key: 'dedupe_percent', levels: [98, 2] }] }
const request = { plan, selection: [], repetitions: 4, id: 'q', name: 'More' }

test('only the requested cases are run again', () => {
  const more = planMoreRuns({ ...request, cases: [{ dedupe_percent: 2 }] })
  expect(more).toMatchObject({ id: 'q', repetitions: 4, excluded: ['dedupe_percent=98'] })
  expect(planMoreRuns({ ...request, cases: [{ dedupe_percent: 50 }] })).toBeUndefined()
})

test('a size that a run varied by itself selects the whole run', () => {
  const swept = {
    ...request,
    selection: [{ key: 'block_size', value: '4k' }],
    cases: [{ dedupe_percent: 2, block_size: 4096, file_size: 65_536 }],
  }
  expect(planMoreRuns(swept)).toBeUndefined()
  const more = planMoreRuns({ ...swept, sweptKeys: ['block_size', 'file_size'] })
  expect(more?.excluded).toEqual(['dedupe_percent=98'])
})

import { expect, it, vi } from 'vitest'
import { effectScope, shallowRef } from 'vue'
import type { BenchEvent } from '../../../src/core/contract/bench-requests'
import { emptyRunColumns } from '../../../src/core/results/run-columns'
import { useCampaign } from '../../../src/renderer/views/run/use-campaign'
import { campaign } from '../review/campaign-fixture'

let hear: (event: BenchEvent) => void = () => undefined
/** Campaigns that measure in turn with the shown one, as far as they are stored. */
let inTurnWithIds: readonly number[] = []
const asked: string[] = []
vi.mock('../../../src/renderer/composables/use-bench', () => ({
  useBench: () => ({
    onEvent: (listener: typeof hear) => (hear = listener),
    request(name: string) {
      asked.push(name)
      if (name === 'campaign.runs') return Promise.resolve({ total: 0, columns: emptyRunColumns(0, []) })
      const plan = { interleaved: { schedule: 's', place: 0, of: 2 } }
      return Promise.resolve({ ...campaign({ state: 'running' }), plan, log: [], inTurnWithIds })
    },
  }),
}))

const changed = (id: number): BenchEvent => ({ type: 'campaign-changed', campaign: campaign({ id }) })
const reads = () => asked.filter((name) => name === 'campaign.get').length

it('reads a campaign again when those are stored that it measures in turn with', async () => {
  const scope = effectScope()
  const view = scope.run(() => useCampaign(shallowRef(1)))
  await vi.waitFor(() => expect(view?.detail.value?.inTurnWithIds).toEqual([]))
  // Shown as soon as it is stored, before the second one is.
  hear(changed(1))
  expect(reads()).toBe(1)
  inTurnWithIds = [2]
  hear(changed(2))
  await vi.waitFor(() => expect(view?.detail.value?.inTurnWithIds).toEqual([2]))
  // Not for every change of it, nor for campaigns of no concern.
  hear(changed(2))
  hear(changed(3))
  expect(reads()).toBe(2)
  scope.stop()
})

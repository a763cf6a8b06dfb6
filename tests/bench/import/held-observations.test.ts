import { expect, it } from 'vitest'
import { contentBytes } from '../../../src/bench/store/file/compressed'
import type { ImportedObservation } from '../../../src/bench/store/tables/campaigns/imported-campaign'
import { ContentStage } from '../../../src/bench/import/content-stage'
import { HeldObservations } from '../../../src/bench/import/held-observations'
import { histogramsOf, type Observed } from '../../../src/core/results/observation'

const read: Observed = {
  test: 'read',
  direction: 'read',
  metric: 'completion',
  unit: 'ns',
  source: 'engine',
}

/** The observations of a run as another thread would send them. */
function sent(of: Observed, byte: number): readonly ImportedObservation[] {
  const content = Uint8Array.of(byte)
  return structuredClone<readonly ImportedObservation[]>([
    { kind: 'scalars', of: [of], values: Float64Array.of(1) },
    { kind: 'histogram', of, bins: 1, content, sha256: '00' },
    { kind: 'histogram', of: { ...of, direction: 'write' }, bins: 1, content, sha256: '00' },
  ])
}

it('keeps the quantities of runs from different messages once, and their contents apart', () => {
  const stage = new ContentStage()
  const held = new HeldObservations(stage)
  const [first, second] = [held.of(sent(read, 1)), held.of(sent(read, 2))]
  const lists = [first, second].map((one) =>
    one.flatMap((each) => (each.kind === 'scalars' ? [each.of] : [])),
  )
  expect(lists[0]?.[0]).toEqual([read])
  expect(lists[0]?.[0]).toBe(lists[1]?.[0])
  const histograms = [first, second].map((one) => histogramsOf(one))
  expect(histograms[0]?.map(({ of }) => of.direction)).toEqual(['read', 'write'])
  for (const at of [0, 1]) expect(histograms[0]?.[at]?.of).toBe(histograms[1]?.[at]?.of)
  expect(histograms.map((one) => one.map(({ content }) => contentBytes(content)[0]))).toEqual([
    [1, 1],
    [2, 2],
  ])
  stage.close()
})

it('does not confuse quantities that differ', () => {
  const held = new HeldObservations(new ContentStage())
  const devices = ['sda', 'sdb', 'sdb'].map((device) =>
    held
      .of(sent({ ...read, device }, 1))
      .flatMap((one) => ('of' in one && 'bins' in one ? [one.of.device] : [])),
  )
  expect(devices).toEqual([
    ['sda', 'sda'],
    ['sdb', 'sdb'],
    ['sdb', 'sdb'],
  ])
})

import { expect, test, vi } from 'vitest'
import LivePanel from '../../../src/renderer/views/run/live/LivePanel.vue'
import { mounted } from '../mounted'
import { campaign } from '../review/campaign-fixture'
import { columnsOf } from './run-columns-fixture'

vi.mock('../../../src/renderer/views/run/use-case-labels', () => ({
  useCaseLabels: () => ({ value: () => 'a case' }),
}))

test('a failed layout of the data file is not a failed run of a case', () => {
  const columns = columnsOf([
    { phase: 'layout', repetition: 0, state: 'failed' },
    { state: 'failed' },
    { repetition: 2, state: 'failed' },
  ])
  const runs = { columns, whole: () => undefined }
  const part = mounted(LivePanel, { campaign: campaign(), runs, progress: undefined, samples: [] })
  expect(part.text()).toContain('2 of 2 runs2 failed')
  // The campaign is done: none will finish.
  expect(part.text()).toContain('No run has a result.')
  part.unmount()
})

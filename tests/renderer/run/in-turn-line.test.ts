import { expect, test, vi } from 'vitest'
import type { CampaignState } from '../../../src/core/results/campaign/campaign'
import type { RunState } from '../../../src/core/results/run'
import InTurnLine from '../../../src/renderer/views/run/campaign/InTurnLine.vue'
import { mounted } from '../mounted'
import { campaign } from '../review/campaign-fixture'
import { columnsOf } from './run-columns-fixture'

function shown(
  own: CampaignState,
  runs: readonly RunState[],
  others: readonly CampaignState[],
  progress?: { readonly runId: number | undefined },
) {
  const onSelect = vi.fn()
  const campaigns = others.map((state, at) =>
    campaign({
      id: at + 2,
      name: `Drive ${String(at + 2)}`,
      configuration: at === 0 ? 'drive B' : '',
      state,
    }),
  )
  const part = mounted(InTurnLine, {
    campaign: { state: own, inTurnWithIds: campaigns.map(({ id }) => id) },
    campaigns,
    runs: { columns: columnsOf(runs.map((state) => ({ state }))), whole: () => undefined },
    progress,
    onSelect,
  })
  return { part, onSelect }
}

test('a campaign names the other of its schedule, leads to it, and reports that it waits for its run', () => {
  const { part, onSelect } = shown('running', ['done', 'waiting'], ['running'])
  expect(part.text()).toBe(
    'Measures in turn with “drive B”, run by run. Its next run waits until that of “drive B” is over.',
  )
  part.find('button').click()
  expect(onSelect.mock.calls).toEqual([[2]])
  part.unmount()
})

test.each([
  ['its own run is under way', 'running', ['running', 'waiting'], 'running'],
  ['it has no run left', 'running', ['done'], 'running'],
  ['a person has paused both', 'paused', ['done', 'waiting'], 'paused'],
  ['the other is done', 'running', ['done', 'waiting'], 'done'],
] as const)('it does not wait if %s', (_, own, runs, other) => {
  const { part } = shown(own, runs, [other])
  expect(part.text()).toBe('Measures in turn with “drive B”, run by run.')
  part.unmount()
})

test('it does not wait while its own next run is being prepared', () => {
  const waits = (runId: number | undefined) => {
    const { part } = shown('running', ['done', 'waiting'], ['running'], { runId })
    const text = part.text()
    part.unmount()
    return text.includes('waits')
  }
  expect([waits(2), waits(undefined)]).toEqual([false, true])
})

test('three campaigns in turn are all named, by their plans if they have no configuration', () => {
  const { part } = shown('running', ['waiting'], ['running', 'running'])
  expect(part.text()).toBe(
    'Measures in turn with “drive B” and “Drive 3”, run by run. Its next run waits until theirs are over.',
  )
  part.unmount()
})

test('a finished campaign reports it; a single one shows nothing', () => {
  const { part } = shown('done', ['done'], ['done'])
  expect(part.text()).toBe('Measured in turn with “drive B”, run by run.')
  part.unmount()
  const alone = shown('running', ['waiting'], []).part
  expect(alone.text()).toBe('')
  alone.unmount()
})

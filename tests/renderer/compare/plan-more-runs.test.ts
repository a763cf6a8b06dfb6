import { expect, test, vi } from 'vitest'
import { nextTick } from 'vue'
import type { MoreRunsPreview } from '../../../src/core/contract/comparison-requests'
import { RequestFailure } from '../../../src/core/contract/request-failure'
import { mounted } from '../mounted'

let preview: MoreRunsPreview
const planned = [{ planId: 'more', name: 'More runs', cases: 2, repetitions: 5 }]
const request = vi.fn((name: string): Promise<unknown> =>
  Promise.resolve(name === 'comparison.plan-more-runs' ? { plans: planned } : preview),
)
vi.mock('../../../src/renderer/composables/use-bench', () => ({ useBench: () => ({ request }) }))
const { default: PlanMoreRuns } = await import('../../../src/renderer/views/compare/case/PlanMoreRuns.vue')

const settings = () => ({
  baseline: [{ key: 'campaign', value: '1' }],
  candidates: [[{ key: 'campaign', value: '2' }]],
})
const estimate = {
  ...{ runCount: 10, caseCount: 2, excludedCount: 0, seconds: 60, bytesWritten: 0, spaceBytes: 0 },
  bytesWrittenBasis: 'exact' as const,
}

test('the name of a new plan stays when the room asks for the same comparison again', async () => {
  preview = {
    plans: [{ name: 'More runs', cases: 2, repetitions: 5, runs: 10, estimate }],
    refused: undefined,
  }
  const part = mounted(PlanMoreRuns, { settings: settings(), cells: [0, 1], place: 'case' })
  await vi.waitFor(() => part.find('[data-testid="plan-more-runs"]').click())
  await vi.waitFor(() => expect(part.text()).toContain('“More runs”: 2 cases, 5 runs each.'))
  part.set({ settings: settings(), cells: [0, 1], place: 'case' })
  await nextTick()
  await nextTick()
  expect(part.find('[data-testid="planned"]').textContent).toContain('Open in Design')
  part.set({ settings: settings(), cells: [0], place: 'case' })
  await vi.waitFor(() => part.find('[data-testid="plan-more-runs"]'))
  part.unmount()
})

test('cases without a plan are named beside those that scatter too much', async () => {
  preview = { plans: [], refused: { count: 1, reason: 'The scatter is too large.', remedy: 'Run longer.' } }
  const part = mounted(PlanMoreRuns, { settings: settings(), cells: [0, 1, 2], place: 'case' })
  await vi.waitFor(() => expect(part.text()).toContain('The other 2 cases cannot be run again from here'))
  expect(part.text()).toContain('1 case cannot be settled by more runs.')
  part.unmount()
})

test('long counting can be cancelled and asked for again, and an earlier answer never replaces a later one', async () => {
  vi.useFakeTimers()
  const answers: { resolve: (found: MoreRunsPreview) => void; reject: (error: Error) => void }[] = []
  const cancelled: unknown[] = []
  request.mockImplementation((name: string, ...given: unknown[]) => {
    if (name === 'comparison.cancel-more-runs') {
      cancelled.push(...given)
      answers.at(-1)?.reject(new RequestFailure({ id: 'cancelled', message: 'Cancelled.' }))
      return Promise.resolve(null)
    }
    return new Promise((resolve, reject) => {
      answers.push({ resolve, reject })
    })
  })
  const answerOf = (name: string): MoreRunsPreview => ({
    plans: [{ name, cases: 2, repetitions: 5, runs: 10, estimate }],
    refused: undefined,
  })
  const part = mounted(PlanMoreRuns, { settings: settings(), cells: [0], place: 'case' })
  expect(part.element.querySelector('button')).toBeNull()
  await vi.advanceTimersByTimeAsync(500)
  part.find('[data-testid="cancel-more-runs"]').click()
  await vi.advanceTimersByTimeAsync(0)
  expect(cancelled).toEqual([{ place: 'case', work: 'preview' }])
  expect(part.text()).toContain('The cost was not estimated.')
  part.find('[data-testid="estimate-more-runs"]').click()
  await nextTick()
  part.set({ settings: settings(), cells: [1], place: 'case' })
  await nextTick()
  expect(answers).toHaveLength(3)
  answers[2]?.resolve(answerOf('Later'))
  answers[1]?.resolve(answerOf('Earlier'))
  await vi.advanceTimersByTimeAsync(0)
  expect(part.text()).toContain('Later')
  expect(part.text()).not.toContain('Earlier')
  part.set({ settings: settings(), cells: [2], place: 'case' })
  await nextTick()
  part.unmount()
  // Counting stops when its panel is closed.
  expect(cancelled).toHaveLength(2)
})

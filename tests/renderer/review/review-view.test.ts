import { expect, test, vi } from 'vitest'
import { shallowRef } from 'vue'
import ReviewView from '../../../src/renderer/views/review/ReviewView.vue'
import { mounted } from '../mounted'
import { campaign, plan, review } from './campaign-fixture'

const summary = shallowRef(review())
vi.mock('../../../src/renderer/composables/review/use-review', () => ({ useReview: () => ({ summary }) }))
vi.mock('../../../src/renderer/composables/room/use-room-undo', () => ({ useRoomUndo: () => undefined }))
vi.mock('../../../src/renderer/composables/use-shell', () => ({
  useShell: () => ({ request: () => Promise.resolve([]) }),
}))
vi.mock('../../../src/renderer/composables/use-notices', async () =>
  (await import('../mounted')).noticesWith(() => ({ failure: vi.fn() })),
)
vi.mock('../../../src/renderer/composables/use-bench', () => ({
  useBench: () => ({
    request: () => Promise.resolve({ devices: [], claimedTwice: [] }),
    onEvent: () => () => undefined,
  }),
}))

test('leads to the figure of finished runs and of printed results, and of nothing else', () => {
  summary.value = review({
    campaigns: [
      campaign({ id: 1, name: 'Run' }),
      campaign({ id: 2, name: 'Printed', source: 'published', runsByState: {}, publishedResults: 9 }),
      campaign({ id: 3, name: 'Waiting', state: 'paused', runsByState: { waiting: 5 } }),
    ],
  })
  const part = mounted(ReviewView)
  const labels = [...part.element.querySelectorAll('.action button')].map((one) =>
    one.getAttribute('aria-label'),
  )
  expect(labels.sort()).toEqual(['Figure of Printed, 9 results', 'Figure of Run, 10 results'])
  part.unmount()
})

test('says how long a campaign ran, and apart from that how long it took with the queue', () => {
  const times = { createdAtMs: 0, finishedAtMs: 3_600_000 }
  summary.value = review({
    campaigns: [
      campaign({ id: 1, ...times, runMs: 120_000 }),
      campaign({ id: 2, ...times, source: 'imported' }),
    ],
  })
  const part = mounted(ReviewView)
  const cells = [...part.element.querySelectorAll<HTMLElement>('tr')].map((row) => {
    const cell = row.querySelector<HTMLElement>('td.runs + td')
    return cell && [cell.textContent.trim(), cell.title]
  })
  expect(cells).toContainEqual([
    '2\u202fmin',
    expect.stringContaining('From start to end it took 1\u202fh') as string,
  ])
  expect(cells).toContainEqual(['–', ''])
  part.unmount()
})

test('lists plans in the order in which they run, whichever was changed last', () => {
  const names = ['Review: mix', 'Review: queue depth', 'Review: block size']
  summary.value = review({
    plans: names.map((name, at) => plan({ id: name, name, modifiedAtMs: [20, 30, 10][at] ?? 0 })),
  })
  const part = mounted(ReviewView)
  const listed = [...part.element.querySelectorAll('[aria-labelledby=review-plans] button.name')]
  expect(listed.map(({ textContent }) => textContent.trim())).toEqual(names)
  part.unmount()
})

test('shows the scorecards of a review without measurements before the ways to begin', () => {
  const card = { candidates: ['A', 'B'], categories: [] }
  summary.value = review({ scorecards: [{ id: 1, name: 'Usability', card, modifiedAtMs: 1 }] })
  const part = mounted(ReviewView)
  const heads = [...part.element.querySelectorAll('h2')].map(({ textContent }) => textContent.trim())
  expect(heads.indexOf('Scorecards')).toBeGreaterThanOrEqual(0)
  expect(heads.indexOf('How to begin')).toBeGreaterThan(heads.indexOf('Scorecards'))
  part.unmount()
})

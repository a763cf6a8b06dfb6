import { beforeEach, expect, test, vi } from 'vitest'
import FoundSummary from '../../../src/renderer/views/run/FoundSummary.vue'
import { campaign } from '../review/campaign-fixture'
import { mounted } from '../mounted'

const sentences = ['“Mix” measured 2 cases.', 'The highest IOPS was 1,000.']
const asked: unknown[] = []
let answer: () => Promise<unknown> = () => Promise.resolve({ sentences })
const notices = { done: vi.fn(), failure: vi.fn(), ready: vi.fn() }
vi.mock('../../../src/renderer/composables/use-bench', () => ({
  useBench: () => ({
    request: (name: string, given: object) => {
      asked.push([name, given])
      return answer()
    },
  }),
}))
vi.mock('../../../src/renderer/composables/use-shell', () => ({
  useShell: () => ({
    request: (name: string, given: object) => {
      asked.push([name, given])
      return Promise.resolve(name === 'campaign.save-card' ? { path: '/r/card.svg' } : null)
    },
  }),
}))
vi.mock('../../../src/renderer/composables/use-notices', async () =>
  (await import('../mounted')).noticesWith(() => notices),
)

beforeEach(() => {
  asked.length = 0
  answer = () => Promise.resolve({ sentences })
  vi.clearAllMocks()
})

const inPanel = (testid: string) => {
  const found = document.querySelector<HTMLElement>(`[data-testid=${testid}]`)
  if (found) return found
  throw new Error(`There is no ${testid}`)
}

test('findings are shown when a campaign rests, copied as text and saved as a card', async () => {
  const part = mounted(FoundSummary, { campaign: campaign({ id: 7, state: 'running' }) })
  expect(part.text()).toBe('')
  expect(asked).toEqual([])
  part.set({ campaign: campaign({ id: 7, state: 'stopped' }) })
  await vi.waitFor(() => expect(part.text()).toContain(sentences.join(' ')))
  part.find('[data-testid=summary-copy]').click()
  await vi.waitFor(() => expect(notices.done).toHaveBeenCalledWith('Copied'))
  part.find('[data-testid=card-open]').click()
  await vi.waitFor(() => inPanel('card-svg').click())
  inPanel('card-grey').click()
  inPanel('card-save').click()
  await vi.waitFor(() => expect(notices.ready.mock.calls[0]?.[0]).toBe('Saved as /r/card.svg'))
  expect(asked).toEqual([
    ['campaign.summary', { campaignId: 7 }],
    ['clipboard.write-text', { text: sentences.join('\n') }],
    ['campaign.save-card', { campaignId: 7, format: 'svg', theme: 'grey', redactSerials: false }],
  ])
  part.unmount()
})

test('a large campaign is read only when its summary is expanded', async () => {
  const part = mounted(FoundSummary, { campaign: campaign({ id: 8, runsByState: { done: 100_000 } }) })
  expect(asked).toEqual([])
  part.find('[data-testid=summary-fold]').click()
  await vi.waitFor(() => expect(part.text()).toContain(sentences.join(' ')))
  part.unmount()
})

test('a summary that cannot be made gives the reason, and one without numbers is not shown', async () => {
  answer = () => Promise.reject(new Error('This campaign is not in the results file.'))
  const part = mounted(FoundSummary, { campaign: campaign({ id: 9 }) })
  await vi.waitFor(() => expect(part.text()).toContain('This campaign is not in the results file.'))
  answer = () => Promise.resolve({ sentences: [] })
  part.set({ campaign: campaign({ id: 9, runsByState: { done: 11 } }) })
  await vi.waitFor(() => expect(part.text()).toBe(''))
  part.unmount()
})

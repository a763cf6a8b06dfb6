import { beforeEach, expect, test, vi } from 'vitest'
import { shallowReactive } from 'vue'
import type { Plan } from '../../../src/core/plan/plan'
import type { CampaignSummary, StartedSuite } from '../../../src/core/results/campaign/campaign'
import type { LiveCampaign } from '../../../src/renderer/composables/review/use-campaign-progress'
import SuiteLine from '../../../src/renderer/views/run/campaign/SuiteLine.vue'
import { findTemplate, planFromTemplate } from '../../../src/core/plan/templates/templates'
import { mounted } from '../mounted'
import { campaign } from '../review/campaign-fixture'

const asked: unknown[] = []
const live = shallowReactive(new Map<number, Partial<LiveCampaign>>())
vi.mock('../../../src/renderer/composables/use-bench', () => ({
  useBench: () => ({
    onEvent: () => () => undefined,
    request(name: string, given: { readonly campaignId?: number }) {
      if (name === 'campaign.get') return Promise.resolve({ plan: planOf(given.campaignId ?? 0) })
      if (name === 'plan.environment') return Promise.resolve({})
      asked.push([name, given])
      // A stop takes seconds.
      return new Promise(() => undefined)
    },
  }),
}))
vi.mock('../../../src/renderer/composables/review/use-campaign-progress', () => ({
  useCampaignProgress: () => live,
}))
vi.mock('../../../src/renderer/composables/use-notices', async () =>
  (await import('../mounted')).noticesWith(() => ({
    failure: vi.fn(),
    confirm: () => Promise.resolve(true),
  })),
)

/** 10 runs of a minute; of campaign 4, one whose time depends on the drive. */
function planOf(id: number): Plan {
  const template = findTemplate('mix-sweep')
  if (!template) throw new Error('There is no such template.')
  const plan = planFromTemplate(template, { id: 'p', seed: 1, target: { kind: 'none' } })
  const { runtime: _runtime, ...open } = { ...plan.base, ramp_time: 0, runtime: 60 }
  return {
    ...{ ...plan, axes: [], excluded: [], repetitions: 10, pauseSeconds: 0, preparation: [] },
    base: id === 4 ? { ...open, total_size: 2 ** 30 } : { ...open, runtime: 60 },
  }
}

const suite: StartedSuite = { campaignIds: [1, 2, 3], refused: [] }
const part = (id: number, more: Partial<CampaignSummary>) =>
  campaign({ id, name: `Suite: plan ${id}`, configuration: 'night', suite, ...more })
const first = part(1, { runsByState: { done: 9, failed: 1 } })
const second = part(2, { state: 'running', runsByState: { done: 2, running: 1, waiting: 7 } })
const third = part(3, { state: 'waiting', runsByState: { waiting: 5, done: 5 } })

beforeEach(() => {
  asked.length = 0
  live.clear()
})

test('says which plan runs, how the others ended, and the time left for all', async () => {
  live.set(2, {
    progress: {
      ...{ runId: 1, run: undefined, runFraction: 0, runSecondsLeft: 1, finishedRuns: 2, totalRuns: 10 },
      secondsLeft: 1800,
    },
  })
  const line = mounted(SuiteLine, { campaign: first, campaigns: [third, second, first], readOnly: false })
  expect(line.find('[data-testid=suite-place]').textContent).toBe('Plan 2 of 3')
  // What the running one says, and half of the third: ten minutes, and 20 s to lay out its data file.
  await vi.waitFor(() => expect(line.text()).toContain('about 35 min 10 s left for all'))
  expect(line.find('[data-testid=suite-part-1]').title).toBe('Suite: plan 1: Done, 1 failed')
  expect(line.find('[data-testid=suite-part-1]').style.borderColor).toBe('var(--danger)')
  expect(line.find('[data-testid=suite-part-2]').getAttribute('aria-label')).toContain('Running')
  line.unmount()
})

test('leads to each plan, and to the running one from any other', () => {
  const chosen: number[] = []
  const given = {
    campaigns: [third, second, first],
    readOnly: true,
    onSelect: (id: number) => chosen.push(id),
  }
  const line = mounted(SuiteLine, { ...given, campaign: first })
  line.find('[data-testid=suite-part-3]').click()
  line.find('[data-testid=suite-show-running]').click()
  expect(chosen).toEqual([3, 2])
  expect(line.element.querySelector('[data-testid=suite-stop]')).toBeNull()
  line.set({ ...given, campaign: second })
  line.unmount()
})

test('stops the plans that wait, the last first, and the one that runs without waiting for theirs', async () => {
  const line = mounted(SuiteLine, { campaign: second, campaigns: [third, second, first], readOnly: false })
  line.find('[data-testid=suite-stop]').click()
  await vi.waitFor(() =>
    expect(asked).toEqual([
      ['campaign.stop', { campaignId: 3 }],
      ['campaign.stop', { campaignId: 2 }],
    ]),
  )
  line.unmount()
})

test('names plans that were not started, and what became of the others', () => {
  const refused = [{ plan: 'Suite: plan 4', problem: 'The device is mounted.' }]
  const stopped = part(2, { state: 'stopped', suite: { campaignIds: [1, 2], refused } })
  const line = mounted(SuiteLine, { campaign: stopped, campaigns: [stopped, first], readOnly: false })
  expect(line.text()).toContain('2 plans: 1 done with failed runs, 1 stopped')
  expect(line.find('[data-testid=suite-refused]').textContent).toContain('plan 4. The device is mounted.')
  expect(line.element.querySelector('[data-testid=suite-stop]')).toBeNull()
  line.unmount()
})

test('says that it takes longer if the time of a plan depends on the drive, and is absent for one plan', async () => {
  const four = part(4, {
    state: 'waiting',
    runsByState: { waiting: 10 },
    suite: { campaignIds: [3, 4], refused: [] },
  })
  const three = part(3, { state: 'waiting', runsByState: { waiting: 10 } })
  const line = mounted(SuiteLine, { campaign: four, campaigns: [four, three], readOnly: false })
  await vi.waitFor(() => expect(line.text()).toContain('more than 10 min 20 s left for all'))
  line.set({
    campaign: campaign({ suite: { campaignIds: [1], refused: [] } }),
    campaigns: [first],
    readOnly: false,
  })
  await vi.waitFor(() => expect(line.text()).toBe(''))
  line.unmount()
})

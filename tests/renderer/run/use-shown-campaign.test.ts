import { expect, it } from 'vitest'
import { effectScope, ref } from 'vue'
import { useShownCampaign } from '../../../src/renderer/views/run/use-shown-campaign'

function room(ids: readonly number[]) {
  const campaigns = ref(ids.map((id) => ({ id })))
  const running = ref<number>()
  const openRunId = ref<number>()
  const shown = effectScope(true).run(() => useShownCampaign(campaigns, running, openRunId))
  if (!shown) throw new Error('The scope has ended.')
  return { campaigns, running, openRunId, shown }
}

it('goes with the running campaign from plan to plan, and stays where the last one ended', () => {
  const { running, shown } = room([3, 2, 1])
  expect(shown.id.value).toBe(3)
  running.value = 1
  expect(shown.id.value).toBe(1)
  running.value = undefined
  expect(shown.id.value).toBe(1)
  running.value = 2
  expect(shown.id.value).toBe(2)
  running.value = undefined
  expect(shown.id.value).toBe(2)
})

it('stays with the campaign that a person chose until they choose the running one again', () => {
  const { running, shown } = room([3, 2, 1])
  running.value = 1
  shown.choose(3)
  running.value = 2
  expect(shown.id.value).toBe(3)
  shown.choose(2)
  running.value = undefined
  running.value = 1
  expect(shown.id.value).toBe(1)
})

it('goes on with the next plan if the chosen one waited and is running now', () => {
  const { running, shown } = room([3, 2, 1])
  running.value = 1
  shown.choose(2)
  expect(shown.id.value).toBe(2)
  running.value = 2
  running.value = 3
  expect(shown.id.value).toBe(3)
})

it('does not leave a campaign while one of its runs is open', () => {
  const { running, openRunId, shown } = room([2, 1])
  running.value = 1
  openRunId.value = 10
  running.value = 2
  expect(shown.id.value).toBe(1)
  openRunId.value = undefined
  expect(shown.id.value).toBe(2)
})

it('closes a run with its campaign, and keeps one that is opened with another', () => {
  const { campaigns, openRunId, shown } = room([3, 2, 1])
  openRunId.value = 30
  shown.choose(3)
  expect(openRunId.value).toBe(30)
  shown.choose(2)
  expect(openRunId.value).toBeUndefined()
  shown.choose(1)
  openRunId.value = 10
  expect(shown.id.value).toBe(1)
  expect(openRunId.value).toBe(10)
  // Its campaign is deleted.
  campaigns.value = [{ id: 3 }, { id: 2 }]
  expect(openRunId.value).toBeUndefined()
})

it('stays with the chosen campaign, and its run, when that goes on', () => {
  const { running, openRunId, shown } = room([3, 2, 1])
  running.value = 3
  running.value = undefined
  shown.choose(1)
  openRunId.value = 10
  running.value = 1
  expect(shown.id.value).toBe(1)
  expect(openRunId.value).toBe(10)
})

it('shows what is running when asked to, and never a campaign that is gone', () => {
  const { campaigns, running, shown } = room([2, 1])
  shown.choose(2)
  running.value = 1
  shown.follow()
  expect(shown.id.value).toBe(1)
  running.value = undefined
  campaigns.value = [{ id: 2 }]
  expect(shown.id.value).toBe(2)
})

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openReview } from '../../../src/bench/store/open-review'
import { figureOfReview } from '../../../src/bench/figures/figure-of-review'
import { deviceList, deviceSet } from '../../../src/cli/commands/device'
import { scorecardList } from '../../../src/cli/commands/scorecard'
import { closing, newReview, sampleCampaign } from '../../bench/store/sample-review'
import { expectExports } from '../../bench/figures/figure-pictures'
import { runCaptured } from '../capture-output'

const sample = join(import.meta.dirname, '../../../resources/samples/cache-software-scorecard.benchwright')

it('device set creates, changes, renames and removes a card', async () => {
  const review = newReview()
  review.createCampaign({ ...sampleCampaign(), configuration: 'Drive A' })
  const set = (...settings: readonly string[]) => runCaptured(deviceSet, review.path, ...settings)
  expect(await set('Drive', 'sold=400 GB', 'price=13,600 USD', 'stands-for=Drive A')).toMatchObject({
    status: 0,
    stdout: 'saved Drive\n',
  })
  expect(await set('Drive', 'usable=75 %', 'stands-for=Drive A; X', '--rename', 'Drive 1')).toMatchObject({
    status: 0,
  })
  const listed = await runCaptured(deviceList, review.path, '--json')
  expect(JSON.parse(listed.stdout)).toEqual({
    devices: [
      {
        name: 'Drive 1',
        card: {
          ...{ soldBytes: 400e9, usableBytes: 300e9, price: { amount: 13_600, currency: 'USD' } },
          standsFor: ['Drive A', 'X'],
        },
        campaignIds: [1],
      },
    ],
    claimedTwice: [],
  })
  expect((await runCaptured(deviceList, review.path)).stdout).toContain('13,600 USD')
  expect(await set('Drive', '--rename', 'Drive 2')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('there is no device card “Drive”') as unknown,
  })
  expect(await set('Drive 1', '--remove')).toMatchObject({ status: 0, stdout: 'removed Drive 1\n' })
  expect(closing(openReview(review.path, { mode: 'read' })).cards.devices()).toEqual([])
})

it.each([
  [['Drive', 'taste=red'], 'there is no key taste', 'The keys are colour'],
  [['Drive', 'colour=red'], '"red" is not a colour', 'For example colour="#0072b2"'],
  [['Drive', 'sold'], '“sold” is no KEY=VALUE', 'The keys are'],
  [['Drive', 'price=13,600'], 'is not a price', 'For example price="13,600 USD"'],
  [['Drive', 'sold=1 GB', 'usable=2 GB'], 'larger than the capacity as sold', 'Nothing was stored'],
  [['Drive', '--remove'], 'there is no device card “Drive”', 'device list'],
  [['Drive', '--photo', 'no-picture.txt'], 'not a PNG, JPEG or WebP', 'convert it to PNG'],
] as const)('device set refuses %j and stores nothing', async (settings, message, remedy) => {
  const review = newReview()
  const folder = join(review.path, '..')
  writeFileSync(join(folder, 'no-picture.txt'), 'text')
  const given = settings.map((one) => (one === 'no-picture.txt' ? join(folder, one) : one))
  const { status, stderr } = await runCaptured(deviceSet, review.path, ...given)
  expect(status).not.toBe(0)
  expect(stderr).toContain(message)
  expect(stderr).toContain(remedy)
  expect(review.cards.devices()).toEqual([])
})

it('scorecard list names the printed scorecard, and export writes its count in every format', async () => {
  const { stdout } = await runCaptured(scorecardList, sample)
  expect(stdout).toContain('vCache, FlashCache')
  await expectExports(sample, ['--figure', 'scorecard'])
  const judged = closing(openReview(sample, { mode: 'read' }))
  const { caption, numbers } = figureOfReview(judged, { kind: 'scorecard', campaignIds: [], metric: 'iops' })
  expect(caption).toContain('2-2-1: vCache 2, FlashCache 2, no winner 1.')
  expect(caption).not.toContain('undecided')
  expect(Array.from(numbers?.rows ?? []).map((row) => row.at(-1))).toEqual([
    ...['vCache', 'FlashCache', 'FlashCache', 'none', 'vCache'],
  ])
})

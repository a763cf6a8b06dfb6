import { expect, it } from 'vitest'
import { queueOf, runningByHost } from '../../../src/renderer/views/hosts/running-by-host'
import { campaign } from '../review/campaign-fixture'

const campaigns = [
  campaign({ id: 1, host: 'lab', configuration: 'firmware A', state: 'waiting' }),
  campaign({ id: 2, host: 'lab', configuration: '', name: 'Mix', state: 'running' }),
  campaign({ id: 3, host: 'vm', configuration: 'B', state: 'done' }),
  campaign({ id: 4, host: 'lab', state: 'paused' }),
]

it('lists what runs and then what waits on a host', () => {
  expect(queueOf(campaigns, 'lab').map(({ id }) => id)).toEqual([2, 1])
  expect(queueOf(campaigns, 'vm')).toEqual([])
})

it('describes what each host does', () => {
  const progress = {
    runId: 7,
    run: undefined,
    runFraction: 0,
    runSecondsLeft: undefined,
    finishedRuns: 3,
    totalRuns: 12,
    secondsLeft: undefined,
  }
  const words = runningByHost(campaigns, new Map([[2, { progress, run: undefined }]]), ({ name }) => name)
  expect([...words]).toEqual([['lab', 'Mix 3/12, 1 waiting']])
  expect(runningByHost(campaigns, new Map(), ({ name }) => name).get('lab')).toBe('Mix, 1 waiting')
})

import { expect, it } from 'vitest'
import type { HostOrphans, OrphanProof } from '../../../../src/core/contract/orphan-requests'
import { RequestFailure } from '../../../../src/core/contract/request-failure'
import {
  fateKey,
  fateWords,
  useOrphanStops,
} from '../../../../src/renderer/components/orphans/use-orphan-stops'
import { machine } from '../../../core/plan/machine'

const orphan = (runName: string) => ({
  runName,
  startedAtMs: undefined,
  target: '',
  processes: [],
  campaign: undefined,
  executedFrom: undefined,
})
const groups: readonly HostOrphans[] = [
  { hostId: machine('a'), host: 'a', orphans: [orphan('one'), orphan('two')] },
  { hostId: machine('b'), host: 'b', orphans: [orphan('one')] },
]

it('ends all, one after the other on each host, and reports whether all are gone', async () => {
  const going = new Set<string>()
  const asked: string[] = []
  const stops = useOrphanStops(async (hostId, runName): Promise<OrphanProof> => {
    expect(going.has(hostId)).toBe(false)
    going.add(hostId)
    asked.push(`${hostId} ${runName}`)
    await Promise.resolve()
    going.delete(hostId)
    const isStuck = hostId === 'b' && asked.filter((one) => one === 'b one').length === 1
    return { endedPids: isStuck ? [] : [12, 13], leftPids: isStuck ? [7] : [] }
  })
  expect(stops.allGone(groups)).toBe(false)
  await stops.stopAll(groups)
  expect([...asked].sort()).toEqual(['a one', 'a two', 'b one'])
  expect(stops.allGone(groups)).toBe(false)
  expect(fateWords(stops.fates.get(fateKey(machine('b'), 'one')))).toMatchObject({
    text: 'Still there after SIGKILL: process 7.',
    tone: 'danger',
  })
  // Runs that are gone are not requested again.
  await stops.stopAll(groups)
  expect(asked).toHaveLength(4)
  expect(stops.allGone(groups)).toBe(true)
  expect(fateWords(stops.fates.get(fateKey(machine('b'), 'one'))).text).toBe(
    'Ended and looked for again: processes 12, 13 gone.',
  )
})

it('keeps the reason and the remedy if a host could not be reached', async () => {
  const error = new RequestFailure({ message: 'lab is away.', remedy: 'Log in.' })
  const stops = useOrphanStops(() => Promise.reject(error))
  await stops.stop(machine('a'), 'one')
  expect(fateWords(stops.fates.get(fateKey(machine('a'), 'one')))).toEqual({
    text: 'Not stopped: lab is away.',
    remedy: 'Log in.',
    tone: 'danger',
  })
  expect(fateWords({ kind: 'tried', proof: { endedPids: [], leftPids: [] } }).text).toBe(
    'It had ended by itself.',
  )
})

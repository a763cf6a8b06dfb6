import { describe, expect, it } from 'vitest'
import { RunQueue, type QueuedRun } from '../../../../src/bench/runner/schedule/run-queue'
import { TurnTaking } from '../../../../src/bench/runner/schedule/turn-taking'
import { turnOrder } from '../../../../src/core/plan/order'
import { examplePlan } from '../../../core/plan/example-plan'

const schedule = '00000000-0000-4000-8000-000000000000'

/** Two cases in as many rounds, each run preceded by a layout. */
function queueOf(rounds: number): RunQueue {
  const runs = Array.from({ length: 2 * rounds }, (_, at) => Math.floor(at / 2) + 1).flatMap(
    (repetition, at): QueuedRun[] =>
      (['layout', 'measure'] as const).map((phase, part) => ({
        ...{ runId: 2 * at + part + 1, phase, repetition: phase === 'layout' ? 1 : repetition },
        ...{ expectedSeconds: 1, seed: 1, workload: {}, layoutKey: undefined },
        case: { index: at % 2, key: '', levels: {} },
      })),
  )
  return new RunQueue(runs.map((run) => ({ run, state: 'waiting' })))
}

/** Order in which campaigns got the turn of their measured runs, round by round. */
async function measuredInTurn(sides: number, rounds: number, seed: number | undefined): Promise<string[]> {
  const turns = new TurnTaking()
  const order: number[] = []
  const members = Array.from({ length: sides }, (_, place) => {
    const interleaved = { schedule, place, of: sides, ...(seed !== undefined && { seed }) }
    const queue = queueOf(rounds)
    const turn = turns.join(place + 1, examplePlan({ interleaved }), queue)
    return { place, queue, turn: turn! }
  })
  const { signal } = new AbortController()
  await Promise.all(
    members.map(async ({ place, queue, turn }) => {
      await turn.take(undefined, signal)
      for (const run of queue.runs) {
        expect(await turn.take(run, signal)).toBe(true)
        if (run.phase === 'measure') order.push(place)
      }
      turn.leave()
    }),
  )
  return Array.from({ length: rounds }, (_, round) =>
    order.slice(2 * sides * round, 2 * sides * (round + 1)).join(''),
  )
}

describe('campaigns in turn', () => {
  it.each([1, 2, 3, 4])('measure in blocks of two rounds, AB BA or BA AB (seed %d)', async (seed) => {
    const rounds = await measuredInTurn(2, 4, seed)
    const expected = [1, 2, 3, 4].map((round) => turnOrder(2, seed, round).join('').repeat(2))
    expect(rounds).toEqual(expected)
    expect([rounds[0], rounds[1]].sort()).toEqual(['0101', '1010'])
  })

  it('rotate and reverse if there are more', async () => {
    const rounds = await measuredInTurn(3, 4, 5)
    expect(rounds).toEqual([1, 2, 3, 4].map((round) => turnOrder(3, 5, round).join('').repeat(2)))
  })

  it('continue a schedule of an earlier version as it began', async () => {
    expect(await measuredInTurn(2, 3, undefined)).toEqual(['0101', '0101', '0101'])
  })
})

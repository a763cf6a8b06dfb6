import { expect, it, vi } from 'vitest'
import type { Bench } from '../../../src/renderer/composables/use-bench'
import { WholeRuns } from '../../../src/renderer/views/run/use-campaign'

function benchWith(answer: (runIds: readonly number[]) => Promise<unknown>) {
  const asked: (readonly number[])[] = []
  const request = (_: string, { runIds }: { runIds: readonly number[] }) => {
    asked.push(runIds)
    return answer(runIds)
  }
  return { asked, bench: { request } as unknown as Pick<Bench, 'request'> }
}

it('requests once what is viewed in one task, and never again a run that is gone', async () => {
  const { asked, bench } = benchWith((runIds) =>
    Promise.resolve({ runs: runIds.filter((id) => id !== 9).map((id) => ({ id })) }),
  )
  const came = vi.fn()
  const runs = new WholeRuns(bench, came)
  expect([runs.get(3), runs.get(9), runs.get(3)]).toEqual([undefined, undefined, undefined])
  await vi.waitFor(() => expect(came).toHaveBeenCalledOnce())
  expect(runs.get(3)).toEqual({ id: 3 })
  expect(runs.get(9)).toBeUndefined()
  await Promise.resolve()
  expect(asked).toEqual([[3, 9]])
})

it('requests in pieces, and again after a failed request', async () => {
  let fails = true
  const { asked, bench } = benchWith((runIds) =>
    fails ? Promise.reject(new Error('lost')) : Promise.resolve({ runs: runIds.map((id) => ({ id })) }),
  )
  const runs = new WholeRuns(bench, () => undefined)
  runs.get(1)
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  fails = false
  await vi.waitFor(() => expect(runs.get(1)).toEqual({ id: 1 }))
  asked.length = 0
  await runs.fetch(Array.from({ length: 2500 }, (_, i) => i + 1))
  expect(asked.map(({ length }) => length)).toEqual([1000, 1000, 500])
})

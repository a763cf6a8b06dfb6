import { beforeEach, describe, expect, it, vi } from 'vitest'
import { SummaryTeller } from '../../../src/bench/serve/summary-teller'
import type { ReviewSummary } from '../../../src/core/contract/review'

beforeEach(() => vi.useFakeTimers())

function telling() {
  let title = 'one'
  const tell = vi.fn()
  const summary = vi.fn(() => ({ title }) as ReviewSummary)
  const teller = new SummaryTeller({ summary }, tell)
  const look = async () => {
    teller.look()
    await vi.advanceTimersByTimeAsync(1000)
  }
  return { teller, tell, summary, look, rename: (to: string) => (title = to) }
}

describe('SummaryTeller', () => {
  it('reports a change once', async () => {
    const { look, tell, rename } = telling()
    await look()
    await look()
    expect(tell).toHaveBeenCalledTimes(1)
    rename('two')
    await look()
    expect(tell).toHaveBeenLastCalledWith({ type: 'review-changed', summary: { title: 'two' } })
    expect(tell).toHaveBeenCalledTimes(2)
  })

  it('reads the file once for many changes in quick succession', async () => {
    const { teller, summary, rename, tell } = telling()
    for (let change = 0; change < 100; change++) {
      rename(`title ${change}`)
      teller.look()
    }
    await vi.advanceTimersByTimeAsync(1000)
    expect(summary).toHaveBeenCalledTimes(1)
    expect(tell).toHaveBeenCalledExactlyOnceWith({ type: 'review-changed', summary: { title: 'title 99' } })
  })

  it('continues after a failed read of the file', async () => {
    const { look, tell, summary, rename } = telling()
    const said = vi.spyOn(console, 'error').mockReturnValue()
    summary.mockImplementationOnce(() => {
      throw new Error('The disk is not connected.')
    })
    await look()
    expect(tell).not.toHaveBeenCalled()
    expect(said).toHaveBeenCalledOnce()
    rename('two')
    await look()
    expect(tell).toHaveBeenCalledExactlyOnceWith({ type: 'review-changed', summary: { title: 'two' } })
    said.mockRestore()
  })

  it('does not read a review after it was stopped', async () => {
    const { teller, summary } = telling()
    teller.look()
    teller.stop()
    await vi.advanceTimersByTimeAsync(1000)
    expect(summary).not.toHaveBeenCalled()
  })
})

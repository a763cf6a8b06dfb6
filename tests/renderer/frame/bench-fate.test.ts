import { describe, expect, it } from 'vitest'
import type { ReviewSummary } from '../../../src/core/contract/review'
import { benchFateAfter } from '../../../src/renderer/frame/bench-fate'

const error = { message: 'The bench ended.', remedy: 'Wait.' }
const lost = (restarting: boolean) => ({ type: 'bench-lost', restarting, error }) as const
const told = { type: 'review-changed', summary: {} as ReviewSummary } as const

describe('benchFateAfter', () => {
  it('is silent as long as the bench is there', () => {
    expect(benchFateAfter(undefined, told)).toBeUndefined()
    expect(benchFateAfter(undefined, { type: 'command', command: 'undo' })).toBeUndefined()
  })

  it('reports that it ended, and that it is back with the first event of the new one', () => {
    const restarting = benchFateAfter(undefined, lost(true))
    expect(restarting).toEqual({ kind: 'restarting', error })
    expect(benchFateAfter(restarting, { type: 'command', command: 'undo' })).toBe(restarting)
    const back = benchFateAfter(restarting, told)
    expect(back).toEqual({ kind: 'back' })
    expect(benchFateAfter(back, told)).toBe(back)
  })

  it('reports a file that does not answer until it does, or the bench ends', () => {
    const stall = (path: string | null) => ({ type: 'bench-stalled', path }) as const
    const stalled = benchFateAfter(undefined, stall('/media/x/a.benchwright'))
    expect(stalled).toMatchObject({
      kind: 'stalled',
      error: { message: '/media/x/a.benchwright does not answer.' },
    })
    expect(benchFateAfter(stalled, told)).toBe(stalled)
    expect(benchFateAfter(stalled, stall(null))).toBeUndefined()
    expect(benchFateAfter(stalled, lost(true))).toMatchObject({ kind: 'restarting' })
    expect(benchFateAfter({ kind: 'gone', error }, stall(null))).toEqual({ kind: 'gone', error })
  })

  it('reports again if it ends again, and if it does not come back', () => {
    expect(benchFateAfter({ kind: 'back' }, lost(true))).toEqual({ kind: 'restarting', error })
    expect(benchFateAfter({ kind: 'restarting', error }, lost(false))).toEqual({ kind: 'gone', error })
  })
})

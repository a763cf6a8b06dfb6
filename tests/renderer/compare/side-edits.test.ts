import { describe, expect, it } from 'vitest'
import type { ChoiceKey } from '../../../src/core/comparison/sides/comparison-choices'
import { parseSelection } from '../../../src/core/comparison/sides/selection'
import {
  swapped,
  withCandidate,
  withKey,
  withoutCandidate,
  withTerm,
  withValue,
} from '../../../src/renderer/views/compare/sides/side-edits'

const choice = (key: string, ...values: string[]): ChoiceKey => ({
  key,
  name: key,
  values: values.map((value) => ({ value, label: value })),
})
const kernels = choice('kernel', '6.1', '6.6', '6.18')
const drives = choice('device', 'A', 'B')

const side = (text: string) => {
  const read = parseSelection(text)
  if (!read.ok) throw new Error(text)
  return read.value
}
const sides = (baseline: string, ...candidates: string[]) => ({
  baseline: side(baseline),
  candidates: candidates.map(side),
})

describe('another key', () => {
  it('is applied to every side of one term, each with its own value', () => {
    expect(withKey(sides('device=A', 'device=B'), 0, 0, kernels)).toEqual(sides('kernel=6.1', 'kernel=6.6'))
  })

  it('drops candidates without a remaining value', () => {
    expect(withKey(sides('kernel=6.1', 'kernel=6.6', 'kernel=6.18'), 'baseline', 0, drives)).toEqual(
      sides('device=A', 'device=B'),
    )
  })

  it('stays within a side of several terms', () => {
    const several = sides('device=A,kernel=6.1', 'device=A,kernel=6.6')
    const scheduler = choice('scheduler', 'none', 'bfq')
    expect(withKey(several, 0, 1, scheduler)).toEqual(sides('device=A,kernel=6.1', 'device=A,scheduler=none'))
  })
})

describe('another value', () => {
  it('replaces the previous one', () => {
    expect(withValue(sides('kernel=6.1', 'kernel=6.6'), 0, 0, '6.18')).toEqual(
      sides('kernel=6.1', 'kernel=6.18'),
    )
  })

  it('of another side is swapped with it, so that no two sides are the same', () => {
    expect(withValue(sides('kernel=6.1', 'kernel=6.6'), 'baseline', 0, '6.6')).toEqual(
      sides('kernel=6.6', 'kernel=6.1'),
    )
  })
})

describe('sides', () => {
  it('are added with the next free value, and not beyond the last one', () => {
    const three = withCandidate(sides('kernel=6.1', 'kernel=6.6'), [kernels])
    expect(three).toEqual(sides('kernel=6.1', 'kernel=6.6', 'kernel=6.18'))
    expect(three && withCandidate(three, [kernels])).toBeUndefined()
    expect(withCandidate(sides('kernel=6.1', 'device=B'), [kernels])).toBeUndefined()
  })

  it('keep the other conditions of the last candidate', () => {
    expect(withCandidate(sides('device=A,kernel=6.1', 'device=A,kernel=6.6'), [kernels])).toEqual(
      sides('device=A,kernel=6.1', 'device=A,kernel=6.6', 'device=A,kernel=6.18'),
    )
  })

  it('are removed, and swap positions with the baseline', () => {
    const three = sides('kernel=6.1', 'kernel=6.6', 'kernel=6.18')
    expect(withoutCandidate(three, 0)).toEqual(sides('kernel=6.1', 'kernel=6.18'))
    expect(swapped(three, 1)).toEqual(sides('kernel=6.18', 'kernel=6.6', 'kernel=6.1'))
  })

  it('accept another condition with a key they do not have', () => {
    expect(withTerm(side('kernel=6.1'), [kernels, drives])).toEqual(side('kernel=6.1,device=A'))
    expect(withTerm(side('kernel=6.1'), [kernels])).toBeUndefined()
  })
})

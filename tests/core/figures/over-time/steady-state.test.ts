import { describe, expect, test } from 'vitest'
import type { RoundsOfCase } from '../../../../src/core/figures/cases/recorded-runs'
import { steadyState } from '../../../../src/core/figures/over-time/steady-state'
import { firstSteadyWindow } from '../../../../src/core/statistics/series/steady-window'
import type { UsualSettings } from '../../../../src/core/figures/figure/usual-settings'
import { smallPrint } from '../../../../src/core/figures/figure/small-print'
import type { Plan } from '../../../../src/core/plan/plan'
import { roundsText } from '../../../../src/core/plan/until-steady'
import { examplePlan } from '../../plan/example-plan'
import { provenanceOf } from '../mix-rows'

const provenance = { campaigns: [provenanceOf()] }
const build = (...values: readonly (readonly number[])[]) => buildWith(values)
const buildWith = (values: readonly (readonly number[])[], asked: Pick<UsualSettings, 'fixed'> = {}) =>
  steadyState.build(
    {
      cases: values.map((own, at): RoundsOfCase => ({
        ...{ campaignId: 1, metric: 'iops', mostRounds: 25, values: own },
        levels: { block_size: 4096 * (at + 1) },
        parameters: { block_size: 4096 * (at + 1), pattern: at % 2 === 0 ? 'random-read' : 'random-write' },
      })),
    },
    { kind: 'steady-state', campaignIds: [], metric: 'iops', unit: 'IOPS', ...asked },
    provenance,
  )

describe('the figure of a steady state', () => {
  const settling = [20000, 15000, 12000, 10120, 9950, 10060, 9880, 9990]

  test('has the window that the runner finds, with its average, ±10 % and slope', () => {
    const found = firstSteadyWindow(settling)
    const { series, caption, printed } = build(settling)
    const of = (id: string) => series.find((one) => one.id.endsWith(id))?.columns
    expect([found?.firstRound, found?.lastRound]).toEqual([4, 8])
    expect(of('/window')).toEqual({ x: [3.5], xEnd: [8.5] })
    expect(of('/average')?.y).toEqual([10000, 10000])
    expect([of('/lower')?.y, of('/upper')?.y]).toEqual([
      [9000, 9000],
      [11000, 11000],
    ])
    // The line of stat-cases P14, `pass_`: 10,099 - 33 x over rounds 1 to 5 of the window.
    expect(of('/slope')?.y).toEqual([10066, 9934])
    // t(0.975, 4) × 93.54 / √5 = 116.1.
    expect(caption.replaceAll('\u202f', ' ')).toMatch(
      /^Steady in rounds 4 to 8, average 10,000 IOPS \(95 % interval of a selected window: 9,884 to 10,116 IOPS\), slope −0\.33 % a round\./,
    )
    expect(caption).toContain(
      'The window was selected for a small range, so that its interval is narrower than the drive deserves.',
    )
    expect(Array.from(printed?.rows ?? [])[0]).toEqual(expect.arrayContaining([8, 'reached', 4, 8, 10000]))
  })

  test('is called SNIA-style only on a raw device that was purged and preconditioned', () => {
    const device = { kind: 'device', path: '/dev/x' } as const
    const fill = { kind: 'sequential-fill', passes: 2, blockBytes: 131_072 } as const
    const purged = [{ kind: 'discard' }, fill] as const
    const named = (part: Partial<Plan>) =>
      roundsText(examplePlan({ untilSteady: { metric: 'iops' }, ...part }))
    expect(named({ target: device, preparation: [...purged] })).toBe('SNIA-style steady-state rounds')
    expect(named({ target: device, preparation: [fill] })).toBe('steady-state rounds')
    expect(named({ target: device, preparation: [{ kind: 'discard' }] })).toBe('steady-state rounds')
    expect(named({ target: device, preparation: [fill, { kind: 'discard' }] })).toBe('steady-state rounds')
    expect(named({ preparation: [...purged] })).toBe('steady-state rounds in a folder')
    expect(roundsText(examplePlan({}))).toBeUndefined()
    const own = [{ ...provenanceOf(), steadyRounds: 'steady-state rounds in a folder' }]
    const { smallPrint: lines } = build(settling)
    expect(lines.join()).not.toContain('SNIA')
    expect(smallPrint({ campaigns: own }, 'mean').join()).toContain(
      'steady-state rounds in a folder, values and intervals of a selected window',
    )
  })

  test('is grey and says so if the window was never reached', () => {
    const { series, caption, notes, panels } = build(settling, [100, 90, 80, 70, 60, 50, 40])
    const groups = series.filter(({ role }) => role === 'measured').map(({ group }) => group)
    expect(groups).toEqual([0, -1])
    expect(panels?.titles[1]).toContain('not steady')
    expect(caption).toContain('Grey: the window was not reached.')
    expect(notes.map(({ text }) => text).join()).toContain('no window of five rounds was steady in 7')
  })

  test('does not bridge a round without a value', () => {
    expect(build([10, 10, 10, Number.NaN, 10, 10]).notes).toHaveLength(1)
    expect(build().notes).toMatchObject([
      { text: expect.not.stringContaining('plan') as string, advice: 'Set "until steady" in the plan.' },
    ])
  })

  test('holds a test, and keeps the cases that it has no room for in its numbers', () => {
    const values = Array.from({ length: 12 }, () => [10, 10, 10, 10, 10])
    const all = build(...values)
    expect([all.panels?.titles.length, all.cut]).toEqual([8, '8 of 12 cases'])
    expect(all.numbers?.rows).toHaveLength(60)
    const held = buildWith(values, { fixed: { test: 'random-write' } })
    expect([held.panels?.titles.length, held.cut, held.numbers?.rows.length]).toEqual([6, undefined, 30])
  })
})

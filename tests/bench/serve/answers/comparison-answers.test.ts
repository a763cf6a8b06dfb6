import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSession } from '../../../../src/bench/serve/open-session'
import { serveWindow } from '../../../../src/bench/serve/serve-window'
import type { Session } from '../../../../src/bench/serve/session'
import type {
  BenchAnswer,
  BenchMessage,
  BenchRequestName,
} from '../../../../src/core/contract/bench-requests'
import type { MoreRuns, WantedRuns } from '../../../../src/core/comparison/texts/more-runs'
import { includedCaseCount } from '../../../../src/core/plan/cases'
import { sampleCampaign, samplePlan, sampleResult } from '../../store/sample-results'

let folder = ''
let session: Session
const plan = { ...samplePlan, base: { ...samplePlan.base, runtime: 60, time_based: true }, repetitions: 5 }

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'benchwright-serve-'))
  session = openSession({ path: join(folder, 'review.benchwright'), mode: 'create' })
  for (const [at, configuration] of ['firmware A', 'firmware B'].entries()) {
    const id = session.writer().createCampaign(sampleCampaign(plan, configuration))
    const runs = session.review.runs(id).filter((run) => run.phase === 'measure')
    session.writer().finishRuns(
      runs.map(({ id: runId, levels, repetition }) => {
        // At 100 % reads a clear gain, at 50 % noise, at 0 % next to nothing.
        const noise = levels.read_percent === 50 ? 40 : 1
        const gain = levels.read_percent === 100 ? 80 : 0
        const base = 1000 + at * gain + noise * ((repetition * 7 + at * 3) % 5)
        return [runId, { ...sampleResult(base), rawOutputs: [] }]
      }),
    )
  }
})
afterEach(async () => {
  await session.close()
  rmSync(folder, { recursive: true, force: true })
})

function wanted(more: MoreRuns | undefined): WantedRuns {
  if (more === undefined || 'reason' in more) throw new Error('More runs would settle this case.')
  return more
}

async function ask<N extends BenchRequestName>(name: N, given: unknown): Promise<BenchAnswer<N>> {
  const answers: BenchMessage[] = []
  await serveWindow(
    session,
    { kind: 'request', sequence: 1, name, arguments: given },
    { send: (one) => void answers.push(one) },
  )
  const [answer] = answers
  if (answer?.kind !== 'answer')
    throw new Error(answer?.kind === 'error' ? answer.error.message : 'No answer.')
  return answer.answer as BenchAnswer<N>
}

const settings = {
  baseline: [{ key: 'configuration', value: 'firmware A' }],
  candidates: [[{ key: 'configuration', value: 'firmware B' }]],
  metric: 'iops',
  // Wide enough for noise of 5 % to be settled by a few dozen runs.
  marginPercent: 5,
}
const place = 'open-cases'

describe('requests about comparisons', () => {
  it('offer what sides can be chosen by, and two to begin with', async () => {
    const { keys, suggestion } = await ask('comparison.choices', {})
    expect(keys.map(({ key, values }) => [key, values.map(({ value }) => value)])).toEqual([
      ['configuration', ['firmware A', 'firmware B']],
      ['campaign', ['1', '2']],
      ['block_size', ['4096', '65536']],
      ['read_percent', ['100', '50', '0']],
    ])
    expect(suggestion).toEqual({ baseline: settings.baseline, candidate: settings.candidates[0] })
  })

  it('report every cell in columns, with the summary, and survive being copied to a window', async () => {
    const report = structuredClone(await ask('comparison.report', { settings }))
    const direct = session.review.compare(settings)
    const cells = direct.candidates.flatMap((one) => one.cells)
    expect(report.cells.count).toBe(5)
    expect([...report.cells.differencePercent]).toEqual(
      cells.map((cell) => cell.comparison.differencePercent),
    )
    expect([...report.cells.adjustedP]).toEqual(cells.map((cell) => cell.adjustedP))
    expect(
      report.cells.levels.map(({ key, words }) => [key, [...words.places].map((place) => words.list[place])]),
    ).toEqual([
      ['block_size', ['4\u202fKiB', '4\u202fKiB', '4\u202fKiB', '64\u202fKiB', '64\u202fKiB']],
      ['read_percent', cells.map((cell) => `${String(cell.levels.read_percent)}\u202f% read`)],
    ])
    const { verdicts } = report.cells
    expect([...verdicts.places].map((place) => verdicts.list[place])).toEqual([
      'better',
      'inconclusive',
      'equivalent',
      'better',
      'equivalent',
    ])
    expect(report.highlights.map((one) => one.cell)).toEqual([0, 3])
    expect(report.refusal).toBeUndefined()
    expect(report.summary).toContain('2 better by more than 5\u202f%')
  })

  it('report one case with its runs, boxes and how many more it needs', async () => {
    const report = await ask('comparison.case', { settings, cell: 1 })
    const [a, b] = report.sides
    expect(report).toMatchObject({
      label: '4\u202fKiB · 50\u202f% read',
      verdict: 'inconclusive',
      scale: { label: 'k IOPS', factor: 1000 },
    })
    expect([a.runs.length, b.runs.length]).toEqual([5, 5])
    expect(a.box?.min).toBe(Math.min(...a.runs.map((run) => run.value)))
    expect(wanted(report.moreRuns).perSide).toBeGreaterThan(5)
    expect((await ask('comparison.case', { settings, cell: 0 })).moreRuns).toBeUndefined()
    await expect(ask('comparison.case', { settings, cell: 99 })).rejects.toThrow('not part of the comparison')
  })

  it('keep excluded runs visible, with their reason and the result with them', async () => {
    const [first] = (await ask('comparison.case', { settings, cell: 1 })).sides[0].runs
    const excludedRuns = [{ runId: first?.runId ?? 0, reason: 'the drive was trimming' }]
    const report = await ask('comparison.case', { settings: { ...settings, excludedRuns }, cell: 1 })
    expect(report.sides[0].runs).toHaveLength(5)
    expect(report.sides[0].n).toBe(4)
    expect(report.sides[0].runs.find((run) => run.runId === first?.runId)?.excluded).toBe(
      'the drive was trimming',
    )
    expect(report.withAllRuns).toMatch(/^0\.0\u202f% \(\u22128\.\d to \+8\.\d\u202f%\)$/)
  })

  it('plan the runs that open cases still need, on both sides, and only these cases', async () => {
    const more = wanted((await ask('comparison.case', { settings, cell: 1 })).moreRuns)
    const preview = await ask('comparison.preview-more-runs', { settings, cells: [0, 1], place })
    expect(preview.refused).toBeUndefined()
    for (const { cases, repetitions, runs, estimate } of preview.plans) {
      expect([cases, repetitions, runs]).toEqual([1, more.baseline, more.baseline])
      expect(estimate.seconds ?? estimate.atRates?.slow.seconds).toBeGreaterThan(0)
    }
    const { plans } = await ask('comparison.plan-more-runs', { settings, cells: [0, 1], place })
    expect(plans).toHaveLength(2)
    for (const { planId, cases, repetitions } of plans) {
      const saved = session.review.plan(planId)
      expect([cases, repetitions]).toEqual([1, more.baseline])
      expect(saved.repetitions).toBe(repetitions)
      expect(includedCaseCount(saved)).toBe(1)
      expect(saved.excluded).not.toContain('block_size=4096,read_percent=50')
    }
    // Planned once more, they are told apart.
    const again = await ask('comparison.plan-more-runs', { settings, cells: [0, 1], place })
    expect(again.plans.map(({ name }) => name)).toEqual(plans.map(({ name }) => `${name} (2)`))
    await expect(ask('comparison.plan-more-runs', { settings, cells: [0], place })).rejects.toThrow(
      'None of these cases',
    )
  })

  it('count the runs of what is shown now, and stop counting those of what was shown before', async () => {
    const first = ask('comparison.preview-more-runs', { settings, cells: [0, 1], place })
    const other = ask('comparison.preview-more-runs', { settings, cells: [1], place: 'case' })
    const second = ask('comparison.preview-more-runs', { settings, cells: [1], place })
    await expect(first).rejects.toThrow('cancelled')
    expect((await second).plans).toHaveLength(2)
    expect((await other).plans).toHaveLength(2)
  })

  it('add no plan once this is cancelled, and a plan whose preview is cancelled', async () => {
    const plans = session.review.summary().plans.length
    const planned = ask('comparison.plan-more-runs', { settings, cells: [0, 1], place })
    await ask('comparison.cancel-more-runs', { place, work: 'preview' })
    expect((await planned).plans).toHaveLength(2)
    const cancelled = ask('comparison.plan-more-runs', { settings, cells: [0, 1], place })
    await ask('comparison.cancel-more-runs', { place, work: 'plan' })
    await expect(cancelled).rejects.toThrow('cancelled')
    expect(session.review.summary().plans).toHaveLength(plans + 2)
  })

  it('compare again when results arrive', async () => {
    const before = await ask('comparison.report', { settings })
    const third = session.writer().createCampaign(sampleCampaign(plan, 'firmware B'))
    const [run] = session.review.runs(third).filter((one) => one.phase === 'measure')
    session.writer().finishRuns([[run?.id ?? 0, { ...sampleResult(5000), rawOutputs: [] }]])
    const after = await ask('comparison.report', { settings })
    expect(before.cells.candidateN[0]).toBe(5)
    expect(after.cells.candidateN[0]).toBe(6)
  })

  it('pass on the reason why a comparison is refused', async () => {
    const wrong = { ...settings, baseline: [{ key: 'kernel', value: '6.1' }] }
    await expect(ask('comparison.report', { settings: wrong })).rejects.toThrow('No campaign has kernel=6.1.')
  })

  it('exclude a run with its reason, also from the figure, and include it again', async () => {
    const { sides } = await ask('comparison.case', { settings, cell: 0 })
    const runId = sides[0].runs[1]?.runId ?? 0
    await ask('comparison.exclude-run', { runId, reason: ' the host was swapping ' })
    const left = await ask('comparison.case', { settings, cell: 0 })
    expect(left.sides[0].runs.find((run) => run.runId === runId)?.excluded).toBe('the host was swapping')
    expect(left.sides[0].n).toBe(4)
    expect(left.withAllRuns).toBeDefined()
    const { excludedRuns } = await ask('comparison.report', { settings })
    const name = 'firmware A: 4\u202fKiB · 100\u202f% read, run 2'
    expect(excludedRuns).toEqual([{ runId, name, reason: 'the host was swapping' }])
    const figure = await ask('figure.build', {
      settings: { kind: 'percent-difference', campaignIds: [], metric: 'iops', comparison: settings },
    })
    // The window has the rows from the report; copying a million runs with the figure would slow it down.
    expect(figure.numbers).toBeUndefined()
    expect(figure.caption).toContain(`Left out by hand: ${name} (the host was swapping).`)
    await ask('comparison.include-run', { runId })
    expect((await ask('comparison.case', { settings, cell: 0 })).sides[0].n).toBe(5)
    await expect(ask('comparison.exclude-run', { runId, reason: ' ' })).rejects.toThrow()
  })
})

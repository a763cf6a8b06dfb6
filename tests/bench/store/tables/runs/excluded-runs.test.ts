import { DatabaseSync } from '@photostructure/sqlite'
import { describe, expect, it } from 'vitest'
import { openReview } from '../../../../../src/bench/store/open-review'
import { closing, newReview, sampleCampaign, sampleResult } from '../../sample-review'

const sides = {
  baseline: [{ key: 'configuration', value: 'firmware A' }],
  candidates: [[{ key: 'configuration', value: 'firmware B' }]],
  metric: 'iops',
}

function twoFirmwares() {
  const review = newReview()
  const ids = ['firmware A', 'firmware B'].map((configuration) => {
    const id = review.createCampaign(sampleCampaign(undefined, configuration))
    const runs = review.runs(id).filter((run) => run.phase === 'measure')
    review.finishRuns(runs.map((run) => [run.id, sampleResult(1000 + run.repetition)] as const))
    return runs.map((run) => run.id)
  })
  return { review, runIds: ids }
}

const nameOf = (firmware: string, place: number) =>
  `firmware ${firmware}: 4\u202fKiB · 100\u202f% read, run ${String(place)}`

describe('an excluded run', () => {
  it('is not part of a comparison, but the result with all runs is kept next to it', () => {
    const { review, runIds } = twoFirmwares()
    const runId = runIds[0]?.[0] ?? 0
    const before = review.compare(sides)
    review.excludeRun(runId, 'the host was swapping')
    const after = review.compare(sides)
    expect(after.excludedRuns).toEqual([{ runId, name: nameOf('A', 1), reason: 'the host was swapping' }])
    const cell = after.candidates[0]?.cells.find((one) => one.excluded?.runIds.includes(runId))
    const same = before.candidates[0]?.cells.find((one) => one.baselineRuns?.runIds.includes(runId))
    expect(cell?.n.baseline).toBe((same?.n.baseline ?? 0) - 1)
    expect(cell?.excluded?.withAllRuns.differencePercent).toBe(same?.comparison.differencePercent)
    expect(review.run(runId)?.state).toBe('done')

    review.excludeRun(runId, 'the host was swapping hard')
    expect(review.excludedRuns()).toEqual([{ runId, reason: 'the host was swapping hard' }])
    review.includeRun(runId)
    review.includeRun(runId)
    expect(review.excludedRuns()).toEqual([])
    expect(review.compare(sides)).toEqual(before)
    review.close()
  })

  it('is still excluded after the file is reopened, along with those of the settings', () => {
    const { review, runIds } = twoFirmwares()
    const [first = 0, second = 0] = runIds[0] ?? []
    review.excludeRun(first, 'swapping')
    review.close()
    const again = closing(openReview(review.path, { mode: 'read' }))
    expect(again.check()).toEqual([])
    const { excludedRuns } = again.compare({
      ...sides,
      excludedRuns: [
        { runId: second, reason: 'only here' },
        { runId: first, reason: 'another reason' },
      ],
    })
    expect(excludedRuns).toEqual([
      { runId: first, name: nameOf('A', 1), reason: 'swapping' },
      { runId: second, name: nameOf('A', 2), reason: 'only here' },
    ])
  })

  it('must be a finished run, and is deleted with its campaign', () => {
    const { review, runIds } = twoFirmwares()
    expect(() => review.excludeRun(99_999, 'none')).toThrow('The run is not finished, or not in')
    const waiting = review.createCampaign(sampleCampaign())
    expect(() => review.excludeRun(review.runs(waiting)[0]?.id ?? 0, 'none')).toThrow(
      'The run is not finished',
    )
    review.excludeRun(runIds[1]?.[0] ?? 0, 'swapping')
    review.deleteCampaign(2)
    expect(review.excludedRuns()).toEqual([])
    expect(review.check()).toEqual([])
    review.close()
  })

  it('is named by the check if its reason was changed externally', () => {
    const { review, runIds } = twoFirmwares()
    const runId = runIds[0]?.[0] ?? 0
    review.excludeRun(runId, 'swapping')
    review.close()
    const database = new DatabaseSync(review.path)
    database.exec("UPDATE excluded_run SET reason = 'nothing'")
    database.close()
    const again = closing(openReview(review.path, { mode: 'read' }))
    expect(again.check()).toEqual([
      `The reason why run ${runId} is left out does not match its checksum; it was changed or damaged after it was saved.`,
    ])
  })
})

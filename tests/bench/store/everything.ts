import { finish } from '../../../src/core/iterables'
import type { ReviewWriter } from '../../../src/bench/store/review-store'
import { samplePublication, sampleImport } from './sample-import'
import { pngOf } from '../../core/figures/picture-headers'
import { sampleCampaign, samplePlan, sampleResult, sampleScalars, sampleStart } from './sample-results'

/** Puts at least two rows of every kind into an empty file. */
export function fillWithEverything(review: ReviewWriter): void {
  review.savePlan(samplePlan)
  review.savePlan({ ...samplePlan, id: 'second', name: 'Second plan' })
  const machine = sampleCampaign()
  const campaignId = review.createCampaign({ ...sampleCampaign(), machines: [machine, machine] })
  const [layout, first, second, third] = review.runs(campaignId).map(({ id }) => id)
  for (const runId of [layout, first, second]) {
    review.startRun(runId ?? 0, sampleStart)
    review.finishRuns([[runId ?? 0, sampleResult(1000 + (runId ?? 0))]])
  }
  review.finishRuns([[third ?? 0, { ...sampleResult(), state: 'failed' }]])
  review.setRunState(third ?? 0, 'waiting')
  review.finishRuns([[third ?? 0, { ...sampleResult(), state: 'failed' }]])
  review.setRunState(third ?? 0, 'waiting')
  const swept = [1, 2].map((jobs) => ({ ...sampleScalars(1000)[0]!, levels: { jobs } }))
  review.finishRuns([[third ?? 0, { ...sampleResult(), observations: swept }]])
  review.excludeRun(first ?? 0, 'the fan had stopped')
  review.excludeRun(second ?? 0, 'a backup was running')
  review.saveCalibrations(
    campaignId,
    [0.25, 0.5].map((share) => ({
      levels: { compress_percent: share * 100 },
      sampledBytes: 4096,
      compressedShare: share,
      uniqueCompressedShare: share,
      uniqueShare: 1,
      engineVersion: '3.33',
      measuredAtMs: 1_700_000_000_000,
    })),
  )
  const logged = (text: string) => ({ atMs: 1_700_000_000_000, level: 'info' as const, text, runId: first })
  for (const text of ['Started.', 'Started.', 'Done.']) review.appendLog(campaignId, logged(text))
  finish(review.importCampaigns([sampleImport(), samplePublication(), samplePublication()]))
  const figures = ['F', 'G'].map((name) =>
    review.saveFigure({ name, settings: { kind: 'mix-sweep', campaignIds: [campaignId], metric: 'iops' } }),
  )
  review.article.orderFigures(figures.map(({ id }) => id).reverse())
  for (const name of ['Drive A', 'Drive B']) {
    review.cards.saveDevice({ name, card: { soldBytes: 400e9, price: { amount: 13_600, currency: 'USD' } } })
    review.cards.saveScorecard({ name, card: { candidates: ['A', 'B'], categories: [] } })
  }
  const presets = ['Magazine', 'Website'].map((name) =>
    review.article.savePreset({
      name,
      look: { width: { value: 85, unit: 'mm' }, font: 'serif', theme: 'light', colors: 'greys' },
    }),
  )
  review.article.choosePreset(presets[1]?.id)
  const pictures = ['front', 'back'].map((name) =>
    review.documents.addPicture({ name, type: 'image/png', width: 4, height: 2, content: pngOf(4, 2) }),
  )
  for (const [at, name] of ['Review', 'Short review'].entries())
    review.documents.save(
      {
        ...{ name, title: 'A drive', author: 'A. Author', template: 'drive-review' as const },
        blocks: [
          { id: 'one', type: 'heading', level: 2, text: 'Results' },
          {
            ...{ id: 'two', type: 'picture' as const, pictureId: pictures[at]?.id ?? 0 },
            ...{ alt: 'The drive', caption: '', widthPercent: 60 },
          },
        ],
      },
      undefined,
    )
}

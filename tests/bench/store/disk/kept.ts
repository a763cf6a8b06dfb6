import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openReview } from '../../../../src/bench/store/open-review'
import type { ReviewReader } from '../../../../src/bench/store/review-store'

/** What scenario-process.ts does, in this order. */
export const stepNames = [
  'create',
  'plan',
  'campaign',
  'run',
  'another run',
  'import',
  'figure',
  'exclusion',
  'migrate',
  'change of the older file',
  'copy',
  'export',
] as const

export type Step = (typeof stepNames)[number]

export const exportedText = 'block_size,iops\n'.repeat(2000)

const olderFile = join(
  import.meta.dirname,
  '..',
  '..',
  '..',
  'fixtures',
  'results-file',
  'version-5.benchwright',
)

/** Puts the file of an older format where the scenario finds it. */
export function putOlderFile(folder: string): void {
  copyFileSync(olderFile, join(folder, 'old.benchwright'))
}

/**
 * Opens every file as the app does and returns the faults: a file that is refused or does not pass its check, a
 * confirmed step that is missing. Empty for correct files.
 */
export function lossesIn(folder: string, confirmed: ReadonlySet<Step>): readonly string[] {
  const losses: string[] = []
  const path = (name: string) => join(folder, `${name}.benchwright`)
  const look = (name: string, read: (review: ReviewReader) => readonly [step: Step, isThere: boolean][]) => {
    let review: ReviewReader | undefined
    try {
      review = openReview(path(name), { mode: 'write' })
      losses.push(...review.check().map((finding) => `${name}: ${finding}`))
      for (const [step, isThere] of read(review))
        if (confirmed.has(step) && !isThere) losses.push(`The step "${step}" is lost.`)
    } catch (error) {
      losses.push(`${name}: ${String(error)}`)
    } finally {
      review?.close()
    }
  }
  if (existsSync(path('review'))) look('review', stepsIn)
  else if (confirmed.has('create')) losses.push('The file is gone.')
  const version = readFileSync(path('old')).readUInt32BE(60)
  if (confirmed.has('migrate') && version === 5) losses.push('The step "migrate" is lost.')
  look('old', (old) => [
    ['change of the older file', old.summary().title === 'changed'],
    ['migrate', old.campaigns().length > 0],
  ])
  if (existsSync(path('copy'))) look('copy', (copy) => [['copy', [...copy.rows({})].length === 36]])
  else if (confirmed.has('copy')) losses.push('The copy is gone.')
  const table = join(folder, 'table.csv')
  if (existsSync(table) && readFileSync(table, 'utf8') !== exportedText) losses.push('The table is cut off.')
  if (confirmed.has('export') && !existsSync(table)) losses.push('The table is gone.')
  return losses
}

function stepsIn(review: ReviewReader): readonly [step: Step, isThere: boolean][] {
  const runs = review.runs(1)
  const done = (position: number) =>
    runs[position]?.state === 'done' && review.run(runs[position].id)?.measurements.length === 9
  // Tried again, an import has another id than the first time.
  const imported = review.campaigns().flatMap(({ id, source }) => (source === 'imported' ? [id] : []))
  return [
    ['plan', review.summary().plans.some(({ id }) => id === 'mix')],
    ['campaign', runs.length === 11],
    ['run', done(1)],
    ['another run', done(2)],
    ['import', [...review.rows({ campaignIds: imported })].length === 18],
    ['figure', review.figures().length === 1],
    ['exclusion', review.excludedRuns().length === 1],
  ]
}

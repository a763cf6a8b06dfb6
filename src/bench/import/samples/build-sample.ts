import { createHash } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { finish } from '../../../core/iterables'
import { createReview } from '../../store/create-review'
import { readTableSource } from '../read-table-source'
import { sourceOf } from '../read-source'
import type { PublishedSample } from './published-samples'
import { sampleFigures } from './sample-figures'

/** Samples are identical on every machine and every day; this is their date. */
const builtAtMs = Date.UTC(2026, 0, 1)

/** Writes one sample to `path` from the tables in `folder`. Throws if a table cannot be read completely. */
export function buildSample(sample: PublishedSample, folder: string, path: string): void {
  const unpacked = `${path}.unpacked`
  rmSync(unpacked, { force: true })
  const review = createReview(unpacked, {
    title: sample.title,
    notes: sample.notes,
    uuid: uuidOf(sample.id),
    createdAtMs: builtAtMs,
  })
  try {
    for (const table of sample.tables) {
      const source = sourceOf(`resources/published/${table}`, readFileSync(join(folder, table)))
      if (!source) throw new Error(`${table} is not a text.`)
      const { campaigns, skipped } = readTableSource(source, {}, builtAtMs)
      if (skipped[0]) throw new Error(`${table}, ${skipped[0].part}: ${skipped[0].reason}`)
      finish(review.importCampaigns(campaigns))
    }
    for (const device of sample.devices ?? []) review.cards.saveDevice(device, { atMs: builtAtMs })
    for (const scorecard of sample.scorecards ?? [])
      review.cards.saveScorecard(scorecard, { atMs: builtAtMs })
    for (const figure of sampleFigures[sample.id] ?? [])
      review.saveFigure(figure, undefined, { atMs: builtAtMs })
    const findings = review.check()
    if (findings[0]) throw new Error(findings[0])
    rmSync(path, { force: true })
    review.copyTo(path)
  } finally {
    review.close()
    rmSync(unpacked, { force: true })
  }
}

/** What the start screen shows about it; stored next to the file as NAME.json. */
export function sampleDescription({ title, description }: PublishedSample): string {
  return `${JSON.stringify({ title, description }, null, 2)}\n`
}

/** The same id for the same sample. */
function uuidOf(id: string): string {
  const hex = createHash('sha256').update(`benchwright sample ${id}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

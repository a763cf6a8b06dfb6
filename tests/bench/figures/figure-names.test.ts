import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { importFiles } from '../../../src/bench/import/import-files'
import { drawableKinds, usualMetric } from '../../../src/bench/figures/drawable-kinds'
import { holdsNothing } from '../../../src/core/figures/kinds/build-figure'
import { figureOfReview } from '../../../src/bench/figures/figure-of-review'
import { openReview } from '../../../src/bench/store/open-review'
import type { ReviewReader } from '../../../src/bench/store/review-store'
import type { Figure } from '../../../src/core/figures/figure/figure'
import {
  figureDefinition,
  figureSettingsSchema,
  needsComparison,
} from '../../../src/core/figures/kinds/figure-kinds'
import { levelWords } from '../../../src/core/plan/levels/format-level'
import { ComparisonError } from '../../../src/core/comparison/comparison-error'
import type { ComparisonSettings } from '../../../src/core/comparison/comparison-settings'
import { testLabel } from '../../../src/core/plan/levels/level-words'
import { driveOf } from '../../../src/core/results/campaign/drive'
import { summaryNames } from '../../../src/core/results/campaign/campaign-naming'
import { closing, newReview } from '../store/sample-review'

const samples = join(__dirname, '../../../resources/samples')
const foreign = join(__dirname, '../../fixtures')

/** Every kind of figure that a review has numbers for, with the settings that it opens with. */
function figuresOf(review: ReviewReader): readonly Figure[] {
  const { suggestion } = review.comparisonChoices()
  return drawableKinds(review)
    .filter((kind) => figureDefinition(kind).form === 'picture')
    .flatMap((kind): readonly Figure[] => {
      const usual = (comparison?: ComparisonSettings) =>
        v.parse(figureSettingsSchema, {
          ...{ kind, campaignIds: [], metric: usualMetric(review, []) },
          ...(comparison && { comparison }),
        })
      if (!needsComparison(kind)) return [figureOfReview(review, usual())]
      if (suggestion === undefined) return []
      const { baseline, candidate } = suggestion
      const factors = review
        .comparisonChoices()
        .keys.map(({ key }) => key)
        .slice(0, 100)
      const comparison = { baseline, candidates: [candidate], factors, acceptance: 'for the test' }
      try {
        return [figureOfReview(review, usual(comparison))]
      } catch (error) {
        // Refused with its reason: nothing is drawn.
        if (error instanceof ComparisonError) return []
        throw error
      }
    })
}

/** Everything that a reader of the picture sees in words. */
function wordsOf({ title, subtitle, caption, smallPrint, x, y, panels, series }: Figure): string {
  return [
    ...[title, subtitle, caption, ...smallPrint, x.label, y.label],
    ...(x.ticks ?? []).map(({ label }) => label),
    ...(panels?.titles ?? []),
    ...series.flatMap(({ label, lineLabel, points }) => [
      label,
      lineLabel,
      ...points.flatMap(({ tag }) => tag ?? []),
    ]),
  ].join(' \n ')
}

/** What is wrong with the names of a figure, in words. */
function faults(figure: Figure): readonly string[] {
  const found: string[] = []
  const say = (text: string) => void found.push(`${figure.kind}: ${text}`)
  const seen = new Map<string, string>()
  for (const { role, visible, panel = 0, line, lineLabel } of figure.series) {
    if (role !== 'measured' || !visible) continue
    const key = `${String(panel)} ${lineLabel}`
    if ((seen.get(key) ?? line) !== line)
      say(`two lines are called “${lineLabel}”: ${seen.get(key) ?? ''} and ${line}`)
    seen.set(key, line)
    if (/\S…\S/.test(lineLabel)) say(`“${lineLabel}” is cut in its middle`)
    if (lineLabel.trim() === '') say(`${line} has no name`)
  }
  const words = wordsOf(figure)
  if (/\b(?:campaign|run) \d+\b(?! of)/i.test(words.replaceAll(/, run \d+|repetition \d+/g, '')))
    say(
      `prints a number of the database: ${/.{0,30}\b(?:campaign|run) \d+\b.{0,20}/i.exec(words)?.[0] ?? ''}`,
    )
  // Thousands of a unit without symbol are said in words.
  const unit = figure.unit.replace(/^([kMG]) (?=IOPS|tps)/, '')
  if (!words.includes(unit)) say(`has no unit ${figure.unit}: ${figure.x.label}, ${figure.y.label}`)
  return found
}

/** Whether the words name the drive, or the campaigns by what tells them apart. */
function namesDrive(words: string, figure: Figure, review: ReviewReader): boolean {
  const drawn = review.campaigns().filter(({ id }) => figure.campaignIds?.includes(id) !== false)
  const names = summaryNames(drawn)
  // Nothing can be named of drives that no file tells.
  if (
    drawn.every(
      ({ naming, configuration }) => configuration === '' && (naming && driveOf(naming)) === undefined,
    )
  )
    return true
  return drawn.some((one) => {
    const { device, configuration, naming } = one
    const drive = naming && driveOf(naming)
    const known = [drive?.name, device, configuration, names.get(one.id)]
    return known.some((name) => name !== undefined && name !== '' && words.includes(name))
  })
}

/** Whether the words name a test of the campaigns, as a test or as a pattern. */
function namesTest(words: string, review: ReviewReader): boolean {
  const facts = review.campaigns().flatMap(({ id }) => review.campaignFacts(id) ?? [])
  const patterns = facts.flatMap(({ plan }) => [
    plan.base.pattern,
    ...plan.axes.flatMap(({ key, levels }) => (key === 'pattern' || key === 'test' ? levels : [])),
  ])
  const tests = new Set([
    ...review.campaigns().flatMap(({ id }) => review.measuredQuantities(id).map(({ test }) => test)),
    ...review.published().map(({ test }) => test),
  ])
  const labels = [
    ...[...tests].flatMap((test) => [testLabel(test), test]),
    ...patterns.flatMap((pattern) => (typeof pattern === 'string' ? [levelWords('pattern', pattern)] : [])),
  ]
  // Of runs with nothing but a recording, which names no test, the direction is what is known.
  if (review.campaigns().some(({ id }) => review.measuredQuantities(id).length === 0)) {
    labels.push('read', 'write', 'mix')
  }
  // What a mix is called.
  labels.push('read/write mix')
  const plain = words.toLowerCase()
  return labels.some((label) => plain.includes(label.toLowerCase()))
}

/** Prices alone are of no test. */
function isOfPrices({ kind, metric }: Figure): boolean {
  return kind === 'price' && metric === ''
}

function faultsOf(review: ReviewReader): readonly string[] {
  return figuresOf(review).flatMap((figure) => {
    if (holdsNothing(figure)) return []
    const words = wordsOf(figure)
    return [
      ...faults(figure),
      ...(namesDrive(words, figure, review) ? [] : [`${figure.kind}: names no drive`]),
      ...(isOfPrices(figure) || namesTest(words, review)
        ? []
        : [`${figure.kind}: names no test: ${words.slice(0, 300)}`]),
    ]
  })
}

describe('figures of every kind', () => {
  test.each(readdirSync(samples).filter((name) => name.endsWith('.benchwright')))(
    'name every line once and whole, and their drive, test and unit: %s',
    (name) => {
      expect(faultsOf(closing(openReview(join(samples, name), { mode: 'read' })))).toEqual([])
    },
  )

  test.each(
    ['imports', 'foreign'].flatMap((folder) =>
      readdirSync(join(foreign, folder)).map((name) => `${folder}/${name}`),
    ),
  )('do so of what other programs wrote: %s', async (name) => {
    const review = newReview()
    await importFiles(review, [join(foreign, name)])
    expect(faultsOf(review)).toEqual([])
  })

  test('do so of two drives with names of a hundred letters that differ in their middle', async () => {
    const review = newReview()
    for (const [part, file] of [
      ['One', 'fio-3.33/mix.out'],
      ['Two', 'foreign/fio-printed'],
    ] as const) {
      const configuration = `${'Very long name of a drive '.repeat(2)}${part}${' of an even longer series'.repeat(2)}`
      await importFiles(review, [join(foreign, file)], { configuration })
    }
    expect(review.campaigns().length).toBeGreaterThan(0)
    expect(faultsOf(review)).toEqual([])
  })
})

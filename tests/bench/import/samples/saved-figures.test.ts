import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { draftDocument } from '../../../../src/bench/articles/new-document'
import { exportFigures } from '../../../../src/bench/figures/export-figures'
import { figureOfReview } from '../../../../src/bench/figures/figure-of-review'
import { openReview } from '../../../../src/bench/store/open-review'
import { holdsNothing } from '../../../../src/core/figures/kinds/build-figure'
import { closing, temporaryFolder } from '../../store/sample-review'

const folder = 'resources/samples'
const ids = readdirSync(folder)
  .filter((file) => file.endsWith('.benchwright'))
  .map((file) => file.replace('.benchwright', ''))
const open = (id: string) => closing(openReview(join(folder, `${id}.benchwright`), { mode: 'read' }))

it.each(ids)('the sample %s has figures, and each draws something', (id) => {
  const review = open(id)
  const figures = review.figures()
  expect(figures.length).toBeGreaterThan(0)
  expect(review.unknownFigures()).toEqual([])
  expect(new Set(figures.map(({ name }) => name)).size).toBe(figures.length)
  for (const { name, settings } of figures)
    expect([name, holdsNothing(figureOfReview(review, settings))]).toEqual([name, false])
})

it.each(ids.filter((id) => id !== 'sandforce-kernel'))(
  'every figure of %s is written in every format',
  async (id) => {
    const into = join(temporaryFolder(), 'figures')
    const { failures, index } = await exportFigures(open(id), { folder: into })
    expect(failures).toEqual([])
    expect(existsSync(index ?? '')).toBe(true)
  },
  120_000,
)

it('the tables of the two kernels are those of the article: 390 cells of throughput, 24 of IOPS', () => {
  const review = open('sandforce-kernel')
  const rows = (name: string) => {
    const saved = review.figures().find((one) => one.name === name)
    if (saved === undefined) throw new Error(`There is no figure “${name}”.`)
    return [...(figureOfReview(review, saved.settings).numbers?.rows ?? [])]
  }
  expect(rows('All numbers: throughput of writes')).toHaveLength(180)
  expect(rows('All numbers: throughput of reads')).toHaveLength(210)
  expect(rows('All numbers: IOPS')).toHaveLength(24)
  const printed = readFileSync('resources/published/sandforce-kernel-difference.csv', 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))
  const meaningful = (test: string, sign: number) =>
    printed.filter(
      ([of, , , difference, deviation]) =>
        of === test && sign * Number(difference) > 0 && Math.abs(Number(difference)) > Number(deviation),
    )
  const refwrite = rows('Refwrite: better and worse')
  expect(refwrite).toHaveLength(meaningful('refwrite', 1).length + meaningful('refwrite', -1).length)
  const tests = rows('Every test: how many cases became better and worse')
  expect(tests).toHaveLength(17)
  for (const [, test, , metric, , better, worse] of tests) {
    const id = metric === 'iops' ? `${String(test)}-iops` : String(test)
    expect([id, better, worse]).toEqual([id, meaningful(id, 1).length, meaningful(id, -1).length])
  }
})

it('a draft about the two kernels has their numbers once, and a summary of each test', () => {
  const review = open('sandforce-kernel')
  const { document, figures } = draftDocument(review, 'two-kernels')
  const settings = new Map([...review.figures(), ...figures].map((one) => [one.id, one.settings]))
  const tables = document.blocks.flatMap((block) => {
    if (block.type !== 'table' && !(block.type === 'figure' && block.withTable)) return []
    const of = settings.get(block.figureId)
    return of === undefined ? [] : [{ rows: of.rows, numbers: figureOfReview(review, of).numbers?.rows }]
  })
  const count = (wanted: typeof tables) =>
    wanted.reduce((sum, { numbers = [] }) => sum + [...numbers].length, 0)
  expect(count(tables.filter(({ rows }) => rows === undefined))).toBe(414)
  expect(count(tables.filter(({ rows }) => rows === 'tests'))).toBe(17)
  expect(tables.filter(({ rows }) => rows === 'changed')).toEqual([])
})

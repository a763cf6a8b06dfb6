import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { ReviewWriter } from '../../../src/bench/store/review-store'
import { exportCommand } from '../../../src/cli/commands/export'
import { scorecardImport, scorecardList, scorecardSet } from '../../../src/cli/commands/scorecard'
import { newReview } from '../../bench/store/sample-review'
import { runCaptured } from '../capture-output'

const cardsOf = (review: ReviewWriter) => review.cards.scorecards().map(({ name, card }) => ({ name, card }))

it('scorecard set creates a card, changes a category and removes parts', async () => {
  const review = newReview()
  const set = (...options: readonly string[]) => runCaptured(scorecardSet, review.path, 'Ease', ...options)
  expect(await set('--candidates', 'vCache; FlashCache', '--caption', 'As printed')).toMatchObject({
    status: 0,
    stdout: 'saved Ease\n',
  })
  await set('--category', 'Installation', '--winner', 'vCache', '--weight', '2', '--text', 'vCache=packages')
  await set('--category', 'Monitoring', '--winner', 'tie', '--points', 'FlashCache=3', '--mark', 'vCache=B+')
  await set('--category', 'Installation', '--text', 'FlashCache=a kernel of its own', '--weight', '')
  expect(cardsOf(review)).toEqual([
    {
      name: 'Ease',
      card: {
        ...{ candidates: ['vCache', 'FlashCache'], caption: 'As printed' },
        categories: [
          {
            ...{ name: 'Installation', winner: 0 },
            entries: [{ text: 'packages' }, { text: 'a kernel of its own' }],
          },
          { name: 'Monitoring', winner: 'tie', entries: [{ mark: 'B+' }, { points: 3 }] },
        ],
      },
    },
  ])
  await set('--category', 'Monitoring', '--remove-category')
  await set('--rename', 'Handling', '--caption', '')
  expect(cardsOf(review)).toMatchObject([
    { name: 'Handling', card: { categories: [{ name: 'Installation' }] } },
  ])
  expect(cardsOf(review)[0]?.card.caption).toBeUndefined()
  expect(await set('--rename', 'Comfort', '--candidates', 'A; B')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('there is no scorecard “Ease”') as unknown,
  })
  expect((await runCaptured(scorecardSet, review.path, 'Handling', '--remove')).stdout).toBe(
    'removed Handling\n',
  )
  expect(cardsOf(review)).toEqual([])
})

it('scorecard set assigns candidates to sides of a comparison, and overrules it with a reason only', async () => {
  const review = newReview()
  const side = (value: string) => [{ key: 'configuration', value }]
  const comparison = { baseline: side('A'), candidates: [side('B'), side('C')] }
  review.saveFigure({
    name: 'Speed',
    settings: { kind: 'percent-difference', campaignIds: [], metric: 'iops', comparison },
  })
  const set = (...options: readonly string[]) =>
    runCaptured(scorecardSet, review.path, 'Card', '--category', 'Speed', ...options)
  await runCaptured(scorecardSet, review.path, 'Card', '--candidates', 'C; B; A')
  expect(await set('--measured', 'Speed', '--baseline', 'A', '--versus', 'B')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('the comparison has 2') as unknown,
  })
  expect(await set('--overrule', 'C', '--reason', 'x')).toMatchObject({ status: 2 })
  expect(await set('--measured', 'Speed', '--baseline', 'A', '--versus', 'B; C')).toMatchObject({ status: 0 })
  expect(await set('--overrule', 'C')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('say why') as unknown,
  })
  await set('--overrule', 'C', '--reason', 'the others froze')
  expect(cardsOf(review)[0]?.card.categories).toEqual([
    {
      ...{ name: 'Speed', entries: [{}, {}, {}] },
      measured: { comparison, baseline: 2, candidates: [1, 0] },
      overruled: { winner: 0, reason: 'the others froze' },
    },
  ])
})

it('scorecard import reads a table, and what scorecard list --json writes', async () => {
  const review = newReview()
  const folder = join(review.path, '..')
  const table = join(folder, 'card.csv')
  writeFileSync(
    table,
    'Category,Weight,Winner,A,A mark,B,B points\nNoise,2,A,"quiet, mostly",good,,3\nPrice,,tie,,,,\nLooks,,,,,,\n',
  )
  expect(await runCaptured(scorecardImport, review.path, 'Card', table)).toMatchObject({
    status: 0,
    stdout: 'saved Card: A, B; 3 categories\n',
  })
  const imported = cardsOf(review)
  expect(imported[0]?.card).toEqual({
    candidates: ['A', 'B'],
    categories: [
      {
        ...{ name: 'Noise', weight: 2, winner: 0 },
        entries: [{ text: 'quiet, mostly', mark: 'good' }, { points: 3 }],
      },
      { name: 'Price', winner: 'tie', entries: [{}, {}] },
      { name: 'Looks', entries: [{}, {}] },
    ],
  })
  const listed: unknown = JSON.parse((await runCaptured(scorecardList, review.path, '--json')).stdout)
  const [{ card }] = (listed as { scorecards: [{ card: object }] }).scorecards
  const json = join(folder, 'card.json')
  writeFileSync(json, JSON.stringify(card))
  expect((await runCaptured(scorecardImport, review.path, 'Card', json)).stdout).toMatch(/^replaced Card/)
  expect(cardsOf(review)).toEqual(imported)
})

it.each([
  ['weight\n1\n', 'There is no column “category”'],
  ['category,winner,A\nNoise,B,\n', 'Line 2: "B" is not a candidate. Write one of A, tie or none.'],
  ['category,A points\nNoise,many\n', 'Line 2: "many" in the column "A points" is no number.'],
  ['{"candidates":', 'It is no JSON.'],
  ['{"scorecards":[]}', 'It is JSON, but no scorecard: there are no “candidates” with “categories”.'],
  ['{"candidates":["A",""],"categories":[]}', '"candidates.1" is empty.'],
  ['{"candidates":["A","B"],"categories":[{"name":"N"}]}', '"categories.0.entries" is missing.'],
  [
    '{"candidates":["A","B"],"categories":[{"name":"N","entries":[],"weight":-1}]}',
    '"categories.0.weight" cannot be -1.',
  ],
  ['{"candidates":["A","B"],"categories":[],"x":1}', '"x" is not a part of a scorecard.'],
  ['{"candidates":["A","A"],"categories":[]}', 'Two candidates have the same name.'],
])('scorecard import refuses %j and stores nothing', async (text, message) => {
  const review = newReview()
  const path = join(review.path, '..', 'card.txt')
  writeFileSync(path, text)
  const { status, stderr } = await runCaptured(scorecardImport, review.path, 'Card', path)
  expect([status, cardsOf(review)]).toEqual([2, []])
  expect(stderr).toContain(`${path}: ${message}`)
  expect(stderr).toContain('Nothing was stored. Name a CSV file, or ')
})

it('scorecard import of a file that does not exist names it, and says what to give', async () => {
  const review = newReview()
  const path = join(review.path, '..', 'nothing.csv')
  const { status, stderr } = await runCaptured(scorecardImport, review.path, 'Card', path)
  expect(status).toBe(2)
  expect(stderr).toContain(`${path}: the scorecard cannot be read: there is no such file or folder.`)
  expect(stderr).toContain('Name a CSV file')
})

it.each(['scorecard', 'scorecard-radar'])('export --figure %s asks which of two scorecards', async (kind) => {
  const review = newReview()
  const entries = (points: number) => [{ points }, { points: 1 }]
  const categories = ['Setup', 'Noise', 'Help'].map((name, at) => ({ name, entries: entries(at + 2) }))
  const card = { candidates: ['A', 'B'], categories }
  for (const name of ['Ease of use', 'Noise']) review.cards.saveScorecard({ name, card })
  const out = join(review.path, '..', 'card.json')
  const write = (...options: readonly string[]) =>
    runCaptured(exportCommand, review.path, '--figure', kind, '--out', out, ...options)
  const { status, stderr } = await write()
  expect(status).toBe(2)
  expect(stderr).toContain('has 2 scorecards')
  expect(stderr).toContain('--set "scorecard=Ease of use" or --set "scorecard=Noise"')
  expect(await write('--set', 'scorecard=Noise')).toMatchObject({ status: 0 })
  expect(readFileSync(out, 'utf8')).toContain('"title": "Noise"')
})

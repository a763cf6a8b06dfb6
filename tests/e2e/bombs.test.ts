import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createReview } from '../../src/bench/store/create-review'
import { editFile } from '../bench/store/edit-file'
import { sampleCampaign, samplePlan, sampleResult, sampleStart } from '../bench/store/sample-results'
import { pngOf } from '../core/figures/picture-headers'
import { enterRoom } from './hosts-room'
import { launchApp, type AppUnderTest } from './launch-app'
import { answerOpen } from './native-dialogs'

const gibibyte = 1024 ** 3
type Values = readonly (string | number | Uint8Array)[]

const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="100000" height="100000"/>')
const zeros = deflateSync(Buffer.alloc(300 * 1024 ** 2), { level: 9 })
const bombs = {
  output: ['UPDATE raw_output SET bytes = ?, content = ? WHERE run_id = 2', 2 * gibibyte, zeros],
  histogram: [
    'UPDATE histogram SET bins = 20000000, content = ?, sha256 = ? WHERE run_id = 2',
    zeros,
    createHash('sha256').digest(),
  ],
  png: ['UPDATE article_preset SET picture = ? WHERE id = 1', pngOf(30_000, 30_000)],
  svg: ['UPDATE article_preset SET picture = ? WHERE id = 2', svg],
  name: ['UPDATE campaign SET name = ? WHERE id = 1', 'x'.repeat(100_000_000)],
  time: ['UPDATE campaign SET created_ms = 9000000000000000 WHERE id = 1'],
} as const satisfies Readonly<Record<string, readonly [sql: string, ...Values]>>

let folder: string
let under: AppUnderTest

/** A campaign and two presets with a logo; then these rows as a stranger may leave them. */
function fileWith(name: string, ...rows: readonly (keyof typeof bombs)[]): string {
  const path = join(folder, `${name}.benchwright`)
  const review = createReview(path)
  review.savePlan(samplePlan)
  const campaignId = review.createCampaign(sampleCampaign())
  for (const { id } of review.runs(campaignId)) {
    review.startRun(id, sampleStart)
    review.finishRuns([[id, sampleResult(1000 + id)]])
  }
  review.setCampaignState(campaignId, 'done')
  for (const logo of ['PNG', 'SVG']) {
    const mark = { kind: 'logo', size: 2, opacityPercent: 100 } as const
    const look = {
      width: { value: 600, unit: 'px' },
      font: 'sans',
      theme: 'light',
      colors: 'okabe-ito',
      mark,
    } as const
    const { id } = review.article.savePreset({ name: logo, look })
    const picture = {
      name: 'logo.png',
      type: 'image/png',
      width: 10,
      height: 10,
      bytes: pngOf(10, 10),
    } as const
    review.article.setPresetPicture(id, picture)
  }
  review.article.choosePreset(1)
  review.close()
  editFile(path, (database) => {
    for (const row of rows) {
      const [sql, ...values]: readonly [string, ...Values] = bombs[row]
      expect(database.prepare(sql).run(...values).changes).toBeGreaterThan(0)
    }
  })
  return path
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchwright-bombs-'))
  under = await launchApp()
})
afterAll(async () => {
  await under.close()
  await rm(folder, { recursive: true, force: true })
})

const error = (words: RegExp) => under.window.getByText(words).first().waitFor()

it.each([
  ['name', /"name" of table "campaign" \(id 1\), 100000000 bytes/],
  ['time', /Column "created_ms" \(id 1\) holds 9000000000000000/],
] as const)(
  'does not open a file with a bomb in its list of campaigns, a %s, and names the row',
  async (row, words) => {
    await answerOpen(under.app, fileWith(row, row))
    await under.window.getByRole('button', { name: 'Open…' }).click()
    await error(words)
  },
)

it('opens a file with bombs in its runs and presets, names each row, and shows the rest', async () => {
  const { window } = under
  await answerOpen(under.app, fileWith('rows', 'output', 'histogram', 'png', 'svg'))
  await window.getByRole('button', { name: 'Open…' }).click()
  await enterRoom(window, 'Run')
  await window.getByTestId('tab-runs').click()
  await window.getByTestId('run-row-2').click()
  await error(/The output "out.json" of run 2 claims 2147483648 bytes/)
  await enterRoom(window, 'Results')
  await window.getByTestId('figure-canvas').waitFor()
  await error(/picture of preset 1 has 30000 by 30000 dots/)
  await window.getByTestId('figure-save').click()
  await window.getByLabel('Name of the figure').fill('Curves')
  await window.getByRole('button', { name: 'Save in this review' }).click()
  await enterRoom(window, 'Figures')
  await window.getByTestId('preset').selectOption({ label: 'SVG' })
  await error(/picture of preset 2 is neither a PNG nor a JPEG/)
  await window
    .getByTestId('figure-card')
    .getByRole('img', { name: /bandwidth/ })
    .waitFor()
  expect(under.problems).toEqual([])
})

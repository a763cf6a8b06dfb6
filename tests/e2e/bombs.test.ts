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

/** A file with two campaigns, and a preset with a logo for every figure; then with these rows as a stranger may leave them. */
function fileWith(name: string, ...rows: readonly (keyof typeof bombs)[]): string {
  const path = join(folder, `${name}.benchwright`)
  const review = createReview(path)
  review.savePlan(samplePlan)
  const campaignId = review.createCampaign(sampleCampaign())
  for (const { id } of review.runs(campaignId)) {
    review.startRun(id, sampleStart)
    review.finishRun(id, sampleResult(1000 + id))
  }
  review.setCampaignState(campaignId, 'done')
  for (const logo of ['PNG', 'SVG']) {
    const mark = { kind: 'logo', size: 2, opacityPercent: 100 } as const
    const look = { width: { value: 600, unit: 'px' }, font: 'sans', theme: 'light', colors: 'okabe-ito', mark } as const
    const { id } = review.article.savePreset({ name: logo, look })
    const picture = { name: 'logo.png', type: 'image/png', width: 10, height: 10, bytes: pngOf(10, 10) } as const
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

it('debug', async () => {
  const { window } = under
  for (const row of ['name', 'time'] as const) {
    await answerOpen(under.app, fileWith(row, row))
    await window.getByRole('button', { name: 'Open …' }).click()
    await window.getByTestId('error-note').waitFor()
    console.log(row, await window.getByTestId('error-note').innerText())
  }
  await answerOpen(under.app, fileWith('rows', 'output', 'histogram', 'png', 'svg'))
  await window.getByRole('button', { name: 'Open …' }).click()
  await window.getByRole('navigation', { name: 'Rooms' }).waitFor()
  await enterRoom(window, 'Run')
  await window.locator('.n-tabs-tab').getByText('Runs').click()
  await window.getByTestId('run-row-2').click()
  await window.getByTestId('run-drawer').waitFor()
  await new Promise((r) => setTimeout(r, 2000))
  console.log('RUN', await window.locator('body').innerText())
  await window.screenshot({ path: '/tmp/bw-g/shot-run.png' })
  await enterRoom(window, 'Results')
  await new Promise((r) => setTimeout(r, 3000))
  await window.screenshot({ path: '/tmp/bw-g/shot-results.png' })
  console.log('RESULTS', await window.locator('body').innerText())
  await window.getByTestId('figure-save').click()
  await window.locator('form.save input').fill('Curves')
  await window.getByRole('button', { name: 'Save in this review' }).click()
  await enterRoom(window, 'Figures')
  await new Promise((r) => setTimeout(r, 3000))
  console.log('FIGURES', await window.locator('body').innerText())
  await window.screenshot({ path: '/tmp/bw-g/shot-figures.png' })
  await window.getByTestId('preset').selectOption({ label: 'SVG' })
  await new Promise((r) => setTimeout(r, 3000))
  console.log('SVG', await window.locator('body').innerText())
  await window.screenshot({ path: '/tmp/bw-g/shot-svg.png' })
  console.log(under.problems)
})

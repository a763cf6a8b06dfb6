import { mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type {} from '../../src/renderer/bridge'
import { createReview } from '../../src/bench/store/create-review'
import { openReview } from '../../src/bench/store/open-review'
import type { ShellArguments, ShellRequestName } from '../../src/core/contract/shell-requests'
import { findTemplate, planFromTemplate } from '../../src/core/plan/templates/templates'
import { sampleCampaign, sampleResult, sampleStart } from '../bench/store/sample-results'
import { enterRoom } from './hosts-room'
import { launchApp, type AppUnderTest } from './launch-app'
import { answerOpen, answerSave } from './native-dialogs'

let folder: string
let test: AppUnderTest
const at = (name: string) => join(folder, name)
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchwright-transfer-'))
  const review = createReview(at('review.benchwright'))
  const template = findTemplate('mix-sweep')
  if (template) review.savePlan(planFromTemplate(template, { id: 'mix', seed: 1, target: { kind: 'none' } }))
  const campaign = review.createCampaign(sampleCampaign())
  for (const run of review.runs(campaign)) {
    if (run.phase === 'layout') continue
    review.startRun(run.id, sampleStart)
    review.finishRuns([[run.id, sampleResult(1000 + run.id)]])
  }
  review.close()
  test = await launchApp({ args: [at('review.benchwright')] })
  await test.window.getByRole('heading', { name: 'Campaigns' }).waitFor()
})
afterAll(async () => {
  await test.close()
  await rm(folder, { recursive: true, force: true })
})

const settings = {
  kind: 'mix-sweep',
  campaignIds: [1],
  metric: 'iops',
  title: 'Mix: 4 KiB / 64 KiB',
} as const
const ask = <N extends ShellRequestName>(name: N, given: ShellArguments<N>) =>
  test.window.evaluate(([asked, handed]) => window.benchwright.shell(asked, handed), [
    name,
    given as unknown,
  ] as const)

describe('a figure', () => {
  it('is put on the clipboard as a picture', async () => {
    await test.app.evaluate(({ clipboard }) => clipboard.clear())
    expect(await ask('figure.copy', { settings, scale: 2, theme: 'light' })).toEqual({
      ok: true,
      answer: null,
    })
    const size = await test.app.evaluate(({ clipboard }) => {
      // Older runtimes have an image; newer ones are asked for by type.
      const board = clipboard as unknown as { readImage?: () => Electron.NativeImage }
      return board.readImage?.().getSize()
    })
    if (size) expect(size.width).toBeGreaterThan(1000)
    expect(await test.app.evaluate(({ clipboard }) => clipboard.readText())).toBe('')
  })

  it.each([
    ['png', (bytes: Buffer) => bytes.subarray(1, 4).toString(), 'PNG'],
    ['svg', (bytes: Buffer) => /<svg/.exec(bytes.toString())?.[0], '<svg'],
    ['csv', (bytes: Buffer) => bytes.toString().includes(','), true],
  ] as const)(
    'is written as %s to the path that the person chose, with the extension added',
    async (format, look, expected) => {
      await answerSave(test.app, at(`figure-${format}`))
      const reply = await ask('figure.export', { settings, format, scale: 1, theme: 'dark' })
      expect(reply).toEqual({ ok: true, answer: { path: at(`figure-${format}.${format}`) } })
      expect(look(await readFile(at(`figure-${format}.${format}`)))).toBe(expected)
    },
  )

  it('is offered under a name that every file system accepts', async () => {
    await test.app.evaluate(({ dialog }) => {
      const asked = new Promise<string | undefined>((resolve) => {
        dialog.showSaveDialog = (...given: unknown[]) => {
          resolve((given.at(-1) as { defaultPath?: string }).defaultPath)
          return Promise.resolve({ canceled: true, filePath: '' })
        }
      })
      Object.assign(globalThis, { askedPath: asked })
    })
    expect(await ask('figure.export', { settings, format: 'svg', scale: 1, theme: 'light' })).toEqual({
      ok: true,
      answer: null,
    })
    const path = await test.app.evaluate(
      () => (globalThis as unknown as { askedPath: Promise<string> }).askedPath,
    )
    expect(path).toBe(at('Mix- 4 KiB - 64 KiB.svg'))
  })

  it('that cannot be written names the place, and leaves no partial file', async () => {
    await answerSave(test.app, join(folder, 'no', 'such', 'folder', 'x.png'))
    const reply = await ask('figure.export', { settings, format: 'png', scale: 1, theme: 'light' })
    expect(reply).toMatchObject({ ok: false, error: { message: expect.stringContaining('x.png') as string } })
    expect((await readdir(folder)).filter((name) => name.includes('x.png'))).toEqual([])
  })
})

describe('a plan', () => {
  it('is written as JSON and read back', async () => {
    await answerSave(test.app, at('plan'))
    expect(await ask('plan.export', { planId: 'mix' })).toEqual({
      ok: true,
      answer: { path: at('plan.json') },
    })
    await answerOpen(test.app, at('plan.json'))
    const reply = await ask('plan.import', {})
    expect(reply).toMatchObject({ ok: true })
    await test.window.getByRole('button', { name: /\(copy\)/ }).waitFor()
  })

  it('that is invalid is refused with file, location and remedy', async () => {
    await writeFile(at('broken.json'), '{"schema": 1, "name": 5}')
    await answerOpen(test.app, at('broken.json'))
    const reply = await ask('plan.import', {})
    expect(reply).toMatchObject({
      ok: false,
      error: {
        message: expect.stringContaining('broken.json') as string,
        remedy: expect.stringMatching(/./) as string,
      },
    })
  })
})

describe('a copy of the review', () => {
  const copyFromMenu = () =>
    test.app.evaluate(({ Menu }) => {
      const entries = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []) ?? []
      entries.find(({ label }) => label === 'Save a Copy…')?.click()
    })

  it('is saved from the menu whole and sound, and never over another file', async () => {
    await answerSave(test.app, at('copy'))
    await copyFromMenu()
    await test.window.getByText(`A copy was saved to ${at('copy.benchwright')}`).waitFor()
    const [original, copy] = ['review', 'copy'].map((name) =>
      openReview(at(`${name}.benchwright`), { mode: 'read' }),
    )
    expect([...(copy?.rows({}) ?? [])]).toEqual([...(original?.rows({}) ?? [])])
    expect(copy?.check()).toEqual([])
    copy?.close()
    original?.close()

    await copyFromMenu()
    await test.window.getByText(`${at('copy.benchwright')} exists already.`).waitFor()
  })

  it('has what is being typed in a field that takes it only when it is left, and leaves the focus there', async () => {
    await enterRoom(test.window, 'Report')
    await test.window.getByTestId('new-document-empty').click()
    const name = test.window.getByTestId('document-name')
    await name.selectText()
    await test.window.keyboard.type('Half a name')
    await answerSave(test.app, at('typed'))
    await copyFromMenu()
    await test.window.getByText(`A copy was saved to ${at('typed.benchwright')}`).waitFor()
    expect(documentsOf('typed')).toEqual(['Half a name'])
    await test.window.locator('[data-testid=document-name]:focus').waitFor()
  })

  it('is saved from the palette when the file itself was moved away', async () => {
    await rename(at('review.benchwright'), at('elsewhere.benchwright'))
    await answerSave(test.app, at('rescue'))
    await test.window.keyboard.press('Control+k')
    await test.window.getByTestId('palette').fill('save a copy')
    await test.window.keyboard.press('Enter')
    await test.window.getByText(`A copy was saved to ${at('rescue.benchwright')}`).waitFor()
    const rescued = openReview(at('rescue.benchwright'), { mode: 'read' })
    expect(rescued.summary().campaigns).toHaveLength(1)
    rescued.close()
  })
})

function documentsOf(name: string): readonly string[] {
  const review = openReview(at(`${name}.benchwright`), { mode: 'read' })
  const names = review.summary().documents.map((document) => document.name)
  review.close()
  return names
}

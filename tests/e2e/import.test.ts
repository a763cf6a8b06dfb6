import { readFileSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createReview } from '../../src/bench/store/create-review'
import { openReview } from '../../src/bench/store/open-review'
import { launchApp, type AppUnderTest } from './launch-app'
import { answerOpen } from './native-dialogs'
import { skipAfterFailure } from './skip-after-failure'

skipAfterFailure()

let folder: string
let file: string
let test: AppUnderTest
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchwright-import-'))
  file = join(folder, 'review.benchwright')
  createReview(file).close()
  await mkdir(join(folder, 'results'))
  await copyFile('tests/fixtures/fio-3.33/mix.out', join(folder, 'results', 'mix.json'))
  await copyFile('tests/fixtures/fio-3.33/no-space.out', join(folder, 'results', 'full.json'))
  await writeFile(join(folder, 'results', 'notes.txt'), 'nothing')
  test = await launchApp({ args: [file] })
})
afterAll(async () => {
  await test.close()
  await rm(folder, { recursive: true, force: true })
})

const part = (testid: string) => test.window.getByTestId(testid)

it('offers to import in every room', async () => {
  const { window } = test
  const rooms = window.getByRole('navigation', { name: 'Rooms' })
  const opensFrom = async (button: string) => {
    await window.getByRole('button', { name: button, exact: true }).click()
    await part('import-dialog').waitFor()
    await window.keyboard.press('Escape')
    await part('import-dialog').waitFor({ state: 'detached' })
  }
  for (const room of ['Run', 'Results', 'Compare']) {
    await rooms.getByText(room).click()
    await opensFrom('Import results')
  }
  for (const room of await rooms.getByRole('button').allInnerTexts()) {
    await rooms.getByText(room).click()
    await window.getByRole('banner').getByRole('button', { name: 'Import results…' }).waitFor()
  }
  await opensFrom('Import results…')
  await rooms.getByText('Review').click()
})

it('imports a folder of results from an empty review, and reports what it skipped', async () => {
  await part('import-door').click()
  await part('import-configuration').fill('kernel 6.18')
  await answerOpen(test.app, undefined)
  await part('import-files').click()
  expect(await part('import-report').count()).toBe(0)
  await answerOpen(test.app, join(folder, 'results'))
  await part('import-folder').click()
  await part('import-report').getByText('1 run imported.').waitFor()
  await part('import-report').getByText('full.json').waitFor()
  await part('import-report').getByText('The file system is full', { exact: false }).waitFor()
  await part('import-close').click()
  await part('import-dialog').waitFor({ state: 'detached' })
  await test.window.getByText('kernel 6.18').first().waitFor()
})

it('imports a pasted table, column by column', async () => {
  await part('import-button').click()
  await part('import-way-table').check({ force: true })
  await part('import-text').fill('depth\treads\terr\n1\t1.000\t10\n32\t20.000\t100\n')
  await part('import-preview').getByText('Say what these columns hold, or that they are not used.').waitFor()
  expect(await part('import-table').isEnabled()).toBe(false)
  await part('import-role-1').selectOption('mean:iops:')
  await part('import-role-2').selectOption('deviation')
  await part('import-test').fill('random-read')
  await part('import-runs').fill('x')
  expect(await part('import-table').isEnabled()).toBe(false)
  await part('import-runs').fill('5')
  await part('import-name').fill('My drive')
  await part('import-source').fill('Lab book')
  await part('import-preview').getByText('Say which decimal mark these columns have.').waitFor()
  expect(await part('import-table').isEnabled()).toBe(false)
  await part('import-numbers-1').selectOption('comma')
  await part('import-read').getByText('20\u202f000').waitFor()
  await part('import-preview').getByText('2 results in 1 campaign.').waitFor()
  await part('import-table').click()
  await part('import-report').getByText('2 printed results imported.').waitFor()
  await part('import-close').click()
  await test.window.getByText('My drive').first().waitFor()
  expect(test.problems).toEqual([])
  const review = openReview(file, { mode: 'read' })
  expect(review.published().map(({ levels, value, test: name }) => [name, levels, value])).toEqual([
    [
      'random-read',
      { queue_depth: 1 },
      {
        kind: 'summary',
        mean: 1000,
        standardDeviation: 10,
        n: 5,
        form: { unit: 'IOPS', factor: 1, decimals: 0, deviationDecimals: 0 },
      },
    ],
    [
      'random-read',
      { queue_depth: 32 },
      {
        kind: 'summary',
        mean: 20000,
        standardDeviation: 100,
        n: 5,
        form: { unit: 'IOPS', factor: 1, decimals: 0, deviationDecimals: 0 },
      },
    ],
  ])
  expect([...review.rows({ metrics: ['iops'] })].length).toBeGreaterThan(0)
  expect(review.check()).toEqual([])
  review.close()
})

it('shows in the Run room where results came from', async () => {
  await test.window.getByRole('navigation', { name: 'Rooms' }).getByText('Run').click()
  await part('campaign-1').click()
  // The printed campaign shown before has no grid, and its own source.
  await test.window.getByText('Grid', { exact: true }).waitFor()
  await test.window.getByText('Source', { exact: true }).click()
  await part('campaign-origin').getByText('mix.json', { exact: false }).first().waitFor()
  expect(test.problems).toEqual([])
})

it('names the drive of an imported campaign afterwards, and undoes that', async () => {
  const device = () => {
    const review = openReview(file, { mode: 'read' })
    try {
      return review.campaigns([1])[0]?.device
    } finally {
      review.close()
    }
  }
  await part('campaign-rename').click()
  await test.window.getByLabel('Drive', { exact: true }).fill('Made-up drive A')
  await test.window.getByRole('button', { name: 'Rename', exact: true }).click()
  await vi.waitFor(() => expect(device()).toBe('Made-up drive A'))
  await test.window.getByText('Made-up drive A').filter({ visible: true }).first().waitFor()
  await part('campaign-1').focus()
  await test.window.keyboard.press('Control+z')
  await vi.waitFor(() => expect(device()).toBe('vda'))
  await test.window.keyboard.press('Control+Shift+z')
  await vi.waitFor(() => expect(device()).toBe('Made-up drive A'))
  expect(test.problems).toEqual([])
})

describe('a text that was copied from a program', () => {
  const mark = readFileSync('tests/fixtures/imports/two-drives-one-folder/GW560-128GB.txt', 'utf8')
  const paste = async (text: string) => {
    await test.app.evaluate(({ clipboard }, copied) => clipboard.writeText(copied), text)
    await test.window.keyboard.press('Control+v')
  }
  const imported = () => {
    const review = openReview(file, { mode: 'read' })
    try {
      return review.campaigns().map(({ device, engine }) => `${engine} ${device}`)
    } finally {
      review.close()
    }
  }

  /** The campaign imported last, with the totals of its first run. */
  const stored = () => {
    const review = openReview(file, { mode: 'read' })
    try {
      const { id = 0, device } = review.campaigns().at(-1) ?? {}
      const [first, ...others] = review.runs(id)
      const numbers = [...review.rows({ campaignIds: [id] })].flatMap(
        ({ runId, direction, metric, value }) =>
          runId === first?.id && direction === 'total' ? [[metric, value]] : [],
      )
      return { device, runs: others.length + 1, numbers: Object.fromEntries(numbers) as object }
    } finally {
      review.close()
    }
  }

  it('is pasted anywhere, and its drive is asked for', async () => {
    await test.window.getByRole('navigation', { name: 'Rooms' }).getByText('Compare').click()
    await paste(mark)
    await part('import-question').getByText('pasted-text.txt').waitFor()
    expect(imported()).not.toContain('crystaldiskmark GW560')
    await part('import-drive-0').fill('GW560 128 GB')
    await test.window.keyboard.press('Enter')
    await part('import-report').getByText('8 runs imported.').waitFor()
    await part('import-close').click()
    expect(imported().at(-1)).toMatch(/ GW560 128 GB$/)
  })

  it.each([
    ['KDiskMark', 'Run', 'diskmark/kdiskmark-3.2.0.txt', 8, { bandwidth: 50.851 * 1_024_000, iops: 49.7 }],
    ['fio', 'Results', 'fio-printed/2.0.8-write.txt', 1, { bandwidth: 79_961 * 1024, iops: 2498 }],
  ])(
    'of %s is pasted in the room %s, and its drive is asked for',
    async (program, room, path, runs, numbers) => {
      await test.window.getByRole('navigation', { name: 'Rooms' }).getByText(room).click()
      await paste(readFileSync(`tests/fixtures/foreign/${path}`, 'utf8'))
      await part('import-question').getByText('Which drive is this?').waitFor()
      await part('import-question').getByText('pasted-text.txt').waitFor()
      expect(await part('import-drive-0').inputValue()).toBe('')
      await part('import-drive-0').fill(`Drive of ${program}`)
      await part('import-answer').click()
      await part('import-report')
        .getByText(`${runs} ${runs === 1 ? 'run' : 'runs'} imported.`)
        .waitFor()
      await part('import-close').click()
      expect(stored()).toMatchObject({ device: `Drive of ${program}`, runs, numbers })
    },
  )

  it('of AS SSD names its drive, which is not asked for', async () => {
    await test.window.getByRole('navigation', { name: 'Rooms' }).getByText('Review').click()
    await paste(readFileSync('tests/fixtures/foreign/as-ssd/2.0-rates.txt', 'utf8'))
    await part('import-report').getByText('8 runs imported.').waitFor()
    await part('import-report').getByText('Internal NVMe SSD').waitFor()
    await part('import-close').click()
    const numbers = { bandwidth: 2468.65 * 1024 ** 2 }
    expect(stored()).toMatchObject({ device: 'Internal NVMe SSD', runs: 8, numbers })
  })

  it('asks anew for the next one, without the last name', async () => {
    await paste(mark.replace(/\d+\.\d+ MB\/s/, '99.000 MB/s').replace('\n', '\n\n'))
    await part('import-question').waitFor()
    expect(await part('import-drive-0').inputValue()).toBe('')
    await part('import-question-cancel').click()
    await part('import-dialog').waitFor({ state: 'detached' })
  })

  it('is left to a text field with the focus', async () => {
    await part('import-button')
      .or(test.window.getByRole('button', { name: 'Import results…' }))
      .first()
      .click()
    await part('import-way-files').check({ force: true })
    await part('import-configuration').fill('')
    await paste('kernel 6.19')
    await vi.waitFor(async () => expect(await part('import-configuration').inputValue()).toBe('kernel 6.19'))
    expect(await part('import-question').count()).toBe(0)
    await test.window.keyboard.press('Escape')
    await part('import-dialog').waitFor({ state: 'detached' })
  })

  it('of no program is offered as a table', async () => {
    await paste('depth\treads\n1\t1000\n')
    await part('import-text').waitFor()
    expect(await part('import-text').inputValue()).toBe('depth\treads\n1\t1000\n')
    await test.window.keyboard.press('Escape')
    expect(test.problems).toEqual([])
  })
})

it('asks which drives the files of a folder are of', async () => {
  await mkdir(join(folder, 'drives'))
  // Other than the text that was pasted before.
  for (const name of ['Fanxiang-S790.txt', 'GW560-128GB.txt']) {
    const text = await readFile(`tests/fixtures/imports/two-drives-one-folder/${name}`, 'utf8')
    await writeFile(join(folder, 'drives', name), `${text}\n`)
  }
  await test.window.getByRole('button', { name: 'Import results…' }).first().click()
  await part('import-way-files').check({ force: true })
  await answerOpen(test.app, join(folder, 'drives'))
  await part('import-folder').click()
  await part('import-question').getByText('Which drives are these?').waitFor()
  await part('import-drive-0').fill('S790')
  await part('import-answer').click()
  await part('import-report').getByText('S790', { exact: true }).waitFor()
  await part('import-report').getByText('GW560-128GB', { exact: true }).waitFor()
  await part('import-close').click()
  expect(test.problems).toEqual([])
})

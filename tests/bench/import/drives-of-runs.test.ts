import { copyFileSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { importFiles } from '../../../src/bench/import/import-files'
import type { ImportOptions } from '../../../src/bench/import/import-options'
import { readForeignOutputs } from '../../../src/core/engines/foreign/read-output'
import { newReview, temporaryFolder } from '../store/sample-review'

const cases = 'tests/fixtures/imports'

/** Name of each drive, and the highest repetition of its runs. */
async function drives(paths: readonly string[], options: ImportOptions = {}) {
  const review = newReview()
  const report = await importFiles(review, paths, options)
  const found = report.campaigns.map(({ id, device }) => ({
    device,
    repetitions: Math.max(...review.runs(id).map(({ repetition }) => repetition)),
  }))
  review.close()
  return { found, toldApartBy: report.toldApartBy ?? [] }
}

const once = (device: string) => ({ device, repetitions: 1 })

describe('drives that no file names', () => {
  it('are told apart by volume, system and comment in one folder', async () => {
    expect(await drives([join(cases, 'two-drives-one-folder')])).toEqual({
      found: [once('Fanxiang-S790'), once('GW560-128GB')],
      toldApartBy: ['facts'],
    })
  })

  it('are told apart by folder', async () => {
    expect(await drives([join(cases, 'two-servers')])).toEqual({
      found: [
        { device: 'do-5bucks-ubuntu', repetitions: 5 },
        { device: 'vultr-20gbssd-ubuntu', repetitions: 3 },
      ],
      toldApartBy: ['folder'],
    })
  })

  it('get the names of folders or files, or one name, if the person says so', async () => {
    const folder = join(cases, 'two-drives-one-folder')
    const byFile = await drives([folder], { deviceFrom: 'file' })
    expect(byFile.found.map(({ device }) => device)).toEqual(['Fanxiang-S790', 'GW560-128GB'])
    const one = await drives([join(cases, 'two-servers')], { device: 'Volume' })
    expect(one.found).toEqual([{ device: 'Volume', repetitions: 8 }])
    expect(one.toldApartBy).toEqual([])
  })

  it('are those of files that hold the same parameters, unless the files are named as repetitions', async () => {
    const text = readFileSync('tests/fixtures/sysbench-1.0.20/rndrw.txt', 'utf8')
    const folder = temporaryFolder()
    for (const name of ['990-pro', '980-pro']) writeFileSync(join(folder, `${name}.txt`), `${text}\n${name}`)
    const { found } = await drives([folder])
    expect(found).toEqual([once('980-pro'), once('990-pro')])
    const runs = temporaryFolder()
    for (const name of ['run-1', 'run-2']) writeFileSync(join(runs, `${name}.txt`), `${text}\n${name}`)
    expect((await drives([runs])).found).toEqual([{ device: '', repetitions: 2 }])
  })
})

describe('drives that fio names', () => {
  it.each([
    ['fio-two-devices.json', 'stripe of nvme0n1 and nvme1n1'],
    ['fio-PhysicalDrive.json', 'PhysicalDrive1'],
  ])('as files: %s', async (name, device) => {
    expect((await drives([join(cases, name)])).found).toEqual([once(device)])
  })

  it('as an image with its pool', async () => {
    const text = readFileSync(join(cases, 'fio-PhysicalDrive.json'), 'utf8')
    const path = join(temporaryFolder(), 'rbd.json')
    const rbd = '"ioengine": "rbd", "pool": "fast", "rbdname": "disk-1"'
    writeFileSync(path, text.replace('"ioengine": "windowsaio"', rbd))
    expect((await drives([path])).found).toEqual([once('rbd fast/disk-1')])
  })
})

/** Outputs of the fixtures that hold results, one of each program and form. */
function outputs(folder: string): readonly string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) return outputs(path)
    const isText = /\.(txt|out|json|xml|csv|html|log|md)$/.test(name) && statSync(path).size < 2_000_000
    const found = isText ? readForeignOutputs(readFileSync(path, 'utf8')) : []
    return found.some(({ runs }) => runs.length > 0) ? [path] : []
  })
}

const fixtures = outputs('tests/fixtures')

it('finds the outputs among the fixtures', () => expect(fixtures.length).toBeGreaterThan(80))

it.each(fixtures)('never averages two drives: %s', { timeout: 60_000 }, async (fixture) => {
  const review = newReview()
  const root = temporaryFolder()
  const paths = ['drive A', 'drive B'].map((drive) => join(root, drive))
  for (const [at, path] of paths.entries()) {
    mkdirSync(path)
    copyFileSync(fixture, join(path, basename(fixture)))
    // The same content would be taken once.
    if (at === 1)
      writeFileSync(join(path, basename(fixture)), `${readFileSync(fixture, 'latin1')}\n`, 'latin1')
  }
  await importFiles(review, paths, { unit: 'kB/s' })
  const files = review.campaigns().map(({ id }) => review.campaign(id)?.importedFiles.length)
  expect(files.length).toBeGreaterThan(1)
  for (const count of files) expect(count).toBe(1)
  review.close()
})

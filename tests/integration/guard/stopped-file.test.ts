import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createReview } from '../../../src/bench/store/create-review'
import { fillWithEverything } from '../../bench/store/everything'
import { startBench } from './bench-line'
import { mountStopping } from './stopping-folder'

// A drive or network folder that answers, and stops in the middle of reading or writing a file.
const folder = mkdtempSync(join(tmpdir(), 'bw-stopped-'))
const real = join(folder, 'real')
const template = join(folder, 'template.benchwright')
const place = join(folder, 'place')
const file = join(place, 'a.benchwright')
const patience = { timeout: 60_000, interval: 100 }
const undo: (() => Promise<void>)[] = []

async function mounted(stopAt?: string) {
  const mount = await mountStopping(real, place, stopAt)
  undo.push(mount.unmount)
  return mount
}

/** A change of the file; `before`: the title it has now. */
const described = (title: string, before: string) => ({
  title,
  notes: '',
  base: { title: before, notes: '' },
})

function bench(name: string) {
  const own = join(folder, name)
  mkdirSync(own)
  const started = startBench(own)
  undo.push(started.end)
  return started
}

const isRoot = process.getuid?.() === 0 && existsSync('/dev/fuse')

describe.runIf(isRoot)('a drive that stops answering', () => {
  beforeAll(() => {
    const review = createReview(template)
    fillWithEverything(review)
    review.close()
    mkdirSync(real)
  })
  afterEach(async () => {
    for (const one of undo.splice(0)) await one()
    rmSync(real, { recursive: true })
    mkdirSync(real)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('under a results file is said by its bench, which goes on later; others go on', async () => {
    copyFileSync(template, join(real, 'a.benchwright'))
    const mount = await mounted()
    const [stopped, other] = [bench('one'), bench('two')]
    await stopped.ofShell('review.open', { path: file, mode: 'write' })
    await other.ofShell('review.open', { path: template, mode: 'write' })
    mount.stop()
    const renamed = stopped.ofWindow('review.describe', described('later', 'template'))
    await vi.waitFor(() => expect(stopped.stalls).toHaveLength(1), patience)
    expect(stopped.stalls[0]).toMatch(/^.*\/place\/a\.benchwright(?:-journal)?$/)
    expect((await other.ofWindow('review.summary', {})).plans.length).toBeGreaterThan(0)
    expect(other.stalls).toEqual([])
    mount.goOn()
    await renamed
    await vi.waitFor(() => expect(stopped.stalls.at(-1)).toBeNull(), patience)
  })

  it('in the middle of an import leaves the file out, by name, while windows are answered', async () => {
    copyFileSync('tests/fixtures/fio-3.33/mix.out', join(real, 'mix.json'))
    await mounted('14:2')
    const importing = bench('three')
    await importing.ofShell('review.open', { path: template, mode: 'write' })
    const paths = [join(place, 'mix.json')]
    const imported = importing.ofShell('import.files', { paths, configuration: '', device: '' })
    expect((await importing.ofWindow('review.summary', {})).plans.length).toBeGreaterThan(0)
    expect((await imported).skipped).toContainEqual(
      expect.objectContaining({
        path: paths[0],
        reason: expect.stringContaining('stopped while the file was read') as unknown,
      }),
    )
    expect(importing.stalls).toEqual([])
  })
})

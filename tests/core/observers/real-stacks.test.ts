import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readDriveCounters } from '../../../src/core/observers/drive-counters'
import { judgeByDrive } from '../../../src/core/observers/judge-by-drive'

/**
 * Runs of fio of a second or two on stacks of a real kernel (Linux 6.1 with emulated NVMe drives, as `run STACK READ
 * WRITTEN` with the bytes fio counted), each followed by what the supervisor read of the devices.
 */
const runs = readFileSync('tests/fixtures/drive-counters/linux-6.1.txt', 'utf8')
  .split(/^run /m)
  .slice(1)
  .map((text) => {
    const [name = '', read = '', written = ''] = (text.split('\n')[0] ?? '').split(' ')
    return { name, read: Number(read), write: Number(written), counters: text.slice(text.indexOf('\n') + 1) }
  })

/** Stacks and patterns that are not understood. */
const notJudged = /^(md-raid5-rand(write|rw)|unnamed-linear|raid1-checked)/

/** What is found if fio had counted this many times the bytes. */
const found = ({ read, write, counters }: (typeof runs)[number], times = 1) =>
  judgeByDrive({
    engine: 'fio',
    moved: { read: read * times, write: write * times, hasUncounted: false, flushes: false },
    counters: readDriveCounters(counters),
    ...{
      fileSystem: { type: 'ext4' },
      isDevice: false,
      fileBytes: 0,
      outputBytes: 0,
      isOtherLoadExpected: false,
    },
  }).map(({ id }) => id)

it.each(runs)('$name: an honest run is not accused, one that its drives did not do is', (run) => {
  if (notJudged.test(run.name)) {
    expect(found(run)).toEqual(['not-judged-against-the-drive'])
    return
  }
  expect(found(run)).toEqual([])
  const bytes = Math.max(run.read, run.write)
  // A mirror may do with one of its two disks.
  if (bytes > 10e6) expect(found(run, 4)).toEqual(['not-done-by-the-drive'])
  // More than a resting system may do meanwhile.
  if (bytes > 100e6) expect(found(run, 0.1)).toEqual(['other-load-on-the-drive'])
})

it('arrays, volumes, encryption and drives with several controllers are among them', () => {
  const stacks = new Set(runs.map(({ name }) => name.replace(/-rand\w+$/, '')))
  expect([...stacks]).toEqual(
    expect.arrayContaining([
      ...['nvme', 'multipath', 'multipath-ext4', 'crypt', 'crypt-on-raid1', 'lvm-linear', 'lvm-striped'],
      ...['ext4-on-raid1', 'raid1-checked', 'md-raid1-bitmap', 'unnamed-linear'],
      ...['md-raid0', 'md-raid1', 'md-raid1-degraded', 'md-raid10', 'md-raid10-far', 'md-raid5'],
    ]),
  )
})

import { describe, expect, it } from 'vitest'
import type { CommandRequest } from '../../../../src/core/engines/engine'
import { iozoneEngine } from '../../../../src/core/engines/iozone/iozone-engine'
import type { Workload } from '../../../../src/core/plan/plan'
import { mainProcess } from '../../../../src/core/engines/steps'

const kib = 1024
const mib = 1024 * kib

function argsOf(workload: Workload, more: Partial<CommandRequest> = {}): string {
  const request: CommandRequest = {
    workload: { file_size: mib, block_size: 64 * kib, ...workload },
    dataFile: '/mnt/ssd/data',
    runName: 'bw-1',
    phase: 'measure',
    seed: 1,
    ...more,
  }
  return mainProcess(iozoneEngine.steps(request)).args.join(' ')
}

const f = '-R -f /mnt/ssd/data/bw.1'

describe('the command line', () => {
  it.each<[Workload, string]>([
    [{}, `-s 1024k -r 64k -i 0 -i 1 -i 2 -i 3 -i 4 -i 5 -i 6 -i 7 -+w 0 ${f}`],
    [{ tests: 'write' }, `-s 1024k -r 64k -i 0 -+n -+w 0 ${f}`],
    [{ tests: 'rewrite' }, `-s 1024k -r 64k -i 0 -+w 0 ${f}`],
    [{ tests: 'random-read' }, `-s 1024k -r 64k -i 0 -i 2 -+n -+w 0 ${f}`],
    [{ tests: 'fread, write+stride-read' }, `-s 1024k -r 64k -i 0 -i 5 -i 7 -+n -+w 0 ${f}`],
    [{ tests: 'pread' }, `-s 1024k -r 64k -i 0 -i 10 -E -+n -+w 0 ${f}`],
    [
      { tests: 'write', report: 'iops', direct: true, include_flush: true, include_close: true },
      `-s 1024k -r 64k -i 0 -+n -O -I -e -c -+w 0 ${f}`,
    ],
    [{ tests: 'write', report: 'latency' }, `-s 1024k -r 64k -i 0 -+n -N -+w 0 ${f}`],
    [{ tests: 'write rewrite', no_retest: true }, `-s 1024k -r 64k -i 0 -+n -+w 0 ${f}`],
    [{ tests: 'write', stride: 8, sync_writes: true }, `-s 1024k -r 64k -i 0 -+n -o -j 8 -+w 0 ${f}`],
    [{ tests: 'write', mmap: true, cache_kb: 2048 }, `-s 1024k -r 64k -i 0 -+n -+w 0 -S 2048 -B ${f}`],
    [
      {
        mode: 'auto',
        tests: 'write',
        file_size_from: 64 * kib,
        file_size_to: mib,
        block_size_from: 4 * kib,
        block_size_to: 64 * kib,
      },
      `-a -n 64k -g 1024k -y 4k -q 64k -i 0 -+n -+w 0 ${f}`,
    ],
  ])('of %j', (workload, expected) => {
    expect(argsOf(workload)).toBe(expected)
  })

  it('gives each job its own file, and names all of them', () => {
    const files = '-F /mnt/ssd/data/bw.1 /mnt/ssd/data/bw.2 /mnt/ssd/data/bw.3'
    expect(argsOf({ mode: 'threads', jobs: 3, tests: 'write random-mix', read_percent: 50 })).toBe(
      `-t 3 -s 1024k -r 64k -i 0 -i 8 -+n -+p 50 -+w 0 -R ${files}`,
    )
    expect(argsOf({ mode: 'thread-range', jobs_from: 2, jobs_to: 3, tests: 'read reread' })).toBe(
      `-l 2 -u 3 -s 1024k -r 64k -i 0 -i 1 -+w 0 -R ${files}`,
    )
    const workload = { mode: 'threads', jobs: 2 }
    const { files: runFiles, steps } = iozoneEngine.steps({
      workload,
      dataFile: '/d',
      runName: 'bw-1',
      phase: 'measure',
      seed: 1,
    })
    expect(runFiles).toEqual([])
    expect(steps).toMatchObject([{ processes: [{ prints: 'output.txt' }], outputs: ['output.txt'] }])
  })

  it.each<[Workload, string]>([
    [{ dedupe_percent: 98 }, '-+w 98'],
    [{ dedupe_percent: 98, dedupe_alike: true }, '-+w 98 -+y 98 -+C 98'],
    [{ dedupe_percent: 50, dedupe_alike: true, dedupe_within_percent: 10 }, '-+w 50 -+y 50 -+C 10'],
    [{ dedupe_percent: 50, dedupe_interior_percent: 100 }, '-+w 50 -+y 100'],
    [{ dedupe_percent: 'random', dedupe_alike: true }, '-+d'],
    [{ dedupe_percent: 'plain', dedupe_alike: true }, ''],
    [{ compress_percent: 25 }, '-+w 0 -+a 25 -+M'],
    [{ dedupe_granule_bytes: 4096, dedupe_set: 3 }, '-+w 0 -+Q 4096 -+S 3'],
  ])('fills the file as %j', (workload, expected) => {
    const args = argsOf({ tests: 'write', ...workload })
    expect(args).toBe(`-s 1024k -r 64k -i 0 -+n${expected === '' ? '' : ` ${expected}`} ${f}`)
  })

  it('is that of the printed reviews', () => {
    const review = { file_size: 16 * 1024 * mib, dedupe_alike: true }
    expect(argsOf({ ...review, block_size: mib, dedupe_percent: 75 })).toBe(
      `-s 16777216k -r 1024k -i 0 -i 1 -i 2 -i 3 -i 4 -i 5 -i 6 -i 7 -+w 75 -+y 75 -+C 75 ${f}`,
    )
    expect(
      argsOf({
        ...review,
        block_size: 4 * kib,
        dedupe_percent: 2,
        report: 'iops',
        include_flush: true,
        no_retest: true,
        tests: 'write read random-read random-write',
      }),
    ).toBe(`-s 16777216k -r 4k -i 0 -i 1 -i 2 -+n -O -e -+w 2 -+y 2 -+C 2 ${f}`)
  })

  it.each<[Workload, Partial<CommandRequest>, RegExp]>([
    [{ tests: 'nothing' }, {}, /"nothing" is not one of write, rewrite/],
    [{}, { dataFile: undefined }, /needs a folder/],
    [{}, { dataFile: '/mnt/a\nb' }, /control character/],
    [{}, { dataFile: '-f/etc' }, /takes for an option/],
    [{}, { dataFile: `/${'x'.repeat(1000)}` }, /longer than/],
  ])('is refused for %j %j', (workload, more, text) => {
    expect(() => argsOf(workload, more)).toThrow(text)
  })
})

describe('the engine', () => {
  it('writes in every run, lays nothing out, and has no check without I/O', () => {
    expect(iozoneEngine.writes({})).toBe(true)
    expect(iozoneEngine.dataOf({})).toEqual({ kind: 'folder' })
    expect(iozoneEngine.ownFilePrefix).toBe('bw.')
    expect(iozoneEngine.silenceSeconds?.({})).toBe(60)
    expect(iozoneEngine.silenceSeconds?.({ mmap: true })).toBeUndefined()
  })

  it.each([
    [{}, 'iozone'],
    [{ tests: 'random-read' }, 'random-read'],
    [{ tests: 'write read' }, 'iozone'],
  ])('names the test of %j', (workload, name) => {
    expect(iozoneEngine.testName(workload)).toBe(name)
  })

  it.each([
    ["       'Iozone' Filesystem Benchmark Program\n \n        Version $Revision: 3.489 $\n", '3.489'],
    ['\t        Version $Revision: 3.510 $', '3.510'],
    ['/bin/sh: iozone: not found', undefined],
  ])('reads the version in %j', (text, version) => {
    expect(iozoneEngine.readVersion(text)).toBe(version)
  })
})

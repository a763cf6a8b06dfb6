import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fioEngine } from '../../../../src/core/engines/fio/fio-engine'
import { performerOf, purgeSteps } from '../../../../src/core/engines/preparation/preparation-run'
import { mainProcess } from '../../../../src/core/engines/steps'

describe.skipIf(process.platform !== 'linux')('purges, with stand-ins for the tools', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'benchwright-purge-'))
  })
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true })
  })

  /** A program that records how it was called and then runs `body`. */
  function standIn(name: string, body = 'exit 0'): void {
    const path = join(folder, name)
    writeFileSync(path, `#!/bin/sh\necho ${name} "$@" >> ${folder}/called\n${body}\n`)
    chmodSync(path, 0o755)
  }
  function purge(kind: 'discard' | 'nvme-format' | 'ata-secure-erase', node: string) {
    const [file] = purgeSteps(kind, node).files
    const path = join(folder, 'purge.sh')
    writeFileSync(path, file?.text ?? '')
    const env = { ...process.env, PATH: `${folder}:/usr/bin:/bin` }
    const { status, stderr } = spawnSync('sh', [path, node], { env, encoding: 'utf8' })
    const called = execFileSync('sh', ['-c', `cat ${folder}/called 2>/dev/null || :`], { encoding: 'utf8' })
    return { status, stderr, called: called.split('\n').filter(Boolean) }
  }

  it('discards in pieces up to the last byte, and reports its progress', () => {
    standIn('blockdev', 'echo 262147072')
    standIn('blkdiscard')
    const { status, stderr, called } = purge('discard', '/dev/sdz')
    expect(status).toBe(0)
    const pieces = called.filter((line) => line.startsWith('blkdiscard')).map((line) => line.split(' '))
    expect(pieces.reduce((sum, words) => sum + Number(words[4]), 0)).toBe(262_147_072)
    expect(pieces.at(-1)?.at(-1)).toBe('/dev/sdz')
    const preparation = { step: { kind: 'discard' }, capacityBytes: 1 } as const
    const reader = performerOf(fioEngine, { phase: 'prepare', preparation }).progress()
    expect(reader.push(stderr)?.fraction).toBeGreaterThan(0.98)
  })

  it('stops at the first piece that fails', () => {
    standIn('blockdev', 'echo 262147072')
    standIn('blkdiscard', 'exit 1')
    const { status, called } = purge('discard', '/dev/sdz')
    expect(status).toBe(1)
    expect(called).toHaveLength(2)
  })

  it('formats an NVMe namespace and nothing else', () => {
    standIn('nvme')
    expect(purge('nvme-format', '/dev/sdz')).toMatchObject({ status: 1, called: [] })
    expect(purge('nvme-format', '/dev/nvme97n1')).toMatchObject({
      status: 0,
      called: ['nvme format /dev/nvme97n1 --ses=1 --force'],
    })
  })

  it('erases an ATA drive, but not one that is frozen', () => {
    standIn('hdparm', 'case $1 in -I) printf "Security:\\n\\tsupported\\n\\t\\tfrozen\\n" ;; esac')
    expect(purge('ata-secure-erase', '/dev/sdz')).toMatchObject({ status: 1, called: ['hdparm -I /dev/sdz'] })
    standIn(
      'hdparm',
      'case $1 in -I) printf "Security:\\n\\tnot\\tfrozen\\n\\t\\tsupported: enhanced erase\\n" ;; esac',
    )
    expect(purge('ata-secure-erase', '/dev/sdz').called.slice(1)).toEqual([
      'hdparm -I /dev/sdz',
      'hdparm --user-master u --security-set-pass benchwright /dev/sdz',
      'hdparm --user-master u --security-erase-enhanced benchwright /dev/sdz',
    ])
    expect(readFileSync(join(folder, 'purge.sh'), 'utf8')).not.toContain('--force')
  })
})

describe('a purge as a run', () => {
  const request = {
    workload: {},
    phase: 'prepare',
    runName: 'bw-1',
    seed: 1,
    dataFile: '/dev/sdz',
    preparation: { step: { kind: 'discard' }, capacityBytes: 1 },
  } as const

  it('is for devices only', () => {
    const performer = performerOf(fioEngine, request)
    expect(() => performer.steps(request)).toThrow('Only a device')
    expect(mainProcess(performer.steps({ ...request, isDevice: true })).args).toEqual([
      './purge.sh',
      '/dev/sdz',
    ])
  })

  it("succeeds with exit status 0 alone, and reports its tool's message", () => {
    const output = (exitCode: number, printed = '') =>
      performerOf(fioEngine, request).parse({ outputs: {}, exitCode, printed, request })
    expect(output(0).outcome).toBe('done')
    expect(output(130).outcome).toBe('interrupted')
    expect(output(1, 'blkdiscard: not supported\npurge 1 %\n')).toMatchObject({
      outcome: 'failed',
      failure: { text: 'Discard all blocks ended with exit status 1: blkdiscard: not supported.' },
    })
  })
})

import { build } from 'esbuild'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { collectFiles } from '../../../src/bench/import/collect-files'
import type { ReadSource } from '../../../src/bench/import/read-source'
import { readSources } from '../../../src/bench/import/source-readers'

let folder: string
let script: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'benchwright-readers-'))
  script = join(folder, '.worker.js')
  await build({
    entryPoints: ['src/bench/import/import-worker.ts'],
    outfile: script,
    bundle: true,
    loader: { '.sh': 'text' },
    platform: 'node',
    format: 'cjs',
    logLevel: 'warning',
  })
  // Large and small ones alternate, so that threads end their pieces in another order than they started them.
  const large = readFileSync('tests/fixtures/fio-3.33/two-jobs-no-group.out', 'utf8')
  const small = readFileSync('tests/fixtures/iozone-3.489/foreign-mix-idle.out', 'utf8')
  for (let at = 0; at < 200; at += 1) {
    const isLarge = Math.floor(at / 16) % 2 === 0
    writeFileSync(join(folder, `run-${at}.out`), isLarge ? large.replace('3.33', `3.${at}`) : `${small}\n`)
  }
  writeFileSync(join(folder, 'run-30.csv'), 'test,iops\nread,1\n')
  writeFileSync(join(folder, 'run-31.txt'), 'a note')
  writeFileSync(join(folder, 'run-32.out'), '')
})
afterAll(() => {
  rmSync(folder, { recursive: true })
})

async function all(from: AsyncGenerator<ReadSource>): Promise<readonly ReadSource[]> {
  const read: ReadSource[] = []
  for await (const one of from) read.push(one)
  return read
}

/** Compares every byte, without printing them all if they differ. */
function digestOf(read: ReadSource): string {
  return createHash('sha256').update(JSON.stringify(read)).digest('hex')
}

const ownThread = `const { parentPort } = require('node:worker_threads'); require('./.worker.js'); `

describe('files read in threads', () => {
  const files = async () => (await collectFiles([folder])).files

  it('are the same, byte for byte and in order, as read one after the other', async () => {
    const here = await all(readSources(await files(), false, join(folder, 'no-such-script.js')))
    const threaded = await all(readSources(await files(), false, script))
    expect(here).toHaveLength(202)
    expect(new Set(here.map(({ kind }) => kind))).toEqual(new Set(['output', 'table', 'unknown', 'skipped']))
    expect(threaded.map(digestOf)).toEqual(here.map(digestOf))
  })

  it('share the quantities of the runs of a message', async () => {
    const same = join(folder, 'same')
    mkdirSync(same)
    const text = readFileSync('tests/fixtures/fio-3.33/mix.out', 'utf8')
    for (let at = 0; at < 100; at += 1) writeFileSync(join(same, `run-${at}.out`), `${text}${' '.repeat(at)}`)
    const read = await all(readSources((await collectFiles([same])).files, false, script))
    rmSync(same, { recursive: true })
    const observed = read.map((one) =>
      one.kind === 'output' ? (one.outputs[0]?.runs[0]?.observations ?? []) : [],
    )
    const lists = observed.map(([scalars]) => scalars?.kind === 'scalars' && scalars.of)
    const histograms = observed.map((own) => own.find((one) => one.kind === 'histogram')?.of)
    expect(lists).toHaveLength(100)
    expect(new Set(lists).size).toBeLessThan(10)
    expect(new Set(histograms).size).toBeLessThan(10)
    expect(new Set(histograms.map((one) => JSON.stringify(one)))).toHaveProperty('size', 1)
  })

  it.each([
    ['fails', "throw new Error('no')"],
    ['ends without a word', 'process.exit(0)'],
    ['cannot read what it is sent', `${ownThread}parentPort.emit('messageerror', new Error('no memory'))`],
  ])('are read anyway if a thread %s', async (_, does) => {
    const broken = join(folder, '.broken.js')
    writeFileSync(broken, does)
    const read = await all(readSources(await files(), false, broken))
    expect(read.map(({ kind }) => kind)).toEqual(
      (await all(readSources(await files(), false, script))).map(({ kind }) => kind),
    )
  })

  it('are read anyway if an answer of a thread cannot be read', async () => {
    vi.spyOn(Worker.prototype, 'postMessage').mockImplementationOnce(function (this: Worker) {
      this.emit('messageerror', new Error('no memory'))
    })
    expect(await all(readSources(await files(), false, script))).toHaveLength(202)
  })

  it('leave no thread behind when the reader stops', async () => {
    const reading = readSources(await files(), false, script)
    const first = await reading.next()
    expect(first.value).toMatchObject({ kind: 'output' })
    await reading.return(undefined)
    expect((await reading.next()).done).toBe(true)
  })
})

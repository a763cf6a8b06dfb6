import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { collectFiles } from '../../../src/bench/import/collect-files'
import { importFiles } from '../../../src/bench/import/import-files'
import { Unpacked } from '../../../src/bench/import/unpacked'
import { newReview, temporaryFolder } from '../store/sample-review'

const mix = readFileSync('tests/fixtures/fio-3.33/mix.out')
const two = 'tests/fixtures/imports/two-drives-one-folder'
const drives = ['Fanxiang-S790.txt', 'GW560-128GB.txt']
const logged = 'tests/fixtures/fio-3.33/imported-logs/two-jobs'
const logs = ['two.json', 'a_bw.1.log', 'a_iops.1.log', 'b_bw.2.log']

function write(folder: string, name: string, bytes: Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return path
}

const most = (parts: { files?: number; bytes?: number }) => ({ files: 100, bytes: 1e9, ...parts })

async function unpack(path: string, limits = most({})) {
  const unpacked = new Unpacked()
  try {
    const found = await unpacked.of(await collectFiles([path]), undefined, limits)
    const contents = found.files.map(({ path: shown, unpackedAt = '' }) => [
      shown.slice(path.length),
      readFileSync(unpackedAt, 'utf8'),
    ])
    return { contents, reasons: found.skipped.map(({ reason }) => reason) }
  } finally {
    unpacked.remove()
  }
}

describe('a packed file', () => {
  it('is imported like the file, and stored as the file', async () => {
    const review = newReview()
    const folder = temporaryFolder()
    const report = await importFiles(review, [write(folder, 'mix.json.gz', gzipSync(mix))])
    expect(report).toMatchObject({ campaigns: [{ name: 'mix', runs: 1 }], skipped: [] })
    expect(report.taken).toMatchObject([{ path: join(folder, 'mix.json') }])
    const again = await importFiles(review, ['tests/fixtures/fio-3.33/mix.out'])
    expect(again.skipped).toMatchObject([{ kind: 'known-already' }])
  })

  it('may be a table', async () => {
    const table = 'Device,Test,Block size,IOPS\nX,random read,4k,1000\n'
    const path = write(temporaryFolder(), 'table.csv.gz', gzipSync(table))
    expect(await importFiles(newReview(), [path])).toMatchObject({ campaigns: [{ publishedResults: 1 }] })
  })

  it('that is damaged, or grows beyond what is read, is named with the remedy', async () => {
    const folder = temporaryFolder()
    const cut = write(folder, 'cut.json.gz', gzipSync(mix).subarray(0, 500))
    const bomb = write(folder, 'bomb.json.gz', gzipSync(Buffer.alloc(65 * 1024 ** 2)))
    const report = await importFiles(newReview(), [cut, bomb])
    expect(report.campaigns).toEqual([])
    expect(report.skipped.map(({ kind }) => kind)).toEqual(['damaged', 'damaged'])
    expect(report.skipped[0]?.reason).toMatch(/^It cannot be unpacked: .*Unpack it, and import its files\.$/)
    expect(report.skipped[1]?.reason).toMatch(/larger than 64\sMiB/)
  })
})

describe('an archive', () => {
  it('is imported like its folder: drives stay apart, and logs find their results', async () => {
    const folder = temporaryFolder()
    mkdirSync(join(folder, 'results'))
    const entries: readonly (readonly [string, Uint8Array])[] = [
      ...drives.map((name) => [`drives/${name}`, readFileSync(join(two, name))] as const),
      ...logs.map((name) => [`fio/${name}`, readFileSync(join(logged, name))] as const),
      ['fio/packed.json.gz', gzipSync(mix)],
      ['__MACOSX/fio/._two.json', strToU8('x')],
      ['fio/.hidden', strToU8('x')],
    ]
    const path = write(folder, 'all.zip', zipSync(Object.fromEntries(entries)))
    const report = await importFiles(newReview(), [path])
    expect(report.skipped).toEqual([])
    const found = report.campaigns.map(({ device, runs }) => [device, runs])
    expect(found).toContainEqual(['Fanxiang-S790', 12])
    expect(found).toContainEqual(['GW560-128GB', 8])
    expect(report.taken.filter(({ what }) => what.startsWith('log over time'))).toHaveLength(3)
    expect(report.taken.some((one) => one.path === join(path, 'fio', 'packed.json'))).toBe(true)
  })

  it('has no path that leads out of it', async () => {
    const path = write(temporaryFolder(), 'a.zip', zipSync({ '../../x.txt': strToU8('out') }))
    expect(await unpack(path)).toEqual({ contents: [], reasons: [] })
    const up = write(temporaryFolder(), 'b.zip', zipSync({ 'a/b/c.txt': strToU8('in') }))
    expect(await unpack(up)).toEqual({ contents: [['/a/b/c.txt', 'in']], reasons: [] })
  })

  it('gives no more files and bytes than an import may have', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 5 }, (_, at) => [`${at}.txt`, strToU8('x'.repeat(1000))]),
    )
    const path = write(temporaryFolder(), 'many.zip', zipSync(many))
    const few = await unpack(path, most({ files: 3 }))
    expect(few.contents).toHaveLength(3)
    expect(few.reasons).toHaveLength(2)
    expect(few.reasons[0]).toContain('at most 3 files')
    const small = await unpack(path, most({ bytes: 2500 }))
    expect(small.contents).toHaveLength(2)
    expect(small.reasons[0]).toMatch(/at most 2\.44\sKiB/)
  })

  it('that says less than it holds, or was changed, is not taken for what it says', async () => {
    const bytes = Buffer.from(zipSync({ 'a.txt': strToU8('x'.repeat(100_000)) }))
    const directory = bytes.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1'))
    const lying = Buffer.from(bytes)
    lying.writeUInt32LE(10, directory + 24)
    const wrong = Buffer.from(bytes)
    wrong.writeUInt32LE(1, directory + 16)
    const encrypted = Buffer.from(bytes)
    encrypted.writeUInt16LE(1, directory + 8)
    const huge = Buffer.from(bytes)
    huge.writeUInt32LE(3e9, directory + 24)
    for (const [name, content, reason] of [
      ['lying', lying, /it is damaged/],
      ['wrong', wrong, /it is damaged/],
      ['encrypted', encrypted, /it is encrypted/],
      ['huge', huge, /larger than 64\sMiB/],
      ['cut', bytes.subarray(0, -30), /no whole zip archive|directory is damaged/],
    ] as const) {
      const { contents, reasons } = await unpack(
        write(temporaryFolder(), `${name}.zip`, content),
        most({ bytes: 1e10 }),
      )
      expect([name, contents]).toEqual([name, []])
      expect(reasons[0]).toMatch(reason)
    }
  })
})

import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openReview } from '../../../src/bench/store/open-review'
import { afterwards, closing, newReview, temporaryFolder } from './sample-review'
import { cutOffFile } from './cut-off-file'

const magic = Buffer.from('d9d505f920a163d7', 'hex')

/** The end of a journal of a transaction over several files: it names the file that lists them. */
function superJournalRecord(name: string): Buffer {
  const bytes = Buffer.from(name)
  const record = Buffer.alloc(bytes.length + 20)
  bytes.copy(record, 4)
  record.writeUInt32BE(bytes.length, bytes.length + 4)
  record.writeUInt32BE(bytes.reduce((sum, byte) => sum + ((byte << 24) >> 24), 0) >>> 0, bytes.length + 8)
  magic.copy(record, bytes.length + 12)
  return record
}

/** A file that a person would not want to lose. */
function treasure(folder = temporaryFolder()): string {
  const path = join(folder, 'thesis.txt')
  writeFileSync(path, 'four years of work')
  return path
}

function closedReview(): string {
  const review = newReview()
  review.close()
  return review.path
}

function expectRefused(path: string, mode: 'read' | 'write', journal = `${path}-journal`): void {
  const before = readFileSync(path)
  expect(() => openReview(path, { mode }).close()).toThrow(
    expect.objectContaining({
      id: 'bad-journal',
      path,
      message: expect.stringContaining(journal) as string,
      remedy: expect.stringContaining(journal) as string,
    }),
  )
  expect(readFileSync(path)).toEqual(before)
}

describe.each(['read', 'write'] as const)('opening to %s with a journal that names another file', (mode) => {
  it('does not remove that file', () => {
    const path = closedReview()
    const victim = treasure()
    const journal = Buffer.concat([Buffer.alloc(512, 1), superJournalRecord(victim)])
    writeFileSync(`${path}-journal`, journal)
    expectRefused(path, mode)
    expect(readFileSync(victim, 'utf8')).toBe('four years of work')
    expect(readFileSync(`${path}-journal`)).toEqual(journal)
  })

  it('does not remove it after a journal that is otherwise sound', () => {
    const { path } = cutOffFile()
    const victim = treasure()
    writeFileSync(
      `${path}-journal`,
      Buffer.concat([readFileSync(`${path}-journal`), superJournalRecord(victim)]),
    )
    expectRefused(path, mode)
    expect(existsSync(victim)).toBe(true)
  })

  it('does not remove a file named from the working directory', () => {
    const path = closedReview()
    const here = process.cwd()
    process.chdir(temporaryFolder())
    afterwards(() => process.chdir(here))
    mkdirSync('folder')
    const victim = treasure('folder')
    writeFileSync(`${path}-journal`, Buffer.concat([Buffer.alloc(512, 1), superJournalRecord(victim)]))
    expectRefused(path, mode)
    expect(existsSync(victim)).toBe(true)
  })

  it('does not touch a folder', () => {
    const path = closedReview()
    const folder = join(temporaryFolder(), 'empty')
    mkdirSync(folder)
    writeFileSync(`${path}-journal`, Buffer.concat([Buffer.alloc(512, 1), superJournalRecord(folder)]))
    expectRefused(path, mode)
    expect(existsSync(folder)).toBe(true)
  })

  it.each([
    ['a length beyond the journal', 4, 0xffff],
    ['no length', 4, 0],
    ['a wrong checksum', 8, 1],
  ])('is refused with %s, too', (_, offset, value) => {
    const path = closedReview()
    const victim = treasure()
    const record = superJournalRecord(victim)
    record.writeUInt32BE(value, record.length - 20 + offset)
    writeFileSync(`${path}-journal`, Buffer.concat([Buffer.alloc(512, 1), record]))
    expectRefused(path, mode)
    expect(existsSync(victim)).toBe(true)
  })

  it('is refused when the results file is opened through a symbolic link', () => {
    const path = closedReview()
    const victim = treasure()
    writeFileSync(`${path}-journal`, Buffer.concat([Buffer.alloc(512, 1), superJournalRecord(victim)]))
    const link = join(temporaryFolder(), 'link.benchwright')
    symlinkSync(path, link)
    expectRefused(link, mode, `${path}-journal`)
    expect(existsSync(victim)).toBe(true)
  })
})

describe.each(['read', 'write'] as const)('opening to %s with a journal that is another file', (mode) => {
  const zeros = Buffer.alloc(4096)

  it('does not write into the file behind a symbolic link', () => {
    const path = closedReview()
    const victim = join(temporaryFolder(), 'disk.img')
    writeFileSync(victim, zeros)
    symlinkSync(relative(dirname(path), victim), `${path}-journal`)
    expectRefused(path, mode)
    expect(readFileSync(victim)).toEqual(zeros)
  })

  it('does not write into a file that has a second name', () => {
    const path = closedReview()
    const victim = join(dirname(path), 'disk.img')
    writeFileSync(victim, zeros)
    linkSync(victim, `${path}-journal`)
    expectRefused(path, mode)
    expect(readFileSync(victim)).toEqual(zeros)
  })

  it('does not wait for a folder', () => {
    const path = closedReview()
    mkdirSync(`${path}-journal`)
    expectRefused(path, mode)
  })
})

describe.each(['read', 'write'] as const)('opening to %s with a journal with wrong numbers', (mode) => {
  it.each([
    ['more pages before the write than the file and the journal hold', 16, 0xfffffff0],
    ['no page before the write', 16, 0],
    ['another page size', 24, 512],
    ['a sector size that there is not', 20, 3],
    ['more records than the journal has room for', 8, 100_000],
  ])('is refused: %s', (_, offset, value) => {
    const { path } = cutOffFile()
    const journal = readFileSync(`${path}-journal`)
    journal.writeUInt32BE(value, offset)
    writeFileSync(`${path}-journal`, journal)
    expectRefused(path, mode)
    expect(readFileSync(`${path}-journal`)).toEqual(journal)
  })
})

describe('a journal that appears while the file is open', () => {
  it('is refused at the next change, and the file that it names remains', () => {
    const review = newReview()
    const victim = treasure()
    const journal = `${review.path}-journal`
    writeFileSync(journal, Buffer.concat([Buffer.alloc(512, 1), superJournalRecord(victim)]))
    expect(() => review.describe('mine', '')).toThrow(expect.objectContaining({ id: 'bad-journal' }))
    expect(() => review.summary()).toThrow(expect.objectContaining({ id: 'bad-journal' }))
    expect(existsSync(victim)).toBe(true)
    rmSync(journal)
    review.describe('mine', '')
    expect(review.summary().title).toBe('mine')
  })

  it('of an interrupted write to the same file is undone through a symbolic link as well', () => {
    const { path, title } = cutOffFile()
    const link = join(temporaryFolder(), 'link.benchwright')
    symlinkSync(path, link)
    const copy = closing(openReview(link, { mode: 'read' }))
    expect(copy.summary().title).toBe(title)
    expect(existsSync(`${path}-journal`)).toBe(true)
    const moved = join(temporaryFolder(), 'moved.benchwright')
    copyFileSync(path, moved)
    const review = closing(openReview(link, { mode: 'write' }))
    expect(review.summary().title).toBe(title)
    expect(existsSync(`${path}-journal`)).toBe(false)
  })
})

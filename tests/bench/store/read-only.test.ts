import { DatabaseSync } from '@photostructure/sqlite'
import { buildSync } from 'esbuild'
import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { createReview } from '../../../src/bench/store/create-review'
import { isWriter, openReview } from '../../../src/bench/store/open-review'
import { closing, newReview, sampleCampaign, sampleResult, temporaryFolder } from './sample-review'
import { smallDisk, whyNoDisk, writeProtect } from './small-disk'

function putSample(path: string): void {
  const review = newReview()
  const campaignId = review.createCampaign(sampleCampaign())
  review.finishRuns([[review.runs(campaignId)[1]?.id ?? 0, sampleResult()]])
  review.copyTo(path)
}

describe.skipIf(whyNoDisk !== undefined)(
  `read-only media${whyNoDisk === undefined ? '' : ` (skipped: ${whyNoDisk})`}`,
  () => {
    it.each(['read', 'write'] as const)('open to %s, and report why nothing can be saved', (mode) => {
      const disk = smallDisk(2)
      const path = join(disk, 'sample.benchwright')
      putSample(path)
      writeProtect(disk)
      const review = closing(openReview(path, { mode }))
      expect(isWriter(review)).toBe(false)
      expect([...review.rows({})]).toHaveLength(9)
      expect(review.check()).toEqual([])
      expect(review.summary()).toMatchObject({ readOnly: true })
      expect(review.summary().readOnlyReason).toBe(
        mode === 'write' ? 'The file is on read-only media.' : undefined,
      )
      const copy = join(temporaryFolder(), 'copy.benchwright')
      review.copyTo(copy)
      expect([...closing(openReview(copy, { mode: 'read' })).rows({})]).toHaveLength(9)
      expect(readdirSync(disk)).toEqual(['sample.benchwright'])
    })

    it('show a repaired copy of a file with an interrupted last write', () => {
      const disk = smallDisk(2)
      const path = join(disk, 'cut.benchwright')
      const review = newReview()
      review.createCampaign(sampleCampaign())
      const raw = new DatabaseSync(review.path)
      raw.exec(
        "PRAGMA cache_size = 1; BEGIN; UPDATE run SET state = 'failed'; UPDATE review SET title = 'half'",
      )
      raw.exec(
        "CREATE TABLE filler (x); INSERT INTO filler SELECT randomblob(4000) FROM json_each('[1,2,3,4,5,6,7,8,9,10,11,12]')",
      )
      copyFileSync(review.path, path)
      copyFileSync(`${review.path}-journal`, `${path}-journal`)
      raw.exec('ROLLBACK')
      raw.close()
      writeProtect(disk)
      const shown = closing(openReview(path, { mode: 'write' }))
      expect(shown.summary()).toMatchObject({
        title: 'drive',
        readOnlyReason: 'The file is on read-only media.',
      })
      expect(shown.check()).toEqual([])
    })

    it('accept no new file', () => {
      const disk = smallDisk(1)
      writeProtect(disk)
      const path = join(disk, 'x.benchwright')
      expect(() => createReview(path)).toThrow(
        expect.objectContaining({
          id: 'read-only',
          path,
          message: expect.stringContaining('read-only media') as string,
        }),
      )
    })
  },
)

const opener = JSON.stringify(
  fileURLToPath(new URL('../../../src/bench/store/open-review.ts', import.meta.url)),
)

/** Opens the file as an ordinary user and prints what it saw. */
const opens = `
import { isWriter, openReview } from ${opener}
const answers = ['read', 'write'].map((mode) => {
  try {
    const review = openReview(process.argv[2], { mode })
    const answer = { writer: isWriter(review), reason: review.summary().readOnlyReason, rows: [...review.rows({})].length, findings: review.check() }
    review.close()
    return answer
  } catch (error) {
    return { id: error.id, message: error.message }
  }
})
console.log(JSON.stringify(answers))
`

/** Write-protects the folder of a file that is open for writing, and prints what saving says. */
const protects = `
import { chmodSync } from 'node:fs'
import { dirname } from 'node:path'
import { openForWriting } from ${opener}
const path = process.argv[2]
const review = openForWriting(path)
chmodSync(dirname(path), 0o555)
const answers = []
try {
  review.describe('changed', '')
} catch (error) {
  answers.push({ message: error.message, remedy: error.remedy })
}
chmodSync(dirname(path), 0o755)
review.describe('changed again', '')
answers.push(review.summary().title)
review.close()
console.log(JSON.stringify(answers))
`

const ordinaryUser: { uid?: number; gid?: number } =
  process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

function asOrdinaryUser(path: string, script = opens): unknown[] {
  const folder = temporaryFolder()
  chmodSync(folder, 0o755)
  const outfile = join(folder, 'opener.cjs')
  buildSync({
    stdin: { contents: script, resolveDir: folder, loader: 'ts' },
    outfile,
    bundle: true,
    loader: { '.sh': 'text' },
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    external: ['@photostructure/sqlite'],
    logLevel: 'error',
  })
  const modules = fileURLToPath(new URL('../../../app/node_modules', import.meta.url))
  const { stdout, stderr } = spawnSync(process.execPath, [outfile, path], {
    encoding: 'utf8',
    env: { ...process.env, NODE_PATH: modules },
    ...ordinaryUser,
  })
  if (stdout === '') throw new Error(stderr)
  return JSON.parse(stdout) as unknown[]
}

describe.skipIf(process.platform === 'win32')('an ordinary user', () => {
  const protectedFile = (fileMode: number, folderMode: number): string => {
    const folder = join(temporaryFolder(), 'shelf')
    mkdirSync(folder)
    chmodSync(dirname(folder), 0o755)
    const path = join(folder, 'drive.benchwright')
    putSample(path)
    chmodSync(path, fileMode)
    chmodSync(folder, folderMode)
    return path
  }

  it('reads a write-protected file in a write-protected folder without leaving a trace', () => {
    const path = protectedFile(0o444, 0o555)
    const before = readFileSync(path)
    expect(asOrdinaryUser(path)).toEqual([
      { writer: false, rows: 9, findings: [] },
      { writer: false, reason: 'The file is write-protected for this account.', rows: 9, findings: [] },
    ])
    expect(readFileSync(path)).toEqual(before)
    chmodSync(dirname(path), 0o755)
  })

  it('reads a writable file in a folder that is not', () => {
    const path = protectedFile(0o666, 0o555)
    expect(asOrdinaryUser(path)).toMatchObject([
      { writer: false, rows: 9 },
      { writer: false, reason: `The folder ${dirname(path)} is write-protected for this account.`, rows: 9 },
    ])
    chmodSync(dirname(path), 0o755)
  })

  it('is told why an open file can no longer be saved, and saves it once the folder is writable again', () => {
    const path = protectedFile(0o644, 0o755)
    const { uid, gid } = ordinaryUser
    if (uid !== undefined && gid !== undefined)
      for (const each of [path, dirname(path)]) chownSync(each, uid, gid)
    expect(asOrdinaryUser(path, protects)).toEqual([
      {
        message: `The folder ${dirname(path)} is write-protected for this account. Nothing was saved to ${path}.`,
        remedy:
          'Make it writable and try again, or copy the file to a folder that you may write and open the copy.',
      },
      'changed again',
    ])
  })

  it('is notified if a file may not be read', () => {
    const path = protectedFile(0o000, 0o755)
    const refused = { id: 'no-permission', message: `You may not open ${path}.` }
    expect(asOrdinaryUser(path)).toEqual([refused, refused])
  })
})

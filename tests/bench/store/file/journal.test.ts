import { DatabaseSync } from '@photostructure/sqlite'
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openReview } from '../../../../src/bench/store/open-review'
import { cutOffFile } from '../cut-off-file'
import { closing, newReview } from '../sample-review'

const copies = () => readdirSync(tmpdir()).filter((name) => name.startsWith('benchwright-copy-')).length

describe('an interrupted write', () => {
  it('is undone when the file is opened to write', () => {
    const { path, title } = cutOffFile()
    const review = closing(openReview(path, { mode: 'write' }))
    expect(review.summary()).toMatchObject({ title, readOnly: false })
    expect([...review.rows({})]).toHaveLength(9)
    expect(review.check()).toEqual([])
    expect(existsSync(`${path}-journal`)).toBe(false)
  })

  it('is undone in a private copy when the file is opened to read, and the file stays unchanged', () => {
    const { path, title } = cutOffFile()
    const before = [readFileSync(path), readFileSync(`${path}-journal`)]
    const leftovers = copies()
    const review = openReview(path, { mode: 'read' })
    expect(review.summary()).toMatchObject({ path, title, readOnly: true })
    expect(review.summary().readOnlyReason).toMatch(/cut off.*repaired copy/)
    expect(review.check()).toEqual([])
    expect(copies()).toBe(leftovers + 1)
    review.close()
    expect(copies()).toBe(leftovers)
    expect([readFileSync(path), readFileSync(`${path}-journal`)]).toEqual(before)
  })

  it.each(['read', 'write'] as const)(
    'with a journal of another file is refused to %s, and both stay unchanged',
    (mode) => {
      const { path } = cutOffFile()
      const other = newReview()
      other.close()
      copyFileSync(`${path}-journal`, `${other.path}-journal`)
      const before = [readFileSync(other.path), readFileSync(`${other.path}-journal`)]
      const leftovers = copies()
      expect(() => openReview(other.path, { mode })).toThrow(
        expect.objectContaining({ id: 'bad-journal', path: other.path }),
      )
      expect([readFileSync(other.path), readFileSync(`${other.path}-journal`)]).toEqual(before)
      expect(copies()).toBe(leftovers)
    },
  )

  it('with an empty journal is harmless', () => {
    const review = newReview()
    review.close()
    for (const content of ['', '\0'.repeat(512), 'not a journal']) {
      writeFileSync(`${review.path}-journal`, content)
      const again = openReview(review.path, { mode: 'write' })
      again.close()
      const reader = openReview(review.path, { mode: 'read' })
      expect(reader.summary().readOnlyReason).toBeUndefined()
      reader.close()
    }
  })
})

describe('a write in progress in another process', () => {
  it('for longer than the time limit is reported, and nothing is stored', () => {
    const review = newReview()
    const raw = new DatabaseSync(review.path)
    raw.exec('BEGIN IMMEDIATE')
    expect(() => review.describe('mine', '')).toThrow(
      expect.objectContaining({ id: 'busy', path: review.path }),
    )
    raw.exec('ROLLBACK')
    raw.close()
    expect(review.summary().title).toBe('drive')
    review.describe('mine', '')
  })

  it('does not keep a reader from what was saved before', () => {
    const review = newReview()
    const raw = new DatabaseSync(review.path)
    raw.exec("BEGIN IMMEDIATE; UPDATE review SET title = 'later'")
    expect(existsSync(`${review.path}-journal`)).toBe(true)
    const reader = closing(openReview(review.path, { mode: 'read' }))
    expect(reader.summary().title).toBe('drive')
    expect(readdirSync(dirname(review.path))).toContain('drive.benchwright-journal')
    raw.exec('COMMIT')
    raw.close()
    expect(reader.summary().title).toBe('later')
  })
})

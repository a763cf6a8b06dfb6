import { DatabaseSync } from '@photostructure/sqlite'
import { describe, expect, it } from 'vitest'
import { isWriter, openForWriting, openReview } from '../../../../src/bench/store/open-review'
import type { ReviewWriter } from '../../../../src/bench/store/review-store'
import {
  knownDocument,
  type DocumentContent,
  type StoredBlock,
} from '../../../../src/core/document/stored-document'
import { pngOf } from '../../../core/figures/picture-headers'
import { closing, newReview } from '../sample-review'

const blocks: readonly StoredBlock[] = [
  { id: 'a', type: 'heading', level: 2, text: 'Results' },
  { id: 'b', type: 'text', markdown: 'About **70 %** of them, {{reference block=%22c%22}}.' },
  { id: 'c', type: 'figure', figureId: 1, caption: 'Mixed', withTable: true },
  { id: 'd', type: 'facts', about: 'method', campaignIds: [], edited: { markdown: 'By hand.', basis: '' } },
  { id: 'e', type: 'quote', text: 'Quiet.', source: 'A reader' },
  { id: 'f', type: 'page-break' },
]
const content: DocumentContent = {
  ...{ name: 'Review', title: 'A drive', author: 'A. Author', template: 'drive-review' },
  blocks: [...blocks],
}

describe('documents', () => {
  it('are stored with all of their blocks, changed and deleted', () => {
    const review = newReview()
    const first = review.documents.save(content, undefined)
    const second = review.documents.save({ ...content, name: 'Short' }, undefined)
    expect(review.documents.read(first.id)).toEqual(first)
    expect(knownDocument(first)).toEqual({ id: first.id, ...content })
    review.documents.save({ ...content, title: 'Another' }, knownDocument(first))
    const reopened = closing(openReview(review.path, { mode: 'read' }))
    expect(reopened.summary().documents.map(({ name, title }) => [name, title])).toEqual([
      ['Review', 'Another'],
      ['Short', 'A drive'],
    ])
    expect(review.check()).toEqual([])
    review.documents.delete(knownDocument(second))
    expect(review.documents.list().map(({ id }) => id)).toEqual([first.id])
    expect(review.documents.read(second.id)).toBeUndefined()
    expect(review.check()).toEqual([])
  })

  it('have unique names', () => {
    const review = newReview()
    review.documents.save(content, undefined)
    expect(() => review.documents.save(content, undefined)).toThrow('already')
  })

  it('are not replaced by a program that has not seen the last version, and an earlier content undoes a later one', () => {
    const review = newReview()
    const other = closing(openReview(review.path, { mode: 'write' }))
    if (!isWriter(other)) throw new Error('The file cannot be written.')
    const first = review.documents.save(content, undefined)
    const theirs = other.documents.save({ ...content, title: 'Theirs' }, knownDocument(first))
    expect(() => review.documents.save({ ...content, title: 'Mine' }, knownDocument(first))).toThrow(
      'title: “A drive” → “Theirs”',
    )
    expect(() => review.documents.delete(knownDocument(first))).toThrow('changed')
    const undone = review.documents.save(content, knownDocument(theirs))
    expect(knownDocument(undone)).toEqual(knownDocument(first))
  })

  it('are refused with the count of blocks that the other program changed', () => {
    const review = newReview()
    const first = review.documents.save(content, undefined)
    const [a, b, c, ...rest] = blocks
    if (!a || !b || !c) throw new Error('There are too few blocks.')
    const theirs: StoredBlock[] = [
      { id: 'new', type: 'text', markdown: 'Theirs.' },
      ...[c, { id: 'b', type: 'text', markdown: 'Also theirs.' } as const],
      ...rest,
    ]
    review.documents.save({ ...content, blocks: theirs }, knownDocument(first))
    expect(() => review.documents.save({ ...content, title: 'Mine' }, knownDocument(first))).toThrow(
      'changed (1 block changed; 1 block added; 1 block removed; another order of blocks) in another window',
    )
  })

  it.each([
    ['blocks', `'[{"id":"a","type":"video"}]'`],
    ['template', "'newspaper'"],
  ])('with other %s than this program knows are named by the check', (column, value) => {
    const review = newReview()
    const { id } = review.documents.save(content, undefined)
    change(review, `UPDATE document SET ${column} = ${value}`)
    expect(() => review.documents.read(id)).toThrow(column)
    expect(review.check().join('\n')).toContain('The document "Review" does not match its checksum')
  })

  it('refuse two blocks with the same id', () => {
    const review = newReview()
    expect(() => review.documents.save({ ...content, blocks: [...blocks, ...blocks] }, undefined)).toThrow(
      'the same id',
    )
    expect(review.documents.list()).toEqual([])
  })
})

describe('pictures', () => {
  const picture = { name: 'front.png', type: 'image/png', width: 4, height: 2, content: pngOf(4, 2) } as const

  it('are kept as long as a document shows them', () => {
    const review = newReview()
    const { id } = review.documents.addPicture(picture)
    const shown: StoredBlock = {
      ...{ id: 'p', type: 'picture', pictureId: id, alt: 'Front', caption: '', widthPercent: 50 },
    }
    const saved = review.documents.save({ ...content, blocks: [shown] }, undefined)
    expect(review.documents.pictures()).toEqual([
      { id, name: 'front.png', type: 'image/png', width: 4, height: 2, bytes: picture.content.length },
    ])
    expect(review.documents.picture(id)).toEqual({
      type: 'image/png',
      bytes: new Uint8Array(picture.content),
    })
    expect(() => review.documents.deletePicture(id)).toThrow('“Review” shows this picture')
    review.documents.delete(knownDocument(saved))
    expect(() => review.documents.deletePicture(id)).toThrow('“Review” shows this picture')
    review.bin.erase('document', saved.id)
    expect(review.documents.picture(id)).toBeUndefined()
    expect(review.documents.picture(id)).toBeUndefined()
    expect(review.check()).toEqual([])
  })

  describe('that no document shows any more', () => {
    const block = (pictureId: number): StoredBlock => ({
      ...{ id: `p${String(pictureId)}`, type: 'picture', pictureId, alt: '', caption: '', widthPercent: 50 },
    })
    const showing = (...ids: readonly number[]) => ({ ...content, blocks: ids.map(block) })
    const otherPicture = { ...picture, name: 'back.png' }
    const idsOf = (review: ReviewWriter) => review.documents.pictures().map(({ id }) => id)

    it('leave the file with the last block, and come back with an undo', () => {
      const review = newReview()
      const { id: front } = review.documents.addPicture(picture)
      const { id: back } = review.documents.addPicture(otherPicture)
      const both = review.documents.save(showing(front, back), undefined)
      const bytes = review.documents.picture(front)
      const one = review.documents.save(showing(back), knownDocument(both))
      expect(idsOf(review)).toEqual([back])
      const undone = review.documents.save(showing(front, back), knownDocument(one))
      expect(review.documents.picture(front)).toEqual(bytes)
      const again = review.documents.save({ ...showing(front), name: 'Copy' }, undefined)
      review.documents.save(showing(back), knownDocument(undone))
      expect(idsOf(review)).toEqual([front, back])
      review.documents.delete(knownDocument(again))
      expect(idsOf(review)).toEqual([front, back])
      review.bin.erase('document', again.id)
      expect(idsOf(review)).toEqual([back])
      review.documents.save({ ...showing(front), name: 'Copy' }, undefined)
      expect(review.documents.picture(front)).toEqual(bytes)
      expect(review.documents.unusedPictures()).toEqual([])
      expect(review.check()).toEqual([])
    })

    it('are put back by another program that shows them in its own version', () => {
      const review = newReview()
      const { id } = review.documents.addPicture(picture)
      const saved = review.documents.save(showing(id), undefined)
      const other = openForWriting(review.path)
      const theirs = other.documents.read(saved.id)
      review.documents.save(showing(), knownDocument(saved))
      expect(other.documents.picture(id)).toBeUndefined()
      const now = other.documents.read(saved.id)
      if (!theirs || !now) throw new Error('The document is gone.')
      other.documents.save({ ...showing(id), title: 'Theirs' }, knownDocument(now))
      expect(review.documents.picture(id)?.bytes).toEqual(new Uint8Array(picture.content))
      other.close()
      expect(review.check()).toEqual([])
    })

    it('stay if a document that cannot be read may show them', () => {
      const review = newReview()
      const { id } = review.documents.addPicture(picture)
      const saved = review.documents.save(showing(id), undefined)
      review.documents.save({ ...content, name: 'Damaged' }, undefined)
      change(review, `UPDATE document SET blocks = '{' WHERE name = 'Damaged'`)
      review.documents.save(showing(), knownDocument(saved))
      expect(idsOf(review)).toEqual([id])
    })

    it('are removed on opening if they were forgotten by an earlier session, a day after they were added', () => {
      const review = newReview()
      const { id: old } = review.documents.addPicture(picture)
      const { id: shown } = review.documents.addPicture(picture)
      const { id: fresh } = review.documents.addPicture(otherPicture)
      review.documents.save(showing(shown), undefined)
      expect(review.documents.unusedPictures().map(({ id }) => id)).toEqual([old, fresh])
      review.close()
      change(review, `UPDATE picture SET added_ms = added_ms - 90000000 WHERE id IN (${old}, ${shown})`)
      const again = openForWriting(review.path)
      expect(idsOf(again)).toEqual([shown, fresh])
      again.close()
    })
  })

  it.each([
    ['something else', Buffer.from('<svg onload="alert(1)"/>'), 'is not a PNG, JPEG or WebP'],
    ['a picture too large to be unpacked', pngOf(60_000, 60_000), 'has 60000 by 60000 dots'],
  ])('are refused if the file contains %s', (_, bytes, problem) => {
    const review = newReview()
    const { id } = review.documents.addPicture({ ...picture, content: bytes })
    expect(() => review.documents.picture(id)).toThrow(problem)
    expect(review.check().join('\n')).toContain(problem)
  })
})

function change(review: ReviewWriter, sql: string): void {
  const raw = new DatabaseSync(review.path)
  raw.exec(sql)
  raw.close()
}

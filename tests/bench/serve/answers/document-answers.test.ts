import { createCanvas } from '@napi-rs/canvas'
import { describe, expect, it } from 'vitest'
import type { BenchMessage, BenchRequestName } from '../../../../src/core/contract/bench-requests'
import type { DocumentPreview } from '../../../../src/core/contract/document-requests'
import type { FieldChoices } from '../../../../src/core/document/field-choices'
import {
  knownDocument,
  type DocumentContent,
  type StoredDocument,
} from '../../../../src/core/document/stored-document'
import { plainText } from '../../../../src/core/document/rich-text'
import { thinSpace } from '../../../../src/core/units/number-format'
import { serveWindow } from '../../../../src/bench/serve/serve-window'
import { Session } from '../../../../src/bench/serve/session'
import { sampleCampaign, sampleResult, sampleStart } from '../../store/sample-results'
import { newReview } from '../../store/sample-review'

/** A session on a review with one campaign that has three finished runs. */
function opened() {
  const review = newReview()
  const campaignId = review.createCampaign(sampleCampaign())
  for (const { id } of review.runs(campaignId)) {
    review.startRun(id, sampleStart)
    review.finishRuns([[id, sampleResult(1000 + id)]])
  }
  return { review, campaignId, session: new Session(review) }
}

async function ask<T>(session: Session, name: BenchRequestName, given: unknown): Promise<T> {
  const told: BenchMessage[] = []
  await serveWindow(
    session,
    { kind: 'request', sequence: 1, name, arguments: given },
    { send: (message) => void told.push(message) },
  )
  const [message] = told
  if (message?.kind !== 'answer') throw new Error(JSON.stringify(message))
  // The caller names the type of an answer, as the window does by its types.
  return message.answer as T
}

const page = (blocks: DocumentContent['blocks']): DocumentContent => ({
  ...{ name: 'Page', title: 'Page', author: '', template: 'empty', blocks },
})

describe('requests about documents', () => {
  it('create a document from a template, keep it, and show it as readers will see it', async () => {
    const { session } = opened()
    const made = await ask<StoredDocument>(session, 'document.new', { template: 'drive-review' })
    expect(made.name).toBe('Drive review')
    const preview = await ask<DocumentPreview>(session, 'document.preview', {
      document: { ...page(made.blocks) },
    })
    expect(preview.outline.map(({ text }) => text)).toEqual(
      expect.arrayContaining(['Introduction', 'Specification', 'How it was measured', 'Verdict']),
    )
    expect(preview.blocks.flatMap(({ problems }) => problems)).toEqual([])
    const method = preview.blocks.find((block) => block.type === 'facts' && block.about === 'method')
    expect(method?.type === 'facts' && plainText(method.content)).toContain('Each case was run')
    const second = await ask<StoredDocument>(session, 'document.new', { template: 'drive-review' })
    expect(second.name).toBe('Drive review (2)')
    expect(session.summary().documents.map(({ id }) => id)).toEqual([made.id, second.id])
    await ask(session, 'document.delete', { base: knownDocument(second) })
    const { modifiedAtMs: _, ...kept } = made
    expect(await ask(session, 'document.get', { documentId: made.id })).toMatchObject(kept)
  })

  it('number figures, and flag what is gone and what has changed since it was edited', async () => {
    const { session, campaignId, review } = opened()
    const figure = review.saveFigure({
      name: 'F',
      settings: { kind: 'mix-sweep', campaignIds: [campaignId], metric: 'iops' },
    })
    const edited = { markdown: 'By hand.', basis: 'Something else.' }
    const { blocks, words } = await ask<DocumentPreview>(session, 'document.preview', {
      document: page([
        { id: 'f', type: 'figure', figureId: figure.id, withTable: true },
        { id: 'g', type: 'figure', figureId: 99, withTable: true },
        { id: 't', type: 'table', figureId: figure.id },
        { id: 'm', type: 'facts', about: 'method', campaignIds: [], edited },
        {
          ...{ id: 'x', type: 'text' as const },
          markdown: 'See {{reference block=%22f%22}}, {{reference block=%22gone%22}} and {{value of=1}}.',
        },
      ]),
    })
    expect(blocks.map((block) => ('label' in block ? block.label : ''))).toEqual([
      ...['Figure 1', 'Figure 2', 'Table 1', '', ''],
    ])
    expect(blocks.map(({ problems }) => problems.length)).toEqual([0, 1, 0, 1, 2])
    const text = blocks[4]
    expect(text?.type === 'text' && plainText(text.content)).toBe(
      'See Figure 1, [no figure] and {{value of=1}}.',
    )
    // "By hand" and "See Figure 1 no figure and value of=1".
    expect(words).toBeGreaterThan(6)
  })

  it('count as unchanged if an earlier version wrote another space before units', async () => {
    const { session } = opened()
    const written = async (edited?: { readonly markdown: string; readonly basis: string }) => {
      const facts = { ...({ id: 'm', type: 'facts', about: 'method' } as const), campaignIds: [] }
      const block = { ...facts, ...(edited && { edited }) }
      const { blocks } = await ask<DocumentPreview>(session, 'document.preview', { document: page([block]) })
      return blocks[0]
    }
    const now = await written()
    const text = now?.type === 'facts' ? now.written : ''
    expect(text).toContain(thinSpace)
    const former = text.replaceAll(thinSpace, '\u2009')
    expect((await written({ markdown: 'By hand.', basis: former }))?.problems).toEqual([])
  })

  it('quote numbers with the digits of the tables, and follow exclusions', async () => {
    const { session, campaignId, review } = opened()
    const query = { of: 'campaign', campaignId, metric: 'iops', contains: '' }
    const before = await ask<FieldChoices>(session, 'document.fields', { query, document: page([]) })
    const [group] = before.groups
    const mean = group?.fields.find(({ label }) => label === 'mean')
    expect(before.total).toBe(before.groups.length)
    const shown = async () => {
      const { blocks } = await ask<DocumentPreview>(session, 'document.preview', {
        document: page([{ id: 'a', type: 'text', markdown: `It does ${mean?.source ?? ''}.` }]),
      })
      const [block] = blocks
      return [block?.type === 'text' ? plainText(block.content) : '', block?.problems.length]
    }
    expect(await shown()).toEqual([`It does ${mean?.text ?? ''}.`, 0])
    const runs = review.runs(campaignId).filter(({ phase }) => phase === 'measure')
    review.excludeRun(runs[0]?.id ?? 0, 'noise')
    const [after] = await shown()
    expect(after).not.toBe(`It does ${mean?.text ?? ''}.`)
    for (const { id } of runs) review.excludeRun(id, 'noise')
    expect(await shown()).toEqual(['It does [no number].', 1])
  })

  it('import pictures, and refuse other files', async () => {
    const { session } = opened()
    const bytes = new Uint8Array(createCanvas(30, 20).toBuffer('image/png'))
    const picture = await ask<{ id: number }>(session, 'picture.add', { name: 'front.png', bytes })
    expect(picture).toMatchObject({ name: 'front.png', type: 'image/png', width: 30, height: 20 })
    expect(await ask(session, 'picture.get', { pictureId: picture.id })).toMatchObject({ type: 'image/png' })
    expect(await ask(session, 'picture.get', { pictureId: picture.id + 1 })).toBeNull()
    const svg = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>')
    await expect(ask(session, 'picture.add', { name: 'x.png', bytes: svg })).rejects.toThrow(
      'not a PNG, JPEG or WebP',
    )
  })
})

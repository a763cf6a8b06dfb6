import { expect, it } from 'vitest'
import { FieldReader } from '../../../src/bench/articles/field-reader'
import { rowsElsewhere, type FigureBlock, type TableBlock } from '../../../src/core/document/document'
import { fieldSource, type Field, type ValueField } from '../../../src/core/document/field'
import { valueText } from '../../../src/core/document/field-values'
import { articleToHtml } from '../../../src/core/document/html/article-html'
import { liveScript } from '../../../src/core/document/html/live-script'
import { documentToOdt } from '../../../src/core/document/odt/odt'
import { documentTemplates, type DocumentTemplate } from '../../../src/core/document/templates'
import { Audit } from './audited'
import { documentFamilies } from './families'
import { printedReview } from './printed'
import { differs, type Said, wrongIf } from './read-back'
import { requests, scattered, SimulatedReview } from './simulated'

const has =
  (...figures: readonly string[]) =>
  ({ sections }: DocumentTemplate) =>
    sections.some((one) => (one.figures ?? []).some((kind) => figures.includes(kind)))
const tells = (about: string) => (one: DocumentTemplate) =>
  one.sections.some(({ facts = [] }) => facts.some((fact) => fact === about))
const all =
  (...checks: readonly ((one: DocumentTemplate) => boolean)[]) =>
  (one: DocumentTemplate) =>
    checks.every((check) => check(one))
const not = (check: (one: DocumentTemplate) => boolean) => (one: DocumentTemplate) => !check(one)
const headed = (heading: string) => (one: DocumentTemplate) =>
  one.sections.some((section) => section.heading === heading)

/** What each description promises of the sections; no other document keeps the same promise. */
const promises: Readonly<Record<string, (one: DocumentTemplate) => boolean>> = {
  'document-drive-review': all(
    ...[tells('findings'), tells('method'), tells('drive'), has('mix-sweep'), has('latency-percentiles')],
  ),
  'document-drives': all(tells('answer'), headed('The drives'), has('comparison-table'), has('mix-sweep')),
  'document-two-kernels': all(
    ...[tells('answer'), headed('What changed'), has('percent-difference'), has('comparison-table')],
  ),
  'document-databases': all(headed('Configurations'), has('comparison'), has('scaling'), has('time-series')),
  'document-over-time': all(has('whole-drive'), has('steady-state'), not(has('mix-sweep'))),
  'document-cache-software': all(
    ({ sections }) => sections.some(({ scorecards }) => scorecards === true),
    headed('Database load'),
  ),
  'document-print': all(
    ...[tells('method'), has('compressibility'), not(has('time-series')), not(tells('commands'))],
  ),
  'document-empty': ({ sections }) => sections.length === 0,
}

function auditChoices(said: Audit): void {
  for (const one of documentTemplates) {
    const isWrong = ({ id }: Said) => wrongIf(promises[id]?.(one) !== true, 'it has other sections')
    said.add(one.name, one.description, () => isWrong, documentFamilies)
    const others = documentTemplates.filter((other) => promises[`document-${one.name}`]?.(other) === true)
    expect(others.map(({ name }) => name)).toEqual([one.name])
  }
}

function auditRows(said: Audit): void {
  for (const rows of [60, 61, 1234]) {
    const table = {
      columns: [{ heading: 'x', align: 'right' as const }],
      rows: Array.from({ length: rows }, (_, at) => [String(at)]),
    }
    const content = { title: 'Bandwidth', subtitle: '', caption: 'Means.', notes: [], smallPrint: [], table }
    const block = {
      ...{ ...content, type: 'figure', withTable: true, label: 'Figure 1', heading: 'Fast?', file: 'a.png' },
    } as unknown as FigureBlock
    const document = { title: 'T', isArticle: true, blocks: [block] } as const
    const odt = documentToOdt(document, new Map([['a.png', { width: 10, height: 10 }]]))['content.xml']
    const found = /Its [\d,]+ rows[^<]*/.exec(odt)?.[0]
    const html = [...articleToHtml(document)].join('')
    expect(found !== undefined).toBe(rows > 60)
    // A title with a full stop or a question mark of its own gets no other.
    expect(html).toContain('alt="Figure 1. Fast? Means."')
    if (found !== undefined)
      said.add(
        'odt',
        found,
        () => (one) =>
          differs(one, 'rows', rows) ?? wrongIf(html.split('<tr>').length - 2 !== rows, 'they are not there'),
        documentFamilies,
      )
  }
  expect(rowsElsewhere({ rows: 61 })).toContain('61 rows')
  const live: FigureBlock = {
    ...{ type: 'figure', title: 'IOPS by size', subtitle: '', caption: '', notes: [], smallPrint: [] },
    ...{ label: 'Figure 2', table: { columns: [], rows: [] } },
    picture: { light: '<svg></svg>', live: { width: 10, height: 10, series: [], marks: [] } },
  } as unknown as FigureBlock & TableBlock
  const page = [...articleToHtml({ title: 'T', blocks: [live] })].join('')
  const label = /role="group" aria-label="([^"]*)"/.exec(page)?.[1] ?? ''
  said.add(
    'page',
    label,
    () => (one) =>
      wrongIf(one.slots.get('title') !== 'Figure 2. IOPS by size.', 'it is another') ??
      wrongIf(!/ArrowRight[\s\S]*ArrowLeft/.test(liveScript), 'no key is heard'),
    documentFamilies,
  )
}

/** Two configurations of one case, in five runs each; B is twice as fast. */
function compared(): SimulatedReview {
  const made = new SimulatedReview()
  for (const configuration of ['A', 'B'])
    made.add({
      plan: {
        ...{ name: 'Review', base: { pattern: 'random-read', queue_depth: 4 }, repetitions: 5 },
        axes: [{ key: 'block_size', levels: [4096, 8192] }],
      },
      ...{ drive: 'Swift 1 TB', configuration },
      measure: ({ block_size: size }, repetition) =>
        requests(
          'random-read',
          scattered(configuration === 'A' ? 1000 : 2000, 0.01, repetition, Number(size)),
          4096,
          100,
        ),
      outcome: ({ block_size: size }, repetition) =>
        configuration === 'A' && size === 8192 && repetition > 1 ? { skipped: true } : {},
    })
  return made
}

const ofValue = (own: Partial<ValueField>): ValueField => ({
  ...{ kind: 'value', campaign: 1, test: 'random-read', direction: 'total', metric: 'iops' },
  ...{ levels: { block_size: 4096 }, statistic: 'mean', ...own },
})

/** Each sentence about a number that is gone, with how its file was made so. */
function auditFields(said: Audit): void {
  const { review } = compared()
  const side = (value: string) => [{ key: 'configuration', value }]
  const sides = {
    ...{ baseline: side('A'), candidates: [side('B')], metric: 'iops', factors: ['configuration'] },
    acceptance: 'both were measured on one bench',
  }
  const save = (name: string, own: object) =>
    review.saveFigure({
      name,
      settings: { kind: 'percent-difference', campaignIds: [], metric: 'iops', ...own },
    }).id
  const made = save('Both', { comparison: sides })
  const nobody = save('Nobody', { comparison: { ...sides, candidates: [side('C')] } })
  const none = save('Sweep', { kind: 'mix-sweep' })
  const reader = () => new FieldReader(review, new Map())
  const say = (field: Field, from = reader()) =>
    from.resolve(fieldSource(field).replace(/^\{\{|\}\}$/g, '')).problem ?? ''
  const ofComparison = (figure: number, own: object = {}): Field => ({
    ...{ kind: 'comparison', figure, candidate: 'configuration=B', test: 'random-read', direction: 'total' },
    ...{ metric: 'iops', levels: { block_size: 4096 }, statistic: 'difference', was: 'better', ...own },
  })
  const audit = (text: string, id: string, slots: Readonly<Record<string, string>> = {}) =>
    said.add(
      id,
      text,
      () => (one) => {
        const own = one.id === 'field-missing' ? one.parts.get('reason')?.[0] : one
        const wrong = Object.entries(slots).find(([slot, text]) => own?.slots.get(slot) !== text)
        return wrongIf(own?.id !== id, `it is ${id}`) ?? wrong?.join(' is ')
      },
      documentFamilies,
    )
  const named = { campaign: '\u201cReview\u201d' }
  audit(say(ofValue({ campaign: 99 })), 'field-no-campaign')
  audit(say(ofValue({ levels: { block_size: 512 } })), 'field-no-run', named)
  audit(say(ofValue({ levels: {} })), 'field-several', named)
  audit(say(ofValue({ levels: { block_size: 8192 }, statistic: 'deviation' })), 'field-few-runs', {
    ...{ ...named, statistic: 'standard deviation' },
  })
  audit(say(ofComparison(99)), 'field-no-figure')
  audit(say(ofComparison(none)), 'field-compares-nothing', { figure: 'Sweep' })
  const refused = say(ofComparison(nobody))
  audit(refused, 'field-refused', { figure: 'Nobody', reason: refused.split('(')[1]?.split(').')[0] ?? '' })
  audit(say(ofComparison(made, { levels: { block_size: 512 } })), 'field-no-case')
  audit(
    say(ofComparison(made, { levels: { block_size: 8192 }, statistic: 'interval' })),
    'field-no-statistic',
    { statistic: '95\u202f% interval' },
  )
  const { text } = reader().resolve(fieldSource(ofComparison(made)).replace(/^\{\{|\}\}$/g, ''))
  expect(text).toMatch(/^\+100\.\d\u202f%|^\+\d+/)
  audit(say(ofComparison(made, { was: 'better_small_or_uncertain' })), 'field-verdict', {
    ...{ text, now: 'better', was: 'better, small or uncertain' },
  })
  const [print] = printedReview().published()
  if (print?.value.kind !== 'summary') throw new Error('nothing is printed')
  const field = ofValue({ statistic: 'median' })
  const inPrint = { metric: 'iops', unit: 'IOPS', values: [], printed: print.value } as const
  audit(valueText(field, named.campaign, inPrint).problem ?? '', 'field-not-printed', {
    ...{ ...named, statistic: 'median' },
  })
}

it('says in documents what their sections, tables and numbers are', () => {
  const said = new Audit()
  auditChoices(said)
  auditRows(said)
  auditFields(said)
  expect(said.unread).toEqual([])
  expect(said.false()).toEqual([])
  expect(said.unseen(documentFamilies)).toEqual([])
  expect(said.undetected()).toEqual([])
})

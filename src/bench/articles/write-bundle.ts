import { summaryNames } from '../../core/results/campaign/campaign-naming'
import { closeSync, openSync, readSync, rmSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { cleanText } from '../../core/figures/figure/clean-text'
import { documentToCsv } from '../../core/document/csv'
import { blockTitle, isDataBlock, type ReviewDocument } from '../../core/document/document'
import { writePlan } from '../../core/plan/plan-json'
import type { CampaignSummary } from '../../core/results/campaign/campaign'
import type { ReviewReads } from '../store/review-reads'
import { noteUnfinished } from '../files/unfinished'
import { type Cancellation, Turns } from '../turns'
import { isWithoutSerials } from '../store/without-serials'
import { type FileContent, writeFileWhole } from '../files/write-file-whole'
import type { DocumentDraft } from './new-document'
import type { WrittenArticle } from './written-article'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'

export interface BundleChoice {
  /** The zip file. */
  readonly path: string
  readonly signal?: Cancellation | undefined
  readonly toPage: (document: ReviewDocument) => Iterable<string>
}

/**
 * Writes the reproduce bundle: everything that a reader needs to check an article and repeat its
 * measurements. The results file is omitted if its serial numbers must not be given out, or a zip file cannot
 * contain it; the returned problems report this.
 */
export async function writeBundle(
  review: ReviewReads,
  draft: DocumentDraft,
  { document, problems: found }: WrittenArticle,
  { path, signal, toPage }: BundleChoice,
): Promise<readonly string[]> {
  const problems = [...found]
  const named = new Names()
  const contents: string[] = []
  const entries: ZipEntry[] = []
  const add = (name: string, content: ZipEntry['content'], about: string) => {
    const own = named.take(name)
    entries.push({ name: own, content })
    contents.push(`${own}: ${about}`)
  }
  add('article.html', toPage(document), 'the article; opens in any browser, without a network')
  add('document.json', documentJson(review, draft), 'the article as Benchwright keeps it, with its figures')
  for (const block of document.blocks) {
    if (!isDataBlock(block)) continue
    const name = blockTitle(block)
    const stem = (block.label ?? 'table').toLowerCase()
    add(`numbers/${stem}.csv`, documentToCsv({ title: '', blocks: [block] }), cleanText(name, 200))
  }
  const campaigns = review.campaigns()
  const names = summaryNames(campaigns)
  for (const campaign of campaigns) {
    const plan = review.campaignFacts(campaign.id)?.plan
    // Imported and published campaigns have neither a plan nor commands of this program.
    if (plan === undefined || campaign.source !== 'measured') continue
    const name = names.get(campaign.id) ?? campaign.name
    const of = `of “${cleanText(name, 200)}”`
    const stem = name
    // Machines under one load share the plan of the campaign that leads them.
    if (campaign.leaderId === undefined) add(`plans/${stem}.json`, writePlan(plan), `the plan ${of}`)
    add(`commands/${stem}.jsonl`, await commands(review, campaign, signal), `the commands of all runs ${of}`)
  }
  const results = `${path}.${String(process.pid)}.part`.replace(/(\.\d+\.part)$/, '.results$1')
  const forget = noteUnfinished('file', results)
  try {
    if (isWithoutSerials(review))
      problems.push(
        'The results file is not in the bundle, because it names the serial numbers of the drives.',
      )
    else {
      review.copyTo(results)
      if (statSync(results).size < mostZipBytes)
        add(
          `results/${basename(review.path)}`,
          fileChunks(results),
          'the results file with every run and its raw output',
        )
      else problems.push('The results file is not in the bundle, because it is larger than 4 GiB.')
    }
    await writeFileWhole(
      path,
      zipPieces([{ name: 'README.txt', content: readme(document.title, contents) }, ...entries]),
      signal,
    )
  } finally {
    rmSync(results, { force: true })
    forget()
  }
  return problems
}

/** Chooses names of files within the bundle; none is used twice, and every system accepts them. */
class Names {
  readonly #taken = new Set<string>()

  take(wanted: string): string {
    const [, folder = '', stem = '', ending = ''] = /^(\w+\/)?(.*)(\.\w+)$/s.exec(wanted) ?? []
    const plain = stem.replace(/[^\p{L}\p{N}.-]+/gu, '-').replace(/^[.-]+|[.-]+$/g, '')
    const short = plain === '' ? 'file' : plain.slice(0, 80)
    for (let number = 1; ; number++) {
      const name = `${folder}${short}${number === 1 ? '' : `-${String(number)}`}${ending}`
      if (this.#taken.has(name.toLowerCase())) continue
      this.#taken.add(name.toLowerCase())
      return name
    }
  }
}

function documentJson(review: ReviewReads, { document, figures }: DocumentDraft): string {
  const shown = new Set(document.blocks.flatMap((block) => ('figureId' in block ? [block.figureId] : [])))
  const known = [...review.figures(), ...figures].filter(({ id }) => shown.has(id))
  const { name, title, author, template, blocks } = document
  const saved = known.map((one) => ({ id: one.id, name: one.name, settings: one.settings }))
  return `${JSON.stringify({ name, title, author, template, blocks, figures: saved }, undefined, 2)}\n`
}

/** A line of JSON per run: what it measured, and the command with its files. */
async function commands(
  review: ReviewReads,
  { id }: CampaignSummary,
  signal: Cancellation | undefined,
): Promise<readonly string[]> {
  const turns = new Turns()
  const lines: string[] = []
  for (const { id: runId } of review.runs(id)) {
    await turns.take()
    signal?.throwIfAborted()
    const run = review.run(runId)
    if (run === undefined || run.argv.length === 0) continue
    const { phase, repetition, state, levels, argv, files } = run
    lines.push(`${JSON.stringify({ run: runId, phase, repetition, state, levels, argv, files })}\n`)
  }
  return lines
}

function readme(title: string, contents: readonly string[]): string {
  return [
    cleanText(title, 500),
    '',
    'All that is needed to check this article and to measure again. In this bundle:',
    '',
    ...contents.map((line) => `- ${line}`),
    '',
    'To measure again:',
    '',
    '1. Set "path" under "target" in a file of plans/ to a folder or drive of your own. What it names may be overwritten.',
    '2. benchwright plan check plans/NAME.json',
    '3. benchwright run plans/NAME.json --into again.benchwright',
    '4. benchwright report again.benchwright --out again.html',
    '',
    'The commands name paths of the machine that they ran on.',
    '',
  ].join('\n')
}

/** The bytes of a file in pieces of 1 MiB. */
function* fileChunks(path: string): Iterable<Uint8Array> {
  const file = openSync(path, 'r')
  try {
    for (;;) {
      const chunk = new Uint8Array(2 ** 20)
      const length = readSync(file, chunk)
      if (length === 0) return
      yield chunk.subarray(0, length)
    }
  } finally {
    closeSync(file)
  }
}

/** A file in a zip file. */
interface ZipEntry {
  /** With slashes between folders. */
  readonly name: string
  readonly content: FileContent
  /** Its bytes are already compressed, as those of pictures are. */
  readonly isPacked?: boolean
}

/** Maximum size of such a zip file in bytes: sizes and offsets in it have 32 bits. */
const mostZipBytes = 2 ** 32 - 2 ** 24

/** A zip file in pieces; each entry is read as it is written, so that files may be larger than the memory. */
export function* zipPieces(entries: Iterable<ZipEntry>): Iterable<Uint8Array> {
  const ready: Uint8Array[] = []
  const zip = new Zip((error, piece) => {
    if (error !== null) throw error
    ready.push(piece)
  })
  const text = new TextEncoder()
  for (const { name, content, isPacked } of entries) {
    const file = isPacked === true ? new ZipPassThrough(name) : new ZipDeflate(name)
    zip.add(file)
    const pieces = typeof content === 'string' || content instanceof Uint8Array ? [content] : content
    for (const piece of pieces) {
      file.push(typeof piece === 'string' ? text.encode(piece) : piece)
      yield* ready.splice(0)
    }
    file.push(new Uint8Array(0), true)
    yield* ready.splice(0)
  }
  zip.end()
  yield* ready.splice(0)
}

import type { Cancellation } from '../turns'
import { existsSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import type { ReportFormat } from '../../core/contract/document-requests'
import { RequestFailure } from '../../core/contract/request-failure'
import { articleToFragment, articleToHtml } from '../../core/document/html/article-html'
import { articleStyle } from '../../core/document/html/article-page-style'
import type { ReviewDocument } from '../../core/document/document'
import { documentToLatex } from '../../core/document/latex/latex'
import { liveScript } from '../../core/document/html/live-script'
import { documentToMarkdown } from '../../core/document/markdown'
import type { ReviewReads } from '../store/review-reads'
import type { ExportPreset } from '../figures/export-look'
import { pageWithFonts } from '../figures/figure-fonts'
import { type FileContent, writeFileWhole } from '../files/write-file-whole'
import { articlePdf } from './article-pdf'
import type { DocumentDraft } from './new-document'
import { writeBundle } from './write-bundle'
import { type ArticleChoice, writtenArticle, type WrittenArticle } from './written-article'
import { strToU8, type Zippable, zipSync } from 'fflate'
import { loadImage } from '@napi-rs/canvas'
import { documentToOdt, odtType } from '../../core/document/odt/odt'
import { createFolder } from '../files/create-folder'

export interface ReportChoice {
  readonly format: ReportFormat
  /** The file. Pictures of HTML fragments, Markdown and LaTeX go into a folder next to it. */
  readonly path: string
  readonly preset?: ExportPreset | undefined
  readonly signal?: Cancellation | undefined
  readonly onProgress?: (done: number, total: number) => void
}

export interface WrittenReport {
  /** Paths of all files, the document first. */
  readonly files: readonly string[]
  readonly problems: readonly string[]
}

/**
 * Writes a document of a review. Rejects with a RequestFailure if other files are in the way or nothing can
 * be written, and with the reason of `signal` if it is cancelled.
 */
export async function writeReport(
  review: ReviewReads,
  draft: DocumentDraft,
  { format, path, preset, signal, onProgress }: ReportChoice,
): Promise<WrittenReport> {
  const article = (choice: Omit<ArticleChoice, 'preset' | 'signal'>) =>
    writtenArticle(review, draft, { ...choice, preset, signal, ...(onProgress && { onProgress }) })
  switch (format) {
    case 'html':
      return one(path, await article({ figures: 'live' }), ({ document }) => articlePage(document))
    case 'pdf':
      return one(path, await article({ figures: 'drawn' }), async ({ document }) => [
        await articlePdf(document, preset),
      ])
    case 'odt':
      return one(
        path,
        await article({ figures: 'svg', folder: 'Pictures/', outlines: true, withoutWebp: true }),
        articleOdt,
      )
    case 'bundle':
      return {
        files: [path],
        problems: await writeBundle(review, draft, await article({ figures: 'live' }), {
          path,
          signal,
          toPage: articlePage,
        }),
      }
    case 'cms':
    case 'md':
    case 'tex': {
      const folder = `${basename(path, extname(path)).replace(/[^\w.-]+/g, '-')}-${format === 'tex' ? 'figures' : 'pictures'}`
      const figures = format === 'tex' ? 'pdf' : 'svg'
      const written = await article({ figures, folder: `${folder}/`, withoutWebp: format === 'tex' })
      return withFolder(path, folder, written, folderWriters[format])
    }
  }
}

/** An article as one page with figures that react to the mouse. */
function articlePage(document: ReviewDocument): Iterable<string> {
  const body = { [Symbol.iterator]: () => articleToHtml(document)[Symbol.iterator]() }
  return pageWithFonts(document.title, body, { style: articleStyle, script: liveScript })
}

const folderWriters = { cms: articleToFragment, md: documentToMarkdown, tex: documentToLatex } as const

async function one(
  path: string,
  written: WrittenArticle,
  make: (written: WrittenArticle) => FileContent | Promise<FileContent>,
): Promise<WrittenReport> {
  await writeFileWhole(path, await make(written))
  return { files: [path], problems: written.problems }
}

async function withFolder(
  path: string,
  name: string,
  written: WrittenArticle,
  write: (document: WrittenArticle['document']) => Iterable<string>,
): Promise<WrittenReport> {
  const folder = join(dirname(path), name)
  if (existsSync(folder) && !existsSync(path))
    throw new RequestFailure({
      id: 'file-exists',
      message: `${folder} is there already, without the document that it would belong to.`,
      remedy: 'Choose another name, or remove the folder.',
    })
  const files: string[] = []
  if (written.files.length > 0) createFolder(folder)
  for (const { name: file, content } of written.files) {
    await writeFileWhole(join(folder, file), content)
    files.push(join(folder, file))
  }
  await writeFileWhole(path, write(written.document))
  return { files: [path, ...files], problems: written.problems }
}

/** An article as an OpenDocument text, with its pictures. */
async function articleOdt({ document, files }: WrittenArticle): Promise<readonly Uint8Array[]> {
  const zipped: Zippable = { mimetype: [strToU8(odtType), { level: 0 }] }
  const sizes = new Map<string, { readonly width: number; readonly height: number }>()
  for (const { name, content } of files) {
    const bytes = Buffer.concat(
      Array.from(content, (piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)),
    )
    const path = `Pictures/${name}`
    const isDrawing = name.endsWith('.svg')
    const { width, height } = isDrawing ? { width: 0, height: 0 } : await loadImage(bytes)
    sizes.set(path, { width, height })
    zipped[path] = [bytes, { level: isDrawing ? 6 : 0 }]
  }
  for (const [name, text] of Object.entries(documentToOdt(document, sizes)))
    zipped[name] = strToU8(String(text))
  return [zipSync(zipped)]
}

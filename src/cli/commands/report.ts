import { extname } from 'node:path'
import type { ReviewReader } from '../../bench/store/review-store'
import { draftDocument, type DocumentDraft } from '../../bench/articles/new-document'
import { purposeOf } from '../../bench/articles/purpose'
import { writeReport } from '../../bench/articles/write-report'
import { presetNamed } from '../../bench/figures/preset-of-review'
import { reportEndings, reportFormats, type ReportFormat } from '../../core/contract/document-requests'
import { documentTemplate } from '../../core/document/templates'
import { choiceOf, CommandError, exitStatus, printJson, type Command } from '../command'
import { redactOption, reviewSource, withReview } from '../with-review'

export const report: Command = {
  words: ['report'],
  positionals: ['FILE.benchwright'],
  summary:
    'Write a document of a results file as an article; a file without one as the template that fits it.',
  options: {
    document: { value: 'NAME', help: 'Which document; not needed if there is only one.' },
    format: {
      value: 'FORMAT',
      help: `${reportFormats.join(', ')}; follows from the name of --out if not given.`,
    },
    out: {
      value: 'PATH',
      help: 'File to write. Pictures of cms, Markdown and LaTeX go into a folder next to it.',
    },
    preset: { value: 'NAME', help: 'Article preset for its figures.' },
    ...redactOption,
  },
  run: (parsed, context) =>
    withReview(reviewSource(parsed), async (review) => {
      const path = parsed.text('out')
      if (path === undefined) throw new CommandError('report: --out is missing.', 'Name the file to write.')
      const format = choiceOf(parsed, 'format', reportFormats) ?? formatOf(path)
      const preset = parsed.text('preset')
      const look = preset === undefined ? undefined : presetNamed(review, preset)
      if (preset !== undefined && look === undefined)
        throw new CommandError(
          `report: There is no preset “${preset}”.`,
          `Choose one of ${review.article
            .presets()
            .map(({ name }) => `“${name}”`)
            .join(', ')}.`,
        )
      const { signal, stderr, stdout } = context
      const draft = documentOf(review, parsed.text('document'), (text) => stderr.line(`note: ${text}`))
      const written = await writeReport(review, draft, {
        ...{ format, path, preset: look, signal },
        onProgress: (done, total) => {
          if (stderr.isTTY && done < total) stderr.line(`${String(done + 1)} of ${String(total)} blocks`)
        },
      })
      for (const problem of written.problems) stderr.line(`note: ${problem}`)
      if (parsed.json) printJson(context, { document: draft.document.name, format, ...written })
      else stdout.line(path)
      return exitStatus.done
    }),
}

/** The document with this name; without a name the only one, or a new one that is not stored. */
function documentOf(
  review: ReviewReader,
  name: string | undefined,
  tell: (text: string) => void,
): DocumentDraft {
  const all = review.documents.list()
  if (name === undefined && all.length === 0) {
    const purpose = purposeOf(review)
    if (purpose === undefined)
      throw new CommandError(
        'report: The file has no document, and nothing to write one about.',
        'Run a plan, import results, or add a scorecard or a device card first.',
      )
    const { label } = documentTemplate(purpose.template)
    tell(`Drafted as “${label}”, because ${purpose.because}.`)
    return draftDocument(review, purpose.template, label)
  }
  const names = all.map((one) => `“${one.name}”`).join(', ')
  const found =
    name === undefined ? (all.length === 1 ? all[0] : undefined) : all.find((one) => one.name === name)
  if (found === undefined)
    throw new CommandError(
      name === undefined
        ? 'report: The file has several documents.'
        : `report: There is no document “${name}”.`,
      all.length === 0
        ? 'Leave --document out to write the template that fits.'
        : `Choose one with --document: ${names}.`,
    )
  const document = review.documents.read(found.id)
  if (document === undefined) throw new CommandError(`report: The document “${found.name}” is gone.`)
  return { document, figures: [] }
}

function formatOf(path: string): ReportFormat {
  const ending = extname(path).slice(1).toLowerCase()
  // The first of those with the same extension: .html is a page, not a fragment.
  const found = reportFormats.find((format) => reportEndings[format] === ending)
  if (found) return found
  throw new CommandError(
    `report: The name ${path} says no format.`,
    `Add --format with one of ${reportFormats.join(', ')}.`,
  )
}

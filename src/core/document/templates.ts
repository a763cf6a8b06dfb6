import type { FigureChange, FigureKind } from '../figures/kinds/figure-kinds'
import { depthKeys } from '../figures/load/load-lines'
import { template } from '../words/template'
import type { FactsSubject, TemplateName } from './stored-document'

/** A part of a new document: a heading with its contents. It is left out if its figures cannot be built. */
export interface TemplateSection {
  readonly heading: string
  readonly facts?: readonly FactsSubject[]
  /** The first kind that has something to show; with `every`, each of them. */
  readonly figures?: readonly FigureKind[]
  readonly every?: boolean
  /** Settings of its figures; a saved one that is set otherwise belongs elsewhere. */
  readonly settings?: FigureChange
  /** A sweep over the varied axis, if the document has no figure of its kind or over the same axis. */
  readonly overAnyAxis?: boolean
  /** A comparison of two levels of one parameter, such as two block sizes, does not belong here. */
  readonly acrossCampaigns?: boolean
  /** A sweep over the mix of reads and writes: one that was saved over another axis belongs elsewhere. */
  readonly ofMix?: boolean
  /** A sweep over this axis, of campaigns that did not vary the mix as well. */
  readonly over?: string
  /**
   * Axes of the campaigns that its figures of single runs are drawn from, best first; unset, or if none was varied: those
   * with the fewest cases.
   */
  readonly along?: readonly string[]
  /** The scorecards of the review. */
  readonly scorecards?: boolean
  /** Kept even if there is nothing to show yet. */
  readonly always?: boolean
}

export interface DocumentTemplate {
  readonly name: TemplateName
  readonly label: string
  /** One sentence for the choice. */
  readonly description: string
  readonly sections: readonly TemplateSection[]
}

const method: TemplateSection = { heading: 'How it was measured', facts: ['method'], always: true }
/** Long lines that few readers want, behind everything else. */
const commands: TemplateSection = { heading: 'Commands', facts: ['commands'] }
const verdict: TemplateSection = { heading: 'Verdict', always: true }
const opening: TemplateSection = { heading: 'Introduction', facts: ['findings'], always: true }
/** The answer of the comparison; where there is none to compare, what was found. */
const answer: TemplateSection = { heading: 'Introduction', facts: ['answer'], always: true }
const specification: TemplateSection = {
  heading: 'Specification',
  facts: ['drive'],
  figures: ['specification'],
  always: true,
}
const sweeps: readonly TemplateSection[] = [
  { heading: 'Reads and writes mixed', figures: ['mix-sweep'], ofMix: true },
  { heading: 'Block size', figures: ['mix-sweep'], over: 'block_size' },
  { heading: 'Results', figures: ['mix-sweep'], overAnyAxis: true },
  { heading: 'Queue depth and jobs', figures: ['latency-throughput', 'scaling'] },
  { heading: 'Compressible data', figures: ['compressibility'] },
  { heading: 'Steady state', figures: ['steady-state'] },
  { heading: 'Offered load', figures: ['offered-load'] },
  { heading: 'Latency', figures: ['latency-percentiles'], along: depthKeys },
  { heading: 'Over time', figures: ['whole-drive', 'consistency', 'time-series'] },
  { heading: 'Fill level', figures: ['fill-level'] },
]
const byTest: TemplateSection = {
  heading: 'Test by test',
  figures: ['comparison-table'],
  settings: { rows: 'tests' },
}
const allNumbers: TemplateSection = {
  heading: 'All numbers',
  figures: ['comparison-table'],
  settings: { rows: undefined },
}
const end: readonly TemplateSection[] = [verdict, specification, method, commands]

export const documentTemplates: readonly DocumentTemplate[] = [
  {
    name: 'drive-review',
    label: 'Drive review',
    description: template(
      'document-drive-review',
      'One drive: what was found, the usual figures of its campaigns, and how it was measured.',
    )(),
    sections: [
      opening,
      ...sweeps,
      { heading: 'Against others', figures: ['percent-difference', 'ranking'], acrossCampaigns: true },
      { heading: 'Price', figures: ['price'] },
      ...end,
    ],
  },
  {
    name: 'drives',
    label: 'Two or more drives',
    description: template(
      'document-drives',
      'Drives against each other: which is ahead and where, then each load, with all numbers.',
    )(),
    sections: [
      answer,
      { heading: 'The difference', figures: ['percent-difference'], acrossCampaigns: true },
      { heading: 'The drives', figures: ['ranking', 'comparison'] },
      ...sweeps,
      { heading: 'Price', figures: ['price'] },
      allNumbers,
      ...end,
    ],
  },
  {
    name: 'two-kernels',
    label: 'Two kernels or settings',
    description: template(
      'document-two-kernels',
      'Two kernels, firmwares or settings of one drive, case by case, with all numbers.',
    )(),
    sections: [
      answer,
      { heading: 'What changed', figures: ['percent-difference'], always: true },
      byTest,
      { heading: 'Both sides', figures: ['comparison'] },
      allNumbers,
      verdict,
      method,
      commands,
    ],
  },
  {
    name: 'databases',
    label: 'Database configurations',
    description: template(
      'document-databases',
      'A database under load: its configurations against each other, its threads, and how it ran.',
    )(),
    sections: [
      answer,
      { heading: 'Configurations', figures: ['comparison'], acrossCampaigns: true },
      { heading: 'Results', figures: ['mix-sweep'], overAnyAxis: true },
      { heading: 'Threads', figures: ['scaling', 'latency-throughput'] },
      { heading: 'Offered load', figures: ['offered-load'] },
      { heading: 'Over time', figures: ['time-series'] },
      allNumbers,
      verdict,
      method,
      commands,
    ],
  },
  {
    name: 'over-time',
    label: 'Over time',
    description: template(
      'document-over-time',
      'How a drive changes while it is written: from the first minutes to its steady state.',
    )(),
    sections: [
      opening,
      { heading: 'Over time', figures: ['whole-drive', 'time-series', 'consistency'], every: true },
      { heading: 'Steady state', figures: ['steady-state'] },
      { heading: 'Latency', figures: ['latency-percentiles'], along: depthKeys },
      { heading: 'Fill level', figures: ['fill-level'] },
      ...end,
    ],
  },
  {
    name: 'cache-software',
    label: 'Cache software',
    description: template(
      'document-cache-software',
      'Programs against each other: what they are like to use, and what they do to a database.',
    )(),
    sections: [
      opening,
      { heading: 'Ease of use', scorecards: true, always: true },
      { heading: 'Database load', figures: ['comparison', 'scaling', 'mix-sweep'] },
      { heading: 'Against each other', figures: ['percent-difference', 'ranking'] },
      verdict,
      method,
      commands,
    ],
  },
  {
    name: 'print',
    label: 'Printed results',
    description: template(
      'document-print',
      'Results of other publications, redrawn, with where they were printed.',
    )(),
    sections: [
      answer,
      { heading: 'Compressible data', figures: ['compressibility'] },
      { heading: 'Results', figures: ['mix-sweep'], overAnyAxis: true },
      { heading: 'Queue depth and jobs', figures: ['latency-throughput', 'scaling'] },
      { heading: 'Fill level', figures: ['fill-level'] },
      { heading: 'Ranking', figures: ['ranking'] },
      { heading: 'Price', figures: ['price'] },
      verdict,
      method,
    ],
  },
  {
    name: 'empty',
    label: 'Empty',
    description: template('document-empty', 'A page to begin with.')(),
    sections: [],
  },
]

/** The template of this name; all names have one. */
export function documentTemplate(name: TemplateName): DocumentTemplate {
  const found = documentTemplates.find((one) => one.name === name)
  if (found === undefined) throw new RangeError(`There is no template "${name}".`)
  return found
}

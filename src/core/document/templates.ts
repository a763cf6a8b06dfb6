import type { FigureKind } from '../figures/kinds/figure-kinds'
import { depthKeys } from '../figures/load/load-lines'
import type { FactsSubject, TemplateName } from './stored-document'

/** A part of a new document: a heading with its contents. It is left out if its figures cannot be built. */
export interface TemplateSection {
  readonly heading: string
  readonly facts?: readonly FactsSubject[]
  /** The first kind that has something to show; with `every`, each of them. */
  readonly figures?: readonly FigureKind[]
  readonly every?: boolean
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
const verdict: TemplateSection = { heading: 'Verdict', always: true }
const opening: TemplateSection = { heading: 'Introduction', facts: ['findings'], always: true }

export const documentTemplates: readonly DocumentTemplate[] = [
  {
    name: 'drive-review',
    label: 'Drive review',
    description:
      'One drive from its specification to the verdict, with every figure that its campaigns allow.',
    sections: [
      opening,
      { heading: 'Specification', facts: ['drive'], figures: ['specification'], always: true },
      method,
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
      { heading: 'Against others', figures: ['percent-difference', 'ranking'], acrossCampaigns: true },
      { heading: 'Price', figures: ['price'] },
      verdict,
    ],
  },
  {
    name: 'two-kernels',
    label: 'Two kernels',
    description: 'Two kernels, firmwares or settings against each other, case by case, with all numbers.',
    sections: [
      opening,
      method,
      { heading: 'What changed', figures: ['percent-difference'], always: true },
      { heading: 'Both sides', figures: ['comparison'] },
      { heading: 'All numbers', figures: ['comparison-table'] },
      verdict,
    ],
  },
  {
    name: 'cache-software',
    label: 'Cache software',
    description: 'Programs against each other: what they are like to use, and what they do to a database.',
    sections: [
      opening,
      { heading: 'Ease of use', scorecards: true, always: true },
      method,
      { heading: 'Database load', figures: ['comparison', 'scaling', 'mix-sweep'] },
      { heading: 'Against each other', figures: ['percent-difference', 'ranking'] },
      verdict,
    ],
  },
  { name: 'empty', label: 'Empty', description: 'A page to begin with.', sections: [] },
]

/** The template of this name; all names have one. */
export function documentTemplate(name: TemplateName): DocumentTemplate {
  const found = documentTemplates.find((one) => one.name === name)
  if (found === undefined) throw new RangeError(`There is no template "${name}".`)
  return found
}

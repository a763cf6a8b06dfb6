import { fewestGroups } from '../comparison/judge/run-groups'
import { campaignProvenance } from '../figures/figure/campaign-provenance'
import { withNames } from '../figures/figure/provenance'
import { cleanText, textLimits } from '../figures/figure/clean-text'
import type { CampaignOrigin } from '../results/campaign/campaign'
import { leftOutTexts, type LeftOutRun } from '../results/run-name'
import { relation, type Relation, type Span } from '../results/run-times'
import { template } from '../words/template'
import { codeMarkdown, markdownText } from './markdown'
import { methodTopics, sentence } from './method-topics'

/** The data of a facts block. */
export interface FactsSource {
  /** In the order of the review. */
  readonly campaigns: readonly CampaignOrigin[]
  /** Excluded runs of these campaigns. */
  readonly excluded: readonly LeftOutRun[]
  /** The findings of each campaign, in sentences; only if requested. */
  readonly findings: readonly (readonly string[])[]
  /** What an author should know of the findings before they are published, and do; only if requested. */
  readonly unsure?: readonly { readonly text: string; readonly remedy: string }[]
  /** What the comparison of its campaigns says, a paragraph a candidate; only if requested. */
  readonly answers?: readonly string[]
  /** The card of the device that a campaign measured, by the campaign's id; only if requested. */
  readonly cards?: ReadonlyMap<number, StatedDevice>
  /** When the finished runs of a campaign were measured, by its id; only if requested. */
  readonly spans?: ReadonlyMap<number, readonly Span[]>
}

/** What a person stated about a device on its card: texts by label. */
export interface StatedDevice {
  readonly name: string
  readonly facts: ReadonlyMap<string, string>
}

const nothingMeasured = template('method-nothing', 'Nothing has been measured yet.')
const noneDropped = template('method-none-dropped', 'No run was dropped as an outlier.')
const noneAutomatically = template(
  'method-none-automatically',
  'No run was dropped automatically; those excluded by hand are named below.',
)
const meansOfRuns = template(
  'method-means',
  'Numbers are means over the runs of a case with their 95\u202f% confidence intervals (Student t) unless a caption says otherwise; dots are single runs.',
)
const ratiosOfMeans = template(
  'method-ratios',
  'Comparisons use the ratio of the means, computed on the log scale, with its 95\u202f% interval; runs that were interleaved are compared in pairs.',
)
const verdictsSaid = template(
  'method-verdicts',
  'A difference is called better or worse only if its p-value, adjusted over all cases of a metric (Benjamini-Hochberg), is at most 0.05 and its interval, widened for the number of cases that stand out, lies entirely beyond the margin given under the figure.',
)
const groupsSaid = template(
  'method-groups',
  'The runs of one sample of a drive on one machine speak of that sample, not of its model; where both sides have {least} or more samples, days, formats of the drive, or levels of a factor that their campaigns differ in, these are compared, each as one value.',
  { least: 'count' },
)
const printedStatistics = template(
  'method-print',
  'Printed means are quoted as they are; their single runs were not published. A difference between them is only tested if the numbers of runs and the standard deviations were printed as well; the sigma rule, where a figure applies it, needs only the deviations.',
)

/** Paragraphs by topic; what all campaigns share is stated once, otherwise each is named in a list. */
export function methodText({ campaigns, excluded, spans = new Map() }: FactsSource): string {
  if (campaigns.length === 0) return nothingMeasured()
  const labels = campaignLabels(campaigns)
  const told = campaigns.map((origin, at) => ({ label: labels[at] ?? '', topics: methodTopics(origin) }))
  const topics = [...new Set(told.flatMap((one) => one.topics.map(([topic]) => topic)))]
  const paragraphs = topics.map((topic) => {
    const texts = new Map<string, string[]>()
    for (const { label, topics: own } of told) {
      const text = own.find(([name]) => name === topic)?.[1]
      if (text !== undefined) texts.set(text, [...(texts.get(text) ?? []), label])
    }
    const [[shared, owners] = ['', []]] = texts
    if (owners.length === told.length) return `**${topic}.** ${shared}`
    const items = [...texts].map(([text, of]) => `- ${markdownText(of.join('; '))}: ${text}`)
    return `**${topic}.**\n\n${items.join('\n')}`
  })
  return [
    ...paragraphs,
    ...timeParagraph(campaigns, labels, spans),
    `**Statistics.** ${statisticsText(campaigns, excluded)}`,
    ...exclusions(excluded),
  ].join('\n\n')
}

/** More campaigns than this have more pairs than a reader would compare. */
const mostTimed = 4

/** How the runs of the campaigns lie in time to each other, pair by pair; nothing if their times are not known. */
function timeParagraph(
  campaigns: readonly CampaignOrigin[],
  labels: readonly string[],
  spans: ReadonlyMap<number, readonly Span[]>,
): readonly string[] {
  const timed = campaigns.flatMap(({ campaign }, at) => {
    const own = spans.get(campaign.id) ?? []
    return own.length === 0 ? [] : [{ name: `“${labels[at] ?? ''}”`, own }]
  })
  if (timed.length < 2 || timed.length > mostTimed) return []
  const texts = timed.flatMap((one, at) =>
    timed.slice(at + 1).flatMap((other) => {
      const found = relation(one.own, other.own)
      return found === undefined ? [] : [timeText[found]({ one: one.name, other: other.name })]
    }),
  )
  return [`**Time.** ${texts.map((text) => sentence(markdownText(text))).join(' ')}`]
}

const two = { one: 'name', other: 'name' } as const
const timeText = {
  before: template('method-before', 'All runs of {one} came before those of {other}.', two),
  after: template('method-after', 'All runs of {one} came after those of {other}.', two),
  'in turn': template(
    'method-taking-turns',
    '{one} and {other} were measured in turn, never at the same time.',
    two,
  ),
  overlapping: template('method-overlapping', 'Runs of {one} and {other} were made at the same time.', two),
} satisfies Readonly<Record<Relation, (names: { one: string; other: string }) => string>>

/** Names of the campaigns among each other. */
export function campaignLabels(campaigns: readonly CampaignOrigin[]): readonly string[] {
  const all = campaigns.map(campaignProvenance)
  return withNames({ campaigns: all }).campaigns.map(({ label }) => label)
}

function statisticsText(campaigns: readonly CampaignOrigin[], excluded: readonly LeftOutRun[]): string {
  const isPrinted = ({ campaign }: CampaignOrigin) => campaign.source === 'published'
  const ofRuns = campaigns.every(isPrinted)
    ? []
    : [
        ...[meansOfRuns(), ratiosOfMeans(), verdictsSaid(), groupsSaid({ least: fewestGroups })],
        (excluded.length === 0 ? noneDropped : noneAutomatically)(),
      ]
  return [...ofRuns, ...(campaigns.some(isPrinted) ? [printedStatistics()] : [])].join(' ')
}

function exclusions(excluded: readonly LeftOutRun[]): readonly string[] {
  if (excluded.length === 0) return []
  const runs = leftOutTexts(excluded).map((text) => markdownText(cleanText(text, textLimits.smallPrint)))
  return [`**Excluded by hand.** ${sentence(runs.join('; '))}`]
}

/** The command of one case of each campaign, each once; empty if none is known. */
export function commandsText({ campaigns }: FactsSource): string {
  const labels = campaignLabels(campaigns)
  const lines = new Map<string, string>()
  for (const [at, origin] of campaigns.entries()) {
    const { command } = campaignProvenance(origin)
    if (command !== undefined && ![...lines.values()].includes(command)) lines.set(labels[at] ?? '', command)
  }
  if (lines.size === 0) return ''
  const blocks = [...lines].map(([label, command]) => {
    const head = lines.size === 1 ? '' : `${markdownText(label)}:\n\n`
    return `${head}${codeMarkdown(cleanText(command, 4000))}`
  })
  return ['**Command of one case**, without the options that only affect reporting:', ...blocks].join('\n\n')
}

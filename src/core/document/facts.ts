import { benchState } from '../results/campaign/bench-state'
import { cleanText, textLimits } from '../figures/figure/clean-text'
import type { CampaignOrigin } from '../results/campaign/campaign'
import { campaignDrive } from '../results/campaign/campaign-naming'
import { formatBytes, formatDecimalBytes } from '../units/bytes'
import { formatCount } from '../units/number-format'
import { markdownText } from './markdown'
import { campaignLabels, commandsText, methodText, type FactsSource } from './method-text'
import { spacedList } from './method-topics'
import type { FactsSubject } from './stored-document'
import { groupBy } from '../iterables'
import { template } from '../words/template'

const noFindings = template('method-no-findings', 'There is no result to sum up yet.')
const nothingRecorded = template('method-no-facts', 'Nothing is recorded of the {what}.', {
  what: ['drive', 'machine'],
})
const noDevice = template('method-no-device', 'No device is recorded.')

/** Heading of a facts block. */
export const factsTitles: Readonly<Record<FactsSubject, string>> = {
  findings: 'What was found',
  answer: 'The answer',
  drive: 'The drive',
  machine: 'The machine',
  method: 'How it was measured',
  commands: 'Commands',
  devices: 'Devices',
}

/** What the app knows about a subject, as editable Markdown; every recorded text is escaped. */
export function factsMarkdown(about: FactsSubject, source: FactsSource): string {
  switch (about) {
    case 'findings':
      return findingsText(source)
    case 'answer':
      return answerText(source)
    case 'drive':
      return transposed(
        'Drive',
        source,
        (origin) => driveFacts(origin, source.cards?.get(origin.campaign.id)?.facts),
        driveNameOf,
      )
    case 'machine':
      return transposed('Machine', source, machineFacts)
    case 'devices':
      return devicesTable(source)
    case 'method':
      return methodText(source)
    case 'commands':
      return commandsText(source)
  }
}

/** A name and its recorded value; undefined if there is none. */
type Fact = readonly [name: string, value: string | undefined]

/** Sentences of one campaign as a paragraph, those of several as a list. */
function findingsText({ findings }: FactsSource): string {
  const told = findings.filter((sentences) => sentences.length > 0).map((sentences) => sentences.join(' '))
  if (told.length === 0) return noFindings()
  const [only = ''] = told
  if (told.length === 1) return markdownText(cleanText(only, longestFindings))
  return told.map((text) => `- ${markdownText(cleanText(text, longestFindings))}`).join('\n')
}

const longestFindings = 4000

/** A paragraph for each side that is compared; what was found, where nothing is. */
function answerText(source: FactsSource): string {
  const { answers = [] } = source
  if (answers.length === 0) return findingsText(source)
  return answers.map((text) => markdownText(cleanText(text, longestFindings))).join('\n\n')
}

/** More drives or machines than this have a row each. */
const mostColumns = 4

/**
 * A column per drive or machine, or a row each if there are many; those with the same facts share one. Facts known
 * about none of them are left out.
 */
function transposed(
  name: 'Drive' | 'Machine',
  source: FactsSource,
  factsOf: (origin: CampaignOrigin) => readonly Fact[],
  /** Heads its column; unset: its first fact, or its campaigns. */
  headOf?: (campaign: CampaignOrigin['campaign']) => string | undefined,
): string {
  const all = shared(source, (origin) => {
    const facts = factsOf(origin)
    if (facts.every(([, value]) => value === undefined)) return undefined
    return { head: headOf?.(origin.campaign), facts }
  }).map(({ facts: { head, facts }, labels }) => ({ head, facts, labels }))
  const [first] = all
  if (first === undefined) return nothingRecorded({ what: name === 'Drive' ? 'drive' : 'machine' })
  const heads = all.length === 1 ? [first.head ?? 'Recorded'] : headsOf(all)
  const rows = first.facts.flatMap(([fact], at) => {
    const values = all.map(({ facts }) => facts[at]?.[1])
    return values.some((value) => value !== undefined) ? [[fact, ...values.map((value) => value ?? '–')]] : []
  })
  if (all.length <= mostColumns) return markdownTable([name, ...heads], rows)
  return markdownTable(
    [name, ...rows.map(([fact = '']) => fact)],
    heads.map((head, at) => [head, ...rows.map((row) => row[at + 1] ?? '–')]),
  )
}

/** What names the drives or machines of a table: their names or first facts if all differ, otherwise their campaigns. */
function headsOf(
  all: readonly {
    readonly head: string | undefined
    readonly facts: readonly Fact[]
    readonly labels: readonly string[]
  }[],
): readonly string[] {
  const names = all.flatMap(
    ({ head, facts }) => head ?? facts.find(([, value]) => value !== undefined)?.[1] ?? [],
  )
  const isNamed = all.some(({ head, labels }) => head !== undefined || labels.length > 1)
  return isNamed && new Set(names).size === all.length ? names : all.map(({ labels }) => labels.join(', '))
}

/** What is known about the campaigns; those with the same facts share an entry with all of their labels. */
function shared<T>({ campaigns }: FactsSource, factsOf: (origin: CampaignOrigin) => T | undefined) {
  const labels = campaignLabels(campaigns)
  const known = campaigns.flatMap((origin, at) => {
    const facts = factsOf(origin)
    return facts === undefined ? [] : [{ facts, label: labels[at] ?? '' }]
  })
  return [...groupBy(known, ({ facts }) => JSON.stringify(facts)).values()].map((group) => ({
    facts: group[0].facts,
    labels: group.map(({ label }) => label),
  }))
}

/** What was recorded of a drive, and what its card states besides; the campaign measured with the firmware recorded. */
function driveFacts(
  { campaign }: CampaignOrigin,
  stated: ReadonlyMap<string, string> = new Map(),
): readonly Fact[] {
  if (campaign.withoutDrive) return []
  const { device, devices } = campaign.hostRecord
  const whole = devices?.find(({ name }) => device?.name.startsWith(name) === true)
  const bytes = device?.sizeBytes
  return [
    ['Model', device?.model ?? stated.get('Model')],
    ['Device', device?.model === undefined ? known(campaign.device) : undefined],
    ['Vendor', stated.get('Vendor') ?? (isNumber.test(whole?.vendor ?? '') ? undefined : whole?.vendor)],
    [
      'Capacity',
      bytes === undefined ? undefined : `${formatDecimalBytes(bytes)} (${formatCount(bytes)} bytes)`,
    ],
    ...['Capacity as sold', 'Usable capacity'].map((label): Fact => [label, stated.get(label)]),
    ['Firmware', device?.firmware ?? stated.get('Firmware')],
    ['Interface', stated.get('Interface') ?? device?.transport],
    ...['Controller', 'Flash', 'DRAM'].map((label): Fact => [label, stated.get(label)]),
    [
      'Kind',
      // Virtual disks report as rotational, whatever is beneath.
      device?.rotational === undefined || isVirtual.test(device.name)
        ? undefined
        : device.rotational
          ? 'spinning disk'
          : 'solid state',
    ],
    ['Logical block', bytesText(device?.logicalBlockBytes)],
    ['Physical block', bytesText(device?.physicalBlockBytes)],
    ['I/O scheduler', device?.scheduler],
    ['Used endurance at the start', percentText(device?.health?.percentUsed)],
    [
      'Written before the start',
      device?.health?.bytesWritten === undefined ? undefined : formatDecimalBytes(device.health.bytesWritten),
    ],
    [
      'Power-on hours at the start',
      device?.health?.powerOnHours === undefined ? undefined : formatCount(device.health.powerOnHours),
    ],
    ['Health by its own account', device?.health?.verdict],
    ...['Rated endurance (TBW)', 'Warranty', 'Price'].map((label): Fact => [label, stated.get(label)]),
  ]
}

/** The kernel's names of virtio and Xen disks. */
const isVirtual = /^(vd|xvd)[a-z]/
/** A vendor known by its PCI number only. */
const isNumber = /^0x[0-9a-f]+$/i

function machineFacts({ campaign }: CampaignOrigin): readonly Fact[] {
  const { cpu, memoryBytes, kernel, distribution, fileSystem, engine } = campaign.hostRecord
  const version = campaign.engineVersion ?? engine?.version
  return [
    ['Host', known(campaign.host)],
    ['Processor', cpu?.model],
    ['Logical cores', cpu?.logicalCores === undefined ? undefined : String(cpu.logicalCores)],
    ['Architecture', cpu?.architecture],
    ['Memory', bytesText(memoryBytes)],
    ['System', distribution],
    ['Kernel', kernel],
    ['File system', fileSystem?.type],
    ['Mount options', fileSystem?.options && spacedList(fileSystem.options)],
    ...benchState(campaign.hostRecord).flatMap(({ kind, label, value }): readonly Fact[] =>
      kind === 'factor' && !campaign.withoutDrive ? [[label, value]] : [],
    ),
    ['Benchmark', known(campaign.engine) && [campaign.engine, version].join(' ').trim()],
  ]
}

/** One row per device, with the campaigns that measured it. */
function devicesTable(source: FactsSource): string {
  const rows = shared(source, ({ campaign }) => {
    if (campaign.withoutDrive) return undefined
    const { sizeBytes, firmware = '–', transport = '–' } = campaign.hostRecord.device ?? {}
    const name = driveNameOf(campaign)
    const size = sizeBytes === undefined ? '–' : formatDecimalBytes(sizeBytes)
    return name === undefined ? undefined : [name, size, firmware, transport]
  })
  if (rows.length === 0) return noDevice()
  return markdownTable(
    ['Device', 'Capacity', 'Firmware', 'Interface', 'Measured as'],
    rows.map(({ facts, labels }) => [...facts, [...new Set(labels)].join(', ')]),
  )
}

/** As its card or its model calls it, otherwise as the campaign does. */
function driveNameOf(campaign: CampaignOrigin['campaign']): string | undefined {
  const name = campaignDrive(campaign)?.name ?? ''
  return name === '' ? known(campaign.device) : name
}

function known(text: string): string | undefined {
  return text === '' || text === 'unknown' ? undefined : text
}

function bytesText(bytes: number | undefined): string | undefined {
  return bytes === undefined ? undefined : formatBytes(bytes)
}

function percentText(percent: number | undefined): string | undefined {
  return percent === undefined ? undefined : `${String(percent)}\u202f%`
}

function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => markdownText(cleanText(cell, textLimits.smallPrint))).join(' | ')} |`
  return [line(head), `|${head.map(() => ' --- |').join('')}`, ...rows.map(line)].join('\n')
}

import { campaignProvenance } from '../figures/campaign-provenance'
import { cleanText, textLimits } from '../figures/clean-text'
import type { CampaignOrigin } from '../results/campaign'
import { formatBytes, formatDecimalBytes } from '../units/bytes'
import { formatCount } from '../units/number-format'
import { markdownText } from './markdown'
import { methodText, type FactsSource } from './method-text'
import type { FactsSubject } from './stored-document'

/** Heading of a facts block. */
export const factsTitles: Readonly<Record<FactsSubject, string>> = {
  drive: 'The drive',
  machine: 'The machine',
  method: 'How it was measured',
  devices: 'Devices',
}

/** What the app knows of a subject, as Markdown that a person can edit; every recorded text is escaped. */
export function factsMarkdown(about: FactsSubject, source: FactsSource): string {
  switch (about) {
    case 'drive':
      return transposed('Drive', source, driveFacts)
    case 'machine':
      return transposed('Machine', source, machineFacts)
    case 'devices':
      return devicesTable(source)
    case 'method':
      return methodText(source)
  }
}

/** A name and what is recorded under it; undefined where nothing is. */
type Fact = readonly [name: string, value: string | undefined]

/** A column per drive or machine, those with the same facts in one; rows of which nothing is known are left out. */
function transposed(
  name: string,
  { campaigns }: FactsSource,
  factsOf: (origin: CampaignOrigin) => readonly Fact[],
): string {
  const columns = new Map<string, { readonly facts: readonly Fact[]; readonly labels: string[] }>()
  for (const origin of campaigns) {
    const facts = factsOf(origin)
    if (facts.every(([, value]) => value === undefined)) continue
    const key = JSON.stringify(facts)
    const known = columns.get(key)
    const { label } = campaignProvenance(origin)
    if (known) known.labels.push(label)
    else columns.set(key, { facts, labels: [label] })
  }
  const all = [...columns.values()]
  const [first] = all
  if (first === undefined) return `Nothing is recorded of the ${name.toLowerCase()}.`
  const heads = all.length === 1 ? ['Recorded'] : all.map(({ labels }) => labels.join(', '))
  const rows = first.facts.flatMap(([fact], at) => {
    const values = all.map(({ facts }) => facts[at]?.[1])
    return values.some((value) => value !== undefined) ? [[fact, ...values.map((value) => value ?? '–')]] : []
  })
  return markdownTable([name, ...heads], rows)
}

function driveFacts({ campaign }: CampaignOrigin): readonly Fact[] {
  const { device, devices } = campaign.hostRecord
  const whole = devices?.find(({ name }) => device?.name.startsWith(name) === true)
  const bytes = device?.sizeBytes
  return [
    ['Model', device?.model ?? known(campaign.device)],
    ['Vendor', whole?.vendor],
    [
      'Capacity',
      bytes === undefined ? undefined : `${formatDecimalBytes(bytes)} (${formatCount(bytes)} bytes)`,
    ],
    ['Firmware', device?.firmware],
    ['Interface', device?.transport],
    [
      'Kind',
      device?.rotational === undefined ? undefined : device.rotational ? 'spinning disk' : 'solid state',
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
    ['Own verdict', device?.health?.verdict],
  ]
}

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
    ['Mount options', fileSystem?.options],
    ['Benchmark', known(campaign.engine) && [campaign.engine, version].join(' ').trim()],
  ]
}

/** One row per device, with the campaigns that measured it. */
function devicesTable({ campaigns }: FactsSource): string {
  const rows = new Map<string, { readonly cells: readonly string[]; readonly labels: string[] }>()
  for (const origin of campaigns) {
    const { device } = origin.campaign.hostRecord
    const name = device?.model ?? known(origin.campaign.device)
    if (name === undefined) continue
    const bytes = device?.sizeBytes
    const cells = [
      name,
      bytes === undefined ? '–' : formatDecimalBytes(bytes),
      device?.firmware ?? '–',
      device?.transport ?? '–',
    ]
    const key = JSON.stringify(cells)
    const { label } = campaignProvenance(origin)
    const found = rows.get(key)
    if (found) found.labels.push(label)
    else rows.set(key, { cells, labels: [label] })
  }
  if (rows.size === 0) return 'No device is recorded.'
  return markdownTable(
    ['Device', 'Capacity', 'Firmware', 'Interface', 'Measured as'],
    [...rows.values()].map(({ cells, labels }) => [...cells, [...new Set(labels)].join(', ')]),
  )
}

function known(text: string): string | undefined {
  return text === '' || text === 'unknown' ? undefined : text
}

function bytesText(bytes: number | undefined): string | undefined {
  return bytes === undefined ? undefined : formatBytes(bytes)
}

function percentText(percent: number | undefined): string | undefined {
  return percent === undefined ? undefined : `${String(percent)}\u2009%`
}

function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => markdownText(cleanText(cell, textLimits.smallPrint))).join(' | ')} |`
  return [line(head), `|${head.map(() => ' --- |').join('')}`, ...rows.map(line)].join('\n')
}

import { drawnCampaigns, drawnCells, type DrawnFacts, marksOf, plain } from './drawn'
import { metricLabel } from './groups'
import { levelTexts, type RawCampaign, testWords, wordsOf } from './raw-facts'

/** The day or days of the runs of a campaign, in UTC. */
function daysOf({ runs, detail }: RawCampaign): string {
  const times = runs.flatMap(({ state, startedAtMs, finishedAtMs }) =>
    state === 'done' ? [startedAtMs, finishedAtMs].flatMap((time) => time ?? []) : [],
  )
  const known = times.length === 0 ? [detail.createdAtMs] : [Math.min(...times), Math.max(...times)]
  const days = known.map((time) => new Date(time).toISOString().slice(0, 10))
  return [...new Set(days)].join(' to ')
}

/** What the record of a campaign says of where its numbers come from, as small print may print it. */
function provenanceOf(raw: RawCampaign): readonly string[] {
  const { detail } = raw
  const { hostRecord: record } = detail
  const device = detail.device === 'unknown' ? '' : detail.device
  const firmware = record.device?.firmware
  const { source } = detail
  const version = detail.engineVersion ?? record.engine?.version ?? ', version not recorded'
  const tool = `${detail.engine.replace('iozone', 'IOzone')} ${version}`.replace(' ,', ',')
  return [
    ...(detail.publication ? [`printed in ${detail.publication.source}`] : []),
    ...(detail.engine === 'unknown' ? [] : [tool]),
    ...(firmware === undefined ? [device] : [`${device}, firmware ${firmware}`]),
    ...(detail.host === 'unknown' ? [] : [`host ${detail.host}`]),
    ...(record.kernel === undefined
      ? []
      : [/^\d/.test(record.kernel) ? `Linux ${record.kernel}` : record.kernel]),
    ...(record.fileSystem
      ? [record.fileSystem.type, `${record.fileSystem.type} (${record.fileSystem.options ?? ''})`]
      : []),
    ...(source === 'published' ? [] : [daysOf(raw)]),
  ].map((one) => plain(one ?? ''))
}

/** The kinds of facts that are held against the record by how they begin; all others are names, and must be in it. */
const otherFacts =
  /^(I\/O scheduler |file |size |memory |data |runs |repetitions |recorded: |statistics: |steady-state |SNIA|each case run|filled |discarded|NVMe|ATA|(file|region) written|capacity found|database )/

/** What is wrong with the lines of small print that say where the numbers come from. */
export function provenanceIsWrong(facts: DrawnFacts): string | undefined {
  const { figure } = facts
  const campaigns = drawnCampaigns(facts)
  const records = campaigns.map(provenanceOf)
  for (const line of figure.smallPrint.map(plain)) {
    if (line.endsWith('.') || line.startsWith('One case') || /: with(out)? /.test(line)) continue
    if (line.includes('statistics: ')) {
      // What all campaigns have in common.
      const shared = line.split(' · ').filter((one) => !otherFacts.test(one))
      const wrong = shared.find((one) => !records.every((own) => own.includes(one)))
      if (wrong !== undefined) return `“${wrong}” is not true of each campaign: ${records.join(' | ')}`
      const days = new Set(campaigns.map(daysOf))
      const isDated = campaigns.every(({ detail }) => detail.source !== 'published')
      if (campaigns.length > 0 && isDated && days.size === 1 && !shared.some((one) => days.has(one)))
        return `it was measured on ${[...days].join()}`
      continue
    }
    const [, label = '', rest = ''] = /^(.+?): (.*)$/.exec(line) ?? []
    if (label === '') continue
    if (/^\d+ campaigns$/.test(label)) {
      if (label !== `${String(campaigns.length)} campaigns`) return `there are ${String(campaigns.length)}`
      continue
    }
    const own = rest.split(' · ').filter((one) => !otherFacts.test(one))
    const isOwn = records.some(
      (record, at) =>
        own.every((one) => record.includes(one)) &&
        label.split(/, | · /).every((part) => isMark(campaigns[at], part)),
    )
    if (!isOwn) return `no campaign is “${label}” with ${own.join(', ')}`
  }
  return undefined
}

function isMark(campaign: RawCampaign | undefined, part: string): boolean {
  if (campaign === undefined) return false
  const { base, name } = campaign.detail.plan
  const texts = Object.entries(base).flatMap(([key, level]) => levelTexts(key, level))
  return (
    [...marksOf(campaign), ...texts, name].map(plain).includes(part) ||
    /^(\d+|campaign \d+|\d{1,2} \w+ \d{4}.*)$/.test(part)
  )
}

/** Levels that the subtitle names with their axis. */
const spellings: Readonly<Record<string, string>> = {
  'Direct I/O on': 'Direct I/O true',
  'Server MariaDB': 'Server mariadb',
}

/** What is wrong with the title and the subtitle of a figure: its test, metric, drives and levels. */
export function titleIsWrong(facts: DrawnFacts): string | undefined {
  const { figure } = facts
  // Percentiles of histograms are in no row.
  const cells = facts.metrics.some((one) => one.startsWith('completion_')) ? [] : drawnCells(facts)
  if (cells.length === 0) return undefined
  const title = plain(figure.title)
  const label = metricLabel(figure.metric).toLowerCase()
  const tests = [
    ...new Set(
      cells.flatMap(({ campaign, caseKey, metric }) => {
        const ids = campaign.runs.flatMap((run) => (run.caseKey === caseKey ? [run.id] : []))
        return campaign.rows.flatMap((row) =>
          ids.includes(row.runId) && row.metric === metric ? [row.test] : [],
        )
      }),
    ),
  ]
  const named = testWords(tests[0] ?? '').some((words) => title.startsWith(words))
  const isMix = /^(Random read|Sequential read|Read)\/write mix: /.test(title)
  const words = `${title} ${plain(figure.subtitle)} ${plain(figure.y.label)}`.toLowerCase()
  if (!isMix && tests.length === 1 && !named) return `it is of the test ${tests.join()}`
  // A ranking by one case is of one test, whatever else its engine ran.
  if (
    figure.kind !== 'ranking' &&
    tests.length > 1 &&
    named &&
    !/\d of \d+ tests/.test(figure.subtitle) &&
    !title.includes('mix')
  )
    return `it is of ${tests.join()}`
  // Over an offered load latency is a response time.
  const isResponse = figure.kind === 'offered-load' && title.includes('response time')
  const isNamed = label !== figure.metric
  if (isNamed && !isResponse && !words.includes(label) && !words.includes(label.replace(/^mean /, '')))
    return `it is of ${label}`
  return subtitleIsWrong(facts, tests)
}

function subtitleIsWrong(facts: DrawnFacts, tests: readonly string[]): string | undefined {
  const { figure } = facts
  const campaigns = drawnCampaigns(facts)
  const cells = drawnCells(facts)
  const levels = cells.map(({ campaign, caseKey }) => {
    const own = campaign.runs.find((run) => run.caseKey === caseKey)?.levels
    return Object.entries({ ...campaign.detail.plan.base, ...own }).flatMap(([key, level]) =>
      [
        ...levelTexts(key, level),
        ...(key === 'direct' ? [`Direct I/O ${String(level)}`] : []),
        ...(key === 'server' ? [`Server ${String(level)}`] : []),
        // As a foreign program calls it.
        ...[`${key} ${String(level)}`, `${key} ${wordsOf(String(level))}`],
      ].map(plain),
    )
  })
  const isLevel = (part: string) => {
    const text = part.replace(/^queue depth /, 'QD ').replace(/ blocks$/, '')
    const spelled = spellings[text] ?? text
    return levels.every((own) => own.includes(spelled))
  }
  const marks = campaigns.flatMap(marksOf).map(plain)
  const isKnown = (part: string) =>
    marks.includes(part) ||
    part.split(', ').every((one) => marks.includes(one)) ||
    isLevel(part) ||
    tests.some((test) => testWords(test).map(plain).includes(part)) ||
    /^\d+ of [\d,]+ (tests|panels|lines|cases)/.test(part)
  const parts = plain(figure.subtitle).split(' · ')
  const unknown = parts.find((part) => part !== '' && !isKnown(part))
  if (unknown !== undefined) return `“${unknown}” is not true of all`
  const shown = `${plain(figure.subtitle)} ${figure.series.map((one) => plain(one.lineLabel)).join(' ')} ${(figure.panels?.titles ?? []).map(plain).join(' ')} ${figure.series.flatMap((one) => one.points.map(({ name = '' }) => plain(name))).join(' ')}`
  const lost = campaigns.find((one) => {
    const own = marksOf(one).map(plain)
    return own.length > 0 && !own.some((mark) => shown.includes(mark))
  })
  return lost && `nothing names ${marksOf(lost).join(' / ')}`
}

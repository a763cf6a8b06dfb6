import { expect, it } from 'vitest'
import { factsSource } from '../../../src/bench/articles/preview-document'
import { factsMarkdown } from '../../../src/core/document/facts'
import { methodText } from '../../../src/core/document/method-text'
import { Audit } from './audited'
import { axisNames } from './check-drawn'
import { marksOf, plain } from './drawn'
import { figureWorlds } from './figure-worlds'
import type { Observation } from '../../../src/core/results/observation'
import { levelTexts, type RawCampaign, rawCampaigns } from './raw-facts'
import { countOf, differs, type Said, wrongIf } from './read-back'
import { SimulatedReview, requests } from './simulated'
import type { PreparationStep } from '../../../src/core/plan/plan'
import { worlds } from './worlds'

const told = [
  ...['Target', 'Tool', 'Cases', 'Order and repetitions', 'Other load', 'Failures', 'Time', 'Source'],
  ...['Preparation', 'Statistics', 'Machine', 'Drive', 'Server configurations'],
]

/** The sentences of a topic as a reader sees them. */
function topics(markdown: string): readonly (readonly [topic: string, text: string])[] {
  return markdown.split('\n\n').flatMap((paragraph) => {
    const [, topic = '', text = ''] = /^\*\*(.+?)\.\*\* (.*)$/s.exec(paragraph) ?? []
    return told.includes(topic) ? [[topic, text.replaceAll(/\\([^\w\s]|_)/g, '$1')] as const] : []
  })
}

const lettersOf = (text = '') => text.toLowerCase().replaceAll(/[^a-z]/g, '')

/** Seconds of "30 s", "2 min" or "1 h". */
function secondsOf(text = ''): number {
  const [, number = '', unit = ''] = /^([\d.]+)[ \u202f](s|min|h)$/u.exec(text) ?? []
  return Number(number) * ({ s: 1, min: 60, h: 3600 }[unit] ?? NaN)
}

const words = (key: string) =>
  (axisNames[key] ?? key).replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase())

function axesAreWrong(said: Said, { detail }: RawCampaign): string | undefined {
  const isFixed = said.slots.get('what') === 'Not varied'
  const axes = detail.plan.axes.filter(({ levels }) => (levels.length === 1) === isFixed)
  const own = said.parts.get('axes') ?? []
  const isTold = (part: Said) => {
    const levels = plain(part.slots.get('levels') ?? '').split(', ')
    return axes.some(({ key, levels: all }) => {
      const texts = all.map((level) => levelTexts(key, level).map(plain).join(' '))
      return (
        words(key) === part.slots.get('axis') &&
        (all.length > 12 || levels.length === all.length) &&
        levels.every(
          (level) =>
            level === '…' ||
            texts.some((text) => text.includes(level.replace(/ %$/, '')) || level.startsWith(`${text}: `)),
        )
      )
    })
  }
  return (
    wrongIf(
      !isFixed && (own.length === 1) !== (said.slots.get('what') === 'One parameter was varied'),
      'one or several',
    ) ??
    wrongIf(own.length !== axes.length, `they are ${String(axes.length)}`) ??
    wrongIf(!own.every(isTold), 'another axis or level')
  )
}

function orderIsWrong(said: Said, { detail }: RawCampaign): string | undefined {
  const { repetitions, order, interleaved, pauseSeconds, untilSteady } = detail.plan
  const [times] = said.parts.get('times') ?? []
  const how = said.parts.get('how') ?? []
  const has = (id: string) => how.find((one) => one.id === id)
  const isInRounds = order.kind === 'interleaved' && repetitions > 1
  return (
    wrongIf(
      times?.slots.has('rounds') === true &&
        times.slots.get('rounds')?.includes('steady-state rounds') !== true,
      'they are rounds until it is steady',
    ) ??
    wrongIf(
      (times?.id === 'method-until-steady') !== (untilSteady !== undefined),
      'whether it was until steady',
    ) ??
    wrongIf(
      times !== undefined && countOf(times, times.slots.has('most') ? 'most' : 'times') !== repetitions,
      `it is ${String(repetitions)}`,
    ) ??
    wrongIf(
      (has('method-shuffled') !== undefined) !== (order.kind === 'shuffled'),
      'whether it was shuffled',
    ) ??
    wrongIf(
      order.kind === 'shuffled' && has('method-shuffled')?.slots.get('seed') !== String(order.seed),
      'it is another seed',
    ) ??
    wrongIf((has('method-rounds') !== undefined) !== isInRounds, 'whether it was in rounds') ??
    wrongIf(
      (has('method-plan-order') !== undefined) !== (order.kind !== 'shuffled' && !isInRounds),
      'the order',
    ) ??
    wrongIf(
      (has('method-in-turn') !== undefined) !== (interleaved !== undefined),
      'whether it was in turn',
    ) ??
    wrongIf(
      pauseSeconds > 0
        ? secondsOf(has('method-pause')?.slots.get('time')) !== pauseSeconds
        : has('method-pause') !== undefined,
      `the pause is ${String(pauseSeconds)} s`,
    )
  )
}

function toolIsWrong(said: Said, { detail }: RawCampaign): string | undefined {
  const { runtime, ramp_time: ramp, direct } = detail.plan.base
  const how = said.parts.get('how') ?? []
  const runs = how.find(({ id }) => id === 'method-runs-of')
  const [warmUp] = runs?.parts.get('warmUp') ?? []
  const tool = (said.slots.get('tool') ?? '').toLowerCase()
  return (
    wrongIf(!tool.startsWith(detail.engine), `it was ${detail.engine}`) ??
    wrongIf(
      typeof runtime === 'number' && runtime > 0
        ? secondsOf(runs?.slots.get('time')) !== runtime
        : runs !== undefined,
      'another time',
    ) ??
    wrongIf(
      typeof ramp === 'number' && ramp > 0
        ? secondsOf(warmUp?.slots.get('time')) !== ramp
        : warmUp !== undefined,
      'another warm-up',
    ) ??
    wrongIf(
      how.some(
        (one) => one.id === 'method-data' && !/data|compress|repeat|zero/.test(one.slots.get('data') ?? ''),
      ),
      'it is not about data',
    ) ??
    wrongIf(how.some(({ id }) => id === 'method-direct') !== (direct === true), 'whether it was direct') ??
    wrongIf(how.some(({ id }) => id === 'method-cache') !== (direct === false), 'whether it was cached')
  )
}

const sourceOf = ({ detail }: RawCampaign) => (detail.publication?.source ?? '').replaceAll('\\', '')

const isKnown = (text: string) => text !== '' && text !== 'unknown'

/** Hardware and software of a machine in the words of the audit, each as its template and its slots. */
function machineOf({ hostRecord }: RawCampaign['detail']): readonly string[] {
  const { cpu = {}, memoryBytes, distribution, kernel } = hostRecord
  const { model, logicalCores: cores } = cpu
  const memory = `memory ${String(Number(((memoryBytes ?? 0) / 2 ** 30).toPrecision(3)))} GiB`
  return [
    ...(model === undefined ? (cores === undefined ? [] : [`cores ${String(cores)}`]) : []),
    ...(model === undefined
      ? []
      : [cores === undefined ? `type ${model}` : `cores ${String(cores)} ${model}`]),
    ...(memoryBytes === undefined ? [] : [memory]),
    ...(distribution === undefined ? [] : [distribution]),
    ...(kernel === undefined ? [] : [/^\d/.test(kernel) ? `Linux ${kernel}` : kernel]),
  ]
}

/** One of these, as it is said. */
function machinePart({ id, slots }: Said): string {
  const all = [...slots.values()].map(plain).join(' ')
  const word = { 'method-processor': 'type', 'method-memory': 'memory', 'method-linux': 'Linux' }[id]
  return id.startsWith('method-cores') ? `cores ${all}` : word === undefined ? all : `${word} ${all}`
}

function machineIsWrong(said: Said, { detail }: RawCampaign): string | undefined {
  const told = (said.parts.get('facts') ?? []).flatMap((fact) => fact.parts.get('parts') ?? [])
  const host = said.parts.get('host')?.[0]?.slots.get('host') ?? said.slots.get('host') ?? ''
  const wanted = machineOf(detail)
  return (
    wrongIf(told.map(machinePart).join('; ') !== wanted.join('; '), `it is ${wanted.join('; ')}`) ??
    wrongIf(host !== (isKnown(detail.host) ? detail.host : ''), `it is ${detail.host}`)
  )
}

function driveIsWrong(said: Said, { detail }: RawCampaign): string | undefined {
  const { sizeBytes, firmware, scheduler } = detail.hostRecord.device ?? {}
  const facts = said.parts.get('facts') ?? []
  const of = (id: string, slot: string) => facts.find((one) => one.id === id)?.slots.get(slot)
  const [unit, factor] = (sizeBytes ?? 0) < 1e12 ? ['GB', 1e9] : ['TB', 1e12]
  const size =
    sizeBytes === undefined ? undefined : `${String(Number((sizeBytes / factor).toPrecision(3)))} ${unit}`
  const card = detail.hostRecord.device?.model === 'Tortoise' ? 'The slow one' : undefined
  const told = of('method-size', 'size')
  return (
    wrongIf(said.slots.get('device') !== detail.device, `it is ${detail.device}`) ??
    wrongIf(said.slots.get('card') !== card, 'another card') ??
    wrongIf((told && plain(told)) !== size, `it has ${String(size)}`) ??
    wrongIf(of('method-firmware', 'firmware') !== firmware, 'another firmware') ??
    wrongIf(
      of('method-scheduler', 'scheduler') !== (scheduler === 'none' ? undefined : scheduler),
      `it is ${String(scheduler)}`,
    ) ??
    wrongIf(
      facts.some(({ id }) => id === 'method-no-scheduler') !== (scheduler === 'none'),
      'whether it has one',
    )
  )
}

/** What was done before the runs, in the words of the audit; undefined where it is not recorded. */
function preparedOf({ detail }: RawCampaign): readonly string[] | undefined {
  const { plan, target, runs, source } = detail
  const isDone = (phase: string, repetition?: number) =>
    runs.some(
      (run) =>
        run.phase === phase &&
        run.state === 'done' &&
        (repetition === undefined || run.repetition === repetition),
    )
  const steps = (plan.preparation ?? []).flatMap((step, at) => {
    if (!isDone('prepare', at + 1)) return []
    const minutes = 'seconds' in step ? `${String(step.seconds / 60)} min` : ''
    switch (step.kind) {
      case 'discard':
        return ['all blocks discarded']
      case 'nvme-format':
        return ['erased NVMe format']
      case 'ata-secure-erase':
        return ['erased ATA secure erase']
      case 'sequential-fill':
      case 'random-fill': {
        const how = step.kind === 'random-fill' ? 'random' : 'sequence'
        return [`filled ${String(step.passes)} ${how} ${String(step.blockBytes / 1024)} KiB`]
      }
      case 'workload':
        return [`run ${String(step.rounds)} ${minutes}`]
      case 'capacity':
        return [`rate ${minutes} ${String(step.queueDepth)}`]
    }
  })
  const { server, data_between_runs: between } = plan.base
  const isDatabase = server !== undefined || between !== undefined
  const layout = isDatabase ? `database ${between === 'keep' ? 'kept' : 'restored'}` : target.kind
  const keys = [...Object.keys(plan.base), ...plan.axes.map(({ key }) => key)]
  const all = [
    ...steps,
    ...(isDone('layout') ? [layout === 'device' ? 'region' : layout.startsWith('d') ? layout : 'file'] : []),
    ...(keys.some((key) => /^(fill|reserved)_percent$/.test(key)) ? ['level'] : []),
  ]
  return all.length === 0 && source !== 'measured' ? undefined : all
}

/** A step that is said, in the same words. */
function stepOf({ id, slots, parts }: Said): string {
  const of = (slot: string) => plain(slots.get(slot) ?? '')
  switch (id) {
    case 'method-discarded':
      return 'all blocks discarded'
    case 'method-erased':
      return `erased ${of('how')}`
    case 'method-filled':
      return `filled ${of('passes')} ${of('how').replace(/^(at|in) /, '')} ${of('block')}`
    case 'method-uncounted':
      return `run ${parts.get('rounds')?.[0]?.slots.get('rounds') ?? '1'} ${of('time')}`
    case 'method-capacity':
      return `rate ${of('time')} ${of('depth')}`
    case 'method-loaded':
      return `database ${of('how').split(' ')[0] ?? ''}`
    case 'method-laid-out':
      return of('what')
    default:
      return 'level'
  }
}

function isWrong(said: Said, raw: RawCampaign, excluded: number): string | undefined {
  const { detail, runs } = raw
  const count = (pattern: RegExp) => runs.filter(({ state }) => pattern.test(state)).length
  switch (said.id) {
    case 'method-machine':
    case 'method-machine-has':
      return machineIsWrong(said, raw)
    case 'method-drive':
    case 'method-drive-card':
      return driveIsWrong(said, raw)
    case 'method-server': {
      const [first = '', ...others] = detail.plan.axes.flatMap(({ key, levels }) =>
        key === 'configuration' ? levels.map(String) : [],
      )
      const differing = others.map((level) => level.replace(':', ` against ${first.split(':')[0] ?? ''}:`))
      return wrongIf(said.slots.get('options') !== [first, ...differing].join('; '), 'they are others')
    }
    case 'method-no-drive':
      return wrongIf(detail.target.kind !== 'none' && detail.plan.base.io_engine !== 'null', 'it touched one')
    case 'method-raw-device':
      return wrongIf(detail.target.kind !== 'device', 'it is a folder')
    case 'method-target': {
      const [on] = said.parts.get('on') ?? []
      const { type, options } = detail.hostRecord.fileSystem ?? {}
      const mounted = on?.parts.get('mounted')?.[0]?.slots.get('options')
      const [files] = said.parts.get('files') ?? []
      const size = detail.plan.base.file_size
      return (
        wrongIf(on?.slots.get('system') !== type, `it is ${type ?? 'unknown'}`) ??
        wrongIf(mounted?.replaceAll(', ', ',') !== options, 'other options') ??
        wrongIf(
          typeof size === 'number' &&
            ![`${String(size / 2 ** 20)} MiB`, `${String(size / 2 ** 30)} GiB`].includes(
              plain(files?.slots.get('size') ?? ''),
            ),
          'another size',
        )
      )
    }
    case 'method-size-set': {
      const size = Number(detail.plan.base.file_size)
      const texts = [`${String(size / 2 ** 20)} MiB`, `${String(size / 2 ** 30)} GiB`]
      return (
        wrongIf(detail.source === 'measured', 'it was a file') ??
        wrongIf(!texts.includes(plain(said.slots.get('size') ?? '')), `it is ${texts.join(' or ')}`)
      )
    }
    case 'method-taken':
      return (
        wrongIf(detail.source !== 'imported', 'it was measured') ??
        wrongIf(
          !lettersOf(said.slots.get('tool')).startsWith(lettersOf(detail.engine)),
          `it is ${detail.engine}`,
        )
      )
    case 'method-tool':
      return toolIsWrong(said, raw)
    case 'method-recorded':
      return wrongIf(
        said.slots.get('what')?.includes('disk') !== true || detail.plan.observe === undefined,
        'nothing was',
      )
    case 'method-axes':
      return axesAreWrong(said, raw)
    case 'method-order':
      return orderIsWrong(said, raw)
    case 'method-other-load':
      return wrongIf(detail.plan.otherLoad !== 'expected', 'it is something against a run')
    case 'method-printed':
      return wrongIf(detail.source !== 'published' || detail.publication !== undefined, 'it is recorded')
    case 'method-printed-in':
      return wrongIf(
        detail.source !== 'published' || said.slots.get('source') !== sourceOf(raw),
        `it is ${sourceOf(raw)}`,
      )
    case 'method-nothing-done':
      return wrongIf(preparedOf(raw)?.length !== 0, 'something was')
    case 'method-done-unknown':
      return wrongIf(preparedOf(raw) !== undefined, 'it is known')
    case 'method-prepared': {
      const steps = (said.parts.get('steps') ?? []).map(stepOf)
      const wanted = preparedOf(raw) ?? []
      return wrongIf(steps.join('; ') !== wanted.join('; '), `it is ${wanted.join('; ')}`)
    }
    case 'method-means':
    case 'method-ratios':
    case 'method-verdicts':
      return wrongIf(detail.source === 'published', 'there are no runs')
    case 'method-groups':
      return wrongIf(detail.source === 'published', 'there are no runs') ?? differs(said, 'least', 3)
    case 'method-none-dropped':
    case 'method-none-automatically':
      return (
        wrongIf(detail.source === 'published', 'there are no runs') ??
        wrongIf(excluded > 0 !== (said.id === 'method-none-automatically'), `it is ${String(excluded)}`)
      )
    case 'method-print':
      return wrongIf(detail.source !== 'published', 'nothing is from print')
    case 'method-failed':
      return differs(said, 'runs', count(/failed/))
    case 'notes-open':
      return differs(said, 'runs', count(/waiting|running|interrupted|unknown/))
    default:
      return 'nothing checks it'
  }
}

/** What is said where nothing is known. */
function emptyIsWrong(said: Said, all: readonly RawCampaign[]): string | undefined {
  const hasHost = all.some(
    ({ detail: { hostRecord, host } }) => hostRecord.kernel !== undefined || isKnown(host),
  )
  const hasDrive = all.some(
    ({ detail }) =>
      detail.withoutDrive !== true && (detail.hostRecord.device !== undefined || isKnown(detail.device)),
  )
  const summedUp = /^(iops|bandwidth|transactions|latency_mean|new_order_rate)$/
  switch (said.id) {
    case 'method-nothing':
      return wrongIf(all.length > 0, 'there is a campaign')
    case 'method-no-findings':
      return wrongIf(
        all.some(({ rows }) => rows.some(({ metric }) => summedUp.test(metric))),
        'there is one',
      )
    case 'method-no-facts':
      return wrongIf(said.slots.get('what') === 'drive' ? hasDrive : hasHost, 'something is')
    case 'method-no-device':
      return wrongIf(hasDrive, 'one is')
    default:
      // A summary, which is audited with others.
      return undefined
  }
}

/** When the finished runs of a campaign were measured. */
function spansOf({ runs }: RawCampaign) {
  return runs.flatMap(({ state, startedAtMs: startMs, finishedAtMs: endMs }) =>
    state !== 'done' || startMs === undefined || endMs === undefined ? [] : [{ startMs, endMs }],
  )
}

/** How the runs of two campaigns lie in time. */
function timeIsWrong(said: Said, [first, second]: readonly [RawCampaign, RawCampaign]): string | undefined {
  const [a, b] = [spansOf(first), spansOf(second)]
  const ends = (of: typeof a) =>
    [Math.min(...of.map(({ startMs }) => startMs)), Math.max(...of.map(({ endMs }) => endMs))] as const
  const [[startA, endA], [startB, endB]] = [ends(a), ends(b)]
  const isTogether = a.some((one) =>
    b.some((other) => one.startMs < other.endMs && other.startMs < one.endMs),
  )
  const wanted =
    endA <= startB
      ? 'method-before'
      : endB <= startA
        ? 'method-after'
        : isTogether
          ? 'method-overlapping'
          : 'method-taking-turns'
  const called = (slot: string) => (said.slots.get(slot) ?? '').replaceAll(/[“”]/g, '')
  const isNamed = (raw: RawCampaign, name: string) =>
    plain(name)
      .split(' · ')
      .every((part) => marksOf(raw).includes(part))
  return (
    wrongIf(said.id !== wanted, `it is ${wanted}`) ??
    wrongIf(!isNamed(first, called('one')) || !isNamed(second, called('other')), 'they are others')
  )
}

/** What no other file has: a device, a mounted file, a warm-up, a pause, another order, and load that was expected. */
function otherMethods(): SimulatedReview {
  const made = new SimulatedReview()
  const observe = (): readonly Observation[] => [
    {
      ...({
        kind: 'series',
        source: 'disk',
        device: 'nvme0n1',
        test: 'random-read',
        direction: 'total',
        metric: 'disk_busy',
        unit: '%',
      } as const),
      ...{
        startedAtMs: 1,
        intervalSeconds: 1,
        seconds: Float64Array.of(1, 2, 3),
        values: Float64Array.of(5, 6, 7),
      },
    },
  ]
  const measure = () => requests('random-read', 1000, 4096, 100)
  const fileSystem = { type: 'ext4', options: 'rw,relatime' }
  made.add({
    plan: {
      ...{
        name: 'Warm',
        base: { file_size: 2 ** 28, direct: true, runtime: 30, ramp_time: 5 },
        axes: [],
        repetitions: 1,
      },
      ...{
        pauseSeconds: 10,
        order: { kind: 'shuffled', seed: 7 },
        observe: ['disk', 'cpu'],
        otherLoad: 'expected',
      },
    },
    ...{ drive: 'Swift 1 TB', record: { fileSystem }, measure, observe },
  })
  made.add({
    plan: {
      ...{
        name: 'Cached',
        base: { direct: false, runtime: 120 },
        axes: [],
        repetitions: 3,
        order: { kind: 'interleaved', seed: 1 },
      },
      target: { kind: 'device', path: '/dev/nvme0n1' },
    },
    ...{ drive: 'Swift 1 TB', measure },
  })
  made.add({
    plan: {
      name: 'As planned',
      axes: [],
      repetitions: 2,
      pauseSeconds: 0,
      order: { kind: 'designed', seed: 1 },
    },
    ...{ drive: 'Swift 1 TB', measure },
  })
  return made
}

/** Machines and drives of which more or less is known. */
function knownMachines(): SimulatedReview {
  const made = new SimulatedReview()
  const measure = () => requests('random-read', 1000, 4096, 100)
  const cpu = { model: 'EPYC 7763', logicalCores: 16 }
  const device = { name: 'nvme0n1', sizeBytes: 2e12, firmware: 'F1' }
  const records = [
    {
      ...{ cpu, memoryBytes: 2 ** 34, distribution: 'Debian 12' },
      device: { ...device, model: 'Swift', scheduler: 'none' },
    },
    {
      ...{ cpu: { model: 'EPYC 7763' }, kernel: 'FreeBSD 14', memoryBytes: 2 ** 35 },
      device: { ...device, model: 'Tortoise', scheduler: 'bfq' },
    },
    { cpu: { logicalCores: 1 }, kernel: undefined },
    { kernel: undefined },
  ]
  for (const [at, record] of records.entries())
    made.add({
      plan: { name: `Machine ${String(at)}`, axes: [], repetitions: 1 },
      ...{ host: `bench-${String(at)}`, record, measure },
    })
  made.review.cards.saveDevice({ name: 'The slow one', card: { model: 'Tortoise' } })
  return made
}

/** Every way of preparation, one after the other, on a device and in a folder. */
function preparedReview(): SimulatedReview {
  const made = new SimulatedReview()
  const steps: readonly PreparationStep[] = [
    { kind: 'discard' },
    { kind: 'nvme-format' },
    { kind: 'ata-secure-erase' },
    { kind: 'sequential-fill', passes: 2, blockBytes: 131_072 },
    { kind: 'random-fill', passes: 1, blockBytes: 4096 },
    { kind: 'workload', rounds: 3, seconds: 300 },
    { kind: 'workload', rounds: 1, seconds: 120 },
    { kind: 'capacity', seconds: 60, queueDepth: 64 },
  ]
  const measure = () => requests('random-read', 1000, 4096, 100)
  const plan = { axes: [], repetitions: 1 }
  made.add({
    plan: {
      ...{ ...plan, name: 'Prepared', preparation: steps },
      target: { kind: 'device', path: '/dev/nvme0n1' },
    },
    ...{ drive: 'Swift 1 TB', measure },
  })
  for (const between of ['keep', 'restore'] as const)
    made.add({
      plan: {
        ...{ ...plan, name: `Database ${between}`, engine: 'sysbench-oltp' },
        base: { test: 'oltp-read-write', jobs: 8, data_between_runs: between, server: 'mysql' },
      },
      ...{ drive: 'Swift 1 TB', measure },
    })
  made.add({
    plan: { ...plan, name: 'Nothing done', base: { io_engine: 'null' } },
    ...{ drive: 'Swift 1 TB', measure },
  })
  return made
}

it('says of a method what the plan and the runs are', async () => {
  const said = new Audit()
  const empty = new SimulatedReview()
  const reviews = [
    ...(await worlds()),
    ...figureWorlds(),
    { name: 'other methods', review: otherMethods().review },
    { name: 'prepared', review: preparedReview().review },
    { name: 'machines', review: knownMachines().review },
    { name: 'nothing', review: empty.review },
  ]
  for (const { name, review } of reviews) {
    const all = rawCampaigns(review)
    const campaigns = all.filter(({ detail }) => detail.source !== 'published')
    const originOf = ({ detail }: RawCampaign) => {
      const origin = review.campaignOrigin(detail.id)
      if (origin === undefined) throw new Error('a campaign has no origin')
      return origin
    }
    for (const raw of all.filter(({ detail }) => detail.source === 'published')) {
      const { publication: _, ...campaign } = originOf(raw).campaign
      const told = { campaigns: [{ ...originOf(raw), campaign }], excluded: [], findings: [] }
      const unknown = { ...raw, detail: campaign }
      for (const [topic, text] of topics(methodText(told)))
        said.add(`${name}, ${topic}`, text, () => (one) => isWrong(one, unknown, 0), ['method-'])
    }
    const dropped = review.excludedRuns().map(({ runId }) => runId)
    for (const raw of all) {
      const facts = factsSource(review, { about: 'method', campaignIds: [raw.detail.id] })
      const excluded = raw.runs.filter(({ id }) => dropped.includes(id)).length
      for (const [topic, text] of topics(methodText(facts)))
        said.add(`${name}, ${topic}`, text, () => (one) => isWrong(one, raw, excluded), [
          ...['method-', 'notes-open'],
        ])
    }
    for (const about of ['method', 'findings', 'drive', 'machine', 'devices'] as const) {
      const facts = factsSource(review, { about, campaignIds: [] })
      if (facts.findings.some((sentences) => sentences.length > 0)) continue
      const text = factsMarkdown(about, facts)
      // Tables and topics are not sentences of these; what was found is audited on its own.
      if (/^[A-Z][^|*\n]*\.$/.test(text))
        said.add(`${name}, ${about}`, text, () => (one) => emptyIsWrong(one, all), ['method-'])
    }
    for (const [at, second] of campaigns.entries()) {
      const first = campaigns[at - 1]
      if (first === undefined) continue
      const spans = new Map([first, second].map((raw) => [raw.detail.id, spansOf(raw)] as const))
      for (const pair of [
        [first, second],
        [second, first],
      ] as const) {
        const told = { campaigns: pair.map(originOf), excluded: [], findings: [], spans }
        for (const [topic, text] of topics(methodText(told)))
          if (topic === 'Time') said.add(name, text, () => (one) => timeIsWrong(one, pair), ['method-'])
      }
    }
  }
  expect(said.unread).toEqual([])
  expect(said.false()).toEqual([])
  expect(said.unseen(['method-'])).toEqual([])
  expect(said.undetected()).toEqual([])
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CommandRequest, FieldKind } from '../../../src/core/engines/engine'
import type { EngineCommand } from '../../../src/core/engines/steps'
import { fioEngine } from '../../../src/core/engines/fio/fio-engine'
import { enginesOf } from '../../../src/core/engines/fio/workload/io-engines'
import { expandCases, workloadOf } from '../../../src/core/plan/cases'
import { planFromTemplate, templates } from '../../../src/core/plan/templates/templates'
import type { LevelValue, Workload } from '../../../src/core/plan/plan'
import { runFio, temporaryFolder } from './run-fio'

/** Values of the options with a form that only their own help describes. */
const examples: Readonly<Record<string, string>> = {
  bsrange: '4k-64k',
  bssplit: '4k/60:64k/40',
  random_distribution: 'zipf:1.2',
  buffer_pattern: '0xdeadbeef',
  steadystate: 'iops_slope:10%',
  sync_file_range: 'wait_before,write:8',
  cpus_allowed: '0',
  numa_cpu_nodes: '0',
  numa_mem_policy: 'bind:0',
  cmdprio_bssplit: '4k/10:64k/50',
  percentiles: '50:95:99.9',
}

function exampleOf(name: string, kind: FieldKind): readonly LevelValue[] {
  switch (kind.type) {
    case 'boolean':
      return [true, false]
    case 'choice':
      return kind.choices.map((choice) => choice.value)
    case 'names':
      return kind.names.map((one) => one.value)
    case 'text':
      return [examples[name] ?? `no example for ${name}`]
    case 'percent':
      return [0, 40, kind.max ?? 100]
    case 'seconds':
      return [2, 0.5]
    case 'bytes':
      return [Math.max(kind.min ?? 1, 4096)]
    case 'integer':
      return [Math.max(kind.min ?? 0, 1), Math.min(kind.max ?? 7, 7)]
  }
}

const folder = temporaryFolder()
const base: Workload = {
  pattern: 'random-mix',
  block_size: 4096,
  file_size: 1_048_576,
  runtime: 1,
  compress_percent: 0,
}

/** What fio prints about jobs it only has to read, all in one process; empty if it accepts them. */
function refusals(workloads: readonly Workload[]): string {
  const own = workloads
    .flatMap((workload) => fioEngine.checkWorkload(workload))
    .map((problem) => problem.text)
  if (own.length > 0) return own.join(' ')
  const commands = workloads.map((workload, at) =>
    parseOnly({ ...versionRequest, workload, runName: `bw-${at}`, dataFile: `${folder.path}/data` }),
  )
  const files = commands.flatMap((command) => command.files)
  const together = { ...versionCommand, args: ['--parse-only', ...files.map((file) => file.name)], files }
  const output = runFio(folder.path, together, versionRequest)
  return output.exitCode === 0 ? '' : (output.printed ?? 'no output')
}

function parseOnly(request: CommandRequest): EngineCommand {
  const command = fioEngine.parseOnlyCommand(request)
  if (!command) throw new Error('fio can check a job without running it.')
  expect(command.args[0]).toBe('--parse-only')
  return command
}

/** Options that this machine's build of fio cannot take although the version knows them. */
const needsLibrary = new Set(['numa_cpu_nodes', 'numa_mem_policy'])
const otherPlatform = new Set(['windowsaio'])

// A template without an engine uses fio.
const ownTemplates = templates.filter(({ engine }) => (engine ?? 'fio') === 'fio')

describe('the real fio reads what the app writes', () => {
  beforeAll(() => {
    expect(fioEngine.readVersion(runFio(folder.path, versionCommand, versionRequest).printed ?? '')).toMatch(
      /^3\./,
    )
  })
  afterAll(() => folder.remove())

  const all = [
    ...fioEngine.description.fields.map((field) => ({ name: field.id, kind: field.kind })),
    ...fioEngine.description.extraOptions.filter((option) => !needsLibrary.has(option.name)),
  ]
  it('accepts every field and every option of the allow-list', () => {
    const workloads = all.flatMap(({ name, kind }) => {
      const values = exampleOf(name, kind).filter((value) => !otherPlatform.has(String(value)))
      const ioEngine = enginesOf(name)?.[0] ?? 'libaio'
      return values.map((value) => ({ ...base, io_engine: ioEngine, ...companions[name], [name]: value }))
    })
    expect(workloads.length).toBeGreaterThan(all.length)
    expect(refusals(workloads)).toBe('')
  })

  it('would report it if it did not', () => {
    const file = { name: 'bad.fio', text: '[global]\nno_such_option=1\n[bw-1]\nsize=1M\n' }
    const output = runFio(
      folder.path,
      { ...versionCommand, args: ['--parse-only', file.name], files: [file] },
      versionRequest,
    )
    expect(output.exitCode).toBe(1)
    expect(output.printed).toContain('no_such_option')
  })

  it.each(ownTemplates.map((template) => [template.id, template] as const))(
    'accepts every case of %s',
    (_, template) => {
      const plan = planFromTemplate(template, {
        id: 'p',
        seed: 1,
        target: { kind: 'folder', path: folder.path },
      })
      expect(refusals(expandCases(plan).map((one) => workloadOf(plan, one)))).toBe('')
    },
  )
})

/** Options that only mean something together with another one. */
const companions: Readonly<Record<string, Workload>> = {
  steadystate_duration: { steadystate: 'iops:20%' },
  steadystate_ramp_time: { steadystate: 'iops:20%', steadystate_duration: 1 },
  bs_unaligned: { bsrange: '4k-64k' },
  dedupe_mode: { dedupe_percent: 50 },
  dedupe_working_set_percentage: { dedupe_percent: 50, dedupe_mode: 'working_set' },
  dedupe_global: { dedupe_percent: 50 },
  thinktime_spin: { thinktime: 10 },
  thinktime_blocks: { thinktime: 10 },
  thinktime_blocks_type: { thinktime: 10 },
  thinktime_iotime: { thinktime: 10 },
  latency_window: { latency_target: 1000 },
  latency_percentile: { latency_target: 1000 },
  latency_run: { latency_target: 1000 },
  pre_read: { direct: false },
}

const versionRequest = { workload: base, runName: 'bw-0', phase: 'measure' as const, seed: 0 }
const versionCommand = { program: 'fio', args: fioEngine.versionArgs, files: [] }

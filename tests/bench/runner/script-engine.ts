import type { CommandRequest, Engine, EngineOutput, ParseResult } from '../../../src/core/engines/engine'
import { oneStep } from '../../../src/core/engines/steps'

/**
 * A complete engine with `sh` as its program, for tests that need no real I/O. Fields: `script` (what the run does; it
 * writes `output.json`), `seconds` (expected duration), `uses_file`, `file_bytes`, `content` (decides the layout), `prints` (its output is kept in `printed.txt`, too).
 */
export function scriptEngine(parts: Partial<Engine> = {}): Engine {
  return {
    description: {
      id: 'script',
      name: 'Script',
      program: 'sh',
      oldestVersion: '1.0',
      starting: {},
      headlines: ['iops'],
      fields: [
        {
          id: 'script',
          label: 'Script',
          option: 'script',
          kind: { type: 'text' },
          help: 'What the run does.',
          group: 'workload',
        },
        {
          id: 'queue_depth',
          label: 'Depth',
          option: 'iodepth',
          kind: { type: 'integer' },
          help: 'Depth.',
          group: 'workload',
        },
      ],
      extraOptions: [],
      install: { debian: '', fedora: '', arch: '', macos: '', windows: '' },
    },
    versionArgs: ['-c', 'echo script-1.2'],
    readVersion: (text) => /^script-([\d.]+)/.exec(text)?.[1],
    costKeys: ['seconds', 'uses_file', 'file_bytes'],
    checkWorkload: (workload) =>
      workload.forbidden === undefined ? [] : [{ key: 'forbidden', text: 'forbidden is not allowed.' }],
    steps,
    parseOnlyCommand: (request) => ({
      program: 'sh',
      args: ['-n', `${request.runName}.job`],
      files: [{ name: `${request.runName}.job`, text: textOf(request) }],
    }),
    parse,
    progress: () => ({
      push: (text) => {
        const percent = [...text.matchAll(/(\d+)%/g)].at(-1)?.[1]
        return percent === undefined ? undefined : { phase: 'running', fraction: Number(percent) / 100 }
      },
    }),
    advise: () => [],
    cost: (workload) => ({
      ...(typeof workload.seconds === 'number' && { seconds: workload.seconds }),
      writeShare: 0,
      fileBytes: typeof workload.file_bytes === 'number' ? workload.file_bytes : 0,
    }),
    writes: () => true,
    dataOf: (workload) =>
      workload.uses_file === true ? { kind: 'file', contentKeys: ['content'] } : { kind: 'none' },
    testName: () => 'script',
    ...parts,
  }
}

/** Prints one measured number as the engine's output. */
export const okScript = `printf '{"iops": 100}' > output.json`

function textOf(request: CommandRequest): string {
  if (request.phase === 'layout') return `printf layout >> "$DATA"; ${okScript}`
  return typeof request.workload.script === 'string' ? request.workload.script : okScript
}

function steps(request: CommandRequest) {
  const preface = `DATA='${request.dataFile ?? ''}'; SEED=${String(request.seed)}; `
  const job = { name: `${request.runName}.job`, text: preface + textOf(request) }
  const prints = request.workload.prints === true && { prints: 'printed.txt' }
  return oneStep(request.phase, { program: 'sh', args: [job.name], ...prints }, 'output.json', [job])
}

function parse({ outputs, exitCode }: EngineOutput): ParseResult {
  const text = outputs['output.json']
  if (exitCode === 128)
    return { outcome: 'interrupted', failure: { id: 'interrupted', text: 'It was ended.' }, warnings: [] }
  if (exitCode !== 0 || text === undefined) {
    return {
      outcome: 'failed',
      failure: { id: 'script-failed', text: `It ended with status ${String(exitCode)}.` },
      warnings: [],
    }
  }
  const { iops } = JSON.parse(text) as { iops: number }
  return {
    outcome: 'done',
    engineVersion: '1.2',
    observations: [
      {
        kind: 'scalar',
        source: 'engine',
        test: 'script',
        direction: 'total',
        metric: 'iops',
        value: iops,
        unit: 'IOPS',
      },
    ],
    warnings: [],
  }
}

import { describe, expect, it } from 'vitest'
import type { ParseResult } from '../../../../src/core/engines/engine'
import { scalarsOf } from '../../../../src/core/results/observation'
import { captured, parseOutput, type CapturedOutput } from './captured'

/** A captured run with its text changed; a change without effect is a mistake in the test. */
function changed(
  name: string,
  replacements: readonly (readonly [RegExp | string, string])[],
  more: Partial<CapturedOutput> = {},
): ParseResult {
  const output = captured(name)
  const text = replacements.reduce((before, [from, to]) => {
    const after = before.replace(from, to)
    if (after === before) throw new Error(`Nothing matches ${String(from)}.`)
    return after
  }, output.text ?? '')
  return parseOutput({ ...output, text, ...more })
}

/** The captured run as if its I/O had taken this time: rates follow. */
function lasting(name: string, milliseconds: number): ParseResult {
  const output = captured(name)
  const text = (output.text ?? '').replace(
    /("io_bytes" : )(\d+)(,.*?"bw_bytes" : )\d+(.*?"iops" : )[\d.]+(.*?"runtime" : )\d+(,.*?"total_ios" : )(\d+)/gs,
    (_, a: string, bytes: string, b: string, c: string, d: string, e: string, count: string) =>
      `${a}${bytes}${b}${Math.floor((1000 * Number(bytes)) / milliseconds)}${c}${(1000 * Number(count)) / milliseconds}${d}${milliseconds}${e}${count}`,
  )
  return parseOutput({ ...output, text })
}

const idOf = (result: ParseResult) => (result.outcome === 'done' ? 'done' : result.failure.id)
const warningsOf = (result: ParseResult) => result.warnings.map((warning) => warning.id)

describe('a document that looks sound', () => {
  it.each([
    ['another rate', 'numbers-disagree', [/"iops" : [\d.]+/, '"iops" : 5.0']],
    ['another bandwidth', 'numbers-disagree', [/"bw_bytes" : \d+/, '"bw_bytes" : 5']],
    ['another count', 'numbers-disagree', [/"total_ios" : (\d+)/, '"total_ios" : 1$1']],
    ['a longer run time', 'numbers-disagree', [/"runtime" : (\d+)/, '"runtime" : 1$1']],
    ['no run time', 'numbers-missing', [/"runtime" : \d+/, '"runtime" : null']],
    ['a rate that is text', 'numbers-missing', [/"iops" : [\d.]+/, '"iops" : "5"']],
    ['an endless rate', 'impossible-number', [/"iops" : [\d.]+/, '"iops" : 1e999']],
    ['a negative rate', 'impossible-number', [/"iops" : /, '"iops" : -']],
    ['a negative latency', 'impossible-number', [/"mean" : (?=[1-9])/, '"mean" : -']],
    ['a negative error', 'impossible-number', ['"error" : 0', '"error" : -5']],
    ['an endless processor time', 'impossible-number', [/"usr_cpu" : [\d.]+/, '"usr_cpu" : 1e400']],
  ] as const)('is not a result with %s', (_name, id, change) => {
    const result = changed('mix', [change])
    expect(idOf(result)).toBe(id)
    expect(result).toMatchObject({ failure: { text: /read|error|usr_cpu/ } })
  })

  it('is not a result if its run time is short', () => {
    const short = lasting('read', 850)
    expect(idOf(short)).toBe('short-runtime')
    expect(short).toMatchObject({ failure: { text: 'fio measured 850\u202fms of the 1\u202fs asked for.' } })
    const nearly = lasting('read', 930)
    expect(nearly.outcome).toBe('done')
    expect(warningsOf(nearly)).toContain('short-runtime')
  })

  it('carries that a request took a quarter of the run or more', () => {
    const longest = (nanoseconds: number) =>
      changed('read', [[/("lat_ns" : \{\s*"min" : \d+,\s*"max" : )[1-9]\d*/, `$1${nanoseconds}`]])
    expect(warningsOf(longest(900_000_000))).not.toContain('standstill')
    const stopped = longest(1_100_000_000)
    expect(stopped.outcome).toBe('done')
    const found = stopped.warnings.find(({ id }) => id === 'standstill')
    expect(found?.class).toBe('qualifies')
    expect(found?.text).toMatch(/^The longest request took 1[.,]1.*; the run measured 1\u202fs\.$/)
  })

  it('may be short if the plan lets it end early', () => {
    expect(lasting('steady-state', 2000)).toMatchObject({ outcome: 'done' })
  })

  it('is not a result if a job reports an error', () => {
    expect(idOf(changed('mix', [['"error" : 0', '"error" : 28']]))).toBe('no-space')
    expect(idOf(changed('mix', [['"error" : 0', '"error" : 5']]))).toBe('io-error')
    expect(idOf(changed('mix', [['"error" : 0', '"error" : 9999']]))).toBe('engine-error')
  })

  it.each([1, 2, 127, 134, 137, 143, undefined])('is not a result if fio ended with %s', (exitCode) => {
    expect(changed('mix', [], { exitCode }).outcome).toBe('failed')
  })

  it('is interrupted if fio ended with 128, or reports it', () => {
    expect(changed('mix', [], { exitCode: 128 }).outcome).toBe('interrupted')
    expect(changed('mix', [[/^/, 'fio: terminating on signal 15\n']]).outcome).toBe('interrupted')
  })

  it.each([
    ['fio: pid=77, got signal=9', 'worker-killed'],
    ['fio: something that nobody has seen before', 'text-around-json'],
    ["fio: /dev/sdb appears mounted, and 'allow_mounted_write' isn't set. Aborting.", 'device-mounted'],
    ['fio: io_u error on file /x: Input/output error: read offset=0, buflen=4096', 'io-error'],
  ])('is not a result with %j before or after it', (line, id) => {
    expect(idOf(changed('mix', [[/^/, `${line}\n`]]))).toBe(id)
    expect(idOf(changed('mix', [[/$/, `${line}\n`]]))).toBe(id)
  })

  it.each(['bs', 'rw', 'iodepth', 'ioengine', 'direct', 'filename', 'runtime', 'rwmixread', 'randseed'])(
    'is not a result if fio ran with another %s, or with its own default',
    (option) => {
      expect(idOf(changed('mix', [[new RegExp(`"${option}" : "[^"]*"`), `"${option}" : "other"`]]))).toBe(
        'options-differ',
      )
      expect(idOf(changed('mix', [[new RegExp(`"${option}" : "[^"]*",?`), '']]))).toBe(
        option === 'filename' ? 'broken-json' : 'options-differ',
      )
    },
  )

  it('is not a result if fio ran with an extra option', () => {
    expect(idOf(changed('mix', [['"bs" :', '"verify" : "md5", "bs" :']]))).toBe('options-differ')
  })

  it('is not a result without I/O in a direction of the case, or with one the case lacks', () => {
    const output = captured('mix')
    expect(
      idOf(
        parseOutput({
          ...output,
          text: (output.text ?? '').replaceAll(/"total_ios" : \d+/g, '"total_ios" : 0'),
        }),
      ),
    ).toBe('zero-ios')
    const read = captured('read')
    const alsoWrote = (read.text ?? '').replace(/("write" : \{[^{]*"total_ios" : )0/, '$15')
    expect(idOf(parseOutput({ ...read, text: alsoWrote }))).toBe('unasked-ios')
  })

  it('is not a layout if bytes are missing', () => {
    const half = changed('layout', [[/("write" : \{\s*"io_bytes" : )\d+/, '$18388608']])
    expect(half).toMatchObject({
      failure: { id: 'layout-incomplete', text: 'The data file got 8\u202fMiB of 16\u202fMiB.' },
    })
  })
})

describe('a result comes with a warning', () => {
  it('if the share of reads differs', () => {
    const output = captured('mix')
    const request = { ...output.request, workload: { ...output.request.workload, read_percent: 40 } }
    const text = (output.text ?? '').replace('"rwmixread" : "70"', '"rwmixread" : "40"')
    const result = parseOutput({ ...output, text, request })
    expect(result.outcome).toBe('done')
    expect(result.warnings).toMatchObject([{ id: 'read-share-differs' }])
    expect(result.warnings[0]?.text).toMatch(
      /^(69|70|71)[.\d]*\u202f% of the requests were reads; 40\u202f% were asked for\.$/,
    )
  })

  it('if the queue was not filled', () => {
    const result = changed('mix', [[/("iodepth_level" : \{[^}]*"8" : )[\d.]+/, '$120.0']])
    expect(warningsOf(result)).toEqual(['queue-depth-not-reached'])
  })

  it('if submission blocks, so that requests follow one another', () => {
    const output = captured('mix')
    const parsed = parseOutput(output)
    const iops = scalarsOf(parsed.outcome === 'done' ? parsed.observations : []).find(
      ({ metric, direction }) => metric === 'iops' && direction === 'total',
    )
    const jobs = Number(output.request.workload.jobs ?? 1)
    const submitting = (share: number) => {
      const meanNs = (1e9 * share * jobs) / (iops?.value ?? 1)
      return warningsOf(changed('mix', [[/("slat_ns" : \{[^}]*"mean" : )[\d.]+/g, `$1${String(meanNs)}`]]))
    }
    expect(submitting(0.97)).toEqual(['submission-blocks'])
    expect(submitting(0.6)).toEqual([])
  })

  it('if a number is not one', () => {
    const result = changed('mix', [[/"bw_dev" : [\d.]+/, '"bw_dev" : -nan']])
    expect(result.outcome).toBe('done')
    expect(warningsOf(result)).toEqual(['non-finite-number'])
  })

  it('if fio printed a known note', () => {
    expect(warningsOf(changed('mix', [[/^/, 'bw-1: Laying out IO file (1 file / 16MiB)\n']]))).toEqual([
      'text-before-json',
    ])
  })
})

describe('an output without a document', () => {
  const { request } = captured('mix')
  it.each([
    [undefined, 127, '', 'engine-missing'],
    [undefined, 126, '', 'engine-not-executable'],
    [undefined, 137, '', 'engine-killed'],
    [undefined, undefined, '', 'exit-unknown'],
    [undefined, 0, '', 'no-result'],
    [undefined, 1, '', 'no-result'],
    ['', 129, '', 'engine-killed'],
    [undefined, 1, "fio: unrecognized option '--x'", 'bad-option'],
    ['{"jobs":[]}', 0, '', 'no-jobs'],
    ['{}', 0, '', 'no-jobs'],
    ['{"jobs":[', 0, '', 'truncated-json'],
    ['{"jobs":[', 137, '', 'engine-killed'],
    ['hello', 0, '', 'no-json'],
  ])('%j with status %s and %j is %s', (text, exitCode, printed, id) => {
    expect(idOf(parseOutput({ text, exitCode, printed, request }))).toBe(id)
  })
})

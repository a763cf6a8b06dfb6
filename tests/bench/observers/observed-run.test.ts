import { expect, it } from 'vitest'
import { observed, readObserved } from '../../../src/bench/observers/observed-run'
import { hasWarnings } from '../../../src/core/results/run'
import { samplePlan } from '../store/sample-results'

const plan = { ...samplePlan, observe: ['cpu', 'temperature'] as const }
const steps = observed(
  { files: [], steps: [{ kind: 'measure', processes: [{ program: 'fio', args: [] }], outputs: [] }] },
  plan,
  undefined,
)
const cpu = (stamp: number) => `${stamp} cpu ${stamp} 0 0 ${stamp} 0 0 0 0 0 0`
const samples = (...lines: readonly string[]) =>
  ['benchwright-samples 1', '100000 clock 1700000000.0', ...lines, '100200 end told', ''].join('\n')
const read = (text: string | undefined) =>
  readObserved(steps, { 'samples.txt': text }, plan, {
    test: 'write',
    measuredAtMs: 1_700_000_000_000,
  }).warnings

it('what a host never reports is a note, not a warning on every run', () => {
  const warnings = read(samples(cpu(100000), cpu(100100), cpu(100200)))
  expect(warnings).toEqual([
    {
      class: 'note',
      id: 'unreported-by-host',
      text: 'The host does not report, so not recorded: temperature.',
    },
  ])
  expect(hasWarnings({ warnings })).toBe(false)
})

it('what the sampler missed is told with the run, and no doubt about its numbers', () => {
  expect(read(undefined)).toMatchObject([{ class: 'note', id: 'no-samples' }])
  expect(hasWarnings({ warnings: read(undefined) })).toBe(false)
  expect(read(samples()).map(({ id }) => id)).toEqual(['incomplete-samples'])
})

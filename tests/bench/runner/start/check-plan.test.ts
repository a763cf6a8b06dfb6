import { describe, expect, it } from 'vitest'
import { createLocalHost } from '../../../../src/bench/hosts/local/local-host'
import { checkCases } from '../../../../src/bench/runner/start/check-plan'
import type { Engine } from '../../../../src/core/engines/engine'
import { scriptPlan } from '../runner-workshop'
import { scriptEngine } from '../script-engine'

const host = createLocalHost()
/** Cases with a depth of 4 or more have a script that is invalid. */
const badFrom4: Partial<Engine> = {
  parseOnlyCommand: ({ workload, runName }) => ({
    program: 'sh',
    args: ['-n', `${runName}.job`],
    files: [{ name: `${runName}.job`, text: Number(workload.queue_depth) >= 4 ? 'iodepth (' : 'true' }],
  }),
}
/** Like fio: one command for many files, which fails without naming the file. */
const batch: Partial<Engine> = {
  parseOnlyBatch: (requests) => {
    const commands = requests.map((request) => badFrom4.parseOnlyCommand?.(request))
    const files = commands.flatMap((command) => command?.files ?? [])
    const script = 'for one in "$@"; do sh -n "$one" || exit 1; done'
    return {
      program: 'sh',
      args: ['-c', script, 'sh', ...files.map((file) => file.name)],
      files,
    }
  },
}
const plan = (levels: readonly number[]) => scriptPlan({ axes: [{ key: 'queue_depth', levels }] })

describe.each([
  ['one by one', scriptEngine(badFrom4)],
  ['by halves', scriptEngine({ ...badFrom4, ...batch })],
])('checkCases, %s', (_how, engine) => {
  it('finds every bad case and names case and option', async () => {
    const problems = await checkCases(plan([1, 8, 2, 3, 4]), { host, engine })
    expect(problems.map((problem) => problem.text.split(':')[0])).toEqual([
      'Case queue_depth=8',
      'Case queue_depth=4',
    ])
    expect(problems.map((problem) => problem.caseKey)).toEqual(['queue_depth=8', 'queue_depth=4'])
    expect(problems.every((problem) => problem.severity === 'error')).toBe(true)
    expect(problems[0]?.text).toContain('Script says: ')
  })

  it('reports nothing for good cases and counts them', async () => {
    const steps: [number, number][] = []
    const levels = Array.from({ length: 120 }, (_, index) => index / 100)
    const onProgress = (checked: number, total: number) => void steps.push([checked, total])
    expect(await checkCases(plan(levels), { host, engine, onProgress })).toEqual([])
    expect(steps).toEqual([
      [100, 120],
      [120, 120],
    ])
  })

  it('stops after fifty problems', async () => {
    const levels = Array.from({ length: 70 }, (_, index) => index + 4)
    expect(await checkCases(plan(levels), { host, engine })).toHaveLength(50)
  })

  it('can be cancelled', async () => {
    const controller = new AbortController()
    const onProgress = () => controller.abort()
    const levels = Array.from({ length: 300 }, (_, index) => index / 100)
    await expect(
      checkCases(plan(levels), { host, engine, onProgress, signal: controller.signal }),
    ).rejects.toThrow('cancelled')
  })
})

describe('checkCases', () => {
  it('names the option that the engine rejected', async () => {
    const parseOnlyCommand: Engine['parseOnlyCommand'] = () => ({
      program: 'sh',
      args: ['-c', 'echo "Bad option <iodepth=1>" >&2; exit 1'],
      files: [],
    })
    const problems = await checkCases(plan([1]), { host, engine: scriptEngine({ parseOnlyCommand }) })
    expect(problems).toMatchObject([
      { about: 'queue_depth', text: 'Case queue_depth=1: Script says: Bad option <iodepth=1>' },
    ])
  })

  it('names what the app itself refuses, and cases without a command', async () => {
    const steps: Engine['steps'] = () => {
      throw new RangeError('No such depth.')
    }
    const refused = await checkCases(plan([1]), { host, engine: scriptEngine({ steps }) })
    expect(refused).toMatchObject([{ text: 'Case queue_depth=1: No such depth.' }])
    const alone = await checkCases(scriptPlan({ axes: [], base: { forbidden: 1 } }), {
      host,
      engine: scriptEngine(),
    })
    expect(alone).toMatchObject([{ about: 'forbidden', text: 'The only case: forbidden is not allowed.' }])
  })
})

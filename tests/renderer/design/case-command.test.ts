import { describe, expect, it } from 'vitest'
import { findEngine } from '../../../src/core/engines/registry'
import { caseAt, workloadOf } from '../../../src/core/plan/cases'
import { newPlan } from '../../../src/core/plan/edit-plan'
import type { Plan } from '../../../src/core/plan/plan'
import { findTemplate, planFromTemplate } from '../../../src/core/plan/templates/templates'
import { axisChoices, startingLevels } from '../../../src/renderer/views/design/axes/axis-choices'
import { caseCommand } from '../../../src/renderer/views/design/command/case-command'
import { duplicatePlan } from '../../../src/renderer/views/design/plans/duplicate-plan'

const engine = findEngine('fio')!
const identity = { id: 'p', seed: 7, target: { kind: 'folder', path: '/mnt/my disk/' } } as const
const plan = planFromTemplate(findTemplate('mix-sweep')!, identity)
const commandOf = (one: Plan, index: number) =>
  caseCommand(engine, one, workloadOf(one, caseAt(one, index)), index, '3.33')

describe('caseCommand', () => {
  it('gives the job of exactly this case', () => {
    const { commandLine, files, problem } = commandOf(plan, 14)
    expect(problem).toBeUndefined()
    expect(commandLine).toMatch(/^fio .*case-15\.fio$/)
    const text = files[0]?.text ?? ''
    expect(text).toContain('bs=65536')
    expect(text).toContain('rwmixread=70')
    expect(text).toContain('filename=/mnt/my disk/benchwright-p.data')
  })

  it('names the parameter that prevents the engine from taking the case', () => {
    const broken = { ...plan, base: { ...plan.base, rate_iops: 0 } }
    const { problem, files } = commandOf(broken, 0)
    expect(problem).toContain('IOPS limit: 0 is below')
    expect(files).toEqual([])
  })

  it('invents no command while no folder is chosen', () => {
    const { commandLine, problem } = commandOf({ ...plan, target: { kind: 'folder', path: '' } }, 0)
    expect(commandLine).toBeUndefined()
    expect(problem).toContain('no folder is chosen')
  })

  it('explains why there is no command for a path that the engine cannot take', () => {
    const { commandLine, problem } = commandOf({ ...plan, target: { kind: 'folder', path: '/mnt/a;b' } }, 0)
    expect(commandLine).toBeUndefined()
    expect(problem).toContain(';')
  })
})

describe('axisChoices', () => {
  it('offers what is usually varied first and leaves out existing axes', () => {
    const choices = axisChoices(engine.description, plan)
    expect(choices.some(({ id }) => id === 'block_size')).toBe(false)
    expect(choices[0]).toMatchObject({ id: 'pattern', group: 'Usually varied' })
    expect(choices.at(-1)?.group).toContain('Any other option')
  })

  it('starts an axis with the usual levels, or else with the current value', () => {
    const empty = newPlan(identity)
    expect(startingLevels(engine.description, empty, 'read_percent')).toHaveLength(11)
    expect(
      startingLevels(engine.description, { ...empty, base: { percentiles: '50:99' } }, 'percentiles'),
    ).toEqual(['50:99'])
    expect(startingLevels(engine.description, empty, 'thinktime')).toEqual([])
  })
})

describe('duplicatePlan', () => {
  it('finds an unused name', () => {
    const copy = duplicatePlan({ ...plan, name: 'Mix' }, 'q', [{ name: 'Mix' }])
    expect(copy).toMatchObject({ id: 'q', name: 'Mix copy', axes: plan.axes })
    expect(duplicatePlan(copy, 'r', [{ name: 'Mix' }, { name: 'Mix copy' }]).name).toBe('Mix copy (2)')
    expect(duplicatePlan({ ...plan, name: 'Mix copy (2)' }, 's', [copy, { name: 'Mix copy (2)' }]).name).toBe(
      'Mix copy (3)',
    )
  })
})

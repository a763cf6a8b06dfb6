import { testLabel } from '../../plan/levels/level-words'
import type { Plan, Workload } from '../../plan/plan'
import { groupCases } from '../case-groups'
import { isOn, textOf, valueOf } from './fields'
import { classicTests, iozoneTests, type IozoneTest } from './tests'

export type Mode = 'single' | 'auto' | 'threads' | 'thread-range'

/** The mode of a workload; one file if it has none or an invalid one. */
export function modeOf(workload: Workload): Mode {
  const mode = textOf(workload, 'mode')
  return mode === 'auto' || mode === 'threads' || mode === 'thread-range' ? mode : 'single'
}

export function usesChildren(workload: Workload): boolean {
  const mode = modeOf(workload)
  return mode === 'threads' || mode === 'thread-range'
}

/** Why a test is not available in a workload's mode, as one sentence; undefined if it is. */
export function testProblem(test: IozoneTest, workload: Workload): string | undefined {
  if (usesChildren(workload)) {
    if (test.workers === undefined) return `${testLabel(test.id)} is not available with several jobs.`
  } else if (test.column === undefined) return `${testLabel(test.id)} needs several jobs.`
  if (test.isStream && streamsAreOff(workload))
    return `${testLabel(test.id)} is not available with mapped or asynchronous I/O.`
  return undefined
}

/** What a workload measures, in the order of IOzone's table. `all` means the thirteen tests, as far as the mode has them. */
export function selectedTests(workload: Workload): readonly IozoneTest[] {
  const words = textOf(workload, 'tests').split(/[ ,+]+/)
  const wanted = words.includes('all')
    ? classicTests.filter((test) => testProblem(test, workload) === undefined)
    : iozoneTests.filter((test) => words.includes(test.id))
  return isOn(workload, 'no_retest') ? wanted.filter((test) => !test.isRetest) : wanted
}

/** True if no second pass is requested, or the switch for it is on. */
export function skipsRetests(workload: Workload): boolean {
  return isOn(workload, 'no_retest') || !selectedTests(workload).some((test) => test.isRetest)
}

function streamsAreOff(workload: Workload): boolean {
  return isOn(workload, 'mmap') || valueOf(workload, 'async_depth') !== undefined
}

/** Keys that determine which tests run. */
export const testKeys = ['mode', 'tests', 'no_retest', 'mmap', 'async_depth'] as const

/** One workload for each combination of these keys. */
export function testWorkloads(plan: Plan): readonly Workload[] {
  return groupCases(plan, testKeys).map((group) => group.workload)
}

/** True if any case of a plan runs the test. */
export function mentionsTest(plan: Plan, id: string): boolean {
  return testWorkloads(plan).some((workload) => selectedTests(workload).some((test) => test.id === id))
}

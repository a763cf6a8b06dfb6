import type { Plan, Workload } from '../../../plan/plan'
import { groupCases } from '../../case-groups'
import { selectedTests } from '../selected-tests'

/** Keys that determine which tests run. */
const testKeys = ['mode', 'tests', 'no_retest', 'mmap', 'async_depth'] as const

/** One workload for each combination of these keys. */
export function testWorkloads(plan: Plan): readonly Workload[] {
  return groupCases(plan, testKeys).map((group) => group.workload)
}

export function mentionsTest(plan: Plan, id: string): boolean {
  return testWorkloads(plan).some((workload) => selectedTests(workload).some((test) => test.id === id))
}

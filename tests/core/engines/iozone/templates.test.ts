import { describe, expect, it } from 'vitest'
import { iozoneEngine } from '../../../../src/core/engines/iozone/iozone-engine'
import { caseAt, workloadOf } from '../../../../src/core/plan/cases'
import { findTemplate, planFromTemplate } from '../../../../src/core/plan/templates/templates'
import { mainProcess } from '../../../../src/core/engines/steps'

const identity = { id: 'p', seed: 1, target: { kind: 'folder', path: '/data' } } as const

/** The command line of one case of a template on a machine with 8 GiB, as the reviewed one had. */
function lineOf(templateId: string, caseIndex: number): string {
  const template = findTemplate(templateId)
  if (!template) throw new Error(`There is no template ${templateId}.`)
  const plan = planFromTemplate(template, identity, 8 * 1024 ** 3)
  const workload = workloadOf(plan, caseAt(plan, caseIndex))
  const steps = iozoneEngine.steps({ workload, dataFile: '/d', runName: 'bw-1', phase: 'measure', seed: 1 })
  return mainProcess(steps).args.join(' ')
}

describe('the templates of the printed review', () => {
  // Printed: iozone -Rb out.wks -s 16G -+w 98 -+y 98 -+C 98 -r 64K; without -i it runs all tests.
  it.each([
    [0, '-r 64k', '-+w 98 -+y 98 -+C 98'],
    [4, '-r 64k', '-+w 2 -+y 2 -+C 2'],
    [5, '-r 64k', '-+d'],
    [29, '-r 16384k', '-+d'],
  ])('measure throughput with its options, case %i', (index, record, content) => {
    const tests = '-i 0 -i 1 -i 2 -i 3 -i 4 -i 5 -i 6 -i 7'
    expect(lineOf('iozone-compressibility', index)).toBe(
      `-s 16777216k ${record} ${tests} ${content} -R -f /d/bw.1`,
    )
  })

  // Printed: iozone -Rb out.wks -O -i 0 -i 1 -i 2 -e -+n -+w 98 -+y 98 -+C 98 -r 4K -s 16G.
  it('measure IOPS with its options', () => {
    expect(lineOf('iozone-iops', 0)).toBe(
      '-s 16777216k -r 4k -i 0 -i 1 -i 2 -+n -O -e -+w 98 -+y 98 -+C 98 -R -f /d/bw.1',
    )
  })
})

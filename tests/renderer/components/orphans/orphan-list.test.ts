import { expect, test, vi } from 'vitest'
import { thisMachine } from '../../../../src/core/plan/destination'
import type { HostOrphans, Orphan } from '../../../../src/core/contract/orphan-requests'
import OrphanList from '../../../../src/renderer/components/orphans/OrphanList.vue'
import { fateKey, type OrphanFates } from '../../../../src/renderer/components/orphans/use-orphan-stops'
import { mounted } from '../../mounted'

const orphan = (parts: Partial<Orphan>): Orphan => ({
  runName: 'run-1',
  target: '/data/file',
  startedAtMs: undefined,
  processes: [{ pid: 71, command: 'fio job' }],
  campaign: undefined,
  executedFrom: undefined,
  ...parts,
})
const group = (orphans: readonly Orphan[]): HostOrphans => ({
  hostId: thisMachine,
  host: 'lab',
  orphans,
})

test('an orphaned run can be stopped, and its own campaign can be opened', () => {
  const [onStop, onOpen] = [vi.fn(), vi.fn()]
  const own = orphan({ campaign: { id: 4, name: 'Mix', state: 'interrupted' } })
  const fates: OrphanFates = new Map()
  const part = mounted(OrphanList, { group: group([own]), fates, onStop, onOpen })
  expect(part.text()).toContain('1 process')
  expect(part.text()).toContain('fio job')
  part.find('[data-testid=stop-orphan]').click()
  part.find('.own button').click()
  expect([onStop.mock.calls, onOpen.mock.calls]).toEqual([[['run-1']], [[4]]])
  part.unmount()
})

test('a run that another window executes, or that is being stopped, offers no stop', () => {
  const foreign = orphan({ runName: 'run-2', executedFrom: '/home/me/other.benchwright' })
  const fates: OrphanFates = new Map([[fateKey(thisMachine, 'run-1'), { kind: 'stopping' }]])
  const part = mounted(OrphanList, { group: group([orphan({}), foreign]), fates })
  expect(part.element.querySelector('[data-testid=stop-orphan]')).toBeNull()
  expect(part.find('[data-testid=orphan-executed]').textContent).toContain('/home/me/other.benchwright')
  expect(part.element.querySelectorAll('[data-testid=orphan-fate]')).toHaveLength(1)
  part.unmount()
})

test('what becomes of several runs is read out in one place, each with its name', () => {
  const fates: OrphanFates = new Map([
    [fateKey(thisMachine, 'run-1'), { kind: 'stopping' }],
    [fateKey(thisMachine, 'run-2'), { kind: 'failed', error: new Error('The host is away.') }],
  ])
  const runs = ['run-1', 'run-2', 'run-3'].map((runName) => orphan({ runName }))
  const part = mounted(OrphanList, { group: group(runs), fates })
  expect(part.element.querySelectorAll('[role=status], [role=alert]')).toHaveLength(1)
  expect(part.find('[role=status]').textContent).toMatch(/run-1: .+run-2: .*The host is away\./s)
  expect(part.find('[role=status]').textContent).not.toContain('run-3')
  part.unmount()
})

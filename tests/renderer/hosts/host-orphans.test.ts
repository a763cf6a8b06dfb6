import { beforeEach, expect, test, vi } from 'vitest'
import { nextTick } from 'vue'
import type { HostOrphans } from '../../../src/core/contract/orphan-requests'
import { thisMachine } from '../../../src/core/plan/destination'
import HostOrphansPart from '../../../src/renderer/views/hosts/HostOrphans.vue'
import { mounted } from '../mounted'

/** Answers that the bench still owes, oldest first. */
const looks: ((found: HostOrphans) => void)[] = []
vi.mock('../../../src/renderer/composables/use-bench', () => ({
  useBench: () => ({
    request: (name: string) =>
      name === 'orphans.stop'
        ? Promise.resolve({ endedPids: [41], leftPids: [] })
        : new Promise<HostOrphans>((resolve) => looks.push(resolve)),
  }),
}))
vi.mock('../../../src/renderer/composables/room/use-rooms', () => ({ useRooms: () => ({ go: vi.fn() }) }))
beforeEach(() => {
  looks.length = 0
})

const answer = (...runNames: readonly string[]): HostOrphans => ({
  hostId: thisMachine,
  host: 'here',
  orphans: runNames.map((runName) => ({
    runName,
    startedAtMs: undefined,
    target: '',
    processes: [{ pid: 41, command: 'fio' }],
    executedFrom: undefined,
    campaign: undefined,
  })),
})

test('a search that was in progress at a stop does not overwrite its outcome', async () => {
  const part = mounted(HostOrphansPart, { hostId: thisMachine, inspectedAtMs: 1 })
  looks.shift()?.(answer('bw-1-1'))
  await vi.waitFor(() => expect(part.text()).toContain('bw-1-1'))
  part.set({ hostId: thisMachine, inspectedAtMs: 2 })
  await vi.waitFor(() => expect(looks).toHaveLength(1))
  part.find('[data-testid="stop-orphan"]').click()
  await vi.waitFor(() => expect(part.text()).toContain('process 41 gone'))
  looks.shift()?.(answer())
  await nextTick()
  await nextTick()
  expect(part.text()).toContain('process 41 gone')
})

test('of two searches the later one counts, whichever is answered last', async () => {
  const part = mounted(HostOrphansPart, { hostId: thisMachine, inspectedAtMs: 1 })
  part.set({ hostId: thisMachine, inspectedAtMs: 2 })
  await vi.waitFor(() => expect(looks).toHaveLength(2))
  const [first, second] = looks
  second?.(answer('bw-2-2'))
  await vi.waitFor(() => expect(part.text()).toContain('bw-2-2'))
  first?.(answer('bw-1-1'))
  await nextTick()
  await nextTick()
  expect(part.text()).not.toContain('bw-1-1')
})

import { describe, expect, it, vi, type Mock } from 'vitest'
import { paletteEntries, type PaletteActions } from '../../../src/renderer/frame/palette-entries'
import { campaign, plan, review } from '../review/campaign-fixture'

const rooms = [
  { id: 'review', label: 'Review' },
  { id: 'run', label: 'Run' },
] as const

function actions(): { [K in keyof PaletteActions]: Mock<PaletteActions[K]> } {
  return {
    go: vi.fn(),
    create: vi.fn(),
    open: vi.fn(),
    stop: vi.fn(),
    pause: vi.fn(),
    resume: vi.fn(),
    showInFolder: vi.fn(),
    setTheme: vi.fn(),
    showShortcuts: vi.fn(),
  }
}

describe('paletteEntries', () => {
  it('has ids that are unique, and groups that stand together', () => {
    const summary = review({
      plans: [plan(), plan({ id: 'plan-2' })],
      campaigns: [campaign(), campaign({ id: 2, state: 'running' })],
      figures: [
        {
          id: 1,
          name: 'F',
          settings: { kind: 'mix-sweep', campaignIds: [1], metric: 'iops' },
          modifiedAtMs: 0,
        },
      ],
    })
    const entries = paletteEntries(rooms, summary, actions())
    expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length)
    const groups = entries.map(({ group }) => group)
    const changes = groups.filter((group, place) => group !== groups[place - 1])
    expect(changes).toEqual(['Now', 'Rooms', 'Plans', 'Campaigns', 'Figures', 'Actions'])
  })

  it('leads where it says', () => {
    const act = actions()
    const summary = review({ plans: [plan()], campaigns: [campaign({ id: 7, configuration: 'firmware B' })] })
    const entries = paletteEntries(rooms, summary, act)
    for (const id of ['room-run', 'plan-plan-1', 'campaign-7', 'theme-dark'])
      entries.find((entry) => entry.id === id)?.act()
    expect(act.go.mock.calls).toEqual([['run'], ['design', { planId: 'plan-1' }], ['run', { campaignId: 7 }]])
    expect(act.setTheme).toHaveBeenCalledExactlyOnceWith('dark')
    expect(entries.find(({ id }) => id === 'campaign-7')?.label).toBe('firmware B')
  })

  it.each([
    [{ state: 'running' }, ['pause-1', 'stop-1']],
    [{ state: 'paused', runsByState: { waiting: 2 } }, ['resume-1']],
    [{ state: 'stopped', runsByState: { done: 2 } }, []],
    [{ state: 'pausing', runsByState: { waiting: 2 } }, []],
    [{ state: 'done', source: 'imported', runsByState: { waiting: 1 } }, []],
  ] as const)('offers what can be done now with %j', (more, ids) => {
    const entries = paletteEntries([], review({ campaigns: [campaign(more)] }), actions())
    expect(entries.filter(({ group }) => group === 'Now').map(({ id }) => id)).toEqual(ids)
  })

  it('is of use before the file has been read', () => {
    expect(paletteEntries(rooms, undefined, actions()).map(({ id }) => id)).toContain('open')
  })

  it('finds hosts by name and leads to them', () => {
    const act = actions()
    const host = {
      id: 'lab',
      name: 'lab',
      loggingIn: false,
      status: { state: 'online', sinceMs: 0 },
    } as const
    const entry = paletteEntries(rooms, undefined, act, [host]).find(({ id }) => id === 'host-lab')
    expect(entry).toMatchObject({ label: 'lab', detail: 'Connected', group: 'Hosts' })
    entry?.act()
    expect(act.go).toHaveBeenCalledWith('hosts', { hostId: 'lab' })
  })
})

import { describe, expect, it, vi, type Mock } from 'vitest'
import { paletteEntries, type PaletteActions } from '../../../src/renderer/frame/palette-entries'
import { filterItems } from '../../../src/renderer/components/pick-list/filter-items'
import { campaign, plan, review } from '../review/campaign-fixture'
import { machine } from '../../core/plan/machine'

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
    importPlan: vi.fn(),
    setNotifications: vi.fn(),
    setRedactSerials: vi.fn(),
    command: vi.fn(),
  }
}

describe('paletteEntries', () => {
  it('adds the plans of a suite', () => {
    const act = actions()
    void paletteEntries(rooms, review(), act)
      .find(({ label }) => label === 'Full drive review')
      ?.act()
    expect(act.go).toHaveBeenCalledWith('design', { suiteId: 'full-drive' })
  })

  it('has unique ids and contiguous groups', () => {
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
    expect(changes).toEqual([
      ...['Now', 'Rooms', 'Plans', 'Campaigns', 'Figures', 'Actions'],
      ...['New plan', 'Metrics in Results', 'Settings'],
    ])
  })

  it('imports into a writable review, also one with only a plan', () => {
    const act = actions()
    const summary = review({ plans: [plan()], campaigns: [] })
    const find = (shown: typeof summary) =>
      paletteEntries(rooms, shown, act).find(({ id }) => id === 'import')
    find(summary)?.act()
    expect(act.command).toHaveBeenCalledExactlyOnceWith('import')
    expect(find({ ...summary, readOnly: true })).toBeUndefined()
  })

  it('saves a copy of any open review, also of one that cannot be written', () => {
    const act = actions()
    paletteEntries(rooms, { ...review(), readOnly: true }, act)
      .find(({ label }) => label === 'Save a copy of this review…')
      ?.act()
    expect(act.command).toHaveBeenCalledExactlyOnceWith('save-copy')
  })

  it('finds the exports by name, only where something can be exported', () => {
    const act = actions()
    const settings = { kind: 'mix-sweep', campaignIds: [1], metric: 'iops' } as const
    const found = (shown: ReturnType<typeof review>) =>
      filterItems(paletteEntries(rooms, shown, act), 'export').filter(({ id }) => id.startsWith('export-'))
    const full = review({
      campaigns: [campaign({ runsByState: { done: 1 } })],
      figures: [{ id: 1, name: 'F', settings, modifiedAtMs: 0 }],
      documents: [
        { id: 3, name: 'Article', title: '', author: '', template: 'drive-review', modifiedAtMs: 0 },
      ],
    })
    const ids = ['export-results', 'export-compare', 'export-figures', 'export-report']
    expect(found(full).map(({ id }) => id)).toEqual(ids)
    // A file that cannot be written can still be exported from.
    expect(found({ ...full, readOnly: true })).toHaveLength(4)
    expect(found(review({ plans: [plan()], campaigns: [] }))).toEqual([])
    paletteEntries(rooms, full, act)
      .find(({ id }) => id === 'export-figures')
      ?.act()
    expect(act.go).toHaveBeenCalledExactlyOnceWith('figures', { exports: true })
  })

  it('navigates where it says', () => {
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
    [{ state: 'running', leaderId: 3 }, []],
  ] as const)('offers what can be done now with %j', (more, ids) => {
    const entries = paletteEntries([], review({ campaigns: [campaign(more)] }), actions())
    expect(entries.filter(({ group }) => group === 'Now').map(({ id }) => id)).toEqual(ids)
  })

  it('resumes nothing in a file that is read-only', () => {
    const left = campaign({ state: 'paused', runsByState: { waiting: 2 } })
    const entries = paletteEntries([], review({ readOnly: true, campaigns: [left] }), actions())
    expect(entries.map(({ group }) => group)).not.toContain('Now')
  })

  it('is useful before the file has been read', () => {
    expect(paletteEntries(rooms, undefined, actions()).map(({ id }) => id)).toContain('open')
  })

  it('finds hosts by name and leads to them', () => {
    const act = actions()
    const host = {
      id: machine('lab'),
      name: 'lab',
      loggingIn: false,
      status: { state: 'online', sinceMs: 0 },
    } as const
    const entry = paletteEntries(rooms, undefined, act, [host]).find(({ id }) => id === 'host-lab')
    expect(entry).toMatchObject({ label: 'lab', detail: 'Connected', group: 'Hosts' })
    entry?.act()
    expect(act.go).toHaveBeenCalledWith('hosts', { hostId: 'lab' })
  })

  it('finds templates, metrics by their short names, settings and actions', () => {
    const act = actions()
    const summary = review({ campaigns: [campaign({ runsByState: { done: 1 } })] })
    const settings = { theme: 'dark', notifications: true, redactSerials: true } as const
    const entries = paletteEntries(rooms, summary, act, [], settings)
    const [metric] = filterItems(entries, 'p99')
    expect(metric?.id).toBe('metric-latency_p99')
    const [template] = filterItems(entries, 'queue depth, 1 to 256')
    expect(template?.id).toBe('template-queue-depth-sweep')
    for (const id of [metric?.id, template?.id, 'plan-empty', 'notifications', 'undo'])
      entries.find((entry) => entry.id === id)?.act()
    expect(act.go.mock.calls).toEqual([
      ['results', { metric: 'latency_p99' }],
      ['design', { templateId: 'queue-depth-sweep' }],
      ['design', { templateId: '' }],
    ])
    expect(act.setNotifications).toHaveBeenCalledExactlyOnceWith(false)
    expect(act.command).toHaveBeenCalledExactlyOnceWith('undo')
    expect(entries.find(({ id }) => id === 'theme-dark')?.detail).toBe('now')
    const found = filterItems(entries, 'settings').map(({ id }) => id)
    expect(found).toEqual(['theme-light', 'theme-dark', 'theme-system', 'notifications', 'serials'])
    entries.find(({ id }) => id === 'serials')?.act()
    expect(act.setRedactSerials).toHaveBeenCalledExactlyOnceWith(false)
  })

  it('offers no new plan if nothing can be written, and no metric if nothing was measured', () => {
    const groups = paletteEntries(rooms, review({ readOnly: true }), actions()).map(({ group }) => group)
    expect(groups).not.toContain('New plan')
    expect(groups).not.toContain('Metrics in Results')
  })

  it('never lists two plans or two campaigns with one name alike', () => {
    const summary = review({
      plans: [plan(), plan({ id: 'plan-2' })],
      campaigns: [campaign({ state: 'running' }), campaign({ id: 2, state: 'running' })],
    })
    const labels = paletteEntries([], summary, actions()).map(({ group, label }) => `${group}: ${label}`)
    expect(new Set(labels).size).toBe(labels.length)
  })
})

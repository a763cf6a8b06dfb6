import { computed, ref, shallowRef, type ComputedRef, type Ref, type ShallowRef } from 'vue'
import { isChangedElsewhere } from '../../../core/contract/request-failure'
import type { SavedFigure } from '../../../core/contract/review'
import {
  changedSettings,
  type FigureChange,
  type FigureSettings,
  needsComparison,
} from '../../../core/figures/kinds/figure-kinds'
import { deviceStyle, keptStyles } from '../../../core/figures/figure/figure-look'
import type { CampaignSummary } from '../../../core/results/campaign/campaign'
import { figureChangeLabel } from '../../components/figure-change-label'
import { createLookAside } from '../../components/look/look-aside'
import { savedText } from '../../composables/review/names-apart'
import { useBench } from '../../composables/use-bench'
import { useNotices } from '../../composables/use-notices'
import { useReading, type Reading } from '../../composables/use-reading'
import { useReview } from '../../composables/review/use-review'
import { useRooms } from '../../composables/room/use-rooms'
import { startingSettings } from './controls/starting-settings'
import { useDeletion } from '../../composables/room/use-deletion'
import { createActionHistory, type ActionHistory } from '../../composables/room/action-history'

/** Which figure is open: one of the file, or an unsaved one. */
export interface OpenedFigure {
  /** What is drawn; undefined until a campaign has results. */
  readonly settings: Readonly<ShallowRef<FigureSettings | undefined>>
  /** The same, without the styles of devices that the open figure was saved with and that were undone since. */
  readonly drawn: ComputedRef<FigureSettings | undefined>
  readonly history: ActionHistory
  /** Replaces parts of the settings; `part` names what is edited, so that typing is one undo step. */
  change(parts: FigureChange, part?: string): void
  readonly savedId: Readonly<Ref<number | undefined>>
  readonly saved: ComputedRef<SavedFigure | undefined>
  /** The open saved figure has unsaved changes. */
  readonly dirty: ComputedRef<boolean>
  /** There is a figure that is in no file: open, or changed and left for a saved one. */
  readonly hasUnsaved: ComputedRef<boolean>
  /** Of the campaign with this id, whose default figure was asked for last. */
  readonly reading: Reading<number>
  /** Starts with the default figure of a campaign; if that cannot be read, an open figure stays. */
  start(campaign: CampaignSummary): Promise<void>
  /** Shows an unsaved figure. */
  show(settings: FigureSettings): void
  /** Opens a saved figure, or a new one of the newest campaign. */
  open(choice: SavedFigure | undefined): void
  /** Opens the unsaved figure that was left for a saved one. */
  goBack(): void
  /**
   * Saves over the open saved figure, or (`id` undefined) as a new one. False if it could not be saved; the person is
   * notified.
   */
  save(id: number | undefined, name: string): Promise<boolean>
  /** Asks for confirmation, then deletes. */
  remove(choice: SavedFigure): Promise<void>
}

export function useOpenedFigure(campaigns: Ref<readonly CampaignSummary[]>): OpenedFigure {
  const bench = useBench()
  const notices = useNotices()
  const { summary } = useReview()
  const { go } = useRooms()
  const history = createActionHistory()
  const deletion = useDeletion()
  const aside = createLookAside()
  const settings = shallowRef<FigureSettings>()
  const reading = useReading<number>()
  const savedId = ref<number>()
  /** Settings of the open saved figure, as opened or last saved. */
  const openedWith = shallowRef<FigureSettings>()
  /** A changed figure that was left for a saved one and is in no file. */
  const unsaved = shallowRef<FigureSettings>()
  const saved = computed(() => summary.value?.figures.find((candidate) => candidate.id === savedId.value))

  /** Switches to another figure; there is nothing to undo then. */
  function show(next: FigureSettings): void {
    reading.stop()
    settings.value = next
    history.clear()
    aside.clear()
  }

  function openSaved(choice: SavedFigure): void {
    savedId.value = choice.id
    openedWith.value = choice.settings
    show(choice.settings)
  }

  /** Shows the figure as another program has saved it; changes made here are lost. */
  function takeTheirs(): void {
    if (saved.value) openSaved(saved.value)
    else savedId.value = undefined
  }

  async function start(campaign: CampaignSummary): Promise<void> {
    const first = await reading.read(campaign.id, () => startingSettings(bench, campaign, campaigns.value))
    if (first) showUnsaved(first)
    const failed = reading.failure.value
    if (!settings.value || failed?.what !== campaign.id) return
    notices.failure(failed.error, 'The campaign could not be read')
    reading.stop()
  }

  function showUnsaved(first: FigureSettings): void {
    savedId.value = undefined
    unsaved.value = undefined
    show(first)
  }

  const drawn = computed(() => {
    const asked = settings.value
    const mine = saved.value?.settings.deviceStyles
    if (asked === undefined || mine === undefined) return asked
    const others = keptStyles((summary.value?.figures ?? []).filter(({ id }) => id !== savedId.value))
    const undone = Object.entries(mine).flatMap(([device, { atMs = 0 }]) => {
      const own = asked.deviceStyles?.[device]
      if (own !== undefined && (own.atMs ?? 0) >= atMs) return []
      const { color, emphasis, atMs: at = 0 } = deviceStyle(device, asked.deviceStyles, others) ?? {}
      return [[device, { color, emphasis, atMs: Math.max(atMs, at) }] as const]
    })
    if (undone.length === 0) return asked
    return { ...asked, deviceStyles: { ...asked.deviceStyles, ...Object.fromEntries(undone) } }
  })

  return {
    settings,
    drawn,
    history,
    change(parts, part) {
      const before = settings.value
      if (before === undefined) return
      const after = aside.settle(before, changedSettings(before, parts))
      const put = (version: FigureSettings) => () => (settings.value = version)
      const label = figureChangeLabel(after.kind, before, after)
      history.push({ label, undo: put(before), redo: put(after) }, part)
      settings.value = after
    },
    savedId,
    saved,
    dirty: computed(
      () =>
        saved.value !== undefined && JSON.stringify(saved.value.settings) !== JSON.stringify(settings.value),
    ),
    hasUnsaved: computed(() => savedId.value === undefined || unsaved.value !== undefined),
    reading,
    start,
    show: showUnsaved,
    open(choice) {
      if (choice === undefined) {
        const first = campaigns.value[0]
        if (first) void start(first)
        return
      }
      if (needsComparison(choice.settings.kind)) {
        go('compare', { figureId: choice.id })
        return
      }
      if (savedId.value === undefined && history.canUndo.value) unsaved.value = settings.value
      openSaved(choice)
    },
    goBack() {
      if (savedId.value === undefined || unsaved.value === undefined) return
      savedId.value = undefined
      show(unsaved.value)
      unsaved.value = undefined
    },
    async save(id, name) {
      const given = settings.value
      if (given === undefined) return false
      try {
        const replaced = id === undefined ? undefined : saved.value
        const base = replaced && {
          ...{ id: replaced.id, name: replaced.name },
          settings: openedWith.value ?? replaced.settings,
        }
        const kept = await bench.request('figure.save', {
          base: base ?? null,
          name: name.trim() === '' ? 'Figure' : name.trim(),
          settings: given,
        })
        // As stored, in the order of its fields: otherwise the same settings would count as changed.
        if (settings.value === given) settings.value = kept.settings
        savedId.value = kept.id
        openedWith.value = kept.settings
        if (id === undefined) unsaved.value = undefined
        notices.done(savedText(name, kept.name))
        return true
      } catch (reason) {
        const ways = isChangedElsewhere(reason) ? [{ label: 'Take theirs', act: takeTheirs }] : []
        notices.failure(reason, 'The figure could not be saved', ways)
        return false
      }
    },
    async remove(choice) {
      const { id, name, settings: known } = choice
      const wasOpen = savedId.value === id
      await deletion.remove(
        'figure',
        history,
        () => bench.request('figure.delete', { figureId: id, base: { id, name, settings: known } }),
        {
          onGone: () => {
            if (savedId.value === id) savedId.value = undefined
          },
          onBack: () => {
            if (wasOpen && savedId.value === undefined) savedId.value = id
          },
        },
      )
    },
  }
}

import { describe, expect, it } from 'vitest'
import type { TextRegion } from '../../../../src/charts/text'
import {
  useFigureEditing,
  type EditableSettings,
} from '../../../../src/renderer/components/look/use-figure-editing'

const regions: readonly TextRegion[] = [
  { part: 'title', x: 10, y: 10, width: 200, height: 20, text: 'Old', size: 15 },
  { part: 'plot', x: 50, y: 100, width: 400, height: 200, text: '', size: 12 },
  { part: { line: 'block_size=4096' }, x: 460, y: 120, width: 60, height: 15, text: '4 KiB', size: 12 },
  { part: { annotation: 0 }, x: 100, y: 140, width: 80, height: 15, text: 'note', size: 12 },
  {
    part: { value: 'a@1' },
    x: 200,
    y: 200,
    width: 30,
    height: 12,
    text: '1.2',
    size: 10,
    shift: { dx: 1, dy: 0 },
  },
]

function editing(start: EditableSettings = {}) {
  let settings = start
  const figure = useFigureEditing(
    () => regions,
    () => settings,
    (change) => (settings = { ...settings, ...change }),
  )
  return { ...figure, now: () => settings }
}

describe('writing on a figure', () => {
  it('changes the text under the pointer, and restores the original one if it is emptied', () => {
    const figure = editing()
    figure.open({ x: 20, y: 20 })
    expect(figure.editor.value?.region.text).toBe('Old')
    figure.commit(' New ')
    expect(figure.now()).toEqual({ title: 'New' })
    figure.open({ x: 20, y: 20 })
    figure.commit('')
    expect(figure.now().title).toBeUndefined()
  })

  it('renames a line', () => {
    const figure = editing({ seriesLabels: { other: 'x' } })
    figure.open({ x: 470, y: 125 })
    figure.commit('small')
    expect(figure.now().seriesLabels).toEqual({ other: 'x', 'block_size=4096': 'small' })
  })

  it('adds a note that points to where it was clicked, within the plot', () => {
    const figure = editing()
    figure.open({ x: 250, y: 250 })
    figure.commit('see here')
    expect(figure.now().annotations?.[0]).toMatchObject({ text: 'see here', tip: { x: 0.5, y: 0.75 } })
    figure.open({ x: 250, y: 250 })
    figure.close()
    expect(figure.now().annotations).toHaveLength(1)
  })

  it('removes a note with an emptied text', () => {
    const figure = editing({ annotations: [{ text: 'note', x: 0.1, y: 0.2 }] })
    figure.open({ x: 110, y: 145 })
    figure.commit('')
    expect(figure.now().annotations).toEqual([])
  })
})

describe('moving on a figure', () => {
  it('puts a note where it is dropped, in fractions of the plot', () => {
    const figure = editing({ annotations: [{ text: 'note', x: 0.125, y: 0.2 }] })
    expect(figure.grab({ x: 110, y: 145 })).toBe(true)
    figure.move({ x: 150, y: 165 })
    figure.drop()
    expect(figure.now().annotations?.[0]?.x).toBeCloseTo(0.225)
    expect(figure.now().annotations?.[0]?.y).toBeCloseTo((140 + 20 + 7.5 - 100) / 200)
  })

  it('puts a number where it is dropped, in ems from its usual place', () => {
    const figure = editing()
    figure.grab({ x: 210, y: 205 })
    figure.move({ x: 230, y: 195 })
    figure.drop()
    expect(figure.now().movedLabels).toEqual({ 'a@1': { dx: 3, dy: -1 } })
  })

  it('ignores what was only clicked, and titles', () => {
    const figure = editing({ annotations: [{ text: 'note', x: 0.1, y: 0.2 }] })
    figure.grab({ x: 110, y: 145 })
    figure.drop()
    expect(figure.now().annotations).toEqual([{ text: 'note', x: 0.1, y: 0.2 }])
    expect(figure.grab({ x: 20, y: 20 })).toBe(false)
  })
})

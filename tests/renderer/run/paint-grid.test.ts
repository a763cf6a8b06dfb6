import { expect, test } from 'vitest'
import { emptyRunColumns } from '../../../src/core/results/run-columns'
import { stateCode } from '../../../src/renderer/views/run/campaign-runs'
import { paintGrid } from '../../../src/renderer/views/run/grid/paint-grid'

/** Texts that were drawn, with their colours; every character is 6 px wide. */
function drawn(cellWidth: number, shades: readonly number[]) {
  const texts: { readonly text: string; readonly colour: string }[] = []
  const nothing = () => undefined
  const context = {
    fillStyle: '',
    ...{ clearRect: nothing, beginPath: nothing, roundRect: nothing, fill: nothing },
    measureText: (text: string) => ({ width: 6 * text.length }),
    fillText(text: string) {
      texts.push({ text, colour: this.fillStyle })
    },
  }
  const runs = emptyRunColumns(shades.length, [])
  runs.state.fill(stateCode('done'))
  const colors = { text: 'text', quietText: 'quiet', accent: 'accent', onAccent: 'on accent' }
  const others = { danger: '', warning: '', line: '', empty: 'empty', font: 'Inter' }
  paintGrid(context as never, {
    layout: {
      ...{ rows: 1, columns: shades.length, firstRuns: Int32Array.of(0) },
      cells: Int32Array.from(shades.keys()),
    },
    ...{ runs, label: () => 'case', colors: { ...colors, ...others } },
    ...{ width: 600, height: 100, scrollTop: 0, cellWidth, labelWidth: 100 },
    ...{ focusRow: -1, focusColumn: -1 },
    shade: (index) => shades[index] ?? 0,
    written: () => '29.5 MB/s',
  })
  return texts.filter(({ text }) => text.includes('MB/s')).map(({ colour }) => colour)
}

test('numbers are written only into cells that hold them', () => {
  expect(drawn(76, [0, 0])).toHaveLength(2)
  expect(drawn(64, [0, 0])).toHaveLength(2)
  expect(drawn(60, [0, 0])).toHaveLength(0)
})

test('numbers have the colour that reads better on the strength of their cell', () => {
  expect(drawn(76, [0, 0.3, 0.6, 1])).toEqual(['text', 'text', 'text', 'on accent'])
})

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { figureFont, serifFont } from '../../../src/charts/text'
import { loadFigureFonts } from '../../../src/renderer/components/picture/figure-fonts'

interface AskedFace {
  readonly family: string
  readonly source: string
  readonly weight: string
}

/** Stands in for the browser's fonts; `isMissing` says which cannot be read. */
function fakeFonts(isMissing: (face: AskedFace) => boolean = () => false) {
  const added: AskedFace[] = []
  vi.stubGlobal(
    'FontFace',
    class {
      readonly asked: AskedFace
      constructor(family: string, source: string, { weight }: { weight: string }) {
        this.asked = { family, source, weight }
      }
      load() {
        return isMissing(this.asked) ? Promise.reject(new Error('no such file')) : Promise.resolve(this.asked)
      }
    },
  )
  const fonts = { add: (face: AskedFace) => added.push(face) } as unknown as FontFaceSet
  return { added, fonts }
}

it('loads the fonts that pictures are drawn with, from files that exist', async () => {
  const { added, fonts } = fakeFonts()
  await loadFigureFonts(fonts)
  expect(added.map(({ family, weight }) => `${weight} ${family}`)).toEqual(
    [figureFont, serifFont].flatMap((family) => [400, 500, 600].map((weight) => `${weight} ${family}`)),
  )
  for (const { source } of added) {
    const file = /resources\/fonts\/[\w-]+\.ttf/.exec(source)?.[0] ?? source
    expect(existsSync(join(import.meta.dirname, '../../..', file)), source).toBe(true)
  }
})

it('continues without a font that cannot be read', async () => {
  const { added, fonts } = fakeFonts(({ family }) => family === serifFont)
  await loadFigureFonts(fonts)
  expect(added.map(({ family }) => family)).toEqual([figureFont, figureFont, figureFont])
})

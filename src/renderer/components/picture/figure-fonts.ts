import { figureFont, serifFont } from '../../../charts/text'
import inter400 from '../../../../resources/fonts/inter-400.ttf?url'
import inter500 from '../../../../resources/fonts/inter-500.ttf?url'
import inter600 from '../../../../resources/fonts/inter-600.ttf?url'
import serif400 from '../../../../resources/fonts/source-serif-400.ttf?url'
import serif500 from '../../../../resources/fonts/source-serif-500.ttf?url'
import serif600 from '../../../../resources/fonts/source-serif-600.ttf?url'

/** The same files as in exported pictures. */
const faces: readonly (readonly [family: string, weight: number, address: string])[] = [
  [figureFont, 400, inter400],
  [figureFont, 500, inter500],
  [figureFont, 600, inter600],
  [serifFont, 400, serif400],
  [serifFont, 500, serif500],
  [serifFont, 600, serif600],
]

/** Loads the font faces of figures. If one cannot be read, the next family is used. */
export async function loadFigureFonts(fonts: FontFaceSet): Promise<void> {
  const loading = faces.map(async ([family, weight, address]) => {
    const face = new FontFace(family, `url(${JSON.stringify(address)})`, { weight: String(weight) })
    fonts.add(await face.load())
  })
  await Promise.allSettled(loading)
}

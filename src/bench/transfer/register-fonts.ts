import { GlobalFonts } from '@napi-rs/canvas'
import { figureFont, serifFont } from '../../charts/text'
import { RequestFailure } from '../../core/contract/request-failure'
import { resourcePath } from '../resources'

const weights = [400, 500, 600]
const faces = [
  { file: 'inter', family: figureFont },
  { file: 'source-serif', family: serifFont },
]

let registered = false

/** Makes the shipped faces known, so that a picture is the same on every machine. Throws a RequestFailure when one is missing. */
export function registerFonts(): void {
  if (registered) return
  for (const { file, family, weight } of faces.flatMap((face) =>
    weights.map((weight) => ({ ...face, weight })),
  )) {
    const path = resourcePath('fonts', `${file}-${weight}.woff2`)
    // Null where the file is missing or no font; older releases answered with false.
    if (!GlobalFonts.registerFromPath(path, family)) {
      throw new RequestFailure({
        id: 'font-missing',
        message: `The font ${path} could not be read.`,
        remedy: 'Install the app again; without it pictures would look different on every machine.',
      })
    }
  }
  registered = true
}

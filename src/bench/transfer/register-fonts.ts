import { GlobalFonts } from '@napi-rs/canvas'
import { figureFont } from '../../charts/text'
import { RequestFailure } from '../../core/contract/request-failure'
import { resourcePath } from '../resources'

const weights = [400, 500, 600]

let registered = false

/** Makes the shipped faces known, so that a picture is the same on every machine. Throws a RequestFailure when one is missing. */
export function registerFonts(): void {
  if (registered) return
  for (const weight of weights) {
    const path = resourcePath('fonts', `inter-${weight}.woff2`)
    // Null where the file is missing or no font; older releases answered with false.
    if (!GlobalFonts.registerFromPath(path, figureFont)) {
      throw new RequestFailure({
        id: 'font-missing',
        message: `The font ${path} could not be read.`,
        remedy: 'Install the app again; without it pictures would look different on every machine.',
      })
    }
  }
  registered = true
}

import { GlobalFonts } from '@napi-rs/canvas'
import { figureFont, serifFont } from '../../../charts/text'
import { RequestFailure } from '../../../core/contract/request-failure'
import { fontFile, fontWeights } from './font-files'

const families = [
  { font: 'sans', family: figureFont },
  { font: 'serif', family: serifFont },
] as const

let registered = false

/** Makes the shipped faces known, so that a picture is the same on every machine. Throws a RequestFailure when one is missing. */
export function registerFonts(): void {
  if (registered) return
  for (const { font, family } of families) {
    for (const weight of fontWeights) {
      const path = fontFile(font, weight)
      // Null where the file is missing or no font; older releases answered with false.
      if (!GlobalFonts.registerFromPath(path, family)) {
        throw new RequestFailure({
          id: 'font-missing',
          message: `The font ${path} could not be read.`,
          remedy: 'Install the app again; without it pictures would look different on every machine.',
        })
      }
    }
  }
  registered = true
}

import type { PaletteName } from '../../core/figures/figure/figure-look'
import { loadImage, type Image } from '@napi-rs/canvas'
import {
  articleHeight,
  articleStyle,
  articleWidth,
  plainStyle,
  type PictureStyle,
} from '../../charts/article-style'
import { widthInPixels, type ArticleLook } from '../../core/figures/figure/article-look'
import type { PictureType } from '../../core/pictures/picture-header'
import { RequestFailure } from '../../core/contract/request-failure'
import type { EmbeddedPicture } from './svg/svg-context'

/** The bytes of a preset's picture. */
export interface PictureBytes {
  readonly type: PictureType
  readonly bytes: Uint8Array
}

/** A preset for an export. */
export interface ExportPreset {
  readonly look: ArticleLook
  readonly picture?: PictureBytes | undefined
}

/** How a picture is drawn: on a raster or a PDF page, and into an SVG, which embeds pictures as text. */
export interface ExportLook {
  readonly raster: PictureStyle
  readonly vector: PictureStyle
  /** CSS pixels; undefined: the usual width. */
  readonly width?: number
  /** The same, not rounded. */
  readonly printWidth?: number
  readonly height?: number
  readonly unit?: 'mm'
}

/** The look of a preset, or of just a theme. Throws a RequestFailure for a picture that cannot be read. */
export async function exportLook(theme: PaletteName, preset?: ExportPreset): Promise<ExportLook> {
  if (preset === undefined) return { raster: plainStyle(theme), vector: plainStyle(theme) }
  const { look, picture } = preset
  const width = articleWidth(look)
  const height = articleHeight(look)
  const size = {
    width,
    printWidth: widthInPixels(look.width),
    ...(height !== undefined && { height }),
    ...(look.width.unit === 'mm' && { unit: 'mm' as const }),
  }
  if (picture === undefined || look.mark === undefined) {
    const style = articleStyle(look)
    return { raster: style, vector: style, ...size }
  }
  const image = await readPicture(picture)
  const drawn = { width: image.width, height: image.height }
  const data = Buffer.from(picture.bytes).toString('base64')
  const embedded: EmbeddedPicture = { dataUrl: `data:${picture.type};base64,${data}` }
  return {
    raster: articleStyle(look, { image, ...drawn }),
    vector: articleStyle(look, { image: embedded, ...drawn }),
    ...size,
  }
}

/** A picture ready to be drawn. Throws a RequestFailure if it is not a picture. */
export async function readPicture({ bytes }: PictureBytes): Promise<Image> {
  try {
    return await loadImage(Buffer.from(bytes))
  } catch {
    throw new RequestFailure({
      id: 'picture-unreadable',
      message: 'The picture of this preset cannot be read.',
      remedy: 'Choose another PNG or JPEG file for it.',
    })
  }
}

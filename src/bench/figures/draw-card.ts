import type { PaletteName } from '../../core/figures/figure/figure-look'
import { createCanvas } from '@napi-rs/canvas'
import { cardHeight, cardWidth, drawCard } from '../../charts/card/draw-card'
import type { ResultCard } from '../../core/document/result-card'
import { fingerprint, textMeasure, writeSvg } from './draw-figure'
import { exportLook } from './export-look'
import { registerFonts } from './figure-fonts'
import { SvgContext } from './svg/svg-context'

/** A card as a PNG of exactly 1200 by 630 dots. */
export async function drawCardPng(card: ResultCard, theme: PaletteName): Promise<Uint8Array> {
  const { raster } = await exportLook(theme)
  registerFonts()
  const canvas = createCanvas(cardWidth, cardHeight)
  drawCard(canvas.getContext('2d'), card, raster.palette)
  return canvas.encode('png')
}

/** The same as an SVG document with real text and the faces it needs. */
export async function drawCardSvg(card: ResultCard, theme: PaletteName): Promise<string> {
  const look = await exportLook(theme)
  const id = `card-${fingerprint(JSON.stringify([card, theme]))}`
  const context = new SvgContext(cardWidth, cardHeight, textMeasure(), id)
  drawCard(context, card, look.vector.palette)
  const description = card.tiles.map(({ label, mean }) => `${label}: ${mean}`).join('; ')
  return writeSvg(context, { title: card.title, description, id, look })
}

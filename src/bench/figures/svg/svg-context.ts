import type { TextMeasure } from '../../../charts/ink'
import type { FontWeight, UsedText } from '../figure-fonts'
import { svgDocument, type DrawnElement, type SvgFacts } from './svg-document'
import { fontAttributes, fontSize, fontWeight, unitsPerEm } from './svg-font'
import { combined, identity, isShift, lengthFactor, matrixText, applied, type Matrix } from './svg-matrix'
import { opacityText, svgAttributes, svgNumber, svgText } from './svg-number'
import { SvgPath } from './svg-path'

/** A picture as a `data:` URL. */
export interface EmbeddedPicture {
  readonly dataUrl: string
}

/** Measures text, and how far its letters may reach above the drawing point. */
export interface FontMeasure extends TextMeasure {
  textBaseline: unknown
  measureText(text: string): { readonly width: number; readonly fontBoundingBoxAscent: number }
}

/** Outlines of letters; see `GlyphOutlines`. */
export interface LetterOutlines {
  letters(text: string, font: string): string
  definitions(): readonly string[]
}

/** The state that a canvas context saves and restores, with its initial values. */
class DrawingState {
  fillStyle = '#000000'
  strokeStyle = '#000000'
  protected width = 1
  lineCap = 'butt'
  lineJoin = 'miter'
  protected dashOffset = 0
  globalAlpha = 1
  /** Id of the series of the following marks. */
  series: string | undefined
  font = '10px sans-serif'
  textAlign = 'start'
  textBaseline = 'alphabetic'
  protected dash: readonly number[] = []
  protected matrix: Matrix = identity
  /** Id of the active clip. */
  protected activeClip: string | undefined

  get lineWidth(): number {
    return this.width
  }
  /** As on a canvas, an invalid width changes nothing. */
  set lineWidth(value: number) {
    if (Number.isFinite(value) && value > 0) this.width = value
  }
  get lineDashOffset(): number {
    return this.dashOffset
  }
  set lineDashOffset(value: number) {
    if (Number.isFinite(value)) this.dashOffset = value
  }
}

/**
 * A 2D canvas context that writes SVG: every call to `fillText` becomes one `<text>` with the whole string, a dashed line
 * stays a dashed line and a circle a circle, so that a picture can be edited and searched. It has the methods that
 * Chart.js and the figures call; any other is a TypeError.
 */
export class SvgContext extends DrawingState {
  readonly canvas: { width: number; height: number; getContext: () => SvgContext }
  readonly #measure: FontMeasure
  readonly #idPrefix: string
  readonly #letters: LetterOutlines | undefined
  readonly #stack: Partial<SvgContext>[] = []
  #path = new SvgPath()
  #elements: DrawnElement[] = []
  #clips = new Map<string, string>()
  #used = new Map<FontWeight, Set<string>>()

  /** `idPrefix` keeps the ids of pictures on one page apart. `letters`: outlines that are drawn instead of text. */
  constructor(
    width: number,
    height: number,
    measure: FontMeasure,
    idPrefix: string,
    letters?: LetterOutlines,
  ) {
    super()
    this.canvas = { width, height, getContext: () => this }
    this.#measure = measure
    this.#idPrefix = idPrefix
    this.#letters = letters
  }

  save(): void {
    // Private members are not copied; `canvas` is the same object before and after.
    this.#stack.push(Object.assign({}, this))
  }
  restore(): void {
    Object.assign(this, this.#stack.pop())
  }
  translate(x: number, y: number): void {
    this.#turn({ ...identity, e: x, f: y })
  }
  rotate(angle: number): void {
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
    this.#turn({ a: cos, b: sin, c: -sin, d: cos, e: 0, f: 0 })
  }
  setTransform(a: number, b: number, c: number, d: number, e: number, f: number): void {
    this.matrix = { a, b, c, d, e, f }
  }
  resetTransform(): void {
    this.matrix = identity
  }
  setLineDash(lengths: readonly number[]): void {
    this.dash = [...lengths]
  }
  getLineDash(): number[] {
    return [...this.dash]
  }

  beginPath(): void {
    this.#path = new SvgPath()
  }
  moveTo(x: number, y: number): void {
    this.#path.moveTo(this.matrix, x, y)
  }
  lineTo(x: number, y: number): void {
    this.#path.lineTo(this.matrix, x, y)
  }
  bezierCurveTo(x1: number, y1: number, x2: number, y2: number, x: number, y: number): void {
    this.#path.curveTo(this.matrix, [x1, y1], [x2, y2], [x, y])
  }
  quadraticCurveTo(x1: number, y1: number, x: number, y: number): void {
    this.#path.curveTo(this.matrix, [x1, y1], [x, y])
  }
  rect(x: number, y: number, width: number, height: number): void {
    this.#path.rect(this.matrix, x, y, width, height)
  }
  arc(x: number, y: number, radius: number, start: number, end: number, backwards = false): void {
    this.#path.arc(this.matrix, x, y, radius, start, end, backwards)
  }
  closePath(): void {
    this.#path.close()
  }
  fill(): void {
    const attributes = this.#fillAttributes()
    this.#add(this.#path.element(attributes), { path: this.#path, attributes })
  }
  /** Strokes a path; one that was just filled gets its stroke on the same element. */
  stroke(): void {
    const last = this.#elements[this.#elements.length - 1]
    const isFilled =
      last?.filled?.path === this.#path && last.clip === this.activeClip && last.series === this.series
    if (isFilled) this.#elements.pop()
    const fill = isFilled ? last.filled.attributes : { fill: 'none' }
    this.#add(this.#path.element({ ...fill, ...this.#strokeAttributes() }))
  }
  fillRect(x: number, y: number, width: number, height: number): void {
    const path = new SvgPath()
    path.rect(this.matrix, x, y, width, height)
    this.#add(path.element(this.#fillAttributes()))
  }
  strokeRect(x: number, y: number, width: number, height: number): void {
    const path = new SvgPath()
    path.rect(this.matrix, x, y, width, height)
    this.#add(path.element({ fill: 'none', ...this.#strokeAttributes() }))
  }
  /** Discards everything drawn so far: only the whole picture is ever cleared. */
  clearRect(): void {
    this.#elements = []
    this.#clips = new Map()
    this.#used = new Map()
  }
  clip(): void {
    const outer = this.activeClip
    const shape = this.#path.element({})
    if (shape === undefined) return
    const content = `${svgAttributes({ 'clip-path': outer && `url(#${outer})` })}>${shape}`
    const id = this.#clips.get(content) ?? `${this.#idPrefix}-clip-${this.#clips.size + 1}`
    this.#clips.set(content, id)
    this.activeClip = id
  }

  measureText(text: string): { readonly width: number; readonly fontBoundingBoxAscent: number } {
    this.#measure.font = this.font
    return this.#measure.measureText(text)
  }
  fillText(text: string, x: number, y: number): void {
    if (text === '') return
    if (this.#letters) {
      this.#drawLetters(this.#letters, text, x, y)
      return
    }
    const weight = fontWeight(this.font)
    const used = this.#used.get(weight) ?? new Set()
    this.#used.set(weight, used)
    for (const character of text) used.add(character)
    const { matrix } = this
    const shifted = y + this.#baselineShift(text)
    const [px, py] = isShift(matrix) ? applied(matrix, x, shifted) : [x, shifted]
    const attributes = {
      x: svgNumber(px),
      y: svgNumber(py),
      transform: isShift(matrix) ? undefined : matrixText(matrix),
      ...fontAttributes(this.font),
      'text-anchor': anchors.get(this.textAlign),
      ...this.#fillAttributes(),
    }
    this.#add(`<text${svgAttributes(attributes)}>${svgText(text)}</text>`)
  }

  #drawLetters(letters: LetterOutlines, text: string, x: number, y: number): void {
    const anchor = anchors.get(this.textAlign)
    const width = anchor === undefined ? 0 : this.measureText(text).width
    const left = x - (anchor === 'middle' ? width / 2 : width)
    const unit = fontSize(this.font) / unitsPerEm
    const place = { a: unit, b: 0, c: 0, d: unit, e: left, f: y + this.#baselineShift(text) }
    const outlines = letters.letters(text, this.font)
    if (outlines === '') return
    const attributes = {
      transform: matrixText(combined(this.matrix, place)),
      ...this.#fillAttributes(),
    }
    this.#add(`<g${svgAttributes(attributes)}>${outlines}</g>`)
  }

  /** Embeds a picture in the document, so that nothing is loaded from outside. */
  drawImage(image: EmbeddedPicture, x: number, y: number, width: number, height: number): void {
    const [px, py] = applied(this.matrix, x, y)
    const factor = lengthFactor(this.matrix)
    const attributes = {
      x: svgNumber(px),
      y: svgNumber(py),
      width: svgNumber(width * factor),
      height: svgNumber(height * factor),
      opacity: opacityText(this.globalAlpha),
      href: image.dataUrl,
    }
    this.#add(`<image${svgAttributes(attributes)}/>`)
  }

  /** The characters that the texts need. */
  usedText(): UsedText {
    return this.#used
  }

  /** The picture as a document. */
  toSvg(facts: SvgFacts): string {
    const { width, height } = this.canvas
    const [elements, clips] = [this.#elements, this.#clips]
    return svgDocument({ width, height, elements, clips, letters: this.#letters?.definitions() }, facts)
  }

  #turn(by: Matrix): void {
    this.matrix = combined(this.matrix, by)
  }

  #add(text: string | undefined, filled?: DrawnElement['filled']): void {
    if (text !== undefined) this.#elements.push({ clip: this.activeClip, series: this.series, text, filled })
  }

  #fillAttributes(): Record<string, string | undefined> {
    const { color, opacity } = svgColor(this.fillStyle)
    return { fill: color, 'fill-opacity': opacityText(opacity * this.globalAlpha) }
  }

  #strokeAttributes(): Record<string, string | undefined> {
    const { color, opacity } = svgColor(this.strokeStyle)
    const factor = lengthFactor(this.matrix)
    return {
      stroke: color,
      'stroke-opacity': opacityText(opacity * this.globalAlpha),
      'stroke-width': svgNumber(this.lineWidth * factor),
      'stroke-linecap': this.lineCap === 'butt' ? undefined : this.lineCap,
      'stroke-linejoin': this.lineJoin === 'miter' ? undefined : this.lineJoin,
      'stroke-dasharray':
        this.dash.length === 0 ? undefined : this.dash.map((length) => svgNumber(length * factor)).join(' '),
      'stroke-dashoffset': this.lineDashOffset === 0 ? undefined : svgNumber(this.lineDashOffset * factor),
    }
  }

  /** How far the letters' baseline is below the drawing point. */
  #baselineShift(text: string): number {
    const { font, textBaseline } = this
    if (textBaseline === 'alphabetic') return 0
    const ascent = (baseline: string) => {
      this.#measure.font = font
      this.#measure.textBaseline = baseline
      return this.#measure.measureText(text).fontBoundingBoxAscent
    }
    const shift = ascent('alphabetic') - ascent(textBaseline)
    this.#measure.textBaseline = 'alphabetic'
    return shift
  }
}

const anchors: ReadonlyMap<string, string> = new Map([
  ['center', 'middle'],
  ['right', 'end'],
  ['end', 'end'],
])

/** A colour as old SVG readers accept it: opaque, with separate opacity. */
interface SvgColor {
  readonly color: string
  /** 0 to 1. */
  readonly opacity: number
}

/**
 * Splits a CSS colour in one of the notations that pictures use: #rgb, #rrggbb, #rrggbbaa, rgb() and rgba().
 * Throws for any other.
 */
export function svgColor(css: string): SvgColor {
  const text = css.trim().toLowerCase()
  if (text === 'transparent') return { color: '#000000', opacity: 0 }
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/.exec(text)
  if (short)
    return {
      color: `#${short
        .slice(1)
        .map((digit) => digit + digit)
        .join('')}`,
      opacity: 1,
    }
  const long = /^(#[0-9a-f]{6})([0-9a-f]{2})?$/.exec(text)
  if (long)
    return { color: long[1] ?? text, opacity: long[2] === undefined ? 1 : Number.parseInt(long[2], 16) / 255 }
  const parts = /^rgba?\(\s*([\d.]+)[\s,]+([\d.]+)[\s,]+([\d.]+)(?:[\s,/]+([\d.]+%?))?\s*\)$/.exec(text)
  if (!parts) throw new RangeError(`"${css}" is not a colour a picture can hold.`)
  const channels = parts.slice(1, 4).map((part) => Math.round(Number(part)).toString(16).padStart(2, '0'))
  const alpha = parts[4]
  const opacity =
    alpha === undefined ? 1 : alpha.endsWith('%') ? Number(alpha.slice(0, -1)) / 100 : Number(alpha)
  return { color: `#${channels.join('')}`, opacity }
}

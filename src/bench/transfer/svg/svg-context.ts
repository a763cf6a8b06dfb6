import type { TextMeasure } from '../../../charts/ink'
import type { FontWeight, UsedText } from '../figure-fonts'
import { DrawingState } from './drawing-state'
import { svgColor } from './svg-color'
import { fontAttributes, fontWeight } from './svg-font'
import { combined, identity, isShift, lengthFactor, matrixText, applied, type Matrix } from './svg-matrix'
import { opacityText, svgAttributes, svgNumber, svgText } from './svg-number'
import { SvgPath } from './svg-path'

interface DrawnElement {
  readonly clip: string | undefined
  readonly series: string | undefined
  readonly text: string
  /** Set on a path that was filled and may still get a stroke. */
  readonly filled?: {
    readonly path: SvgPath
    readonly attributes: Readonly<Record<string, string | undefined>>
  }
}

/** A picture as a `data:` URL. */
export interface EmbeddedPicture {
  readonly dataUrl: string
}

/** Measures text, and how far its letters may reach above the drawing point. */
export interface FontMeasure extends TextMeasure {
  textBaseline: unknown
  measureText(text: string): { readonly width: number; readonly fontBoundingBoxAscent: number }
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
  readonly #stack: Partial<SvgContext>[] = []
  #path = new SvgPath()
  #elements: DrawnElement[] = []
  #clips = new Map<string, string>()
  #used = new Map<FontWeight, Set<string>>()

  /** `idPrefix` keeps the ids of pictures on one page apart. */
  constructor(width: number, height: number, measure: FontMeasure, idPrefix: string) {
    super()
    this.canvas = { width, height, getContext: () => this }
    this.#measure = measure
    this.#idPrefix = idPrefix
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

  /**
   * The picture as a document. `printWidth`: width in CSS pixels, which sets the size in millimetres. `title` and
   * `description` are for people who cannot see it; `fontFaces`: CSS rules of its embedded faces.
   */
  toSvg(facts: {
    readonly title: string
    readonly description: string
    readonly fontFamily: string
    readonly fontFaces?: string
    readonly printWidth?: number
    /** Marks of one series are in groups with this number as `data-series`; unset: they are not distinguished. */
    readonly seriesNumbers?: ReadonlyMap<string, number>
  }): string {
    const { width, height } = this.canvas
    const { printWidth } = facts
    const shown = (length: number) =>
      printWidth === undefined
        ? svgNumber(length)
        : `${svgNumber(((length * printWidth) / width / 96) * 25.4)}mm`
    const root = svgAttributes({
      xmlns: 'http://www.w3.org/2000/svg',
      width: shown(width),
      height: shown(height),
      viewBox: `0 0 ${svgNumber(width)} ${svgNumber(height)}`,
      role: 'img',
      'font-family': facts.fontFamily,
      style: 'font-variant-numeric: tabular-nums',
    })
    const clips = [...this.#clips].map(([content, id]) => `<clipPath id="${id}"${content}</clipPath>\n`)
    return [
      `<svg${root}>\n`,
      `<title>${svgText(facts.title)}</title>\n`,
      `<desc>${svgText(facts.description)}</desc>\n`,
      facts.fontFaces === undefined ? '' : `<style>${facts.fontFaces}</style>\n`,
      clips.length === 0 ? '' : `<defs>\n${clips.join('')}</defs>\n`,
      ...this.#body(facts.seriesNumbers),
      '</svg>\n',
    ].join('')
  }

  /** Elements in drawing order; neighbours under one clip share a group. */
  #body(seriesNumbers?: ReadonlyMap<string, number>): readonly string[] {
    const lines: string[] = []
    let open: string | undefined
    for (const { clip, series, text } of this.#elements) {
      const number = series === undefined ? undefined : seriesNumbers?.get(series)
      const attributes = svgAttributes({
        'clip-path': clip && `url(#${clip})`,
        'data-series': number === undefined ? undefined : String(number),
      })
      const group = attributes === '' ? undefined : attributes
      if (group !== open) {
        if (open !== undefined) lines.push('</g>\n')
        if (group !== undefined) lines.push(`<g${group}>\n`)
        open = group
      }
      lines.push(`${text}\n`)
    }
    if (open !== undefined) lines.push('</g>\n')
    return lines
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

import { applied, lengthFactor, type Matrix } from './svg-matrix'
import { svgAttributes, svgNumber } from './svg-number'

/** A path being built, in the picture's own coordinates. Recognizes a plain circle or rectangle. */
export class SvgPath {
  #commands: string[] = []
  #shape:
    { readonly tag: 'circle' | 'rect'; readonly attributes: Readonly<Record<string, string>> } | undefined
  #isEmpty = true

  moveTo(matrix: Matrix, x: number, y: number): void {
    this.#add(`M${place(matrix, x, y)}`)
  }

  /** As on a canvas, the first point of a path is a move. */
  lineTo(matrix: Matrix, x: number, y: number): void {
    this.#add(`${this.#isEmpty ? 'M' : 'L'}${place(matrix, x, y)}`)
  }

  curveTo(matrix: Matrix, ...points: readonly (readonly [x: number, y: number])[]): void {
    this.#add(`${points.length === 2 ? 'Q' : 'C'}${points.map(([x, y]) => place(matrix, x, y)).join(' ')}`)
  }

  rect(matrix: Matrix, x: number, y: number, width: number, height: number): void {
    const wasEmpty = this.#isEmpty
    const corners = [
      [x, y],
      [x + width, y],
      [x + width, y + height],
      [x, y + height],
    ] as const
    this.#add(`M${corners.map(([cx, cy]) => place(matrix, cx, cy)).join('L')}Z`)
    if (!wasEmpty || matrix.b !== 0 || matrix.c !== 0) return
    const [left, top] = applied(matrix, Math.min(x, x + width), Math.min(y, y + height))
    const size = { width: Math.abs(width * matrix.a), height: Math.abs(height * matrix.d) }
    this.#shape = {
      tag: 'rect',
      attributes: {
        x: svgNumber(left),
        y: svgNumber(top),
        width: svgNumber(size.width),
        height: svgNumber(size.height),
      },
    }
  }

  /** Part of a circle, angles in radians clockwise from the right; a whole turn becomes a circle. */
  arc(
    matrix: Matrix,
    x: number,
    y: number,
    radius: number,
    start: number,
    end: number,
    backwards: boolean,
  ): void {
    const r = svgNumber(radius * lengthFactor(matrix))
    const at = (angle: number) => place(matrix, x + radius * Math.cos(angle), y + radius * Math.sin(angle))
    if (Math.abs(end - start) >= 2 * Math.PI - 1e-9) {
      const wasEmpty = this.#isEmpty
      const half = `A${r} ${r} 0 1 1 `
      this.#add(`M${at(start)}${half}${at(start + Math.PI)}${half}${at(start)}Z`)
      const [cx, cy] = applied(matrix, x, y)
      if (wasEmpty) this.#shape = { tag: 'circle', attributes: { cx: svgNumber(cx), cy: svgNumber(cy), r } }
      return
    }
    const turn = backwards ? start - end : end - start
    const sweep = ((turn % (2 * Math.PI)) + 2 * Math.PI) % (2 * Math.PI)
    const large = sweep > Math.PI ? 1 : 0
    this.#add(`${this.#isEmpty ? 'M' : 'L'}${at(start)}A${r} ${r} 0 ${large} ${backwards ? 0 : 1} ${at(end)}`)
  }

  close(): void {
    if (this.#isEmpty || this.#shape) return
    this.#commands.push('Z')
  }

  /** The element that draws the path; undefined if there is nothing to draw. */
  element(attributes: Readonly<Record<string, string | undefined>>): string | undefined {
    if (this.#isEmpty) return undefined
    const shape = this.#shape ?? { tag: 'path', attributes: { d: this.#commands.join('') } }
    return `<${shape.tag}${svgAttributes({ ...shape.attributes, ...attributes })}/>`
  }

  #add(command: string): void {
    this.#commands.push(command)
    this.#shape = undefined
    this.#isEmpty = false
  }
}

function place(matrix: Matrix, x: number, y: number): string {
  const [px, py] = applied(matrix, x, y)
  return `${svgNumber(px)} ${svgNumber(py)}`
}

import { describe, expect, it } from 'vitest'
import { SvgContext, svgColor, type FontMeasure } from '../../../src/bench/figures/svg/svg-context'
import { svgElements } from './svg-elements'

/** A font with 'middle' 4 px and 'top' 10 px above the baseline. */
const measure: FontMeasure = {
  font: '',
  textBaseline: 'alphabetic',
  measureText(text) {
    const ascent = this.textBaseline === 'middle' ? 6 : this.textBaseline === 'top' ? 0 : 10
    return { width: text.length * 5, fontBoundingBoxAscent: ascent }
  },
}

function drawn(
  draw: (context: SvgContext) => void,
): readonly (readonly [string, Readonly<Record<string, string>>, string])[] {
  const context = new SvgContext(200, 100, measure, 'p')
  draw(context)
  const svg = context.toSvg({ title: 't', description: 'd', fontFamily: 'Inter' })
  return svgElements(svg)
    .slice(3)
    .map(({ tag, attributes, text }) => [tag, attributes, text.trim()] as const)
}

describe('the SVG context', () => {
  it('writes a circle as a circle, filled and stroked at once', () => {
    const marks = drawn((context) => {
      context.fillStyle = '#fff'
      context.strokeStyle = 'rgba(0, 114, 178, 0.5)'
      context.beginPath()
      context.arc(10, 20, 3.333, 0, 2 * Math.PI)
      context.closePath()
      context.fill()
      context.stroke()
    })
    expect(marks).toEqual([
      [
        'circle',
        {
          cx: '10',
          cy: '20',
          r: '3.33',
          fill: '#ffffff',
          stroke: '#0072b2',
          'stroke-opacity': '0.5',
          'stroke-width': '1',
        },
        '',
      ],
    ])
  })

  it('writes paths, arcs and dashes in the coordinates of the picture', () => {
    const marks = drawn((context) => {
      context.translate(10, 0)
      context.setLineDash([4, 2])
      context.beginPath()
      context.lineTo(0, 1)
      context.lineTo(5, 1)
      context.arc(5, 6, 5, -Math.PI / 2, 0)
      context.bezierCurveTo(1, 2, 3, 4, 5, 6)
      context.stroke()
    })
    expect(marks[0]?.[1]).toMatchObject({
      d: 'M10 1L15 1L15 1A5 5 0 0 1 20 6C11 2 13 4 15 6',
      fill: 'none',
      'stroke-dasharray': '4 2',
    })
  })

  it('scales with the transform', () => {
    const marks = drawn((context) => {
      context.setTransform(2, 0, 0, 2, 0, 0)
      context.lineWidth = 3
      context.strokeRect(1, 2, 3, 4)
    })
    expect(marks[0]?.[0]).toBe('rect')
    expect(marks[0]?.[1]).toMatchObject({ x: '2', y: '4', width: '6', height: '8', 'stroke-width': '6' })
  })

  it('writes a whole string as one text, on its baseline', () => {
    const marks = drawn((context) => {
      context.font = "600 12px 'Inter Figure', Inter"
      context.fillText('a < b & "c"', 5, 50)
      context.textAlign = 'center'
      context.textBaseline = 'middle'
      context.fillText('mid', 100, 50)
      context.textBaseline = 'alphabetic'
      context.translate(10, 20)
      context.rotate(-Math.PI / 2)
      context.fillText('up', 0, 0)
      context.fillText('', 0, 0)
    })
    expect(marks).toEqual([
      ['text', { x: '5', y: '50', 'font-size': '12', 'font-weight': '600', fill: '#000000' }, 'a < b & "c"'],
      [
        'text',
        {
          x: '100',
          y: '54',
          'font-size': '12',
          'font-weight': '600',
          'text-anchor': 'middle',
          fill: '#000000',
        },
        'mid',
      ],
      [
        'text',
        {
          x: '0',
          y: '0',
          transform: 'matrix(0 -1 1 0 10 20)',
          'font-size': '12',
          'font-weight': '600',
          'text-anchor': 'middle',
          fill: '#000000',
        },
        'up',
      ],
    ])
  })

  it('restores what it saved, and clips what is in between', () => {
    const marks = drawn((context) => {
      context.fillStyle = '#111111'
      context.save()
      context.fillStyle = '#222222'
      context.globalAlpha = 0.25
      context.lineWidth = 7
      context.beginPath()
      context.rect(0, 0, 50, 50)
      context.clip()
      context.fillRect(1, 1, 2, 2)
      context.restore()
      expect(context.lineWidth).toBe(1)
      context.restore()
      context.fillRect(3, 3, 4, 4)
    })
    expect(marks.map(([tag]) => tag)).toEqual(['defs', 'clipPath', 'rect', 'g', 'rect', 'rect'])
    expect(marks[1]?.[1]).toEqual({ id: 'p-clip-1' })
    expect(marks[3]?.[1]).toEqual({ 'clip-path': 'url(#p-clip-1)' })
    expect(marks[4]?.[1]).toMatchObject({ fill: '#222222', 'fill-opacity': '0.25' })
    expect(marks[5]?.[1]).toMatchObject({ fill: '#111111', x: '3' })
  })

  it('ignores invalid widths, as a canvas does, and refuses an invalid coordinate', () => {
    const context = new SvgContext(10, 10, measure, 'p')
    context.lineWidth = 2
    context.lineWidth = Number.NaN
    context.lineWidth = -1
    expect(context.lineWidth).toBe(2)
    context.lineDashOffset = undefined as unknown as number
    expect(context.lineDashOffset).toBe(0)
    context.beginPath()
    expect(() => context.moveTo(Number.NaN, 1)).toThrow('A picture cannot hold the coordinate NaN.')
  })

  it('forgets everything on clearing', () => {
    expect(
      drawn((context) => {
        context.fillRect(0, 0, 1, 1)
        context.clearRect()
      }),
    ).toEqual([])
  })
})

describe('colours', () => {
  it.each([
    ['#abc', '#aabbcc', 1],
    ['#0072B2', '#0072b2', 1],
    ['#0072b280', '#0072b2', 128 / 255],
    ['rgb(1, 2, 3)', '#010203', 1],
    ['rgba(255,0,10,0.42)', '#ff000a', 0.42],
    ['rgb(1 2 3 / 50%)', '#010203', 0.5],
    ['transparent', '#000000', 0],
  ])('%s', (css, color, opacity) => {
    expect(svgColor(css)).toEqual({ color, opacity })
  })

  it('that a picture cannot represent are refused', () => {
    expect(() => svgColor('url(http://x)')).toThrow('is not a colour')
  })
})

import { defineFigure } from '../../../../src/core/figures/cases/define-figure'
import { choiceSetting } from '../../../../src/core/figures/figure/own-setting'
import { summarize } from '../../../../src/core/statistics/summary/summarize'

/** A kind of figure that the program does not have: the mean of every test as one bar. */
export const meansOfTests = defineFigure({
  kind: 'means-of-tests',
  name: 'Means of tests',
  needs: 'runs',
  form: 'picture',
  settings: {
    order: choiceSetting(
      [
        { value: 'name', label: 'By name' },
        { value: 'value', label: 'By value' },
      ],
      { label: 'Order' },
    ),
  },
  build({ measured }, settings, provenance) {
    const values = new Map<string, number[]>()
    for (const one of measured) {
      if (one.metric !== settings.metric || one.direction !== 'total') continue
      values.set(one.test, [...(values.get(one.test) ?? []), ...one.values])
    }
    const means = [...values].map(([test, own]) => ({ test, n: own.length, mean: summarize(own)?.mean ?? 0 }))
    if (settings.order === 'value') means.sort((one, other) => other.mean - one.mean)
    return {
      kind: 'means-of-tests',
      title: settings.title ?? 'Means of tests',
      subtitle: '',
      metric: settings.metric,
      xKey: 'test',
      statistic: 'mean',
      x: {
        label: 'Test',
        kind: 'category',
        min: -0.5,
        max: means.length - 0.5,
        ticks: means.map(({ test: label }, value) => ({ value, label })),
      },
      y: { label: 'Mean', kind: 'linear', min: 0, max: Math.max(1, ...means.map(({ mean }) => mean)) },
      unit: '',
      series: [
        {
          id: 'mean',
          label: 'Mean',
          line: 'mean',
          lineLabel: 'Mean',
          part: 'total',
          partLabel: 'total',
          role: 'measured',
          group: 0,
          marker: 'square',
          dash: 'solid',
          mark: 'bar',
          barWidth: 0.6,
          visible: true,
          points: means.map(({ mean, n }, x) => ({ x, y: mean, mean, n, failedRuns: 0, dots: [] })),
        },
      ],
      show: { dots: false, intervals: false },
      caption: `Means of ${provenance.campaigns.length} campaigns.`,
      smallPrint: [],
      notes: [],
    }
  },
})

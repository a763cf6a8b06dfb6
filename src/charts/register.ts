import {
  Chart,
  LinearScale,
  LineController,
  LineElement,
  LogarithmicScale,
  PointElement,
  ScatterController,
} from 'chart.js'

let registered = false

/** Registers the parts of Chart.js that figures use; only those, so that the window loads no more. */
export function registerCharts(): void {
  if (registered) return
  registered = true
  Chart.register(LineController, ScatterController, LineElement, PointElement, LinearScale, LogarithmicScale)
}

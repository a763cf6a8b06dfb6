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

/** Makes the parts of Chart.js known that figures use; only those, so that the window loads no more. */
export function registerCharts(): void {
  if (registered) return
  registered = true
  Chart.register(LineController, ScatterController, LineElement, PointElement, LinearScale, LogarithmicScale)
}

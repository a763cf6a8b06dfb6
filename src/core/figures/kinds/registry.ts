import { advantage } from '../comparison/advantage'
import { comparisonBars } from '../comparison/comparison-bars'
import { percentDifference } from '../comparison/percent-difference'
import { compressibility, compressibilityBars } from '../compressibility/compressibility'
import { fillLevel } from '../fill-level/fill-level'
import { latencyPercentiles } from '../latency/latency-percentiles'
import { latencyThroughput } from '../load/latency-throughput'
import { offeredLoad } from '../load/offered-load'
import { scaling } from '../load/scaling'
import { mixSweep } from '../mix/mix-sweep'
import { consistency } from '../over-time/consistency'
import { driveMix } from '../over-time/drive-mix'
import { heatMap } from '../over-time/heat-map'
import { processorSplit } from '../over-time/processor-split'
import { steadyState } from '../over-time/steady-state'
import { timeSeries } from '../over-time/time-series'
import { price } from '../price/price'
import { ranking } from '../ranking/ranking'
import { scorecardRadar } from '../scorecard/scorecard-radar'
import { scorecardTable } from '../scorecard/scorecard-table'
import { specification } from '../tables/specification'
import { advantageTable, comparisonTableFigure } from '../comparison/comparison-table-figure'
import { wholeDrive } from '../over-time/whole-drive'
import { compressibilityMeans, resultsTable } from '../tables/table-figure'

/** Every kind of figure, in the order of the menus. */
export const figureDefinitions = [
  mixSweep,
  compressibility,
  compressibilityBars,
  percentDifference,
  comparisonBars,
  advantage,
  comparisonTableFigure,
  advantageTable,
  compressibilityMeans,
  resultsTable,
  latencyPercentiles,
  latencyThroughput,
  scaling,
  offeredLoad,
  fillLevel,
  ranking,
  price,
  specification,
  scorecardTable,
  scorecardRadar,
  timeSeries,
  wholeDrive,
  consistency,
  driveMix,
  processorSplit,
  steadyState,
  heatMap,
] as const

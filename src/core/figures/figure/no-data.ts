import { template } from '../../words/template'

/** The caption of a figure without anything to draw. */
export const noData = template('caption-no-data', 'No data.')

export { axisName } from '../plan/format-level'

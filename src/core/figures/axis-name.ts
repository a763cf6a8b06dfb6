export { axisName } from '../plan/axis-name'

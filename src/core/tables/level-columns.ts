export { sortLevelKeys } from '../plan/level-order'

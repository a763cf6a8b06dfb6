export { planSchema } from '../plan/plan-schema'

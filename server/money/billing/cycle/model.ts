export { type PeriodAmounts, periodAmounts } from './orders.ts'

export { type VerifyMetricsResult, verifyMetrics } from './actions/verify-metrics.ts'

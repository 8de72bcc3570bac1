export { advanceTestClock } from './actions/advance-test-clock.ts'
export { completeAdvance } from './actions/complete-advance.ts'
export { createTestClock } from './actions/create-test-clock.ts'
export { findTestClock } from './store.ts'

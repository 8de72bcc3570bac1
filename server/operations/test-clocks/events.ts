import { testClockAdvance } from './wire.ts'

export const testClockEvents = {
  'test_clock.advanced': { audience: 'internal', payload: testClockAdvance },
} as const

import { expect, test } from 'vitest'
import { healthOf } from './health.ts'

const times = (count: number, outcome: boolean) => Array<boolean>(count).fill(outcome)
const oneInThree = Array.from({ length: 99 }, (_, at) => at % 3 === 0)
const twoInThree = Array.from({ length: 99 }, (_, at) => at % 3 !== 0)

test.each([
  ['without attempts', [], 'healthy'],
  ['that accepts everything', times(100, true), 'healthy'],
  ['that accepts nothing', times(100, false), 'failing'],
  ['that accepts one call in three, the last one too', oneInThree, 'failing'],
  ['that accepts two calls in three, the last one not', twoInThree, 'failing'],
  ['that refused its first two calls', times(2, false), 'healthy'],
  ['that refused its first three calls', times(3, false), 'failing'],
  ['that refused its last three of fifty calls', [...times(3, false), ...times(47, true)], 'healthy'],
  ['that accepted its last nine calls after an outage', [...times(9, true), ...times(91, false)], 'failing'],
  ['that accepted its last ten calls after an outage', [...times(10, true), ...times(90, false)], 'healthy'],
])('an endpoint %s is judged by its recent attempts', (_, outcomes, state) => {
  expect(healthOf({ outcomes, lastAcceptedAt: null }).state).toBe(state)
})

test('the health counts the attempts and the accepted ones', () => {
  const lastAcceptedAt = new Date('2026-03-12T14:20:00Z')
  expect(healthOf({ outcomes: oneInThree, lastAcceptedAt })).toEqual({ state: 'failing', attempts: 99, accepted: 33, lastAcceptedAt })
})

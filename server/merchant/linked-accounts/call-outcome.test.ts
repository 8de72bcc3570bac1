import { describe, expect, test } from 'vitest'
import { failureOf, isRateLimited, retryAfterOf, type ServiceAnswer } from './call-outcome.ts'

const now = new Date('2026-03-01T12:00:00.000Z')
const answer = (status: number, headers: Record<string, string> = {}, json: unknown = {}): ServiceAnswer => ({ status, headers, json })
const inTenMinutes = String(now.getTime() / 1000 + 600)

test.each([
  ['nothing', answer(503), null],
  ['seconds in the header', answer(429, { 'retry-after': '65' }), 65],
  ['a date in the header', answer(503, { 'retry-after': 'Sun, 01 Mar 2026 12:02:00 GMT' }), 120],
  ['a date in the past', answer(503, { 'retry-after': 'Sun, 01 Mar 2026 11:00:00 GMT' }), 0],
  ['a header that is neither', answer(503, { 'retry-after': 'soon' }), null],
  ['a fraction in the body', answer(429, {}, { retry_after: 1.2 }), 2],
  ['a longer time in the body than in the header', answer(429, { 'retry-after': '1' }, { retry_after: 64.57 }), 65],
  ['an allowance that is used up, with seconds', answer(204, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset-after': '2.5' }), 3],
  ['an allowance that is used up, with a time', answer(200, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': inTenMinutes }), 600],
  ['an allowance that is not used up', answer(200, { 'x-ratelimit-remaining': '1', 'x-ratelimit-reset-after': '2.5' }), null],
  ['more than a day', answer(429, { 'retry-after': '999999' }), 86_400],
  ['a body that is no object', answer(429, {}, 'slow down'), null],
])('retryAfterOf reads %s', (_, answered, seconds) => {
  expect(retryAfterOf(answered, now)).toBe(seconds)
})

describe('failureOf', () => {
  test.each([
    [429, {}, 'transient'],
    [403, { 'retry-after': '60' }, 'transient'],
    [403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': inTenMinutes }, 'transient'],
    [500, {}, 'transient'],
    [503, { 'retry-after': '7' }, 'transient'],
    [400, {}, 'permanent'],
    [401, {}, 'permanent'],
    [403, {}, 'permanent'],
    [404, {}, 'permanent'],
    [422, {}, 'permanent'],
  ] as const)('a %d with %j is %s', (status, headers, kind) => {
    expect(failureOf('GitHub', answer(status, headers), now)).toMatchObject({ kind })
  })

  test('an answer says nothing of its body to customers and merchants', () => {
    const { sentence } = failureOf('Discord', answer(418, {}, { message: 'secret' }), now)
    expect(sentence).toBe('Discord refused the request (418).')
  })

  test('the time that the service names is part of the outcome', () => {
    expect(failureOf('Discord', answer(429, {}, { retry_after: 3 }), now)).toMatchObject({ retryAfterSeconds: 3 })
    expect(failureOf('Discord', answer(502), now)).toMatchObject({ retryAfterSeconds: null })
  })
})

test('a refusal is only a rate limit if the answer says so', () => {
  expect([answer(429), answer(403, { 'retry-after': '1' }), answer(403), answer(200)].map(isRateLimited)).toEqual([
    true,
    true,
    false,
    false,
  ])
})

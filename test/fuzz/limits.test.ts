// The same requests against a server with rate limits: a refused request gets the declared 429 with the seconds to wait.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedOf } from '#test/seeds.ts'
import { type FuzzApplication, startFuzzApplication } from './application.ts'
import { type FuzzReport, fuzz } from './run.ts'
import { connectionsTo } from './wire.ts'

const REQUESTS = 600
const seed = seedOf('FUZZ_SEED')
/** More than a caller of /v1 may send in one window. */
const BURST = 3000

let app: FuzzApplication
let report: FuzzReport

beforeAll(async () => {
  app = await startFuzzApplication({ RATE_LIMIT_ENABLED: 'true' })
  console.log(`Fuzz with limits: ${REQUESTS} requests with the seed ${seed}.`)
  report = await fuzz(app, { seed, requests: REQUESTS, isRare: () => true })
}, 240_000)
afterAll(() => app?.close())

describe('generated requests with rate limits', () => {
  test('every answer, 429 included, is declared and has its declared shape', () => {
    if (report.faults.length > 0) throw new Error(`The seed is ${seed}.\n\n${report.faults.join('\n\n')}`)
    expect(report.statuses.get(429)).toBeGreaterThan(0)
  })

  test('a program that lists products without a pause gets 429 with the seconds to wait', async () => {
    const { send, close } = connectionsTo(app.baseUrl, 8)
    let remaining = BURST
    const lane = async () => {
      while (remaining-- > 0) {
        const answer = await send({ method: 'GET', target: '/v1/products/', headers: app.headersOf('token', 0), body: undefined })
        if (answer.status === 429) return answer
      }
      return undefined
    }
    const [answer] = await Promise.all(Array.from({ length: 8 }, lane))
    close()
    expect(answer?.headers).toMatchObject({
      'content-type': 'application/json',
      'retry-after': expect.stringMatching(/^\d+$/),
      'x-retry-after': answer?.headers['retry-after'],
    })
    expect(JSON.parse(answer?.text ?? '')).toEqual({ error: 'TooManyRequests', detail: expect.any(String) })
  })
})

// The same requests against a server that counts: who asks too often is told so in the declared shape, with the seconds to wait.
import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aFuzzHouse, type FuzzHouse } from './application.ts'
import { fuzz, type Told } from './run.ts'
import { connectionsTo } from './wire.ts'

const REQUESTS = 600
const seed = Number(process.env['FUZZ_SEED'] ?? randomInt(2 ** 31))
/** More than a caller of /v1 may send in one window. */
const BURST = 3000

let house: FuzzHouse
let told: Told

beforeAll(async () => {
  house = await aFuzzHouse({ RATE_LIMIT_ENABLED: 'true' })
  console.log(`Fuzz with limits: ${REQUESTS} requests with the seed ${seed}.`)
  told = await fuzz(house, { seed, requests: REQUESTS })
}, 240_000)
afterAll(() => house?.close())

describe('fuzz with limits', () => {
  test('every answer, those to who asks too often too, is declared and of its declared shape', () => {
    if (told.faults.length > 0) throw new Error(`The seed is ${seed}.\n\n${told.faults.join('\n\n')}`)
    expect(told.statuses.get(429)).toBeGreaterThan(0)
  })

  test('a program that lists products without a pause is told to wait, and waits are seconds', async () => {
    const { send, close } = connectionsTo(house.address, 8)
    let left = BURST
    const lane = async () => {
      while (left-- > 0) {
        const came = await send({ method: 'GET', target: '/v1/products/', headers: house.headersOf('token', 0), body: undefined })
        if (came.status === 429) return came
      }
      return undefined
    }
    const [came] = await Promise.all(Array.from({ length: 8 }, lane))
    close()
    expect(came?.headers).toMatchObject({
      'content-type': 'application/json',
      'retry-after': expect.stringMatching(/^\d+$/),
      'x-retry-after': came?.headers['retry-after'],
    })
    expect(JSON.parse(came?.text ?? '')).toEqual({ error: 'TooManyRequests', detail: expect.any(String) })
  })
})

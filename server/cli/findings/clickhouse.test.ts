import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ClickHouseServer, startClickHouse } from '#test/support/clickhouse/clickhouse-server.ts'
import { clickHouseFinding } from './clickhouse.ts'

let server: ClickHouseServer
beforeAll(async () => {
  server = await startClickHouse()
})
afterAll(() => server.close())

const examine = (url: string | undefined, months: number | undefined = 3) =>
  clickHouseFinding({ EVENTS_CLICKHOUSE_URL: url, EVENT_RETENTION_MONTHS: months })

test('a ClickHouse that answers is well, with a warning where no month is handed over', async () => {
  expect(await examine(undefined)).toBeUndefined()
  expect(await examine(server.url)).toMatchObject({ state: 'well', sentence: expect.stringContaining('24.8.0.0 answers') })
  const { url } = server
  expect(await clickHouseFinding({ EVENTS_CLICKHOUSE_URL: url, EVENT_RETENTION_MONTHS: undefined })).toMatchObject({ state: 'warning' })
})

test('wrong credentials, and a server that is not there, are faults that do not name the password', async () => {
  const refused = await examine(server.url.replace(/:[^:@/]+@/, ':hidden-password@'))
  expect(refused).toEqual({
    name: 'clickhouse',
    state: 'fault',
    sentence: 'ClickHouse cannot be used: ClickHouse refused a statement with the exception 516.',
  })
  expect(await examine('http://user:hidden-password@127.0.0.1:1/usage')).toMatchObject({
    state: 'fault',
    sentence: 'ClickHouse cannot be used: ClickHouse does not answer.',
  })
})

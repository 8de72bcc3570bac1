// The official client against a server that follows the documented interface.
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type ClickHouseServer, startClickHouse } from '#test/support/clickhouse/clickhouse-server.ts'
import { type ClickHouse, ClickHouseRefusal, ClickHouseUnavailable } from './clickhouse.ts'
import { createClickHouse } from './client.ts'
import { ch, type Fragment, textParameter, toStatement } from './statement.ts'

let server: ClickHouseServer
let client: ClickHouse
beforeAll(async () => {
  server = await startClickHouse()
  client = createClickHouse(server.url)
})
afterAll(async () => {
  await client.close()
  await server.close()
})
afterEach(() => {
  server.fail([])
  vi.restoreAllMocks()
})

const select = (fragment: Fragment) => client.select<{ readonly value: string }>(toStatement(fragment), { timeoutMs: 500 })
const version = ch`SELECT version() AS value`

test('a value of any content is a parameter with its type', async () => {
  for (const value of [
    '',
    "it's",
    'a\\b',
    'tab\there',
    'line\nline',
    '100%',
    '😀',
    "'; DROP TABLE usage_events; --",
    '{p1:String}',
    '\\N',
    'null',
  ])
    expect(await select(ch`SELECT concat(${textParameter(value)}, '') AS value`)).toEqual([{ value }])
  const { text, parameters } = server.received.at(-1) ?? {}
  expect(text).toContain("SELECT concat({p1:String}, '') AS value")
  expect(parameters).toEqual({ p1: 'null' })
})

test('a statement is sent by POST with the user of the URL, and its answer comes as a whole', async () => {
  expect(await select(version)).toEqual([{ value: '24.8.0.0' }])
  expect(server.received.at(-1)).toMatchObject({ method: 'POST', settings: { wait_end_of_query: '1', max_execution_time: '1' } })
})

test('wrong credentials are a refusal with the number of the exception, and without the password', async () => {
  const other = createClickHouse(server.url.replace(/:[^:@/]+@/, ':hidden-password@'))
  const error = await other.select(toStatement(version)).catch((cause: unknown) => cause)
  await other.close()
  expect(error).toBeInstanceOf(ClickHouseRefusal)
  expect((error as ClickHouseRefusal).code).toBe(516)
  expect(`${(error as Error).message} ${String((error as Error).cause)}`).not.toContain('hidden-password')
})

test.each([
  ['an unknown table', ch`SELECT id FROM nothing FINAL`, 60],
  ['a syntax error', ch`SELEC 1`, 62],
  ['a parameter of another type', ch`SELECT concat(${{ type: 'Int64', value: 'x' }}, '') AS value`, 457],
])('%s is a refusal', async (_name, fragment, code) => {
  await expect(select(fragment)).rejects.toMatchObject({ name: 'ClickHouseRefusal', code })
})

test.each([
  ['no answer in time', { kind: 'silence' }],
  ['an answer that is cut', { kind: 'cut' }],
  ['an exception while the answer is made', { kind: 'late-exception' }],
  ['a server without memory', { kind: 'exception', code: 241 }],
] as const)('%s is an error that passes or a refusal, never a part of the rows', async (_name, fault) => {
  server.fail([fault])
  const error = await select(version).catch((cause: unknown) => cause)
  expect(error).toBeInstanceOf(fault.kind === 'late-exception' ? ClickHouseRefusal : ClickHouseUnavailable)
  expect(await select(version)).toHaveLength(1)
})

test('a server that is not there is an error that passes', async () => {
  const nowhere = createClickHouse('http://user:secret@127.0.0.1:1/usage')
  await expect(nowhere.select(toStatement(version))).rejects.toBeInstanceOf(ClickHouseUnavailable)
  await nowhere.close()
})

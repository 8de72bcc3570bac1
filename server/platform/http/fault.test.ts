import { expect, test } from 'vitest'
import { ClickHouseRefusal, ClickHouseUnavailable } from '../clickhouse/clickhouse.ts'
import { StoreUnavailable } from '../files/file-store.ts'
import { classifyFault } from './fault.ts'

const withCode = (code: string) => Object.assign(new Error('It failed.'), { code })

test.each([
  ['a store of files that does not answer', new StoreUnavailable('No answer.'), 'unavailable'],
  ['a ClickHouse that does not answer', new ClickHouseUnavailable('No answer.'), 'unavailable'],
  ['a statement that ClickHouse refuses', new ClickHouseRefusal(62), 'unexpected'],
  ['a full disk of files', withCode('ENOSPC'), 'full'],
  ['a used up quota of the disk', withCode('EDQUOT'), 'full'],
  ['a connection that broke, as the cause of another error', new Error('Failed.', { cause: withCode('ECONNRESET') }), 'unavailable'],
  ['anything else', new Error('A bug.'), 'unexpected'],
])('%s is classified: %s', (_, error, expected) => {
  expect(classifyFault(error)).toBe(expected)
})

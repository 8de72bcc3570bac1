import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import type { NewUpload } from '#platform/files/file-store.ts'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { ownDatabase } from '#test/support/database.ts'
import { type TestServer, testServer } from '#test/support/server.ts'
import { beginImport, sendImport } from '#test/support/usage/event-imports.ts'
import { runEventImport } from './actions/run-event-import.ts'
import { readEvent } from './jobs.ts'
import { importPath } from './model.ts'

// A server and a database of its own: its clock is moved by days, and `drain` works on what every merchant has.
let server: TestServer
let merchant: TestMerchant
beforeAll(async () => {
  server = await testServer({ database: await ownDatabase() })
  merchant = await aMerchant(server)
})
afterAll(() => server.close())

const DAY_SECONDS = 86_400
const uniqueName = () => `event-${newId(new Date())}`
const get = (id: string, by = merchant) => by.request('GET', `/v1/event-imports/${id}`)
const report = async (id: string, by = merchant) => by.request('GET', `/v1/event-imports/${id}/refused-lines`)
const count = async (name: string) => (await merchant.request('GET', `/v1/events/?name=${name}`)).json.pagination.total_count
const cancel = (id: string) => merchant.request('POST', `/v1/event-imports/${id}/cancel`)

async function imported(content: string | Buffer) {
  const begun = await beginImport(server, merchant, content)
  if (begun.status !== 200) throw new Error(`The start was answered ${begun.status}: ${begun.text}`)
  await server.drain()
  return (await get(begun.json.id)).json
}

describe('an import', () => {
  test('stores the events of a file: metadata by its columns, times, customers, and each external id once', async () => {
    const name = uniqueName()
    const lines = [
      'name;timestamp;external_customer_id;external_id;metadata.usage.tokens;metadata.model;metadata.cached',
      `${name};2026-03-11T10:00:00Z;user-1;${name}-1;1,5;"small; fast";true`,
      `${name};;user-1;${name}-1;2;;`,
      ';;;;;;',
      `${name};;user-2;;007;;`,
    ]
    const done = await imported(`\uFEFF${lines.join('\r\n')}\r\n`)
    expect(done).toMatchObject({ status: 'completed', lines_total: 4, lines_read: 3, inserted: 2, duplicates: 1, refused: 0 })
    expect(done).toMatchObject({ position: done.size, file_name: 'usage.csv', ended_at: '2026-03-12T14:20:00.000Z', failure: null })
    const { items } = (await merchant.request('GET', `/v1/events/?name=${name}`)).json
    const shown = items.map((item: Record<string, unknown>) => [item['timestamp'], item['external_customer_id'], item['metadata']])
    expect(shown).toEqual([
      ['2026-03-12T14:20:00.000Z', 'user-2', { usage: { tokens: '007' } }],
      ['2026-03-11T10:00:00.000Z', 'user-1', { usage: { tokens: 1.5 }, model: 'small; fast', cached: true }],
    ])
    expect(await server.platform.files.read(importPath({ organizationId: merchant.organizationId, id: done.id }))).toBeUndefined()
  })

  test('refuses lines at fault, stores the others, and reports them so that they can be mended and sent again', async () => {
    const name = uniqueName()
    const unknown = newId(new Date())
    const lines = [
      'name,timestamp,customer_id,external_customer_id,metadata.note',
      `${name},,,user-1,fine`,
      `,,,user-1,=1+1`,
      `${name},yesterday,,user-1,`,
      `${name},2036-01-01T00:00:00Z,,user-1,`,
      `${name},,${unknown},,`,
      `${name},,${unknown},user-1,`,
      `${name},,,user-1,"a""b,c`,
      `${name},,,user-1,${'x'.repeat(501)}`,
      `${name},,,user-2,fine`,
    ]
    const done = await imported(lines.join('\n'))
    expect(done).toMatchObject({ status: 'completed', lines_read: 9, inserted: 2, refused: 7, reported: 7 })
    const answer = await report(done.id)
    expect(answer.headers['content-type']).toMatch(/^text\/csv/)
    expect(answer.text.split('\r\n').slice(0, 7)).toEqual([
      'name,timestamp,customer_id,external_customer_id,metadata.note,refused.line,refused.field,refused.reason',
      ",,,user-1,'=1+1,3,name,Field required",
      `${name},yesterday,,user-1,,4,timestamp,Input should be a valid date and time with an offset`,
      `${name},2036-01-01T00:00:00Z,,user-1,,5,timestamp,The time of an event is in the past.`,
      `${name},,${unknown},,,6,customer_id,There is no customer with this id.`,
      `${name},,${unknown},user-1,,7,customer_id,Send either customer_id or external_customer_id`,
      `"${name},,,user-1,""a""""b,c",,,,,8,,A quote is not closed.`,
    ])
    const mended = answer.text.replace('\r\n,', `\r\n${name},`).replace('yesterday', '2026-03-01T00:00:00Z')
    expect(await imported(mended)).toMatchObject({ lines_read: 7, inserted: 2, refused: 5 })
    const notes = (await merchant.request('GET', `/v1/events/?name=${name}`)).json.items.map((item: { metadata: object }) => item.metadata)
    expect(notes).toContainEqual({ note: '=1+1' })
  })

  test('that is interrupted goes on where it was, and counts no line twice', async () => {
    const name = uniqueName()
    const rows = Array.from({ length: 2500 }, (_, at) => `${name},user-1,${at === 1700 ? 'x'.repeat(501) : at}`)
    const begun = (await beginImport(server, merchant, ['name,external_customer_id,metadata.at', ...rows].join('\n'))).json
    const input = { organizationId: merchant.organizationId, importId: begun.id, batches: 1, readEvent }
    expect(await runEventImport(server.platform, input)).toBe('more')
    expect((await get(begun.id)).json).toMatchObject({ status: 'running', lines_read: 1000, inserted: 1000 })
    const { transaction } = server.platform.database
    // The process ends before the commit of the second batch.
    const database = {
      ...server.platform.database,
      transaction: <T>(run: Parameters<typeof transaction<T>>[0]) =>
        transaction<T>(async (tx) => {
          await run(tx)
          throw new Error('killed')
        }),
    }
    await expect(runEventImport({ ...server.platform, database }, input)).rejects.toThrow('killed')
    expect((await get(begun.id)).json).toMatchObject({ lines_read: 1000, inserted: 1000, refused: 0 })
    // Two workers at once, as after a lease that expired.
    await Promise.all([runEventImport(server.platform, input), runEventImport(server.platform, input)])
    await server.drain()
    expect((await get(begun.id)).json).toMatchObject({ status: 'completed', lines_read: 2500, inserted: 2499, refused: 1 })
    expect(await count(name)).toBe(2499)
    expect((await report(begun.id)).text).toMatch(/,1702,metadata.at,/)
  })

  test('that is cancelled keeps what it has stored, and ends once', async () => {
    const name = uniqueName()
    const rows = Array.from({ length: 1500 }, () => `${name},user-1`)
    const begun = (await beginImport(server, merchant, ['name,external_customer_id', ...rows].join('\n'))).json
    const input = { organizationId: merchant.organizationId, importId: begun.id, batches: 1, readEvent }
    await runEventImport(server.platform, input)
    expect((await cancel(begun.id)).json).toMatchObject({ status: 'cancelled', inserted: 1000 })
    await server.drain()
    expect([await count(name), (await cancel(begun.id)).json.error]).toEqual([1000, 'EventImportEnded'])
    expect((await merchant.request('GET', '/v1/event-imports/?status=cancelled')).json.items).toMatchObject([{ id: begun.id }])
  })

  test('whose file is gone fails, and says so', async () => {
    const begun = (await beginImport(server, merchant, 'name,external_customer_id\na,b')).json
    await server.platform.files.delete(importPath({ organizationId: merchant.organizationId, id: begun.id }))
    await server.drain()
    expect((await get(begun.id)).json).toMatchObject({ status: 'failed', failure: 'The file is no longer there.' })
  })
})

describe('a file', () => {
  test('with a header at fault is refused at once, and deleted', async () => {
    const { id, etag } = await sendImport(server, merchant, 'Name,customer_id\n')
    const refused = await merchant.request('POST', `/v1/event-imports/${id}/uploaded`, { body: { checksum_etag: etag } })
    expect([refused.status, refused.json.detail.map(({ msg }: { msg: string }) => msg.split('.')[0])]).toEqual([
      422,
      ['The column “Name” is unknown', 'The column “name” is missing'],
    ])
    expect((await get(id)).status).toBe(404)
    await server.drain()
    expect(await server.platform.files.read(importPath({ organizationId: merchant.organizationId, id }))).toBeUndefined()
  })

  test('has at most 50 MiB, 500,000 lines, and 16 KiB in a line', async () => {
    const large = await merchant.request('POST', '/v1/event-imports/', { body: { file_name: 'a.csv', size: 50 * 1024 * 1024 + 1 } })
    expect([large.status, large.json.detail[0].loc]).toEqual([422, ['body', 'size']])
    const many = await beginImport(server, merchant, `name,customer_id\n${'a,b\n'.repeat(500_001)}`)
    expect([many.status, many.json.detail[0].msg]).toEqual([422, 'The file has 500001 lines. It can have at most 500000.'])
    const long = await beginImport(server, merchant, `name,customer_id\n${'x'.repeat(20_000)},b\n`)
    expect([long.status, long.json.detail[0].msg]).toEqual([422, 'Line 2 has more than 16384 bytes.'])
  })

  test('is begun once, with the ETag of what was sent', async () => {
    const name = uniqueName()
    const { id, etag } = await sendImport(server, merchant, `name,external_customer_id\n${name},user-1\n`)
    const begin = (checksum_etag: string) => merchant.request('POST', `/v1/event-imports/${id}/uploaded`, { body: { checksum_etag } })
    expect((await begin('"0"')).json.detail[0].loc).toEqual(['body', 'checksum_etag'])
    expect([(await begin(etag)).status, (await begin(etag)).status]).toEqual([200, 200])
    await server.drain()
    expect([await count(name), (await begin(etag)).json.error]).toEqual([1, 'EventImportEnded'])
  })
})

test('three imports of an organization can be unfinished', async () => {
  const other = await aMerchant(server)
  const create = () => other.request('POST', '/v1/event-imports/', { body: { file_name: 'a.csv', size: 10 } })
  const answers = await Promise.all([create(), create(), create(), create(), create()])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409])
  const { files } = server.platform
  const { beginUpload } = files
  const begun: string[] = []
  Object.assign(files, { beginUpload: (upload: NewUpload) => beginUpload(upload).finally(() => void begun.push(upload.path)) })
  // The store is not asked for a place that there is not.
  expect([(await create()).status, begun.length]).toEqual([409, 0])
  const first = answers.find(({ status }) => status === 201)?.json.id
  await other.request('POST', `/v1/event-imports/${first}/cancel`)
  expect([(await create()).status, begun.length]).toEqual([201, 1])
  Object.assign(files, { beginUpload })
})

test('an import of another organization does not exist', async () => {
  const { id } = await imported('name,external_customer_id\n')
  const other = await aMerchant(server)
  const answers = [
    await get(id, other),
    await report(id, other),
    await other.request('POST', `/v1/event-imports/${id}/cancel`),
    await other.request('POST', `/v1/event-imports/${id}/uploaded`, { body: { checksum_etag: '"0"' } }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
  expect((await other.request('GET', '/v1/event-imports/')).json.items).toEqual([])
})

test('imports whose file was not sent are deleted after an hour, those that rest fail, and ended ones are deleted after thirty days', async () => {
  const ended = await imported('name,external_customer_id\n,a\n')
  const unsent = (await merchant.request('POST', '/v1/event-imports/', { body: { file_name: 'a.csv', size: 10 } })).json
  const resting = (await beginImport(server, merchant, 'name,external_customer_id\na,b\n')).json
  await server.platform.database.db.deleteFrom('jobs').where('kind', '=', 'event-imports:run').execute()
  server.clock.advance(2 * DAY_SECONDS)
  await server.drain()
  expect([(await get(unsent.id)).status, (await get(resting.id)).json.status, (await get(ended.id)).status]).toEqual([404, 'failed', 200])
  server.clock.advance(31 * DAY_SECONDS)
  await server.drain()
  expect([(await get(ended.id)).status, (await get(resting.id)).status]).toEqual([404, 404])
  const { db } = server.platform.database
  expect(await db.selectFrom('event_import_refusals').select('line').where('import_id', '=', ended.id).execute()).toEqual([])
})

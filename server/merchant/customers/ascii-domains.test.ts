import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { START, sharedServer, type TestServer } from '#test/support/server.ts'

let server: TestServer
let merchant: TestMerchant
beforeAll(async () => {
  server = await sharedServer()
  merchant = await aMerchant(server)
})

const create = (email: string) => merchant.request('POST', '/v1/customers/', { body: { email } })

test('both spellings of a Unicode domain are one customer, stored in ASCII and found by either', async () => {
  const created = await create('joerg@müller.example')
  expect([created.status, created.json.email]).toEqual([201, 'joerg@xn--mller-kva.example'])
  expect((await create('joerg@xn--mller-kva.example')).status).toBe(422)
  for (const query of ['email=joerg@m%C3%BCller.example', 'email=joerg@xn--mller-kva.example', 'query=joerg@m%C3%BCller.example']) {
    const { items } = (await merchant.request('GET', `/v1/customers/?${query}`)).json
    expect([query, items.map(({ id }: { id: string }) => id)]).toEqual([query, [created.json.id]])
  }
})

test('the migration converts stored domains, and leaves the second of two that become one', async () => {
  const { db } = server.platform.database
  const insert = async (email: string) => {
    const id = newId(START)
    await sql`insert into customers (organization_id, id, email, is_email_verified, metadata, created_at)
      values (${merchant.organizationId}, ${id}, ${email}, false, '{}', ${START})`.execute(db)
    return id
  }
  const taken = await create('taken@bücher.example')
  const ids = {
    free: await insert('ada@пример.рф'),
    japanese: await insert('ada@例え.テスト'),
    sharp: await insert('ada@zürich-straße.example'),
    conflict: await insert('taken@bücher.example'),
    plain: await insert('jörg@plain.example'),
  }
  const text = await readFile(new URL('../../migrations/0121_ascii_email_domains.sql', import.meta.url), 'utf8')
  await server.platform.database.transaction((tx) => sql.raw(text).execute(tx))
  const emailOf = async (id: string) => (await merchant.request('GET', `/v1/customers/${id}`)).json.email
  expect(await emailOf(ids.free)).toBe('ada@xn--e1afmkfd.xn--p1ai')
  expect(await emailOf(ids.japanese)).toBe('ada@xn--r8jz45g.xn--zckzah')
  expect(await emailOf(ids.sharp)).toBe('ada@xn--zrich-strae-46a18a.example')
  expect(await emailOf(ids.conflict)).toBe('taken@bücher.example')
  expect(await emailOf(ids.plain)).toBe('jörg@plain.example')
  expect(await emailOf(taken.json.id)).toBe('taken@xn--bcher-kva.example')
})

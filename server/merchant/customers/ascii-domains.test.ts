import { beforeAll, expect, test } from 'vitest'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { sharedServer, type TestServer } from '#test/support/server.ts'

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

import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { expect, test } from 'vitest'
import { parseCookies } from '#platform/http/cookies.ts'
import type { RequestInfo } from '#platform/request/request.ts'
import { anOrganization, aUser, type TestUser } from '#test/support/a-user.ts'
import { sharedServer, testServer } from '#test/support/server.ts'
import { memberCaller } from './caller.ts'

const server = await sharedServer()
const { database } = server.platform

function recognize(headers: Record<string, string>) {
  const request: RequestInfo = {
    id: 'a-request',
    method: 'GET',
    path: '/v1/products/',
    ipAddress: '127.0.0.1',
    userAgent: null,
    headers,
    cookies: parseCookies(headers['cookie']),
    language: 'en',
    buyerLanguage: 'en',
  }
  return memberCaller.recognize(request, server.platform, { api: 'v1', now: server.clock.now() })
}

async function join(organizationId: string, user: TestUser, role: string): Promise<void> {
  const row = { organization_id: organizationId, id: crypto.randomUUID(), user_id: user.id, role, created_at: server.clock.now() }
  await database.transaction((tx) => tx.insertInto('members').values(row).execute())
}

test('a caller has the scopes of their role in each organization', async () => {
  const [first, second] = [await anOrganization(server), await anOrganization(server)]
  const user = await aUser(server)
  await join(first.id, user, 'admin')
  await join(second.id, user, 'member')
  const found = await recognize({ cookie: user.cookie })
  if (!found || !('kind' in found) || found.kind !== 'user') throw new Error('The request was not authenticated.')
  expect([found.via, found.user.id]).toEqual(['cookie', user.id])
  expect(found.scopes.get(first.id)?.has('products:write')).toBe(true)
  expect(found.scopes.get(second.id)?.has('products:read')).toBe(true)
  expect(found.scopes.get(second.id)?.has('products:write')).toBe(false)
  expect(found.scopes.size).toBe(2)
})

test('a bearer token is authenticated; an unknown token, another kind of token and no token are not', async () => {
  const { token } = await aUser(server)
  expect(await recognize({ authorization: `Bearer ${token}` })).toMatchObject({ kind: 'user', via: 'bearer' })
  expect(await recognize({ authorization: `Bearer ${'x'.repeat(32)}` })).toBeUndefined()
  expect(await recognize({ authorization: 'Bearer gh_oat_something' })).toBeUndefined()
  expect(await recognize({})).toBeUndefined()
})

test('on /v1 a member can read and not write, a non-member can do neither', async () => {
  const { id } = await anOrganization(server)
  const user = await aUser(server)
  const outside = await user.request('GET', `/v1/products/?organization_id=${id}`)
  expect([outside.status, outside.json.items]).toEqual([200, []])
  await join(id, user, 'member')
  const read = await user.request('GET', `/v1/products/?organization_id=${id}`)
  expect([read.status, read.json.items]).toEqual([200, []])
  const body = { organization_id: id, name: 'Lamp', prices: [{ amount_type: 'free' }] }
  expect((await user.request('POST', '/v1/products/', { body })).status).toBe(403)
})

test.each(['is signed out', 'leaves the organization'])('on /v1 a user who %s while the body is being sent has no effect', async (what) => {
  const instance = await testServer()
  try {
    const { port } = new URL(await instance.listen())
    const { id: organizationId } = await anOrganization(instance)
    const admin = await aUser(instance)
    await join(organizationId, admin, 'admin')
    const body = JSON.stringify({ comment: 'kept', organization_id: organizationId, scopes: ['orders:read'] })
    const authorization = `Bearer ${admin.token}`
    const headers = { authorization, 'content-type': 'application/json', 'content-length': body.length }
    const late = request({ port, method: 'POST', path: '/v1/organization-access-tokens/', headers })
    const answered = once(late, 'response') as Promise<[IncomingMessage]>
    const received = once(instance.app.server, 'request')
    late.flushHeaders()
    await received
    if (what === 'is signed out') await admin.request('POST', '/api/auth/revoke-sessions', { body: {} })
    else await admin.request('POST', '/api/auth/organization/leave', { body: { organizationId } })
    late.end(body)
    const [answer] = await answered
    answer.resume()
    expect(answer.statusCode).toBe(what === 'is signed out' ? 401 : 422)
  } finally {
    await instance.close()
  }
})

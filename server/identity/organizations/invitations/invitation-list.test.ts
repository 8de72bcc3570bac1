import { expect, test } from 'vitest'
import { anOrganization, uniqueEmail } from '#test/support/a-user.ts'
import { sharedServer } from '#test/support/server.ts'

const server = await sharedServer()
const BASE = '/api/auth/organization'

test('invitations are found by their state, of which an expired one is no longer pending, and by a part of the email', async () => {
  const { owner, id: organizationId } = await anOrganization(server)
  const invite = async (email: string) => {
    server.clock.advance(1)
    return (await owner.request('POST', `${BASE}/invite-member`, { body: { organizationId, email, role: 'member' } })).json.email
  }
  const [first, second] = [await invite(uniqueEmail()), await invite(`Jana.${uniqueEmail()}`)]
  const list = (query: string) => owner.request('GET', `${BASE}/list-invitations?${query}`)
  const emails = async (query: string) => (await list(query)).json.map(({ email }: { email: string }) => email)
  expect(await emails('search=JANA.')).toEqual([second])
  expect(await emails('state=pending')).toEqual([second, first])
  server.clock.advance(49 * 3600)
  expect(await emails('state=pending')).toEqual([])
  expect(await emails('state=expired&state=accepted')).toEqual([second, first])
  expect((await list('state=gone')).status).toBe(400)
})

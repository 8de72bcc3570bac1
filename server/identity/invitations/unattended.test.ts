// An email that was verified by a link that was opened without a session of the account: a mail scanner is enough for that.
import { expect, test } from 'vitest'
import { anOrganization, aUser, type TestUser, uniqueEmail } from '#test/support/a-user.ts'
import { emailTo, linkTo } from '#test/support/emails.ts'
import { sharedServer } from '#test/support/server.ts'

const server = await sharedServer()
const BASE = '/api/auth/organization'

/** A user who signed up with an address, and an invitation to it; `opener` opens the link that verifies it. */
async function invited(opener: 'scanner' | 'user') {
  const email = uniqueEmail()
  const user = await aUser(server, { email })
  await user.request('POST', '/api/auth/send-verification-email', { body: { email } })
  const link = await linkTo(server, email, 'verification')
  if (opener === 'user') await user.request('GET', link)
  else await server.request('GET', link)
  expect((await user.request('GET', '/api/auth/get-session')).json.user.emailVerified).toBe(true)
  const { owner } = await anOrganization(server)
  const { json } = await owner.request('POST', `${BASE}/invite-member`, { body: { email, role: 'member' } })
  return { user, email, id: json.id as string }
}

const accept = (user: TestUser, invitationId: string, secret?: string) =>
  user.request('POST', `${BASE}/accept-invitation`, { body: { invitationId, secret } })

test('a user whose address a scanner has verified joins nothing without the secret that was mailed to it', async () => {
  const { user, email, id } = await invited('scanner')
  for (const [method, path, body] of [
    ['POST', `${BASE}/accept-invitation`, { invitationId: id }],
    ['POST', `${BASE}/reject-invitation`, { invitationId: id }],
    ['GET', `${BASE}/get-invitation?id=${id}`, undefined],
  ] as const) {
    const answer = await user.request(method, path, body && { body })
    expect([answer.status, answer.json.message]).toEqual([403, 'Email not verified'])
  }
  expect((await user.request('GET', `${BASE}/list-user-invitations`)).json).toEqual([])
  const [, secret] = /\/invitations\/[\w-]+\?secret=(\w+)/.exec((await emailTo(server, email, 'invitation')).text) ?? []
  expect((await accept(user, id, secret)).status).toBe(200)
  // The reader of the mail has shown themselves: the next invitation needs no secret.
  const { owner } = await anOrganization(server)
  const next = (await owner.request('POST', `${BASE}/invite-member`, { body: { email, role: 'member' } })).json
  expect((await user.request('GET', `${BASE}/list-user-invitations`)).json).toHaveLength(1)
  expect((await accept(user, next.id)).status).toBe(200)
})

test('an address that was verified in a session of the account accepts an invitation by its id', async () => {
  const { user, id } = await invited('user')
  expect((await user.request('GET', `${BASE}/list-user-invitations`)).json).toHaveLength(1)
  expect((await accept(user, id)).status).toBe(200)
})

// The effect of each held call of the `better-auth` client: one expectation for every version.
import { expect, vi } from 'vitest'
import { newSlug, PASSWORD, uniqueEmail } from '#test/support/a-user.ts'
import type { HeldAuthCall } from './auth-calls.ts'
import type { Scene, SignedUp } from './auth-client.ts'
import { accountDrives, type Drive } from './auth-drives-account.ts'
import { organizationDrives } from './auth-drives-organization.ts'

type OtherCall = Extract<HeldAuthCall, `admin.${string}` | `use${string}`>

/** An administrator and a user on whom they act. */
async function withVictim(scene: Scene) {
  const [administrator, victim] = [await scene.administrator(), await scene.signedUp()]
  return { administrator, victim, admin: administrator.client.admin, named: { userId: victim.id } }
}

const emailOf = async ({ client }: Pick<SignedUp, 'client'>) => (await client.getSession()).data?.user.email
const userOf = ({ id, email }: SignedUp, fields: object = {}) =>
  expect.objectContaining({ id, email, createdAt: expect.any(Date), ...fields })

/** The data of a hook after it has read. By itself it reads in a browser only, and the oldest client shows nothing without a window. */
async function shownBy(scene: Scene, { client }: Pick<SignedUp, 'client'>, hook: string): Promise<unknown> {
  if (scene.isOldest) vi.stubGlobal('window', {})
  try {
    await client[hook].get().refetch()
    await expect.poll(() => client[hook].get()).toMatchObject({ isPending: false, error: null })
    return client[hook].get().data
  } finally {
    vi.unstubAllGlobals()
  }
}

async function inOrganization(scene: Scene) {
  const member = await scene.signedUp()
  const { data } = await member.client.organization.create({ name: 'Acme', slug: newSlug() })
  return { ...member, organizationId: data.id as string }
}

const otherDrives: Readonly<Record<OtherCall, Drive>> = {
  'admin.listUsers': async (scene) => {
    const { admin, victim } = await withVictim(scene)
    const query = { searchValue: victim.email, searchField: 'email', searchOperator: 'contains', limit: 5, sortBy: 'createdAt' }
    expect((await admin.listUsers({ query })).data).toMatchObject({ users: [userOf(victim)], total: 1, limit: 5 })
    expect((await victim.client.admin.listUsers({ query })).error.status).toBe(403)
  },
  'admin.getUser': async (scene) => {
    const { admin, victim } = await withVictim(scene)
    expect((await admin.getUser({ query: { id: victim.id } })).data).toEqual(userOf(victim, { role: 'user' }))
    expect((await admin.getUser({ query: { id: 'nobody' } })).error.status).toBe(404)
  },
  'admin.createUser': async (scene) => {
    const { admin } = await withVictim(scene)
    const email = uniqueEmail()
    const { data } = await admin.createUser({
      email,
      password: PASSWORD,
      name: 'Made',
      role: 'user',
      data: { username: `made_${email.slice(0, 8)}` },
    })
    expect(data.user).toMatchObject({ email, name: 'Made', role: 'user' })
    expect((await scene.browser().client.signIn.email({ email, password: PASSWORD })).error).toBeNull()
  },
  'admin.setRole': async (scene) => {
    const { admin, named, victim } = await withVictim(scene)
    expect((await admin.setRole({ ...named, role: 'admin' })).data.user).toEqual(userOf(victim, { role: 'admin' }))
    expect((await admin.setRole({ ...named, role: ['user'] })).data.user.role).toBe('user')
  },
  'admin.banUser': async (scene) => {
    const { admin, named, victim } = await withVictim(scene)
    const { data } = await admin.banUser({ ...named, banReason: 'spam', banExpiresIn: 3600 })
    expect(data.user).toEqual(userOf(victim, { banned: true, banReason: 'spam', banExpires: expect.any(Date) }))
    expect(await emailOf(victim)).toBeUndefined()
    expect((await victim.client.signIn.email({ email: victim.email, password: PASSWORD })).error.code).toBe('BANNED_USER')
  },
  'admin.unbanUser': async (scene) => {
    const { admin, named, victim } = await withVictim(scene)
    await admin.banUser(named)
    expect((await admin.unbanUser(named)).data.user.banned).not.toBe(true)
    expect((await victim.client.signIn.email({ email: victim.email, password: PASSWORD })).error).toBeNull()
  },
  'admin.impersonateUser': async (scene) => {
    const { administrator, admin, named, victim } = await withVictim(scene)
    const { data } = await admin.impersonateUser(named)
    expect(data).toMatchObject({ session: { userId: victim.id, impersonatedBy: administrator.id }, user: { email: victim.email } })
    expect(await emailOf(administrator)).toBe(victim.email)
  },
  'admin.stopImpersonating': async (scene) => {
    const { administrator, admin, named } = await withVictim(scene)
    await admin.impersonateUser(named)
    expect((await admin.stopImpersonating()).data).toMatchObject({ user: { email: administrator.email } })
    expect(await emailOf(administrator)).toBe(administrator.email)
  },
  'admin.listUserSessions': async (scene) => {
    const { admin, named, victim } = await withVictim(scene)
    expect((await admin.listUserSessions(named)).data.sessions).toMatchObject([{ userId: victim.id, expiresAt: expect.any(Date) }])
  },
  'admin.revokeUserSession': async (scene) => {
    const { admin, named, victim } = await withVictim(scene)
    const [session] = (await admin.listUserSessions(named)).data.sessions
    expect((await admin.revokeUserSession({ sessionToken: session.token })).data).toEqual({ success: true })
    expect(await emailOf(victim)).toBeUndefined()
  },
  'admin.revokeUserSessions': async (scene) => {
    const { admin, named, victim } = await withVictim(scene)
    expect((await admin.revokeUserSessions(named)).data).toEqual({ success: true })
    expect(await emailOf(victim)).toBeUndefined()
  },
  'admin.removeUser': async (scene) => {
    const { admin, named, victim } = await withVictim(scene)
    expect((await admin.removeUser(named)).data).toEqual({ success: true })
    expect((await victim.client.signIn.email({ email: victim.email, password: PASSWORD })).error.status).toBe(401)
  },
  'admin.setUserPassword': async (scene) => {
    const { admin, named, victim } = await withVictim(scene)
    const newPassword = 'another long passphrase'
    expect((await admin.setUserPassword({ ...named, newPassword })).data).toEqual({ status: true })
    expect((await scene.browser().client.signIn.email({ email: victim.email, password: newPassword })).error).toBeNull()
  },
  'admin.hasPermission': async (scene) => {
    const { admin, victim } = await withVictim(scene)
    const permissions = { user: ['ban'] }
    expect((await admin.hasPermission({ permissions })).data).toMatchObject({ success: true, error: null })
    expect((await victim.client.admin.hasPermission({ permissions })).data).toMatchObject({ success: false, error: null })
  },
  'admin.checkRolePermission': async (scene) => {
    const { client } = scene.browser()
    const permissions = { user: ['ban'] }
    expect(client.admin.checkRolePermission({ role: 'admin', permissions, permission: permissions })).toBe(true)
    expect(client.admin.checkRolePermission({ role: 'user', permissions, permission: permissions })).toBe(false)
  },
  useSession: async (scene) => {
    const member = await scene.signedUp()
    expect(await shownBy(scene, member, 'useSession')).toMatchObject({ user: { email: member.email }, session: { token: member.token } })
  },
  useListOrganizations: async (scene) => {
    const member = await inOrganization(scene)
    expect(await shownBy(scene, member, 'useListOrganizations')).toMatchObject([{ id: member.organizationId }])
  },
  useActiveOrganization: async (scene) => {
    const member = await inOrganization(scene)
    expect(await shownBy(scene, member, 'useActiveOrganization')).toMatchObject({ id: member.organizationId, teams: [{ name: 'Acme' }] })
  },
  useActiveMember: async (scene) => {
    expect(await shownBy(scene, await inOrganization(scene), 'useActiveMember')).toMatchObject({ role: 'owner' })
    expect(await shownBy(scene, await scene.signedUp(), 'useActiveMember')).toBeNull()
  },
  useActiveMemberRole: async (scene) => {
    expect(await shownBy(scene, await inOrganization(scene), 'useActiveMemberRole')).toEqual({ role: 'owner' })
    expect(await shownBy(scene, await scene.signedUp(), 'useActiveMemberRole')).toBeNull()
  },
}

export const authDrives: Readonly<Record<HeldAuthCall, Drive>> = { ...accountDrives, ...organizationDrives, ...otherDrives }

// The effect of each held call about organizations, in every version of the client.
import { expect } from 'vitest'
import { newSlug, uniqueEmail } from '#test/support/a-user.ts'
import type { HeldAuthCall } from './auth-calls.ts'
import type { AnyClient, Scene, SignedUp } from './auth-client.ts'
import type { Drive } from './auth-drives-account.ts'

type OrganizationCall = Extract<HeldAuthCall, `organization.${string}`>

const times = { createdAt: expect.any(Date) }
const refused = (status: number, message: string) => ({ data: null, error: expect.objectContaining({ status, message }) })

interface Organization {
  readonly id: string
  readonly slug: string
  readonly owner: SignedUp
  /** The plugin of the owner's client; inside an object, because `await` would take it for a promise. */
  readonly at: AnyClient
}

async function anOrganization(scene: Scene): Promise<Organization> {
  const owner = await scene.signedUp()
  const slug = newSlug()
  const { data } = await owner.client.organization.create({ name: 'Acme', slug })
  return { id: data.id, slug, owner, at: owner.client.organization }
}

/** An organization, and a user who accepted its invitation. */
async function withMember(scene: Scene, role = 'member') {
  const organization = await anOrganization(scene)
  const member = await scene.verified()
  const invitation = (await organization.at.inviteMember({ email: member.email, role })).data
  const { data } = await member.client.organization.acceptInvitation({ invitationId: invitation.id })
  return { ...organization, member, memberId: data.member.id as string, accepted: data }
}

/** An organization with a pending invitation. */
async function withInvitation(scene: Scene) {
  const organization = await anOrganization(scene)
  const guest = await scene.verified()
  const { data: invitation } = await organization.at.inviteMember({ email: guest.email.toUpperCase(), role: ['member', 'admin'] })
  return { ...organization, guest, invitation }
}

async function withTeam(scene: Scene) {
  const made = await withMember(scene)
  const { data: team } = await made.at.createTeam({ name: 'Sales' })
  return { ...made, team }
}

async function withRole(scene: Scene) {
  const made = await anOrganization(scene)
  const { data: created } = await made.at.createRole({ role: 'clerk', permission: { team: ['create'] } })
  return { ...made, created }
}

const role = (name: string, permission: object) =>
  expect.objectContaining({ id: name, role: name, permission, organizationId: expect.any(String), createdAt: expect.any(Date) })

const namesOf = (things: readonly { readonly name: string }[]) => things.map(({ name }) => name).toSorted()

export const organizationDrives: Readonly<Record<OrganizationCall, Drive>> = {
  'organization.create': async (scene) => {
    const { client, id } = await scene.signedUp()
    const slug = newSlug()
    const { data } = await client.organization.create({ name: 'Acme', slug, metadata: { tier: 'gold' } })
    const members = [expect.objectContaining({ userId: id, role: 'owner', ...times })]
    expect(data).toMatchObject({ name: 'Acme', slug, metadata: { tier: 'gold' }, members, ...times })
    expect((await client.getSession()).data.session.activeOrganizationId).toBe(data.id)
    expect(await client.organization.create({ name: 'Acme', slug })).toEqual(refused(400, 'Organization already exists'))
  },
  'organization.checkSlug': async (scene) => {
    const { at, slug } = await anOrganization(scene)
    expect((await at.checkSlug({ slug: newSlug() })).data).toEqual({ status: true })
    expect(await at.checkSlug({ slug })).toEqual(refused(400, 'slug is taken'))
  },
  'organization.update': async (scene) => {
    const { at, id } = await anOrganization(scene)
    expect((await at.update({ data: { name: 'Acme Ltd', metadata: { a: 1 } } })).data).toMatchObject({
      id,
      name: 'Acme Ltd',
      metadata: { a: 1 },
    })
    const stranger = await scene.signedUp()
    const answer = await stranger.client.organization.update({ organizationId: id, data: { name: 'Mine' } })
    expect(answer).toEqual(refused(400, 'User is not a member of the organization'))
  },
  'organization.delete': async (scene) => {
    const { at, id, slug } = await anOrganization(scene)
    expect((await at.delete({ organizationId: id })).data).toMatchObject({ id, slug })
    expect((await at.list()).data).toEqual([])
  },
  'organization.list': async (scene) => {
    const { at, id, slug } = await anOrganization(scene)
    expect((await at.list()).data).toEqual([expect.objectContaining({ id, slug, name: 'Acme', ...times })])
  },
  'organization.setActive': async (scene) => {
    const { at, id, slug, owner } = await anOrganization(scene)
    expect(await at.setActive({ organizationId: null })).toMatchObject({ data: null, error: null })
    const { data } = await at.setActive({ organizationSlug: slug })
    expect(data).toMatchObject({ id, members: [{ role: 'owner', user: { email: owner.email } }], invitations: [] })
    expect((await owner.client.getSession()).data.session.activeOrganizationId).toBe(id)
    const stranger = await scene.signedUp()
    const answer = await stranger.client.organization.setActive({ organizationId: id })
    expect(answer).toEqual(refused(403, 'User is not a member of the organization'))
  },
  'organization.getOrganization': async (scene) => {
    const { at, id, slug } = await anOrganization(scene)
    for (const query of [{}, { organizationId: id }, { organizationSlug: slug }])
      expect((await at.getOrganization({ query })).data).toMatchObject({ id, slug, name: 'Acme', ...times })
    expect((await (await scene.signedUp()).client.organization.getOrganization()).data).toBeNull()
  },
  'organization.getFullOrganization': async (scene) => {
    const { at, id, slug } = await anOrganization(scene)
    const members = [expect.objectContaining({ role: 'owner', user: expect.objectContaining({ name: 'Ann Lee' }) })]
    for (const query of [{}, { organizationSlug: slug, membersLimit: 10 }])
      expect((await at.getFullOrganization({ query })).data).toMatchObject({ id, members, invitations: [], teams: [{ name: 'Acme' }] })
  },
  'organization.getActiveMember': async (scene) => {
    const { at, id, owner } = await anOrganization(scene)
    const { data } = await at.getActiveMember()
    expect(data).toMatchObject({ organizationId: id, userId: owner.id, role: 'owner', user: { email: owner.email }, ...times })
  },
  'organization.getActiveMemberRole': async (scene) => {
    const { at, member } = await withMember(scene)
    expect((await at.getActiveMemberRole()).data).toEqual({ role: 'owner' })
    expect((await at.getActiveMemberRole({ query: { userId: member.id } })).data).toEqual({ role: 'member' })
  },
  'organization.listMembers': async (scene) => {
    const { at, member } = await withMember(scene)
    const { data } = await at.listMembers({ query: { limit: 1, offset: 1, sortBy: 'createdAt', sortDirection: 'asc' } })
    expect(data).toMatchObject({ total: 2, members: [{ userId: member.id, role: 'member', user: { email: member.email } }] })
  },
  'organization.updateMemberRole': async (scene) => {
    const { at, member, memberId } = await withMember(scene)
    expect((await at.updateMemberRole({ memberId, role: ['admin', 'member'] })).data).toMatchObject({ id: memberId, role: 'admin,member' })
    const demotion = await member.client.organization.updateMemberRole({ memberId, role: 'owner' })
    expect(demotion.error).toMatchObject({ status: 403, message: 'You are not allowed to update this member' })
  },
  'organization.removeMember': async (scene) => {
    const { at, member, memberId } = await withMember(scene)
    expect((await at.removeMember({ memberIdOrEmail: member.email })).data).toMatchObject({ member: { id: memberId, role: 'member' } })
    expect((await member.client.getSession()).data.session.activeOrganizationId).toBeNull()
  },
  'organization.leave': async (scene) => {
    const { id, at, member, memberId } = await withMember(scene)
    expect((await member.client.organization.leave({ organizationId: id })).data).toMatchObject({ id: memberId })
    expect(await at.leave({ organizationId: id })).toEqual(refused(400, 'You cannot leave the organization as the only owner'))
  },
  'organization.inviteMember': async (scene) => {
    const { id, guest, invitation, at } = await withInvitation(scene)
    const expected = { organizationId: id, email: guest.email, role: 'member,admin', status: 'pending', expiresAt: expect.any(Date) }
    expect(invitation).toMatchObject(expected)
    expect((await at.inviteMember({ email: guest.email, role: 'member' })).error).toMatchObject({ status: 400 })
    const { data: teams } = await at.listTeams()
    const teamId = scene.isOldest ? teams[0].id : [teams[0].id]
    expect((await at.inviteMember({ email: uniqueEmail(), role: 'member', teamId })).data.teamId).toBe(teams[0].id)
  },
  'organization.acceptInvitation': async (scene) => {
    const { id, accepted, member } = await withMember(scene)
    expect(accepted).toMatchObject({
      invitation: { status: 'accepted' },
      member: { organizationId: id, userId: member.id, role: 'member' },
    })
    expect((await member.client.getSession()).data.session.activeOrganizationId).toBe(id)
  },
  'organization.rejectInvitation': async (scene) => {
    const { guest, invitation } = await withInvitation(scene)
    const { data } = await guest.client.organization.rejectInvitation({ invitationId: invitation.id })
    expect(data).toMatchObject({ invitation: { id: invitation.id, status: 'rejected' }, member: null })
  },
  'organization.cancelInvitation': async (scene) => {
    const { at, guest, invitation } = await withInvitation(scene)
    expect((await at.cancelInvitation({ invitationId: invitation.id })).data).toMatchObject({ id: invitation.id, status: 'canceled' })
    const late = await guest.client.organization.acceptInvitation({ invitationId: invitation.id })
    expect(late).toEqual(refused(400, 'Invitation not found'))
  },
  'organization.getInvitation': async (scene) => {
    const { owner, guest, slug, invitation, at } = await withInvitation(scene)
    const query = { id: invitation.id }
    const expected = { organizationName: 'Acme', organizationSlug: slug, inviterEmail: owner.email, expiresAt: expect.any(Date) }
    expect((await guest.client.organization.getInvitation({ query })).data).toMatchObject({ ...query, ...expected })
    expect(await at.getInvitation({ query })).toEqual(refused(403, 'You are not the recipient of the invitation'))
  },
  'organization.listInvitations': async (scene) => {
    const { at, invitation } = await withInvitation(scene)
    expect((await at.listInvitations()).data).toMatchObject([{ id: invitation.id, status: 'pending', expiresAt: expect.any(Date) }])
  },
  'organization.listUserInvitations': async (scene) => {
    const { guest, invitation } = await withInvitation(scene)
    expect((await guest.client.organization.listUserInvitations()).data).toMatchObject([{ id: invitation.id, organizationName: 'Acme' }])
  },
  'organization.createTeam': async (scene) => {
    const { id, team, member } = await withTeam(scene)
    expect(team).toMatchObject({ id: expect.any(String), name: 'Sales', organizationId: id, ...times })
    expect((await member.client.organization.createTeam({ name: 'Ours' })).error.status).toBe(403)
  },
  'organization.updateTeam': async (scene) => {
    const { at, team } = await withTeam(scene)
    expect((await at.updateTeam({ teamId: team.id, data: { name: 'Support' } })).data).toMatchObject({ id: team.id, name: 'Support' })
  },
  'organization.removeTeam': async (scene) => {
    const { at, team } = await withTeam(scene)
    expect((await at.removeTeam({ teamId: team.id })).data).toEqual({ message: 'Team removed successfully.' })
    expect(namesOf((await at.listTeams()).data)).toEqual(['Acme'])
  },
  'organization.listTeams': async (scene) => {
    const { at } = await withTeam(scene)
    expect(namesOf((await at.listTeams()).data)).toEqual(['Acme', 'Sales'])
  },
  'organization.setActiveTeam': async (scene) => {
    const { at, team, member } = await withTeam(scene)
    const own = member.client.organization
    expect(await own.setActiveTeam({ teamId: team.id })).toEqual(refused(403, 'User is not a member of the team'))
    await at.addTeamMember({ teamId: team.id, userId: member.id })
    expect((await own.setActiveTeam({ teamId: team.id })).data).toMatchObject({ id: team.id, name: 'Sales' })
    expect((await member.client.getSession()).data.session.activeTeamId).toBe(team.id)
    expect(await own.setActiveTeam({ teamId: null })).toMatchObject({ data: null, error: null })
  },
  'organization.listUserTeams': async (scene) => {
    const { at, team, member } = await withTeam(scene)
    await at.addTeamMember({ teamId: team.id, userId: member.id })
    expect((await member.client.organization.listUserTeams()).data).toMatchObject([{ id: team.id, name: 'Sales' }])
    expect((await at.listUserTeams({ query: { userId: member.id } })).data).toMatchObject([{ id: team.id }])
  },
  'organization.listTeamMembers': async (scene) => {
    const { at, team, member } = await withTeam(scene)
    const { data: added } = await at.addTeamMember({ teamId: team.id, userId: member.id })
    expect((await member.client.organization.listTeamMembers({ query: { teamId: team.id } })).data).toEqual([added])
    expect(await at.listTeamMembers({ query: { teamId: team.id } })).toEqual(refused(400, 'User is not a member of the team'))
  },
  'organization.addTeamMember': async (scene) => {
    const { at, team, member } = await withTeam(scene)
    const { data } = await at.addTeamMember({ teamId: team.id, userId: member.id })
    expect(data).toEqual({ id: expect.any(String), teamId: team.id, userId: member.id, ...times })
  },
  'organization.removeTeamMember': async (scene) => {
    const { at, team, member } = await withTeam(scene)
    const named = { teamId: team.id, userId: member.id }
    expect(await at.removeTeamMember(named)).toEqual(refused(400, 'User is not a member of the team'))
    await at.addTeamMember(named)
    expect((await at.removeTeamMember(named)).data).toEqual({ message: 'Team member removed successfully.' })
  },
  'organization.createRole': async (scene) => {
    const { at, created } = await withRole(scene)
    const permission = { team: ['create'] }
    expect(created).toMatchObject({ success: true, roleData: role('clerk', permission), statements: permission })
    expect((await at.createRole({ role: 'clerk', permission })).error).toMatchObject({ status: 400 })
  },
  'organization.updateRole': async (scene) => {
    const { at } = await withRole(scene)
    const data = { roleName: 'scribe', permission: { team: ['update'] } }
    expect((await at.updateRole({ roleName: 'clerk', data })).data).toMatchObject({
      success: true,
      roleData: role('scribe', data.permission),
    })
    expect((await at.updateRole({ roleName: 'clerk', data })).error).toMatchObject({ status: 400, message: 'Role not found' })
  },
  'organization.deleteRole': async (scene) => {
    const { at, created } = await withRole(scene)
    expect((await at.deleteRole({ roleId: created.roleData.id })).data).toMatchObject({ success: true })
    expect((await at.deleteRole({ roleName: 'clerk' })).error).toMatchObject({ status: 400, message: 'Role not found' })
  },
  'organization.listRoles': async (scene) => {
    const { at } = await withRole(scene)
    const { data } = await at.listRoles()
    expect(data).toContainEqual(role('clerk', { team: ['create'] }))
    expect(data.map((each: { role: string }) => each.role)).toEqual(['owner', 'admin', 'member', 'clerk'])
  },
  'organization.getRole': async (scene) => {
    const { at } = await withRole(scene)
    expect((await at.getRole({ query: { roleName: 'clerk' } })).data).toEqual(role('clerk', { team: ['create'] }))
    expect((await at.getRole({ query: { roleId: 'scribe' } })).error).toMatchObject({ status: 400, message: 'Role not found' })
  },
  'organization.hasPermission': async (scene) => {
    const { at, member } = await withMember(scene)
    const permissions = { team: ['create'] }
    expect((await at.hasPermission({ permissions })).data).toMatchObject({ success: true, error: null })
    expect((await member.client.organization.hasPermission({ permissions })).data).toMatchObject({ success: false, error: null })
    const ofRoles = { permissions: { ac: ['read'] } }
    if (!scene.isOldest) expect((await member.client.organization.hasPermission(ofRoles)).data.success).toBe(true)
  },
  'organization.checkRolePermission': async (scene) => {
    const { at } = await anOrganization(scene)
    const permissions = { organization: ['delete'] }
    for (const [name, outcome] of [
      ['owner', true],
      ['admin', false],
      ['member', false],
    ] as const)
      expect(at.checkRolePermission({ role: name, permissions, permission: permissions })).toBe(outcome)
    expect((await at.hasPermission({ permissions })).data.success).toBe(true)
  },
}

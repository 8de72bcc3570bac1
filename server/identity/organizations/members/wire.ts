import { z } from 'zod'
import { text } from '#platform/http/wire-parts.ts'
import { member, memberWithUser, roleInput } from '../wire.ts'

const SEARCH_MAXIMUM = 255

/** The organization; by default the active one. */
const organizationId = z.string().optional()

/** A member and their new roles. */
export const updateRoleBody = z.object({ memberId: z.string(), role: roleInput, organizationId })

/** The member to remove: by member id or by email. */
export const removeMemberBody = z.object({ memberIdOrEmail: text(1, SEARCH_MAXIMUM), organizationId })

/** The removed member. */
export const removedMember = z.object({ member: memberWithUser })

/** The organization that the caller leaves. */
export const leaveBody = z.object({ organizationId: z.string() })

/** The member that a server call adds. */
export const addMemberBody = z.object({ userId: z.string().optional(), role: roleInput, organizationId, teamId: z.string().optional() })

/** The added or updated member. */
export const memberAnswer = member

/** The member, by default the caller, and the organization, by default the active one. */
export const memberRoleQuery = z.object({
  userId: z.string().optional(),
  organizationId,
  organizationSlug: z.string().optional(),
})

/** The roles of a member. */
export const memberRoleAnswer = z.object({ role: z.string().meta({ description: 'One role or several, comma-separated.' }) }).nullable()

const request = z.record(z.string(), z.array(z.string()))

/** The permissions, under exactly one of the two names. */
export const hasPermissionBody = z
  .object({ permission: request.optional(), permissions: request.optional(), organizationId })
  .refine(({ permission, permissions }) => (permission === undefined) !== (permissions === undefined), {
    path: ['permissions'],
    message: 'Give either permissions or permission',
  })

/** Whether the caller has all of the permissions. */
export const hasPermissionAnswer = z.object({ error: z.null(), success: z.boolean() })

/** A page of the members and their total number. */
export const listMembersAnswer = z.object({ members: z.array(memberWithUser), total: z.int() }).meta({ id: 'MemberList' })

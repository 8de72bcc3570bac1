import { z } from 'zod'
import { integerText, text } from '#platform/http/wire-parts.ts'
import { member, memberWithUser, roleInput } from '../wire.ts'

const SEARCH_MAXIMUM = 255
const PAGE_MAXIMUM = 100
const OFFSET_MAXIMUM = 1_000_000

/** Which organization; without it the active one. */
const organizationId = z.string().optional()

/** Who gets which roles. */
export const updateRoleBody = z.object({ memberId: z.string(), role: roleInput, organizationId })

/** Who is taken out: a member by their id, or a person by their address. */
export const removeMemberBody = z.object({ memberIdOrEmail: text(1, SEARCH_MAXIMUM), organizationId })

/** The member who was taken out. */
export const removedMember = z.object({ member: memberWithUser })

/** Which organization the caller leaves. */
export const leaveBody = z.object({ organizationId: z.string() })

/** Whom the operator's own server makes a member. */
export const addMemberBody = z.object({ userId: z.string().optional(), role: roleInput, organizationId, teamId: z.string().optional() })

/** A member who was added or changed. */
export const memberAnswer = member

const request = z.record(z.string(), z.array(z.string()))

/** What is asked for, under one of two names. */
export const hasPermissionBody = z
  .object({ permission: request.optional(), permissions: request.optional(), organizationId })
  .refine(({ permission, permissions }) => (permission === undefined) !== (permissions === undefined), {
    path: ['permissions'],
    message: 'Give either permissions or permission',
  })

/** Whether the caller may do all of it. */
export const hasPermissionAnswer = z.object({ error: z.null(), success: z.boolean() })

/** Which page of the members. */
export const listMembersQuery = z.object({
  organizationId,
  limit: integerText(1, PAGE_MAXIMUM).optional(),
  offset: integerText(0, OFFSET_MAXIMUM).optional(),
  search: text(1, SEARCH_MAXIMUM).optional().meta({ description: 'Part of a name or an address.' }),
})

/** A page of the members, and how many there are in all. */
export const listMembersAnswer = z.object({ members: z.array(memberWithUser), total: z.int() }).meta({ id: 'MemberList' })

/** How many members a page shows unless told. */
export const PAGE_USUAL = PAGE_MAXIMUM

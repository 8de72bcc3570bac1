import { z } from 'zod'
import { sendCookies, sessionCookies } from '#identity/sessions/index.ts'
import { refuse, refuseWhen } from '#kernel/refusal.ts'
import { isReservedSlug } from '#kernel/text.ts'
import { type Route, route } from '#platform/http/route.ts'
import { makeOrganization } from './actions/create-organization.ts'
import { findForMember, keyOf, setActiveOrganization } from './actions/set-active-organization.ts'
import { findMember } from './members/reads.ts'
import { listOrganizations } from './reads.ts'
import { organizationRefusals as refusals } from './refusals.ts'
import { isSlugUsed } from './store.ts'
import * as wire from './wire.ts'

const create = route({
  method: 'POST',
  path: '/api/auth/organization/create',
  name: 'organization:create',
  summary: 'Makes an organization with the caller as its first member.',
  access: 'session',
  body: wire.createOrganizationBody,
  answer: wire.createdOrganization,
  refusals: [refusals.notAllowedToCreate, refusals.maximumReached, refusals.alreadyExists],
  transaction: 'own',
  handle: async (call) => {
    const { keepCurrentActiveOrganization: keepsActive, ...wanted } = call.body
    const { organization, member } = await makeOrganization(call, call, { ...wanted, keepsActive, userId: call.caller.user.id })
    return wire.toCreatedOrganizationWire(organization, member)
  },
})

const checkSlug = route({
  method: 'POST',
  path: '/api/auth/organization/check-slug',
  name: 'organization:check-slug',
  summary: 'Whether a slug may still be taken.',
  access: 'session',
  transaction: 'none',
  body: z.object({ slug: wire.slugInput }),
  answer: z.object({ status: z.boolean() }),
  refusals: [refusals.slugTaken],
  handle: async ({ db, body: { slug } }) => {
    refuseWhen(isReservedSlug(slug) || (await isSlugUsed(db, slug)), refusals.slugTaken)
    return { status: true }
  },
})

const list = route({
  method: 'GET',
  path: '/api/auth/organization/list',
  name: 'organization:list',
  summary: 'The organizations that the caller belongs to.',
  access: 'session',
  answer: z.array(wire.organization),
  handle: async ({ db, caller }) => (await listOrganizations(db, caller.user.id)).map(wire.toOrganizationWire),
})

const setActive = route({
  method: 'POST',
  path: '/api/auth/organization/set-active',
  name: 'organization:set-active',
  summary: "Makes an organization the session's active one; null clears it.",
  access: 'session',
  transaction: 'own',
  body: z.object({ organizationId: z.string().nullish(), organizationSlug: z.string().optional() }),
  answer: wire.activeOrganization.nullable(),
  refusals: [refusals.notAMember],
  handle: async ({ transaction, platform, body, caller: { session, user, via }, reply, now }) => {
    const full = await setActiveOrganization(platform, { session, wanted: body, transaction })
    const changed = { ...session, activeOrganizationId: full?.id ?? null }
    if (via === 'cookie' && (full || body.organizationId === null))
      sendCookies(reply, sessionCookies({ session: changed, user, now }, platform))
    return full && wire.toActiveOrganizationWire(full)
  },
})

const getFull = route({
  method: 'GET',
  path: '/api/auth/organization/get-full-organization',
  name: 'organization:get-full-organization',
  summary: 'An organization with its members, invitations and teams; without a name for it, the active one, or null.',
  access: 'session',
  query: z.object({ organizationId: z.string().optional(), organizationSlug: z.string().optional() }),
  answer: wire.fullOrganization.nullable(),
  refusals: [refusals.notAMember],
  handle: async ({ db, query, platform, caller: { user, session } }) => {
    const key = keyOf(query, session)
    if (!key) return null
    const full = (await findForMember(db, platform, { userId: user.id, key })) ?? refuse(refusals.notAMember)
    return wire.toFullOrganizationWire(full)
  },
})

const getActiveMember = route({
  method: 'GET',
  path: '/api/auth/organization/get-active-member',
  name: 'organization:get-active-member',
  summary: "The caller's membership of the active organization, or null without one.",
  access: 'session',
  answer: wire.memberWithUser.nullable(),
  refusals: [refusals.memberNotFound],
  handle: async ({ db, caller: { user, session } }) => {
    if (session.activeOrganizationId === null) return null
    const found = (await findMember(db, session.activeOrganizationId, { userId: user.id })) ?? refuse(refusals.memberNotFound)
    return wire.toMemberWithUserWire(found)
  },
})

export const routes: readonly Route[] = [create, checkSlug, list, setActive, getFull, getActiveMember]

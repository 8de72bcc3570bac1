import { type Roles, type Scope, scopesOfRoles } from '#contract/access.ts'
import { batchLookups, credentialOf, resolveSession, type SessionWithUserRow } from '#identity/sessions/index.ts'
import { isId, NO_ID } from '#kernel/id.ts'
import type { CallerSource } from '#platform/http/recognize.ts'
import type { Prefetch } from '#platform/http/route.ts'
import type { Platform } from '#platform/platform.ts'
import type { UserCaller } from '#platform/request/caller.ts'
import type { RequestInfo } from '#platform/request/request.ts'
import { rolesFor } from './members/reads.ts'
import type { FullOrganization, JoinedOrganization } from './model.ts'
import {
  fromFullJson,
  fromOrganizationJson,
  readSessionFullOrganization,
  sessionMembershipReads,
  sessionOrganizationReads,
} from './reads.ts'

const lookUpMemberships = batchLookups(sessionMembershipReads)
const lookUpOrganizations = batchLookups(sessionOrganizationReads)

/**
 * Authenticates a user by session cookie or bearer token, with their scopes in the organizations that `sessionMembershipReads` finds: one
 * statement. For /v1.
 */
export const memberCaller: CallerSource = {
  name: 'member',
  api: 'v1',
  recognize: async (request, platform, { now }) => {
    const found = await lookUpCaller(request, platform, { now, read: (digest) => lookUpMemberships(platform.database, digest) })
    if (!found) return undefined
    const { caller, row } = found
    const scopesOf = scopesByRole(platform)
    return {
      ...caller,
      scopes: new Map(row.memberships.map(({ organizationId, role, customRoles }) => [organizationId, scopesOf(role, customRoles)])),
    }
  },
}

/** Recognizes a user and reads their organizations with their permissions there, in one statement. */
export const organizationListPrefetch: Prefetch<unknown, readonly JoinedOrganization[]> = {
  recognize: async (request, platform, { now }) => {
    const found = await lookUpCaller(request, platform, { now, read: (digest) => lookUpOrganizations(platform.database, digest) })
    const scopesOf = scopesByRole(platform)
    const prefetched = found?.row.organizations.map(({ customRoles, ...organization }) => ({
      ...fromOrganizationJson(organization),
      role: organization.role,
      scopes: [...scopesOf(organization.role, customRoles)],
    }))
    return found && { caller: found.caller, prefetched: prefetched ?? [] }
  },
}

/** The scopes of roles in several organizations: what has no custom role is resolved once, because most organizations have none. */
function scopesByRole(platform: Platform): (role: string, customRoles: Roles) => ReadonlySet<Scope> {
  const known = new Map<string, ReadonlySet<Scope>>()
  const resolve = (role: string, customRoles: Roles) => new Set(scopesOfRoles(role, rolesFor(platform, customRoles)))
  return (role, customRoles) => {
    if (Object.keys(customRoles).length > 0) return resolve(role, customRoles)
    const scopes = known.get(role) ?? resolve(role, customRoles)
    known.set(role, scopes)
    return scopes
  }
}

/** Selects an organization: null for none, undefined for the active one. */
export interface OrganizationSelector {
  readonly organizationId?: string | null | undefined
  readonly organizationSlug?: string | undefined
}

/**
 * Recognizes a user and reads the organization that the query selects, in one statement; undefined if none is selected or the user is
 * not a member.
 */
export const fullOrganizationPrefetch: Prefetch<OrganizationSelector, FullOrganization | undefined> = {
  recognize: async (request, platform, { now, query }) => {
    const found = await lookUpCaller(request, platform, {
      now,
      read: async (digest) => (await readSessionFullOrganization(platform.database.db, { digest, ...keyOf(query, platform) }))[0],
    })
    const organization = found?.row.organization
    return found && { caller: found.caller, prefetched: organization ? fromFullJson(organization) : undefined }
  },
}

function keyOf({ organizationId: selectedId, organizationSlug }: OrganizationSelector, { settings }: Platform) {
  const id = selectedId ? (isId(selectedId) ? selectedId : NO_ID) : null
  return { id, slug: organizationSlug || null, membersMaximum: settings.MEMBERSHIP_LIMIT }
}

interface CallerLookup<Row> {
  readonly now: Date
  readonly read: (digest: string) => Promise<Row | undefined>
}

async function lookUpCaller<Row extends SessionWithUserRow>(
  request: RequestInfo,
  platform: Platform,
  { now, read }: CallerLookup<Row>,
): Promise<{ readonly caller: UserCaller; readonly row: Row } | undefined> {
  const credential = credentialOf(request, platform)
  if (!credential) return undefined
  const row = await read(platform.secrets.digest(credential.token))
  const found = await resolveSession(platform, { credential, row, now })
  if (!row || !found) return undefined
  return { row, caller: { kind: 'user', via: credential.via, ...found, scopes: new Map() } }
}

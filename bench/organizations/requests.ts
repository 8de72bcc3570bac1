// The requests of the organization lines.
import { randomUUID } from 'node:crypto'
import { type BenchUser, nextIpAddress, postRequest } from '../accounts/users.ts'
import type { BenchRequest } from '../fixture.ts'

/** A user with organizations. */
export interface OrganizationOwner {
  readonly user: BenchUser
  readonly organizations: readonly string[]
}

/** Enough requests from different networks to stay below the limit of each: 100 in ten seconds. */
const REQUESTS = 4096

/** Creates an organization, which becomes the active one of the user's session. */
export function createRequest({ session }: BenchUser): BenchRequest {
  return postRequest('organization/create', { name: 'Analytical Engines', slug: `engines-${randomUUID()}` }, session)
}

/** Invites an unknown email to the organization. */
export function inviteRequest({ session }: BenchUser, organizationId: string): BenchRequest {
  return postRequest(
    'organization/invite-member',
    { email: `invited-${randomUUID()}@example.test`, role: 'member', organizationId },
    session,
  )
}

/** Lists the organizations of the user. */
export function listRequest({ session }: BenchUser): BenchRequest {
  return { method: 'GET', path: '/api/auth/organization/list', headers: { cookie: session, 'x-forwarded-for': nextIpAddress() } }
}

/** Reads an organization with all members. */
export function viewRequest({ session }: BenchUser, organizationId: string): BenchRequest {
  const path = `/api/auth/organization/get-full-organization?organizationId=${organizationId}`
  return { method: 'GET', path, headers: { cookie: session, 'x-forwarded-for': nextIpAddress() } }
}

/** The items in turn, endlessly. */
export function inTurn<T>(all: readonly T[]): () => T {
  let turn = 0
  return () => {
    turn += 1
    const next = all[turn % all.length]
    if (next === undefined) throw new Error('There is no user.')
    return next
  }
}

/** Many requests from `nextRequest`, each from another network. */
export function fromManyNetworks(nextRequest: () => BenchRequest): BenchRequest[] {
  return Array.from({ length: REQUESTS }, nextRequest)
}

/** Each organization with its owner. */
export function ownedOrganizations(
  owners: readonly OrganizationOwner[],
): readonly { readonly user: BenchUser; readonly organizationId: string }[] {
  return owners.flatMap(({ user, organizations }) => organizations.map((organizationId) => ({ user, organizationId })))
}

// What people ask of organizations.
import { randomUUID } from 'node:crypto'
import { nextAddress, type Person, posted } from '../accounts/crowd.ts'
import type { Asked } from '../fixture.ts'

/** A person and the organizations of theirs that they ask about. */
export interface Holder {
  readonly person: Person
  readonly organizations: readonly string[]
}

/** So many networks that the limits of none is met: 100 requests in ten seconds each. */
const LOOKS = 4096

/** A new organization of the person, which becomes the active one of their session. */
export function creating({ session }: Person): Asked {
  return posted('organization/create', { name: 'Analytical Engines', slug: `engines-${randomUUID()}` }, session)
}

/** Somebody whom nobody knows is invited to the organization. */
export function inviting({ session }: Person, organizationId: string): Asked {
  return posted('organization/invite-member', { email: `invited-${randomUUID()}@example.test`, role: 'member', organizationId }, session)
}

/** The organizations of the person. */
export function listing({ session }: Person): Asked {
  return { method: 'GET', path: '/api/auth/organization/list', headers: { cookie: session, 'x-forwarded-for': nextAddress() } }
}

/** An organization with everybody in it. */
export function viewing({ session }: Person, organizationId: string): Asked {
  const path = `/api/auth/organization/get-full-organization?organizationId=${organizationId}`
  return { method: 'GET', path, headers: { cookie: session, 'x-forwarded-for': nextAddress() } }
}

/** Each in turn, again and again. */
export function inTurn<T>(all: readonly T[]): () => T {
  let turn = 0
  return () => {
    turn += 1
    const next = all[turn % all.length]
    if (next === undefined) throw new Error('Nobody is there to ask.')
    return next
  }
}

/** What `make` gives, so often that it comes from many networks. */
export function manyTimes(make: () => Asked): Asked[] {
  return Array.from({ length: LOOKS }, make)
}

/** Each organization with its holder. */
export function holdings(holders: readonly Holder[]): readonly { readonly person: Person; readonly organizationId: string }[] {
  return holders.flatMap(({ person, organizations }) => organizations.map((organizationId) => ({ person, organizationId })))
}

// What must be true of accounts after whatever was done, kept beside the house and told in the same words.
import type { TestServer } from '#test/support/server.ts'

/** A person as they must be now. */
export interface Person {
  readonly id: string
  email: string
  name: string
  username: string | null
  password: string
  isProven: boolean
}

/** A session that was begun; it lives until its end, unless something ends it. */
export interface Session {
  readonly token: string
  readonly owner: Person
  isEnded: boolean
  expiresMs: number
}

/** What a browser once kept: the cookies of a session, with the copy of that moment. */
export interface Kept {
  readonly cookie: string
  readonly session: Session
}

export type Purpose = 'verify' | 'change' | 'reset'

/** A mailed link. One that proves an address may be opened again and does nothing then. */
export interface Link {
  readonly purpose: Purpose
  readonly token: string
  readonly owner: Person
  readonly diesMs: number
  readonly newEmail?: string
  isDead: boolean
  isUsed: boolean
}

/** The house and everything that was ever seen of it. */
export interface World {
  readonly server: TestServer
  readonly people: Set<Person>
  readonly sessions: Map<string, Session>
  readonly kept: Kept[]
  readonly links: Link[]
  /** Every secret by which somebody once signed in, and may no more. */
  readonly passwords: Set<string>
  /** The calls that did what they are for. */
  readonly succeeded: Set<string>
}

/** An empty world in a house; `succeeded` gathers over all of them. */
export function aWorld(server: TestServer, succeeded: Set<string>): World {
  return { server, succeeded, people: new Set(), sessions: new Map(), kept: [], links: [], passwords: new Set() }
}

/** The time of the house in milliseconds. */
export const nowOf = ({ server }: World): number => server.clock.now().getTime()

export const isLive = (world: World, session: Session): boolean => !session.isEnded && session.expiresMs > nowOf(world)
export const isOpen = (world: World, link: Link): boolean => !link.isDead && link.diesMs > nowOf(world)
export const whoHas = (world: World, email: string): Person | undefined => [...world.people].find((each) => each.email === email)
export const whoIsCalled = (world: World, username: string): Person | undefined =>
  [...world.people].find((each) => each.username === username)

/** Ends the sessions of a person, all or all but one. */
export function endSessions(world: World, owner: Person, except?: Session): void {
  for (const session of world.sessions.values()) if (session.owner === owner && session !== except) session.isEnded = true
}

/** Ends the links of a person, all or those of one purpose. */
export function endLinks(world: World, owner: Person, purpose?: Purpose): void {
  for (const link of world.links) if (link.owner === owner && (purpose === undefined || link.purpose === purpose)) link.isDead = true
}

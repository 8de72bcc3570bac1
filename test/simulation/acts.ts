// What people and their attackers do, one request each: what the house must answer follows from the world alone.
import { expect } from 'vitest'
import { cookieHeader } from '#test/support/a-user.ts'
import { emailTo, linkIn } from '#test/support/emails.ts'
import type { TestAnswer } from '#test/support/server.ts'
import {
  endLinks,
  endSessions,
  isLive,
  isOpen,
  type Kept,
  type Link,
  nowOf,
  type Person,
  type Purpose,
  type Session,
  type World,
  whoHas,
  whoIsCalled,
} from './world.ts'

const WEEK_MS = 604_800_000
const HOUR_MS = 3_600_000

/** One thing to do; the numbers choose among what there is. */
export interface Deed {
  readonly act: keyof typeof acts
  readonly email: string
  readonly username: string
  readonly password: string
  readonly newPassword: string
  readonly isSure: boolean
  readonly cookieAt: number
  readonly otherAt: number
  readonly linkAt: number
  readonly seconds: number
}

type Act = (world: World, deed: Deed) => Promise<void>

const at = <T>(list: readonly T[], place: number): T | undefined => list[Math.floor(place * list.length)]

async function post(world: World, call: string, body: unknown, kept?: Kept): Promise<TestAnswer> {
  const answer = await world.server.request('POST', `/api/auth/${call}`, { body, headers: kept ? { cookie: kept.cookie } : {} })
  if (answer.status === 200) world.succeeded.add(call)
  return answer
}

const expectStatus = (answer: TestAnswer, status: number, about: unknown): void =>
  expect([answer.status, answer.text, about]).toEqual([status, expect.anything(), about])

/** Keeps the cookies that an answer set. */
function keep(world: World, answer: TestAnswer, session: Session): void {
  const token = answer.cookies.get('better-auth.session_token')?.split(';', 1)[0]
  const known = token ?? world.kept.findLast((each) => each.session === session)?.cookie.split('; ')[0]
  const copy = answer.cookies.get('better-auth.session_data')?.split(';', 1)[0]
  if (known) world.kept.push({ session, cookie: copy ? `${known}; ${copy}` : known })
}

function begin(world: World, answer: TestAnswer, owner: Person): void {
  const token = decodeURIComponent(/session_token=([^.;]+)/.exec(cookieHeader(answer))?.[1] ?? '')
  const session = { token, owner, isEnded: false, expiresMs: nowOf(world) + WEEK_MS }
  world.sessions.set(token, session)
  keep(world, answer, session)
}

/** The cookies of a deed, and the live session that they show, if any. */
function caller(world: World, { cookieAt }: Deed): { readonly kept: Kept | undefined; readonly session: Session | undefined } {
  const kept = at(world.kept, cookieAt)
  return { kept, session: kept && isLive(world, kept.session) ? kept.session : undefined }
}

async function addLink(world: World, owner: Person, purpose: Purpose, newEmail?: string): Promise<void> {
  const templates = { verify: 'verification', change: 'change-email', reset: 'reset-password' }
  const url = new URL(linkIn(await emailTo(world.server, owner.email, templates[purpose])), 'http://house')
  const token = url.searchParams.get('token') ?? url.pathname.split('/').at(-1) ?? ''
  endLinks(world, owner, purpose)
  const link: Link = { purpose, token, owner, diesMs: nowOf(world) + HOUR_MS, isDead: false, isUsed: false }
  world.links.push(newEmail === undefined ? link : { ...link, newEmail })
}

const signUp: Act = async (world, { email, username, password, isSure }) => {
  const names = isSure ? { username } : {}
  const answer = await post(world, 'sign-up/email', { name: 'Ada', email, password, ...names })
  const isTaken = whoHas(world, email) !== undefined || (isSure && whoIsCalled(world, username) !== undefined)
  expectStatus(answer, isTaken ? 422 : 200, { email, username, isSure })
  if (isTaken) return
  const person = { id: answer.json.user.id, email, name: 'Ada', username: isSure ? username : null, password, isProven: false }
  world.people.add(person)
  world.passwords.add(password)
  begin(world, answer, person)
}

const signIn: Act = async (world, { email, password }) => {
  const person = whoHas(world, email)
  const answer = await post(world, 'sign-in/email', { email, password })
  expectStatus(answer, person?.password === password ? 200 : 401, { email, password })
  if (answer.status === 200 && person) begin(world, answer, person)
}

const signInByName: Act = async (world, { username, password }) => {
  const person = whoIsCalled(world, username)
  const answer = await post(world, 'sign-in/username', { username, password })
  expectStatus(answer, person?.password === password ? 200 : 401, { username, password })
  if (answer.status === 200 && person) begin(world, answer, person)
}

const signOut: Act = async (world, deed) => {
  const { kept } = caller(world, deed)
  const answer = await post(world, 'sign-out', undefined, kept)
  expectStatus(answer, kept ? 200 : 400, 'sign-out')
  if (kept) kept.session.isEnded = true
}

const forget: Act = async (world, { email }) => {
  const person = whoHas(world, email)
  expectStatus(await post(world, 'forget-password', { email, redirectTo: '/new' }), 200, email)
  if (person) await addLink(world, person, 'reset')
}

const reset: Act = async (world, { linkAt, newPassword }) => {
  const link = at(world.links, linkAt)
  if (!link) return
  const answer = await post(world, 'reset-password', { token: link.token, newPassword })
  const works = link.purpose === 'reset' && isOpen(world, link)
  expectStatus(answer, works ? 200 : 400, link.purpose)
  if (!works) return
  link.owner.password = newPassword
  world.passwords.add(newPassword)
  endLinks(world, link.owner)
  endSessions(world, link.owner)
}

const askToVerify: Act = async (world, { email }) => {
  const person = whoHas(world, email)
  expectStatus(await post(world, 'send-verification-email', { email }), person ? 200 : 400, email)
  if (person) await addLink(world, person, 'verify')
}

const openLink: Act = async (world, deed) => {
  const link = at(world.links, deed.linkAt)
  if (!link) return
  const { kept, session } = caller(world, deed)
  const headers: Record<string, string> = kept && deed.isSure ? { cookie: kept.cookie } : {}
  const answer = await world.server.request('GET', `/api/auth/verify-email?token=${link.token}`, { headers })
  const by = deed.isSure ? session : undefined
  if (link.purpose === 'change') return changed(world, { link, answer, session: by })
  const works = link.purpose === 'verify' && isOpen(world, link)
  expectStatus(answer, works ? 200 : 401, link.purpose)
  // No session from a link that was opened before, nor where this person is signed in.
  const begins = works && !link.isUsed && by?.owner !== link.owner
  const begun = answer.cookies.get('better-auth.session_token') ?? ''
  expect([begins, by?.owner === link.owner], 'a session from a link').toContain(begun !== '')
  if (!works || link.isUsed) return
  link.isUsed = true
  world.succeeded.add('verify-email')
  link.owner.isProven = true
  if (begins) begin(world, answer, link.owner)
  else if (by) keep(world, answer, by)
}

interface Changed {
  readonly link: Link
  readonly answer: TestAnswer
  readonly session: Session | undefined
}

async function changed(world: World, { link, answer, session }: Changed): Promise<void> {
  const { owner, newEmail = '' } = link
  const works = isOpen(world, link) && session?.owner === owner && !whoHas(world, newEmail)
  expectStatus(answer, works ? 200 : 401, 'change')
  if (!works || !session) return
  world.succeeded.add('verify-email of a change')
  await moved(world, owner, newEmail)
  keep(world, answer, session)
}

async function moved(world: World, owner: Person, email: string): Promise<void> {
  owner.email = email
  owner.isProven = false
  endLinks(world, owner)
  await addLink(world, owner, 'verify')
}

const changeEmail: Act = async (world, deed) => {
  const { kept, session } = caller(world, deed)
  const answer = await post(world, 'change-email', { newEmail: deed.email }, kept)
  const works = session && !whoHas(world, deed.email)
  expectStatus(answer, session ? (works ? 200 : 400) : 401, deed.email)
  if (!works) return
  if (session.owner.isProven) return addLink(world, session.owner, 'change', deed.email)
  await moved(world, session.owner, deed.email)
  keep(world, answer, session)
}

const changePassword: Act = async (world, deed) => {
  const { kept, session } = caller(world, deed)
  const { password: currentPassword, newPassword, isSure: revokeOtherSessions } = deed
  const answer = await post(world, 'change-password', { currentPassword, newPassword, revokeOtherSessions }, kept)
  const works = session?.owner.password === currentPassword
  expectStatus(answer, session ? (works ? 200 : 400) : 401, currentPassword)
  if (!session || !works) return
  session.owner.password = newPassword
  world.passwords.add(newPassword)
  endLinks(world, session.owner)
  if (!revokeOtherSessions) return
  endSessions(world, session.owner)
  begin(world, answer, session.owner)
}

const rename: Act = async (world, deed) => {
  const { kept, session } = caller(world, deed)
  const { username, isSure } = deed
  const name = `Ada ${deed.seconds}`
  const answer = await post(world, 'update-user', isSure ? { name, username } : { name }, kept)
  const isTaken = isSure && whoIsCalled(world, username) !== undefined
  expectStatus(answer, session ? (isTaken ? 422 : 200) : 401, username)
  if (!session || isTaken) return
  Object.assign(session.owner, isSure ? { name, username } : { name })
  keep(world, answer, session)
}

const revoke: Act = async (world, deed) => {
  const { kept, session } = caller(world, deed)
  const other = at([...world.sessions.values()], deed.otherAt)
  const answer = await post(world, 'revoke-session', { token: other?.token ?? 'unknown' }, kept)
  const isThere = other && !other.isEnded
  if (!session || (isThere && other.owner !== session.owner && isLive(world, other))) return expectStatus(answer, 401, 'revoke')
  // One whose time is over may have been cleared away, or not yet.
  if (isThere && !isLive(world, other)) {
    if (other.owner === session.owner) other.isEnded = true
    return
  }
  expectStatus(answer, isThere ? 200 : 400, 'revoke')
  if (other) other.isEnded = true
}

const revokeMany: Act = async (world, deed) => {
  const { kept, session } = caller(world, deed)
  const answer = await post(world, deed.isSure ? 'revoke-sessions' : 'revoke-other-sessions', undefined, kept)
  expectStatus(answer, session ? 200 : 401, deed.isSure)
  if (session) endSessions(world, session.owner, deed.isSure ? undefined : session)
}

const leave: Act = async (world, deed) => {
  const { kept, session } = caller(world, deed)
  const answer = await post(world, 'delete-user', { password: deed.password }, kept)
  const works = session?.owner.password === deed.password
  expectStatus(answer, session ? (works ? 200 : 400) : 401, deed.password)
  if (!session || !works) return
  endSessions(world, session.owner)
  endLinks(world, session.owner)
  world.people.delete(session.owner)
}

const wait: Act = async ({ server }, { seconds }) => server.clock.advance(seconds)

export const acts = {
  signUp,
  signIn,
  signInByName,
  signOut,
  forget,
  reset,
  askToVerify,
  openLink,
  changeEmail,
  changePassword,
  rename,
  revoke,
  revokeMany,
  leave,
  wait,
}

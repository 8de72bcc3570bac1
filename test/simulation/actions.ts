// The actions of users and attackers, one request each. The expected answer follows from the model alone.
import { expect } from 'vitest'
import { cookieHeader } from '#test/support/a-user.ts'
import { emailTo, linkIn } from '#test/support/emails.ts'
import type { TestAnswer } from '#test/support/server.ts'
import {
  type BrowserCookies,
  invalidateLinks,
  isLive,
  isOpen,
  type Link,
  type Model,
  type ModelUser,
  nowOf,
  type Purpose,
  revokeSessions,
  type Session,
  userByEmail,
  userByUsername,
} from './model.ts'

const WEEK_MS = 604_800_000
const HOUR_MS = 3_600_000

/** One action with its inputs; the numbers select among the existing cookies, sessions and links. */
export interface ActionInput {
  readonly action: keyof typeof actions
  readonly email: string
  readonly username: string
  readonly password: string
  readonly newPassword: string
  readonly flag: boolean
  readonly cookieAt: number
  readonly otherAt: number
  readonly linkAt: number
  readonly seconds: number
}

type Action = (model: Model, input: ActionInput) => Promise<void>

const at = <T>(list: readonly T[], position: number): T | undefined => list[Math.floor(position * list.length)]

async function post(model: Model, path: string, body: unknown, browserCookies?: BrowserCookies): Promise<TestAnswer> {
  const answer = await model.server.request('POST', `/api/auth/${path}`, {
    body,
    headers: browserCookies ? { cookie: browserCookies.cookie } : {},
  })
  if (answer.status === 200) model.succeeded.add(path)
  return answer
}

const expectStatus = (answer: TestAnswer, status: number, context: unknown): void =>
  expect([answer.status, answer.text, context]).toEqual([status, expect.anything(), context])

/** Stores the cookies of an answer. */
function storeCookies(model: Model, answer: TestAnswer, session: Session): void {
  const token = answer.cookies.get('better-auth.session_token')?.split(';', 1)[0]
  const sessionToken = token ?? model.browserCookies.findLast((each) => each.session === session)?.cookie.split('; ')[0]
  const cachedSession = answer.cookies.get('better-auth.session_data')?.split(';', 1)[0]
  if (sessionToken) model.browserCookies.push({ session, cookie: cachedSession ? `${sessionToken}; ${cachedSession}` : sessionToken })
}

function startSession(model: Model, answer: TestAnswer, owner: ModelUser): void {
  const token = decodeURIComponent(/session_token=([^.;]+)/.exec(cookieHeader(answer))?.[1] ?? '')
  const session = { token, owner, isRevoked: false, expiresMs: nowOf(model) + WEEK_MS }
  model.sessions.set(token, session)
  storeCookies(model, answer, session)
}

/** The selected cookies, and their session if it is live. */
function callerOf(
  model: Model,
  { cookieAt }: ActionInput,
): { readonly browserCookies: BrowserCookies | undefined; readonly session: Session | undefined } {
  const browserCookies = at(model.browserCookies, cookieAt)
  return { browserCookies, session: browserCookies && isLive(model, browserCookies.session) ? browserCookies.session : undefined }
}

async function addLink(model: Model, owner: ModelUser, purpose: Purpose, newEmail?: string): Promise<void> {
  const templates = { verify: 'verification', change: 'change-email', reset: 'reset-password' }
  const url = new URL(linkIn(await emailTo(model.server, owner.email, templates[purpose])), 'http://server')
  const token = url.searchParams.get('token') ?? url.pathname.split('/').at(-1) ?? ''
  invalidateLinks(model, owner, purpose)
  const link: Link = { purpose, token, owner, expiresMs: nowOf(model) + HOUR_MS, isInvalid: false, isUsed: false }
  model.links.push(newEmail === undefined ? link : { ...link, newEmail })
}

const signUp: Action = async (model, { email, username, password, flag }) => {
  const usernameField = flag ? { username } : {}
  const answer = await post(model, 'sign-up/email', { name: 'Ada', email, password, ...usernameField })
  const isTaken = userByEmail(model, email) !== undefined || (flag && userByUsername(model, username) !== undefined)
  expectStatus(answer, isTaken ? 422 : 200, { email, username, flag })
  if (isTaken) return
  const user = { id: answer.json.user.id, email, name: 'Ada', username: flag ? username : null, password, isVerified: false }
  model.users.add(user)
  model.passwords.add(password)
  startSession(model, answer, user)
}

const signIn: Action = async (model, { email, password }) => {
  const user = userByEmail(model, email)
  const answer = await post(model, 'sign-in/email', { email, password })
  expectStatus(answer, user?.password === password ? 200 : 401, { email, password })
  if (answer.status === 200 && user) startSession(model, answer, user)
}

const signInByUsername: Action = async (model, { username, password }) => {
  const user = userByUsername(model, username)
  const answer = await post(model, 'sign-in/username', { username, password })
  expectStatus(answer, user?.password === password ? 200 : 401, { username, password })
  if (answer.status === 200 && user) startSession(model, answer, user)
}

const signOut: Action = async (model, input) => {
  const { browserCookies } = callerOf(model, input)
  const answer = await post(model, 'sign-out', undefined, browserCookies)
  expectStatus(answer, browserCookies ? 200 : 400, 'sign-out')
  if (browserCookies) browserCookies.session.isRevoked = true
}

const requestReset: Action = async (model, { email }) => {
  const user = userByEmail(model, email)
  expectStatus(await post(model, 'forget-password', { email, redirectTo: '/new' }), 200, email)
  if (user) await addLink(model, user, 'reset')
}

const resetPassword: Action = async (model, { linkAt, newPassword }) => {
  const link = at(model.links, linkAt)
  if (!link) return
  const answer = await post(model, 'reset-password', { token: link.token, newPassword })
  const isAllowed = link.purpose === 'reset' && isOpen(model, link)
  expectStatus(answer, isAllowed ? 200 : 400, link.purpose)
  if (!isAllowed) return
  link.owner.password = newPassword
  // The link was mailed to the current email, or it would not be open.
  link.owner.isVerified = true
  model.passwords.add(newPassword)
  invalidateLinks(model, link.owner)
  revokeSessions(model, link.owner)
}

const requestVerification: Action = async (model, { email }) => {
  const user = userByEmail(model, email)
  expectStatus(await post(model, 'send-verification-email', { email }), user ? 200 : 400, email)
  if (user) await addLink(model, user, 'verify')
}

const openLink: Action = async (model, input) => {
  const link = at(model.links, input.linkAt)
  if (!link) return
  const { browserCookies, session } = callerOf(model, input)
  const headers: Record<string, string> = browserCookies && input.flag ? { cookie: browserCookies.cookie } : {}
  const answer = await model.server.request('GET', `/api/auth/verify-email?token=${link.token}`, { headers })
  const by = input.flag ? session : undefined
  if (link.purpose === 'change') return expectEmailChange(model, { link, answer, session: by })
  const isAllowed = link.purpose === 'verify' && isOpen(model, link)
  expectStatus(answer, isAllowed ? 200 : 401, link.purpose)
  // A link creates no session when it was opened before, nor in a browser where its user is signed in.
  const startsSession = isAllowed && !link.isUsed && by?.owner !== link.owner
  const cookie = answer.cookies.get('better-auth.session_token')?.split(';', 1)[0]
  // Any answer may renew the session of the browser, also that of another user: then it sends the same token.
  const isRenewal = by !== undefined && cookie === browserCookies?.cookie.split('; ')[0]
  expect(cookie !== undefined && !isRenewal, 'a session from a link').toBe(startsSession)
  if (!isAllowed || link.isUsed) return
  link.isUsed = true
  model.succeeded.add('verify-email')
  link.owner.isVerified = true
  if (startsSession) startSession(model, answer, link.owner)
  else if (by) storeCookies(model, answer, by)
}

interface EmailChange {
  readonly link: Link
  readonly answer: TestAnswer
  readonly session: Session | undefined
}

async function expectEmailChange(model: Model, { link, answer, session }: EmailChange): Promise<void> {
  const { owner, newEmail = '' } = link
  const isAllowed = isOpen(model, link) && session?.owner === owner && !userByEmail(model, newEmail)
  expectStatus(answer, isAllowed ? 200 : 401, 'change')
  if (!isAllowed || !session) return
  model.succeeded.add('verify-email of a change')
  await applyEmailChange(model, owner, newEmail)
  storeCookies(model, answer, session)
}

async function applyEmailChange(model: Model, owner: ModelUser, email: string): Promise<void> {
  owner.email = email
  owner.isVerified = false
  invalidateLinks(model, owner)
  await addLink(model, owner, 'verify')
}

const changeEmail: Action = async (model, input) => {
  const { browserCookies, session } = callerOf(model, input)
  const answer = await post(model, 'change-email', { newEmail: input.email }, browserCookies)
  const isAllowed = session && !userByEmail(model, input.email)
  expectStatus(answer, session ? (isAllowed ? 200 : 400) : 401, input.email)
  if (!isAllowed) return
  if (session.owner.isVerified) return addLink(model, session.owner, 'change', input.email)
  await applyEmailChange(model, session.owner, input.email)
  storeCookies(model, answer, session)
}

const changePassword: Action = async (model, input) => {
  const { browserCookies, session } = callerOf(model, input)
  const { password: currentPassword, newPassword, flag: revokeOtherSessions } = input
  const answer = await post(model, 'change-password', { currentPassword, newPassword, revokeOtherSessions }, browserCookies)
  const isAllowed = session?.owner.password === currentPassword
  expectStatus(answer, session ? (isAllowed ? 200 : 400) : 401, currentPassword)
  if (!session || !isAllowed) return
  session.owner.password = newPassword
  model.passwords.add(newPassword)
  invalidateLinks(model, session.owner)
  if (!revokeOtherSessions) return
  revokeSessions(model, session.owner)
  startSession(model, answer, session.owner)
}

const rename: Action = async (model, input) => {
  const { browserCookies, session } = callerOf(model, input)
  const { username, flag } = input
  const name = `Ada ${input.seconds}`
  const answer = await post(model, 'update-user', flag ? { name, username } : { name }, browserCookies)
  const isTaken = flag && userByUsername(model, username) !== undefined
  expectStatus(answer, session ? (isTaken ? 422 : 200) : 401, username)
  if (!session || isTaken) return
  Object.assign(session.owner, flag ? { name, username } : { name })
  storeCookies(model, answer, session)
}

const revoke: Action = async (model, input) => {
  const { browserCookies, session } = callerOf(model, input)
  const other = at([...model.sessions.values()], input.otherAt)
  const answer = await post(model, 'revoke-session', { token: other?.token ?? 'unknown' }, browserCookies)
  const isThere = other && !other.isRevoked
  if (!session || (isThere && other.owner !== session.owner && isLive(model, other))) return expectStatus(answer, 401, 'revoke')
  // An expired session may or may not have been deleted already.
  if (isThere && !isLive(model, other)) {
    if (other.owner === session.owner) other.isRevoked = true
    return
  }
  expectStatus(answer, isThere ? 200 : 400, 'revoke')
  if (other) other.isRevoked = true
}

const revokeMany: Action = async (model, input) => {
  const { browserCookies, session } = callerOf(model, input)
  const answer = await post(model, input.flag ? 'revoke-sessions' : 'revoke-other-sessions', undefined, browserCookies)
  expectStatus(answer, session ? 200 : 401, input.flag)
  if (session) revokeSessions(model, session.owner, input.flag ? undefined : session)
}

const deleteAccount: Action = async (model, input) => {
  const { browserCookies, session } = callerOf(model, input)
  const answer = await post(model, 'delete-user', { password: input.password }, browserCookies)
  const isAllowed = session?.owner.password === input.password
  expectStatus(answer, session ? (isAllowed ? 200 : 400) : 401, input.password)
  if (!session || !isAllowed) return
  revokeSessions(model, session.owner)
  invalidateLinks(model, session.owner)
  model.users.delete(session.owner)
}

const advanceClock: Action = async ({ server }, { seconds }) => server.clock.advance(seconds)

export const actions = {
  signUp,
  signIn,
  signInByUsername,
  signOut,
  requestReset,
  resetPassword,
  requestVerification,
  openLink,
  changeEmail,
  changePassword,
  rename,
  revoke,
  revokeMany,
  deleteAccount,
  advanceClock,
}

// The people of the account lines: signed up through the door of whichever server is measured, and what they ask for.
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { PASSWORD } from '#test/support/a-user.ts'
import { type Asked, SETTINGS } from '../fixture.ts'
import type { Target } from '../targets.ts'

/** So many that nobody's rows are waited for. */
export const PEOPLE = 256
/** So many networks that the limits of none is met: 100 looks and 3 sign-ins each before they are silent for ten seconds. */
const LOOKS = 1 << 13
const NETWORKS = 1 << 22
const COPIES_WITHIN_MS = 60_000
const LOOK_AGAIN_MS = 1000

/** Somebody who is signed in: the cookies of their browser, each as `name=value`. */
export interface Person {
  readonly email: string
  readonly session: string
  /** What the browser says of itself when it signs in again; empty where the server knows no browsers. */
  readonly device: string
}

let network = 0

/** A client's address in a network that nobody asked from lately. */
export function nextAddress(): string {
  network = (network + 1) % NETWORKS
  return `${20 + (network >> 16)}.${(network >> 8) & 255}.${network & 255}.7`
}

/** A post to /api/auth from a network that nobody asked from lately. */
export function posted(path: string, body: object, cookie = ''): Asked {
  const headers = {
    'content-type': 'application/json',
    origin: SETTINGS.BASE_URL,
    'x-forwarded-for': nextAddress(),
    ...(cookie ? { cookie } : {}),
  }
  return { method: 'POST', path: `/api/auth/${path}`, headers, body: JSON.stringify(body) }
}

/** Somebody new signs up. */
export function signUp(): Asked {
  return posted('sign-up/email', { name: 'Ada Byron', email: `visitor-${randomUUID()}@example.test`, password: PASSWORD })
}

/** Somebody signs in, in a browser in which they have been before. */
export function signIn({ email, device }: Person): Asked {
  return posted('sign-in/email', { email, password: PASSWORD }, device)
}

/** Each of `people` signs in, one after the other, again and again. */
export function signingIn(people: readonly Person[]): () => Asked {
  let turn = 0
  return () => {
    turn += 1
    const person = people[turn % people.length]
    if (!person) throw new Error('Nobody is there to sign in.')
    return signIn(person)
  }
}

/** A person with these cookies asks who they are: of the store, or of the copy that the browser has. */
export function look(cookie: string, from: 'store' | 'copy'): Asked {
  const path = `/api/auth/get-session${from === 'store' ? '?disableCookieCache=true' : ''}`
  return { method: 'GET', path, headers: { cookie, 'x-forwarded-for': nextAddress() } }
}

/** Everybody asks who they are, each from many networks. */
export function looks(cookies: readonly string[], from: 'store' | 'copy'): Asked[] {
  return Array.from({ length: LOOKS }, (_, at) => look(cookies[at % cookies.length] ?? '', from))
}

/** Makes one request and gives the cookies that it set, as `name=value`; nothing where nobody was recognized. Rejects unless it is a success. */
async function cookiesOf(target: Target, { method, path, headers, body }: Asked): Promise<readonly string[] | undefined> {
  const answer = await fetch(`${target.address}${path}`, { method, headers, ...(body === undefined ? {} : { body }) })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${target.name}: ${method} ${path} was answered ${answer.status}: ${text}`)
  return text === 'null' ? undefined : answer.headers.getSetCookie().map((line) => line.split(';', 1)[0] ?? '')
}

/** Signs `count` people up. */
export async function crowdOf(target: Target, count = PEOPLE): Promise<readonly Person[]> {
  const people: Person[] = []
  for (let each = 0; each < count; each += 1) {
    const asked = signUp()
    const set = await cookiesOf(target, asked)
    const named = (end: string) => set?.find((cookie) => cookie.split('=', 1)[0]?.endsWith(end)) ?? ''
    people.push({ email: JSON.parse(asked.body ?? '').email, session: named('.session_token'), device: named('.device') })
  }
  return people
}

/** The cookies of a person with the copy that the server gives them now; nothing where it does not answer from that. */
async function withCopy(target: Target, { session }: Person): Promise<string | undefined> {
  const given = await cookiesOf(target, look(session, 'copy'))
  const copy = given?.filter((each) => each.includes('.session_data=')) ?? []
  const cookie = [session, ...copy].join('; ')
  const set = await cookiesOf(target, look(cookie, 'copy'))
  return copy.length && set?.length === 0 ? cookie : undefined
}

/** The cookies of `people` with copies that the server answers from. Rejects where it does not. */
export async function withCopies(target: Target, people: readonly Person[]): Promise<readonly string[]> {
  const cookies: string[] = []
  const late = AbortSignal.timeout(COPIES_WITHIN_MS)
  for (const person of people) {
    let cookie = await withCopy(target, person)
    // Ours believes copies from some seconds after the first that it was shown; 1.2 now and then does not know its own.
    for (; !cookie; cookie = await withCopy(target, person)) await wait(LOOK_AGAIN_MS, undefined, { signal: late })
    cookies.push(cookie)
  }
  return cookies
}

import { ORDINARY } from '#identity/users/model.ts'
import { isId, newId } from '#kernel/id.ts'
import { foldEmail } from '#kernel/text.ts'
import type { Candidate, Newcomer, TakenNames, ToldLine } from './model.ts'
import { type PersonLine, personLine } from './wire.ts'

/** Of the published server: 16 and 64 bytes in hex. */
const SCRYPT = /^[0-9a-f]{32}:[0-9a-f]{128}$/
const ARGON2ID = /^\$argon2id\$v=19\$m=(\d{1,9}),t=(\d{1,9}),p=(\d{1,9})\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{22,86}$/
/** What checking one password may cost at a sign-in: KiB, passes, lanes. */
const MEMORY_MAXIMUM = 131_072
const PASSES_MAXIMUM = 10
const LANES_MAXIMUM = 16
const EPOCH = new Date(0)

/** What is wrong with a line: the field and the words that follow its name. */
export interface Fault {
  readonly field: string | null
  readonly why: string
}

/** Somebody as a line has them, or what is wrong with it. */
export type Reading = { readonly person: PersonLine } | { readonly fault: Fault }

/** Reads a line of JSON. What is null was not given, and neither was an unknown field that is false. */
export function readPerson(text: string, now: Date): Reading {
  const given = objectOf(text)
  if (!given) return { fault: { field: null, why: 'is not a JSON object' } }
  const isGiven = ([field, value]: [string, unknown]) => value !== null && (value !== false || field in personLine.shape)
  const fields = Object.fromEntries(Object.entries(given).filter(isGiven))
  const unkept = Object.entries(fields).find(([, value]) => typeof value === 'string' && (value.includes('\0') || !value.isWellFormed()))
  if (unkept) return { fault: { field: unkept[0], why: 'holds characters that cannot be kept' } }
  if (fields['email'] === undefined) return { fault: { field: 'email', why: 'is missing' } }
  const read = personLine.safeParse(fields)
  const issue = read.error?.issues[0]
  if (issue?.code === 'unrecognized_keys') return { fault: { field: issue.keys[0] ?? null, why: 'is not a field that can be taken' } }
  if (issue) return { fault: { field: String(issue.path[0]), why: issue.message } }
  const person = read.data as PersonLine
  const fault = faultOf(person, now)
  return fault ? { fault } : { person }
}

function objectOf(text: string): object | undefined {
  try {
    const given: unknown = JSON.parse(text)
    return typeof given === 'object' && given !== null && !Array.isArray(given) ? given : undefined
  } catch {
    return undefined
  }
}

function faultOf({ createdAt, password }: PersonLine, now: Date): Fault | undefined {
  const created = createdAt === undefined ? now : new Date(createdAt)
  if (!(created >= EPOCH && created <= now)) return { field: 'createdAt', why: 'is before 1970 or in the future' }
  if (password !== undefined && !isStoredPassword(password)) return { field: 'password', why: 'is no hash that can be checked here' }
  return undefined
}

/** Whether sign-in can check a password against this text: the `salt:key` form of scrypt, or argon2id at a bearable cost. */
export function isStoredPassword(text: string): boolean {
  if (SCRYPT.test(text)) return true
  const [memory = 0, passes = 0, lanes = 0] = (ARGON2ID.exec(text)?.slice(1) ?? []).map(Number)
  const isBearable = memory <= MEMORY_MAXIMUM && passes <= PASSES_MAXIMUM && lanes <= LANES_MAXIMUM
  return isBearable && passes >= 1 && lanes >= 1 && memory >= 8 * lanes
}

/** The person of a line as they are stored, with their user name in its stored form. */
export function candidateOf(line: number, person: PersonLine, { username, now }: { username: string | null; now: Date }): Candidate {
  const email = foldEmail(person.email)
  const user = {
    name: person.name || (email.split('@')[0] ?? email),
    email,
    emailVerified: person.emailVerified ?? false,
    image: person.image ?? null,
    username,
    displayUsername: person.displayUsername ?? person.username ?? null,
    role: ORDINARY,
    createdAt: person.createdAt === undefined ? now : new Date(person.createdAt),
  }
  return { line, givenId: person.id?.toLowerCase() ?? null, user, hash: person.password ?? null }
}

/** Candidates told apart: who can be written, and whose line comes to nothing. Of several with one name the first has it. */
export function sortOut(
  candidates: readonly Candidate[],
  taken: TakenNames,
  now: Date,
): { readonly newcomers: readonly Newcomer[]; readonly told: readonly ToldLine[] } {
  const [emails, usernames, ids] = [new Set(taken.emails), new Set(taken.usernames), new Set(taken.ids)]
  const newcomers: Newcomer[] = []
  const told: ToldLine[] = []
  for (const candidate of candidates) {
    const { line, givenId, user } = candidate
    if (emails.has(user.email)) told.push(thereAlready(line))
    else if (user.username !== null && usernames.has(user.username))
      told.push({ line, outcome: 'refused', field: 'username', why: 'is taken' })
    else {
      const id = givenId !== null && isId(givenId) && !ids.has(givenId) ? givenId : newId(now)
      newcomers.push({ ...candidate, user: { ...user, id } })
      emails.add(user.email)
      ids.add(id)
      if (user.username !== null) usernames.add(user.username)
    }
  }
  return { newcomers, told }
}

/** The line of somebody who is here. */
export function thereAlready(line: number): ToldLine {
  return { line, outcome: 'there', field: 'email', why: 'is there already' }
}

import { ORDINARY_USER } from '#identity/users/model.ts'
import { foldEmail } from '#kernel/emails/email.ts'
import { isId, newId } from '#kernel/id.ts'
import type { AcceptedCandidate, Candidate, SkippedLine, TakenNames } from './model.ts'
import { type UserLine, userLine } from './wire.ts'

/** The format of the published server: 16 and 64 bytes in hex. */
const SCRYPT = /^[0-9a-f]{32}:[0-9a-f]{128}$/
const ARGON2ID = /^\$argon2id\$v=19\$m=(\d{1,9}),t=(\d{1,9}),p=(\d{1,9})\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{22,86}$/
/** The maximum cost of verifying a password at a sign-in: KiB, passes, lanes. */
const MEMORY_MAXIMUM = 131_072
const PASSES_MAXIMUM = 10
const LANES_MAXIMUM = 16
const EPOCH = new Date(0)

/** A fault of a line: the field, and the text that follows its name in the report. */
export interface Fault {
  readonly field: string | null
  readonly why: string
}

/** A parsed line, or its fault. */
export type ParseResult = { readonly line: UserLine } | { readonly fault: Fault }

/** Parses a line of JSON. Null fields, and unknown fields that are false, count as absent. */
export function parseUserLine(text: string, now: Date): ParseResult {
  const parsed = objectOf(text)
  if (!parsed) return { fault: { field: null, why: 'is not a JSON object' } }
  const isSet = ([field, value]: [string, unknown]) => value !== null && (value !== false || field in userLine.shape)
  const fields = Object.fromEntries(Object.entries(parsed).filter(isSet))
  const unstorable = Object.entries(fields).find(
    ([, value]) => typeof value === 'string' && (value.includes('\0') || !value.isWellFormed()),
  )
  if (unstorable) return { fault: { field: unstorable[0], why: 'contains characters that cannot be stored' } }
  if (fields['email'] === undefined) return { fault: { field: 'email', why: 'is missing' } }
  const read = userLine.safeParse(fields)
  const issue = read.error?.issues[0]
  if (issue?.code === 'unrecognized_keys') return { fault: { field: issue.keys[0] ?? null, why: 'is not a supported field' } }
  if (issue) return { fault: { field: String(issue.path[0]), why: issue.message } }
  const line = read.data as UserLine
  const fault = findLineFault(line, now)
  return fault ? { fault } : { line }
}

function objectOf(text: string): object | undefined {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? parsed : undefined
  } catch {
    return undefined
  }
}

function findLineFault({ createdAt, password }: UserLine, now: Date): Fault | undefined {
  const created = createdAt === undefined ? now : new Date(createdAt)
  if (!(created >= EPOCH && created <= now)) return { field: 'createdAt', why: 'is before 1970 or in the future' }
  if (password !== undefined && !isStoredPassword(password)) return { field: 'password', why: 'is not a supported password hash' }
  return undefined
}

/** Whether sign-in can check a password against this text: the `salt:key` form of scrypt, or argon2id within the cost limits. */
export function isStoredPassword(text: string): boolean {
  if (SCRYPT.test(text)) return true
  const [memory = 0, passes = 0, lanes = 0] = (ARGON2ID.exec(text)?.slice(1) ?? []).map(Number)
  const isAffordable = memory <= MEMORY_MAXIMUM && passes <= PASSES_MAXIMUM && lanes <= LANES_MAXIMUM
  return isAffordable && passes >= 1 && lanes >= 1 && memory >= 8 * lanes
}

/** The candidate of a line; `username` is in its stored form. */
export function candidateOf(number: number, line: UserLine, { username, now }: { username: string | null; now: Date }): Candidate {
  const email = foldEmail(line.email)
  const user = {
    name: line.name || (email.split('@')[0] ?? email),
    email,
    emailVerified: line.emailVerified ?? false,
    image: line.image ?? null,
    username,
    displayUsername: line.displayUsername ?? line.username ?? null,
    role: ORDINARY_USER,
    createdAt: line.createdAt === undefined ? now : new Date(line.createdAt),
  }
  return { line: number, sourceId: line.id?.toLowerCase() ?? null, user, hash: line.password ?? null }
}

/** Partitions candidates into accepted and skipped ones. The first of several with the same name is accepted. */
export function partitionCandidates(
  candidates: readonly Candidate[],
  taken: TakenNames,
  now: Date,
): { readonly accepted: readonly AcceptedCandidate[]; readonly skipped: readonly SkippedLine[] } {
  const [emails, usernames, ids] = [new Set(taken.emails), new Set(taken.usernames), new Set(taken.ids)]
  const accepted: AcceptedCandidate[] = []
  const skipped: SkippedLine[] = []
  for (const candidate of candidates) {
    const { line, sourceId, user } = candidate
    if (emails.has(user.email)) skipped.push(existingUserLine(line))
    else if (user.username !== null && usernames.has(user.username))
      skipped.push({ line, outcome: 'refused', field: 'username', why: 'is taken' })
    else {
      const id = sourceId !== null && isId(sourceId) && !ids.has(sourceId) ? sourceId : newId(now)
      accepted.push({ ...candidate, user: { ...user, id } })
      emails.add(user.email)
      ids.add(id)
      if (user.username !== null) usernames.add(user.username)
    }
  }
  return { accepted, skipped }
}

/** The skipped line of a user who exists. */
export function existingUserLine(line: number): SkippedLine {
  return { line, outcome: 'there', field: 'email', why: 'already exists' }
}

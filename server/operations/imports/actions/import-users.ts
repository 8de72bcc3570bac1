import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { insertPasswords } from '#identity/accounts/index.ts'
import { storeImage } from '#identity/pictures/index.ts'
import { createUsers, parseUsername } from '#identity/users/index.ts'
import type { ImportedUser } from '#identity/users/model.ts'
import { Refusal } from '#kernel/refusal.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { uncontrolled, type WorkControl } from '#platform/work-control.ts'
import type { AcceptedCandidate, Candidate, ImportUsersResult, SkippedLine, TakenNames } from '../model.ts'
import { findTakenNames } from '../reads.ts'
import { candidateOf, existingUserLine, parseUserLine, partitionCandidates } from '../rules.ts'
import { type Line, readLines } from './read-lines.ts'

/** Users per transaction. */
const BATCH = 100
/** Skipped lines that are reported individually. */
const REPORTED_MAXIMUM = 10_000

/** A file of users, one JSON object per line. */
export interface ImportUsersInput {
  /** Its absolute path. */
  readonly file: string
  /** The size in bytes that the caller saw: a different file at this path is not read. */
  readonly size: number
  /** Only reports the result, without writing. */
  readonly isDryRun: boolean
}

interface Run {
  readonly platform: Platform
  readonly input: ImportUsersInput
  readonly control: WorkControl
  /** In a dry run: the names that earlier lines would have taken. */
  readonly simulated: { readonly emails: Set<string>; readonly usernames: Set<string>; readonly ids: Set<string> }
  readonly counts: { taken: number; there: number; refused: number; newIds: number }
  readonly skipped: SkippedLine[]
}

/**
 * Imports users from a file of any size, a hundred per transaction, without sending emails. An invalid line is reported and does
 * not affect the others; a user whose email exists is not changed, so that the file can be imported again. Ends after a batch when
 * `control` ends it. Rejects when the file cannot be read or the database fails: users imported until then stay.
 */
export async function importUsers(
  platform: Platform,
  input: ImportUsersInput,
  control: WorkControl = uncontrolled,
): Promise<ImportUsersResult> {
  await refuseOtherFile(input)
  const simulated = { emails: new Set<string>(), usernames: new Set<string>(), ids: new Set<string>() }
  const run: Run = { platform, input, control, simulated, counts: { taken: 0, there: 0, refused: 0, newIds: 0 }, skipped: [] }
  let stoppedAfterLine: number | null
  try {
    stoppedAfterLine = await readAll(run)
  } catch (error) {
    // The first error is reported; the audit entry fails as well when the database is unavailable.
    await writeAuditEntry(run).catch(() => undefined)
    throw new Error(`The import stopped after ${run.counts.taken} users were imported. Run it again: existing users are skipped.`, {
      cause: error,
    })
  }
  await writeAuditEntry(run)
  const { taken, there, refused, newIds } = run.counts
  const lines = run.skipped.toSorted((a, b) => a.line - b.line)
  return { taken, there, refused, newIds, isDryRun: input.isDryRun, lines, linesLeftOut: there + refused - lines.length, stoppedAfterLine }
}

async function refuseOtherFile({ file, size }: ImportUsersInput): Promise<void> {
  const found = await stat(file).catch((error: unknown) => {
    throw new Error(`${file} cannot be read by the server process.`, { cause: error })
  })
  if (!found.isFile() || found.size !== size) throw new Error(`${file} is another file for the server process, or it has just changed.`)
}

// Resolves to the line after which it was stopped, or null at the end of the file.
async function readAll(run: Run): Promise<number | null> {
  const stream = createReadStream(run.input.file)
  let candidates: Candidate[] = []
  for await (const line of readLines(stream)) {
    if (line.text === '' && line.fault === undefined) continue
    const read = candidateIn(line, run.platform)
    if ('why' in read) report(run, read)
    else candidates.push(read)
    if (candidates.length < BATCH && !run.control.signal.aborted) continue
    await importBatch(run, candidates)
    candidates = []
    const { taken, there, refused } = run.counts
    // The part that is read ahead is less than a chunk of the file.
    run.control.onProgress({ done: taken + there + refused, noun: 'lines', share: Math.min(1, stream.bytesRead / run.input.size) })
    if (run.control.signal.aborted) return line.number
  }
  await importBatch(run, candidates)
  return null
}

function candidateIn({ number, text, fault }: Line, { settings, clock }: Platform): Candidate | SkippedLine {
  const refused = (field: string | null, why: string): SkippedLine => ({ line: number, outcome: 'refused', field, why })
  if (fault !== undefined) return refused(null, fault)
  const now = clock.now()
  const reading = parseUserLine(text, now)
  if ('fault' in reading) return refused(reading.fault.field, reading.fault.why)
  const { line } = reading
  const bounds = { minimum: settings.MIN_USERNAME_LENGTH, maximum: settings.MAX_USERNAME_LENGTH }
  try {
    const username = line.username === undefined ? null : parseUsername(line.username, bounds)
    return candidateOf(number, line, { username, now })
  } catch (error) {
    if (error instanceof Refusal) return refused('username', error.sentence.replace(/^username /, ''))
    throw error
  }
}

function report({ counts, skipped }: Run, line: SkippedLine): void {
  counts[line.outcome] += 1
  if (skipped.length < REPORTED_MAXIMUM) skipped.push(line)
}

async function importBatch(run: Run, candidates: readonly Candidate[]): Promise<void> {
  if (!candidates.length) return
  const { database, clock } = run.platform
  const now = clock.now()
  const partition = run.input.isDryRun
    ? simulateBatch(run, candidates, { taken: await findTakenNames(database.db, candidates), now })
    : await writeBatch(run, candidates, now)
  for (const line of partition.skipped) report(run, line)
  run.counts.taken += partition.accepted.length
  run.counts.newIds += partition.accepted.filter(({ sourceId, user }) => sourceId !== null && sourceId !== user.id).length
}

type Partition = ReturnType<typeof partitionCandidates>

async function writeBatch({ platform }: Run, candidates: readonly Candidate[], now: Date): Promise<Partition> {
  return platform.database.transaction(async (tx) => {
    const { accepted, skipped } = partitionCandidates(candidates, await findTakenNames(tx, candidates), now)
    if (!accepted.length) return { accepted, skipped }
    const users = await storeImages(tx, platform, { users: accepted.map(({ user }) => user), now })
    const created = await createUsers(tx, platform, { users, now })
    const written = new Set(created.map(({ id }) => id))
    const isWritten = ({ user }: AcceptedCandidate) => written.has(user.id)
    const inserted = accepted.filter(isWritten)
    const passwords = inserted.flatMap(({ user, hash }) => (hash === null ? [] : [{ userId: user.id, hash }]))
    if (passwords.length) await insertPasswords(tx, passwords, now)
    // A user signed up with that name in the meantime.
    return {
      accepted: inserted,
      skipped: [...skipped, ...accepted.filter((each) => !isWritten(each)).map(({ line }) => existingUserLine(line))],
    }
  })
}

async function storeImages(
  tx: Tx,
  platform: Platform,
  { users, now }: { readonly users: readonly ImportedUser[]; readonly now: Date },
): Promise<ImportedUser[]> {
  const stored: ImportedUser[] = []
  for (const user of users) stored.push({ ...user, image: await storeImage(tx, platform, { image: user.image, now }) })
  return stored
}

function simulateBatch({ simulated }: Run, candidates: readonly Candidate[], { taken, now }: { taken: TakenNames; now: Date }): Partition {
  const partition = partitionCandidates(
    candidates,
    {
      emails: taken.emails.union(simulated.emails),
      usernames: taken.usernames.union(simulated.usernames),
      ids: taken.ids.union(simulated.ids),
    },
    now,
  )
  for (const { user } of partition.accepted) {
    simulated.emails.add(user.email)
    simulated.ids.add(user.id)
    if (user.username !== null) simulated.usernames.add(user.username)
  }
  return partition
}

async function writeAuditEntry({ platform, input, counts }: Run): Promise<void> {
  if (input.isDryRun) return
  const details = { via: 'command line', file: basename(input.file), taken: counts.taken, there: counts.there, refused: counts.refused }
  const about = { organizationId: null, userId: null, caller: { kind: 'anonymous' }, now: platform.clock.now() } as const
  await platform.database.transaction((tx) => platform.audit.append(tx, { ...about, action: 'users.imported', details }))
}

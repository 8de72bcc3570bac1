import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { insertPasswords } from '#identity/accounts/index.ts'
import { createUsers, usernameOf } from '#identity/users/index.ts'
import { Refusal } from '#kernel/refusal.ts'
import type { Platform } from '#platform/platform.ts'
import type { Candidate, Imported, Newcomer, TakenNames, ToldLine } from '../model.ts'
import { findTakenNames } from '../reads.ts'
import { candidateOf, readPerson, sortOut, thereAlready } from '../rules.ts'
import { type Line, readLines } from './read-lines.ts'

/** People that are written in one transaction. */
const BATCH = 100
/** Lines that are told of one by one. */
const TOLD_MAXIMUM = 10_000

/** A file of people, one JSON object in a line. */
export interface Importing {
  /** Its absolute path. */
  readonly file: string
  /** Bytes that it has where it was named: another file of this path is not read. */
  readonly size: number
  /** Only tells what would come of it. */
  readonly isDryRun: boolean
}

interface Run {
  readonly platform: Platform
  readonly importing: Importing
  /** In a dry run: what those before would have taken. */
  readonly pretended: { readonly emails: Set<string>; readonly usernames: Set<string>; readonly ids: Set<string> }
  readonly counts: { taken: number; there: number; refused: number; newIds: number; lines: number }
  readonly told: ToldLine[]
}

/**
 * Takes people over from a file of any size, a hundred in a transaction, without a mail to anybody. A line that cannot be taken
 * is told of and leaves the others alone; somebody whose address is there is left as they are, so that a file may be read
 * again. Rejects when the file cannot be read or the database fails: what was taken until then stays.
 */
export async function importUsers(platform: Platform, importing: Importing): Promise<Imported> {
  await refuseOtherFile(importing)
  const pretended = { emails: new Set<string>(), usernames: new Set<string>(), ids: new Set<string>() }
  const run: Run = { platform, importing, pretended, counts: { taken: 0, there: 0, refused: 0, newIds: 0, lines: 0 }, told: [] }
  try {
    await readAll(run)
  } catch (error) {
    // What failed is told first; a database that is gone cannot be written to either.
    await writeDown(run).catch(() => undefined)
    throw new Error(`The import stopped after ${run.counts.taken} people were taken. Run it again: who is there is left out.`, {
      cause: error,
    })
  }
  await writeDown(run)
  const { taken, there, refused, newIds } = run.counts
  const lines = run.told.toSorted((a, b) => a.line - b.line)
  return { taken, there, refused, newIds, isDryRun: importing.isDryRun, lines, linesLeftOut: there + refused - lines.length }
}

async function refuseOtherFile({ file, size }: Importing): Promise<void> {
  const found = await stat(file).catch((error: unknown) => {
    throw new Error(`${file} cannot be read by the process that holds the data.`, { cause: error })
  })
  if (!found.isFile() || found.size !== size)
    throw new Error(`${file} is another file for the process that holds the data, or it has just changed.`)
}

async function readAll(run: Run): Promise<void> {
  let candidates: Candidate[] = []
  for await (const line of readLines(createReadStream(run.importing.file))) {
    if (line.text === '' && line.fault === undefined) continue
    const read = candidateIn(line, run.platform)
    if ('why' in read) tell(run, read)
    else if (candidates.push(read) === BATCH) {
      await take(run, candidates)
      candidates = []
    }
  }
  if (candidates.length) await take(run, candidates)
}

function candidateIn({ number, text, fault }: Line, { settings, clock }: Platform): Candidate | ToldLine {
  const refused = (field: string | null, why: string): ToldLine => ({ line: number, outcome: 'refused', field, why })
  if (fault !== undefined) return refused(null, fault)
  const now = clock.now()
  const reading = readPerson(text, now)
  if ('fault' in reading) return refused(reading.fault.field, reading.fault.why)
  const { person } = reading
  const bounds = { minimum: settings.MIN_USERNAME_LENGTH, maximum: settings.MAX_USERNAME_LENGTH }
  try {
    const username = person.username === undefined ? null : usernameOf(person.username, bounds)
    return candidateOf(number, person, { username, now })
  } catch (error) {
    if (error instanceof Refusal) return refused('username', error.sentence.replace(/^username /, ''))
    throw error
  }
}

function tell({ counts, told }: Run, line: ToldLine): void {
  counts[line.outcome] += 1
  if (told.length < TOLD_MAXIMUM) told.push(line)
}

async function take(run: Run, candidates: readonly Candidate[]): Promise<void> {
  const { database, clock } = run.platform
  const now = clock.now()
  const taken = run.importing.isDryRun
    ? pretend(run, candidates, { taken: await findTakenNames(database.db, candidates), now })
    : await write(run, candidates, now)
  for (const line of taken.told) tell(run, line)
  run.counts.taken += taken.newcomers.length
  run.counts.newIds += taken.newcomers.filter(({ givenId, user }) => givenId !== null && givenId !== user.id).length
}

type Sorted = ReturnType<typeof sortOut>

async function write({ platform }: Run, candidates: readonly Candidate[], now: Date): Promise<Sorted> {
  return platform.database.transaction(async (tx) => {
    const { newcomers, told } = sortOut(candidates, await findTakenNames(tx, candidates), now)
    if (!newcomers.length) return { newcomers, told }
    const created = await createUsers(tx, platform, { users: newcomers.map(({ user }) => user), now })
    const written = new Set(created.map(({ id }) => id))
    const isWritten = ({ user }: Newcomer) => written.has(user.id)
    const came = newcomers.filter(isWritten)
    const passwords = came.flatMap(({ user, hash }) => (hash === null ? [] : [{ userId: user.id, hash }]))
    if (passwords.length) await insertPasswords(tx, passwords, now)
    // Somebody signed up with that name while we looked.
    return { newcomers: came, told: [...told, ...newcomers.filter((each) => !isWritten(each)).map(({ line }) => thereAlready(line))] }
  })
}

function pretend({ pretended }: Run, candidates: readonly Candidate[], { taken, now }: { taken: TakenNames; now: Date }): Sorted {
  const sorted = sortOut(
    candidates,
    {
      emails: taken.emails.union(pretended.emails),
      usernames: taken.usernames.union(pretended.usernames),
      ids: taken.ids.union(pretended.ids),
    },
    now,
  )
  for (const { user } of sorted.newcomers) {
    pretended.emails.add(user.email)
    pretended.ids.add(user.id)
    if (user.username !== null) pretended.usernames.add(user.username)
  }
  return sorted
}

async function writeDown({ platform, importing, counts }: Run): Promise<void> {
  if (importing.isDryRun) return
  const details = { via: 'command line', file: basename(importing.file), taken: counts.taken, there: counts.there, refused: counts.refused }
  const about = { organizationId: null, userId: null, caller: { kind: 'anonymous' }, now: platform.clock.now() } as const
  await platform.database.transaction((tx) => platform.audit.append(tx, { ...about, action: 'users.imported', details }))
}

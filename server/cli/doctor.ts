import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { freemem, totalmem } from 'node:os'
import { sql } from 'kysely'
import { systemClock } from '#platform/clock.ts'
import { readSettings, type Settings, SettingsFault } from '#platform/config.ts'
import type { OpenDatabase } from '#platform/database/database.ts'
import { isTooFull } from '#platform/database/directory/free-space.ts'
import { createMailer } from '#platform/mail/mailbox.ts'
import { countWork } from '#platform/worker/store.ts'
import { type DataCommand, NoDatabase, runRemoteCommand } from './remote-command.ts'
import { exits, type Verb } from './verb.ts'

const MIB = 1024 * 1024
/** The embedded database peaks at 1.1 GB on its first start and holds half of it. */
const EMBEDDED_MEMORY = 1200 * MIB
const MEMORY = 300 * MIB
const DISK = 500 * MIB
const CLOCK_APART_MS = 5000
const OLDEST_FACT_SECONDS = 60

/** One thing looked at. */
interface Finding {
  readonly name: string
  readonly state: 'well' | 'warning' | 'fault'
  readonly sentence: string
}

/** Looks at the database from where it is open. */
export const examineData: DataCommand = async ({ database }) => {
  const findings = await examined(database)
  return { lines: [], json: findings, exitCode: exits.well }
}

async function examined(database: OpenDatabase): Promise<Finding[]> {
  const version = await sql<{ version: string; at: Date }>`
    select current_setting('server_version') as version, clock_timestamp()::timestamptz(3) as at`.execute(database.db)
  const { version: told = 'unknown', at } = version.rows[0] ?? {}
  const apartMs = at ? Math.abs(at.getTime() - systemClock().now().getTime()) : 0
  const pending = await database.pendingMigrations()
  const where = database.mode === 'embedded' ? 'The embedded database' : 'PostgreSQL'
  return [
    finding('database', 'well', `${where} answers (version ${told.split(' ')[0]}).`),
    pending.length
      ? finding('migrations', 'fault', `${pending.length} migrations are not applied: ${pending.join(', ')}.`)
      : finding('migrations', 'well', 'The schema is up to date.'),
    apartMs > CLOCK_APART_MS
      ? finding('clock', 'fault', `The clocks of this machine and of the database are ${Math.round(apartMs / 1000)} seconds apart.`)
      : finding('clock', 'well', 'The clock agrees with that of the database.'),
    ...(pending.length ? [] : [await workFinding(database)]),
  ]
}

async function workFinding({ db }: OpenDatabase): Promise<Finding> {
  const work = await countWork(db, systemClock().now())
  if (work.deadJobs) return finding('work', 'warning', `${work.deadJobs} jobs failed for good; ${work.waitingJobs} wait.`)
  if (work.oldestFactSeconds > OLDEST_FACT_SECONDS)
    return finding('work', 'warning', `A fact has waited for ${Math.round(work.oldestFactSeconds)} seconds: is a worker running?`)
  return finding('work', 'well', `${work.waitingJobs} jobs wait, none failed for good.`)
}

function finding(name: string, state: Finding['state'], sentence: string): Finding {
  return { name, state, sentence }
}

export const verb: Verb = {
  summary: 'Tells what is wrong with settings, database, mail, clock and memory.',
  details: ['Ends with 1 when it finds a fault; warnings alone end with 0. Nothing is changed.'],
  run: async ({ tell }) => {
    const findings = await examineAll()
    const marks = { well: 'ok     ', warning: 'warning', fault: 'FAULT  ' }
    const hasFault = findings.some(({ state }) => state === 'fault')
    tell({
      lines: findings.map(({ name, state, sentence }) => `${marks[state]}  ${name.padEnd(10)}  ${sentence}`),
      json: { isWell: !hasFault, findings },
    })
    return hasFault ? exits.failed : exits.well
  },
}

async function examineAll(): Promise<Finding[]> {
  const node = finding('node', 'well', `Node ${process.version}.`)
  let settings: Settings
  try {
    settings = readSettings()
  } catch (error) {
    if (!(error instanceof SettingsFault)) throw error
    return [node, ...error.faults.map((fault) => finding('settings', 'fault', fault))]
  }
  return [
    node,
    finding('settings', 'well', `They can be read; ${settings.isProduction ? 'this is production' : 'this is not production'}.`),
    ...(await examineStored()),
    await examineMail(settings),
    examineMemory(settings),
    await examineDisk(settings),
  ]
}

async function examineStored(): Promise<readonly Finding[]> {
  try {
    return (await runRemoteCommand({ name: 'doctor', work: examineData })).json as readonly Finding[]
  } catch (error) {
    if (error instanceof NoDatabase) return [finding('database', 'well', error.message)]
    return [finding('database', 'fault', `It cannot be reached: ${wordsOf(error)}`)]
  }
}

async function examineMail(settings: Settings): Promise<Finding> {
  if (!settings.SMTP_URL) return finding('mail', 'well', 'No mail server is set: letters stay in the development inbox.')
  const mailer = createMailer({ settings, database: { transaction: () => Promise.reject(new Error('Nothing is written here.')) } })
  try {
    await mailer.check()
    return finding('mail', 'well', 'The mail server answers and accepts us.')
  } catch (error) {
    return finding('mail', 'fault', `The mail server does not take mail: ${wordsOf(error)}`)
  } finally {
    mailer.close()
  }
}

function examineMemory(settings: Settings): Finding {
  const limit = process.constrainedMemory()
  const available = Math.min(freeMemory(), limit > 0 && limit < totalmem() ? limit : totalmem())
  const wanted = settings.DATABASE_URL ? MEMORY : EMBEDDED_MEMORY
  const told = `${Math.round(available / MIB)} MB are free`
  return available < wanted
    ? finding(
        'memory',
        'warning',
        `${told}; ${Math.round(wanted / MIB)} MB are wanted${settings.DATABASE_URL ? '' : ' for the first start of the embedded database'}.`,
      )
    : finding('memory', 'well', `${told}.`)
}

// What could be had, page cache included; older systems only tell what is unused.
function freeMemory(): number {
  return process.availableMemory?.() ?? freemem()
}

async function examineDisk(settings: Settings): Promise<Finding> {
  const directory = existsSync(settings.DATA_DIR) ? settings.DATA_DIR : '.'
  const { bavail, bsize } = await statfs(directory)
  const told = `${Math.round((bavail * bsize) / MIB)} MB are free where DATA_DIR is`
  if (!settings.DATABASE_URL && isTooFull(bavail * bsize))
    return finding('disk', 'fault', `${told}: writes are refused until there is more.`)
  return bavail * bsize < DISK ? finding('disk', 'warning', `${told}: that is little.`) : finding('disk', 'well', `${told}.`)
}

function wordsOf(error: unknown): string {
  const words = error instanceof Error ? error.message || ('code' in error ? String(error.code) : error.name) : String(error)
  return words.endsWith('.') ? words : `${words}.`
}

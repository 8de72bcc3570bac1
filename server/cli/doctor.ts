import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { freemem, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { z } from 'zod'
import { systemClock } from '#platform/clock.ts'
import { readSettings, type Settings, SettingsFault } from '#platform/config.ts'
import { countOutdatedSeals } from '#platform/crypto/reseal.ts'
import type { OpenDatabase } from '#platform/database/database.ts'
import { isTooFull } from '#platform/database/directory/free-space.ts'
import { stoppedBeforeBaseline } from '#platform/database/migrations/baseline.ts'
import { appliedMigrations, migrationTexts, unknownMigrations } from '#platform/database/migrations/migrations.ts'
import { CLOCK_SKEW_MAX_MS, clockSkewMs } from '#platform/database/time/clock-skew.ts'
import { currentBuild } from '#platform/http/pages/web-build.ts'
import { createMailer } from '#platform/mail/mailbox.ts'
import type { Platform } from '#platform/platform.ts'
import { type Program, VERSION } from '#platform/program.ts'
import { hasUntrustedProxy, UNTRUSTED_PROXY } from '#platform/request/untrusted-proxy.ts'
import { hasOwnRates } from '#platform/settings/tax-settings.ts'
import { settingWarnings } from '#platform/settings/warnings.ts'
import { countWork } from '#platform/worker/store.ts'
import { environmentFile } from './environment-file.ts'
import { billingFinding } from './findings/billing.ts'
import { clickHouseFinding } from './findings/clickhouse.ts'
import { fileStoreFinding } from './findings/file-store.ts'
import { type Finding, finding } from './findings/finding.ts'
import { ratesFinding, unratedFinding } from './findings/tax-rates.ts'
import { migrationsFinding, serverFinding, webAppFinding } from './findings/versions.ts'
import { type DataCommand, NoDatabase, runRemoteCommand } from './remote-command.ts'
import { exits, type Verb } from './verb.ts'

const MIB = 1024 * 1024
/** The embedded database peaks at 1.1 GB on its first start and keeps half of it. */
const EMBEDDED_MEMORY = 1200 * MIB
const MEMORY = 300 * MIB
const DISK = 500 * MIB
const OLDEST_EVENT_SECONDS = 60

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const inputShape = z.object({ version: z.string(), webBuild: z.string().nullable(), taxRates: z.string().optional() })

/** Checks the database in the process that has it open; `input` is the program that is installed, and the version of the tax rates. */
export const examineData: DataCommand = async ({ database, platform }, input) => {
  const findings = await databaseFindings(database)
  // The platform would migrate the database.
  if (findings.some(({ name, state }) => name === 'migrations' && state === 'fault'))
    return { lines: [], json: findings, exitCode: exits.ok }
  const running = await platform()
  const { settings, secrets, program } = running
  const installed = inputShape.safeParse(input)
  const server = installed.success ? serverFinding(installed.data, program) : undefined
  if (server) findings.push(server)
  const rates = installed.data?.taxRates && ratesFinding(installed.data.taxRates, settings.TAX_RATES_FILE.version)
  if (rates) findings.push(rates)
  findings.push(await unratedFinding(running))
  findings.push(await sealsFinding({ database, secrets }))
  if (hasUntrustedProxy(settings)) findings.push(finding('proxy', 'warning', UNTRUSTED_PROXY))
  return { lines: [], json: findings, exitCode: exits.ok }
}

async function databaseFindings(database: OpenDatabase): Promise<Finding[]> {
  const version = await sql<{ version: string }>`select current_setting('server_version') as version`.execute(database.db)
  const { version: serverVersion = 'unknown' } = version.rows[0] ?? {}
  const skewMs = Math.abs(await clockSkewMs(database.db, systemClock()))
  const [pending, applied] = [await database.pendingMigrations(), await appliedMigrations(database.db)]
  const [unknown, stopped] = [unknownMigrations(applied), stoppedBeforeBaseline(applied)]
  const latest = Object.keys(migrationTexts()).at(-1) ?? ''
  const name = database.mode === 'embedded' ? 'The embedded database' : 'PostgreSQL'
  return [
    finding('database', 'well', `${name} answers (version ${serverVersion.split(' ')[0]}).`),
    migrationsFinding({ pending, unknown, stopped, latest }),
    skewMs > CLOCK_SKEW_MAX_MS
      ? finding('clock', 'fault', `The clocks of this machine and the database are ${Math.round(skewMs / 1000)} seconds apart.`)
      : finding('clock', 'well', 'The clock agrees with the clock of the database.'),
    ...(pending.length || unknown.length ? [] : [await workFinding(database), await billingFinding(database)]),
  ]
}

async function workFinding({ db }: OpenDatabase): Promise<Finding> {
  const work = await countWork(db, systemClock().now())
  if (work.interruptedJobs)
    return finding(
      'work',
      'warning',
      `${work.interruptedJobs} jobs were put aside because the server ended twice while they ran: see guildhall jobs list. ${work.waitingJobs} are waiting.`,
    )
  if (work.deadJobs) return finding('work', 'warning', `${work.deadJobs} jobs are dead; ${work.waitingJobs} are waiting.`)
  if (work.oldestEventSeconds > OLDEST_EVENT_SECONDS)
    return finding('work', 'warning', `An event has waited for ${Math.round(work.oldestEventSeconds)} seconds: is a worker running?`)
  return finding('work', 'well', `${work.waitingJobs} jobs are waiting, none is dead.`)
}

async function sealsFinding({ database, secrets }: Pick<Platform, 'database' | 'secrets'>): Promise<Finding> {
  const { previous, unknown } = await countOutdatedSeals(database.db, secrets)
  if (unknown)
    return finding('secret', 'warning', `${unknown} stored values are encrypted with a secret that no setting names; they are hidden.`)
  if (previous)
    return finding('secret', 'warning', `${previous} stored values need AUTH_SECRET_PREVIOUS: run guildhall secret rotate to end that.`)
  return finding('secret', 'well', 'Every stored value is encrypted with the present AUTH_SECRET.')
}

export const verb: Verb = {
  summary: 'Checks settings, versions, database, mail, the store of files, ClickHouse, clock and memory.',
  details: ['Exits with 1 when it finds a fault, with 0 when it finds warnings only. It changes nothing.'],
  run: async ({ report }) => {
    const findings = await examineAll()
    const labels = { well: 'ok     ', warning: 'warning', fault: 'FAULT  ' }
    const hasFault = findings.some(({ state }) => state === 'fault')
    report({
      lines: findings.map(({ name, state, sentence }) => `${labels[state]}  ${name.padEnd(10)}  ${sentence}`),
      json: { isWell: !hasFault, findings },
    })
    return hasFault ? exits.failed : exits.ok
  },
}

function sourceOfSettings(): string {
  const file = environmentFile()
  return file === undefined
    ? 'They come from the environment; there is no .env here.'
    : `They come from the environment, then from ${file}.`
}

async function examineAll(): Promise<Finding[]> {
  const webBuild = currentBuild(ROOT)
  const programs = [
    finding('program', 'well', `Guildhall ${VERSION}.`),
    finding('node', 'well', `Node ${process.version}.`),
    webAppFinding(VERSION, webBuild),
  ]
  let settings: Settings
  try {
    settings = readSettings()
  } catch (error) {
    if (!(error instanceof SettingsFault)) throw error
    return [...programs, ...error.faults.map((fault) => finding('settings', 'fault', fault))]
  }
  return [
    ...programs,
    finding('settings', 'well', `The settings are valid; ${settings.isProduction ? 'this is production' : 'this is not production'}.`),
    finding('settings', 'well', sourceOfSettings()),
    ...(hasOwnRates(settings) ? [finding('settings', 'well', `TAX_RATES_FILE is valid: ${settings.TAX_RATES_FILE.version}.`)] : []),
    ...settingWarnings(settings).map(({ sentence }) => finding('settings', 'warning', sentence)),
    ...(await examineDatabase({ version: VERSION, webBuild: webBuild?.id ?? null, taxRates: settings.TAX_RATES_FILE.version })),
    await examineMail(settings),
    await fileStoreFinding(settings),
    ...[await clickHouseFinding(settings)].filter((each) => each !== undefined),
    examineMemory(settings),
    await examineDisk(settings),
  ]
}

async function examineDatabase(installed: Program & { readonly taxRates: string }): Promise<readonly Finding[]> {
  try {
    return (await runRemoteCommand({ name: 'doctor', run: examineData, input: { ...installed }, label: 'Checking the database' }))
      .json as readonly Finding[]
  } catch (error) {
    if (error instanceof NoDatabase) return [finding('database', 'well', error.message)]
    return [finding('database', 'fault', `The database cannot be reached: ${messageOf(error)}`)]
  }
}

async function examineMail(settings: Settings): Promise<Finding> {
  if (!settings.SMTP_URL) return finding('mail', 'well', 'No mail server is set: emails go to the development inbox.')
  const mailer = createMailer({ settings, database: { transaction: () => Promise.reject(new Error('This check writes nothing.')) } })
  try {
    await mailer.check()
    return finding('mail', 'well', 'The mail server answers and accepts the credentials.')
  } catch (error) {
    return finding('mail', 'fault', `The mail server cannot be used: ${messageOf(error)}`)
  } finally {
    mailer.close()
  }
}

function examineMemory(settings: Settings): Finding {
  const limit = process.constrainedMemory()
  const available = Math.min(freeMemory(), limit > 0 && limit < totalmem() ? limit : totalmem())
  const needed = settings.DATABASE_URL ? MEMORY : EMBEDDED_MEMORY
  const free = `${Math.round(available / MIB)} MB are free`
  return available < needed
    ? finding(
        'memory',
        'warning',
        `${free}; ${Math.round(needed / MIB)} MB are needed${settings.DATABASE_URL ? '' : ' for the first start of the embedded database'}.`,
      )
    : finding('memory', 'well', `${free}.`)
}

// Available memory, page cache included; older systems report unused memory only.
function freeMemory(): number {
  return process.availableMemory?.() ?? freemem()
}

async function examineDisk(settings: Settings): Promise<Finding> {
  const directory = existsSync(settings.DATA_DIR) ? settings.DATA_DIR : '.'
  const { bavail, bsize } = await statfs(directory)
  const free = `${Math.round((bavail * bsize) / MIB)} MB are free on the disk of DATA_DIR`
  if (!settings.DATABASE_URL && isTooFull(bavail * bsize))
    return finding('disk', 'fault', `${free}: writes are refused until more is free.`)
  return bavail * bsize < DISK ? finding('disk', 'warning', `${free}: that is low.`) : finding('disk', 'well', `${free}.`)
}

function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message || ('code' in error ? String(error.code) : error.name) : String(error)
  return message.endsWith('.') ? message : `${message}.`
}

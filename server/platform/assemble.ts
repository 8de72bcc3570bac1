import { createAudit } from './audit/audit-entries.ts'
import type { Bindings } from './bindings.ts'
import { boundedLines } from './bounded-lines.ts'
import type { ClickHouse } from './clickhouse/clickhouse.ts'
import { type Clock, systemClock } from './clock.ts'
import type { Settings } from './config.ts'
import { createPasswords } from './crypto/argon2.ts'
import { type PasswordHasher, type Passwords, unqueued } from './crypto/passwords.ts'
import { createSecrets } from './crypto/sealing.ts'
import { answered } from './database/answers/answered.ts'
import type { OpenDatabase } from './database/database.ts'
import type { SpaceWatches } from './database/directory/upkeep.ts'
import { builtImage } from './database/image.ts'
import { runLastWrites } from './database/last-writes.ts'
import { type DatabaseLocation, openDatabase } from './database/open.ts'
import type { Watches } from './database/postgres.ts'
import { isAlreadyLogged } from './database/unavailable.ts'
import type { FileStore } from './files/file-store.ts'
import { openFileStore } from './files/open-store.ts'
import { createLimits, type RunningLimits } from './limits/shared-limits.ts'
import { createLive } from './live/channels.ts'
import { createLog, type Log } from './log.ts'
import { createMailer, type RunningMailer } from './mail/mailbox.ts'
import { followMerchantTimes } from './merchant-times.ts'
import type { Outbound } from './net/outbound.ts'
import { createOutbound } from './net/outbound-calls.ts'
import type { Platform } from './platform.ts'
import { VERSION } from './program.ts'
import { createExportPlaces } from './resource/exports/places.ts'
import { storedSecret } from './settings/secret.ts'
import type { WorkProgress } from './work-control.ts'
import { wakeOf } from './worker/wake.ts'

/** A transaction that waits longer than this for anything but SQL is logged. */
const GAP_MS = 50

/** Log lines per second for each kind of database trouble. */
const FAULTS_PER_SECOND = 2

/** The bindings of the composition, and parts that a test, or a start that has opened them already, supplies itself. */
export interface PlatformOptions {
  readonly bindings: Bindings
  readonly clock?: Clock
  /** It is migrated here, and closed with the platform unless `keepsDatabase`. */
  readonly database?: OpenDatabase
  readonly keepsDatabase?: boolean
  readonly log?: Log
  /** The web build that this process serves, by its id. */
  readonly webBuild?: string | undefined
  readonly passwords?: PasswordHasher | Passwords
  readonly outbound?: Outbound
  readonly files?: FileStore
  /** Prints that the database is migrated. */
  readonly print?: (line: string) => void
  readonly onMigration?: (progress: WorkProgress) => void
}

/** A platform that can be closed. */
export interface AssembledPlatform extends Platform {
  readonly limits: RunningLimits
  readonly mailer: RunningMailer
  close(): Promise<void>
}

/** Assembles the platform over a database, which it migrates. Opens the database of the settings if none is given. */
export async function assemblePlatform(settings: Settings, options: PlatformOptions): Promise<AssembledPlatform> {
  const clock = options.clock ?? systemClock()
  const log = options.log ?? createLog(settings)
  const opened = options.database ?? (await openDatabase(databaseLocationOf(settings), databaseWatches(log)))
  const database = answered(opened)
  await database.migrate({ print: options.print, onProgress: options.onMigration })
  const warn = boundedLines(log.warn, FAULTS_PER_SECOND)
  const onFault = (event: string) => (error: unknown) => {
    if (!isAlreadyLogged(error)) warn(event, { error })
  }
  const limits = createLimits({
    database,
    isEnabled: settings.RATE_LIMIT_ENABLED,
    onFault: onFault('Rate limit counts could not be shared.'),
  })
  await limits.load(clock.now())
  const live = await createLive(database, onFault('A live event could not be sent to other instances.'))
  const onStaleTimes = onFault('The times of merchants could not be shared; they are read again within seconds.')
  const merchantTimes = await followMerchantTimes({ database, clock, onFault: onStaleTimes })
  const mailer = createMailer({ settings, database })
  const clickhouse = await openClickHouse(settings)
  const secrets = createSecrets(settings.AUTH_SECRET ?? storedSecret(settings.DATA_DIR), settings.AUTH_SECRET_PREVIOUS)
  return {
    program: { version: VERSION, webBuild: options.webBuild ?? null },
    settings,
    clock,
    database,
    log,
    secrets,
    passwords: passwordsOf(options),
    limits,
    audit: createAudit(),
    mailer,
    files: options.files ?? openFileStore(settings, { secrets, clock }),
    clickhouse,
    outbound: options.outbound ?? createOutbound({ allow: settings.OUTBOUND_ALLOW, isProduction: settings.isProduction }),
    live,
    merchantTimes,
    exportPlaces: createExportPlaces(),
    bindings: options.bindings,
    wake: wakeOf(database, onFault('Workers could not be notified; they poll every second.')),
    close: async () => {
      await runLastWrites(database)
      await limits.close()
      await merchantTimes.close()
      await live.close()
      mailer.close()
      await clickhouse?.close()
      if (!options.keepsDatabase) await database.close()
    },
  }
}

// Its client is loaded where it is needed.
async function openClickHouse({ EVENTS_CLICKHOUSE_URL: url }: Settings): Promise<ClickHouse | undefined> {
  return url === undefined ? undefined : (await import('./clickhouse/client.ts')).createClickHouse(url)
}

/** The location of the database according to the settings. */
export function databaseLocationOf(settings: Settings): DatabaseLocation & { readonly directory: string } {
  const { DATABASE_URL: url, DATABASE_CONNECTIONS: connections } = settings
  return { url, directory: `${settings.DATA_DIR}/database`, connections, image: () => builtImage() }
}

/** Callbacks that log slow statements, idle transactions, lost connections and a full disk. */
export function databaseWatches(log: Log): Watches & SpaceWatches {
  const warn = boundedLines(log.warn, FAULTS_PER_SECOND)
  return {
    onSlow: (text, durationMs) => warn('A statement took more than a second.', { text, durationMs }),
    onGap: (gapMs) => {
      if (gapMs > GAP_MS) log.warn('A transaction waited for something other than SQL.', { gapMs })
    },
    onFault: (error) => warn('A connection to the database broke.', { error }),
    onGone: (error) => log.error('The database is unreachable; requests are answered with 503 until it is back.', { error }),
    onSpaceChange: (isFull, freeBytes) =>
      isFull
        ? log.error('The disk is full: writes are refused with 507 until there is space; reads continue.', { freeBytes })
        : log.warn('The disk has space again: writes are accepted.', { freeBytes }),
    onBack: (afterMs) => log.warn('The database is back.', { afterMs: Math.round(afterMs) }),
  }
}

function passwordsOf({ passwords = createPasswords() }: PlatformOptions): Passwords {
  return 'inTurn' in passwords ? passwords : unqueued(passwords)
}

import { createAudit } from './audit/append.ts'
import { boundedLines } from './bounded-lines.ts'
import { type Clock, systemClock } from './clock.ts'
import type { Settings } from './config.ts'
import { createPasswords } from './crypto/argon2.ts'
import type { Passwords } from './crypto/passwords.ts'
import { createSecrets } from './crypto/sealing.ts'
import type { OpenDatabase } from './database/database.ts'
import type { SpaceWatches } from './database/directory/upkeep.ts'
import { lastWrites } from './database/last-writes.ts'
import { openDatabase } from './database/open.ts'
import type { Watches } from './database/postgres.ts'
import { isKnown } from './database/unavailable.ts'
import { createLimits, type RunningLimits } from './limits/counting.ts'
import { createLive } from './live/channels.ts'
import { createLog, type Log } from './log.ts'
import { createMailer, type RunningMailer } from './mail/mailbox.ts'
import { createOutbound } from './net/calling.ts'
import type { Outbound } from './net/outbound.ts'
import type { Platform } from './platform.ts'
import { keptSecret } from './settings/secret.ts'
import { wakeOf } from './worker/wake.ts'

/** From here on a transaction that waited for something but SQL is told of. */
const GAP_MS = 50

/** Lines of each kind of trouble with the database in a second. */
const FAULTS_PER_SECOND = 2

/** What a test, or a start that opened it already, brings along. */
export interface PlatformOptions {
  readonly clock?: Clock
  /** It is migrated here, and closed with the platform unless `keepsDatabase`. */
  readonly database?: OpenDatabase
  readonly keepsDatabase?: boolean
  readonly log?: Log
  readonly passwords?: Passwords
  readonly outbound?: Outbound
  /** Told what goes on while the database is migrated. */
  readonly say?: (line: string) => void
}

/** A platform that can be ended. */
export interface AssembledPlatform extends Platform {
  readonly limits: RunningLimits
  readonly mailer: RunningMailer
  close(): Promise<void>
}

/** Puts the machinery together over a database with the present schema. Without one brought along it is opened here. */
export async function assemblePlatform(settings: Settings, brought: PlatformOptions = {}): Promise<AssembledPlatform> {
  const clock = brought.clock ?? systemClock()
  const log = brought.log ?? createLog(settings)
  const database = brought.database ?? (await openDatabase(databaseLocationOf(settings), watchesOf(log)))
  await database.migrate(brought.say)
  const warn = boundedLines(log.warn, FAULTS_PER_SECOND)
  const fault = (event: string) => (error: unknown) => {
    if (!isKnown(error)) warn(event, { error })
  }
  const limits = createLimits({ database, isEnabled: settings.RATE_LIMIT_ENABLED, onFault: fault('Limit counts could not be shared.') })
  await limits.load(clock.now())
  const live = await createLive(database, fault('Watchers of other instances could not be told.'))
  const mailer = createMailer({ settings, database })
  return {
    settings,
    clock,
    database,
    log,
    secrets: createSecrets(settings.AUTH_SECRET ?? keptSecret(settings.DATA_DIR), settings.AUTH_SECRET_PREVIOUS),
    passwords: brought.passwords ?? createPasswords(),
    limits,
    audit: createAudit(),
    mailer,
    outbound: brought.outbound ?? createOutbound({ allow: settings.OUTBOUND_ALLOW, isProduction: settings.isProduction }),
    live,
    wake: wakeOf(database, fault('Workers could not be woken; they look each second.')),
    close: async () => {
      await lastWrites(database)
      await limits.close()
      await live.close()
      mailer.close()
      if (!brought.keepsDatabase) await database.close()
    },
  }
}

/** Where the settings say the database is. */
export function databaseLocationOf(settings: Settings): { url: string | undefined; directory: string; connections: number } {
  return { url: settings.DATABASE_URL, directory: `${settings.DATA_DIR}/database`, connections: settings.DATABASE_CONNECTIONS }
}

/** How the log is told of slow statements, idle locks and broken connections. */
export function watchesOf(log: Log): Watches & SpaceWatches {
  const warn = boundedLines(log.warn, FAULTS_PER_SECOND)
  return {
    onSlow: (text, durationMs) => warn('A statement took over a second.', { text, durationMs }),
    onGap: (gapMs) => {
      if (gapMs > GAP_MS) log.warn('A transaction waited for something that is not SQL.', { gapMs })
    },
    onFault: (error) => warn('A connection to the database broke.', { error }),
    onGone: (error) => log.error('The database is gone; until it is back requests are answered with 503.', { error }),
    onRoom: (isFull, freeBytes) =>
      isFull
        ? log.error('The disk is full: until there is room writes are refused with 507, and reads go on.', { freeBytes })
        : log.warn('There is room on the disk again: writes are taken.', { freeBytes }),
    onBack: (afterMs) => log.warn('The database is back.', { afterMs: Math.round(afterMs) }),
  }
}

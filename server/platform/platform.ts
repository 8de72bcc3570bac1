import type { Audit } from './audit/audit.ts'
import type { Bindings } from './bindings.ts'
import type { ClickHouse } from './clickhouse/clickhouse.ts'
import type { Clock } from './clock.ts'
import type { Settings } from './config.ts'
import type { Passwords } from './crypto/passwords.ts'
import type { Secrets } from './crypto/secrets.ts'
import type { OpenDatabase } from './database/database.ts'
import type { FileStore } from './files/file-store.ts'
import type { Limits } from './limits/limits.ts'
import type { Live } from './live/live.ts'
import type { Log } from './log.ts'
import type { Mailer } from './mail/mailer.ts'
import type { MerchantTimes } from './merchant-times.ts'
import type { Outbound } from './net/outbound.ts'
import type { Program } from './program.ts'
import type { ExportPlaces } from './resource/exports/places.ts'

/** The services that requests and jobs use; assembled once in main.ts (or by a test) and passed down. */
export interface Platform {
  readonly program: Program
  readonly settings: Settings
  readonly clock: Clock
  readonly database: OpenDatabase
  readonly log: Log
  readonly secrets: Secrets
  readonly passwords: Passwords
  readonly limits: Limits
  readonly audit: Audit
  readonly mailer: Mailer
  readonly files: FileStore
  /** Where usage events go that PostgreSQL drops; undefined without EVENTS_CLICKHOUSE_URL. */
  readonly clickhouse: ClickHouse | undefined
  readonly outbound: Outbound
  readonly live: Live
  readonly merchantTimes: MerchantTimes
  readonly exportPlaces: ExportPlaces
  /** The values that the composition gives to modules that cannot import those above them. */
  readonly bindings: Bindings
  /** Notifies workers of new work after a commit; they would find it within a second in any case. */
  wake(): void
}

import type { OpenDatabase } from './database.ts'
import { type EmbeddedLocation, type EmbeddedWatches, openEmbedded } from './embedded.ts'
import { openPostgres } from './postgres.ts'

/** The location of the database: a PostgreSQL URL, a directory for the embedded one, or neither for one in memory. */
export interface DatabaseLocation extends EmbeddedLocation {
  readonly url?: string | undefined
  /** The maximum number of connections of this process; the embedded database always has one session. */
  readonly connections?: number
}

const CONNECTIONS = 10

/** Opens PostgreSQL if a URL is given, otherwise the embedded database. */
export function openDatabase(location: DatabaseLocation, watches: EmbeddedWatches): Promise<OpenDatabase> {
  return location.url ? openPostgres(location.url, location.connections ?? CONNECTIONS, watches) : openEmbedded(location, watches)
}

import type { OpenDatabase } from './database.ts'
import { type EmbeddedLocation, type EmbeddedWatches, openEmbedded } from './embedded.ts'
import { openPostgres } from './postgres.ts'

/** Where the database is: a PostgreSQL address, a directory for the embedded one, or neither for one in memory. */
export interface DatabaseLocation extends EmbeddedLocation {
  readonly url?: string | undefined
  /** Connections of this process at most; the embedded database has one session in any case. */
  readonly connections?: number
}

const CONNECTIONS = 10

/** Opens PostgreSQL when an address is given, else the embedded database. */
export function openDatabase(place: DatabaseLocation, watches: EmbeddedWatches): Promise<OpenDatabase> {
  return place.url ? openPostgres(place.url, place.connections ?? CONNECTIONS, watches) : openEmbedded(place, watches)
}

import type { Database, OpenDatabase } from '#platform/database/database.ts'

/** Finds the row of a token digest. */
export type BatchedLookup<Row> = (database: OpenDatabase, digest: string) => Promise<Row | undefined>

interface Batch<Row> {
  readonly digests: Set<string>
  readonly rows: Promise<ReadonlyMap<string, Row>>
}

/** The two statements of a lookup. The statement for one row is planned once and costs half of the statement for several. */
export interface LookupReads<Row> {
  readonly one: (db: Database, digest: string) => Promise<readonly Row[]>
  readonly several: (db: Database, digests: readonly string[]) => Promise<readonly Row[]>
}

/**
 * Combines all lookups of one turn of the event loop into one statement. Under load requests arrive in bursts, and a statement
 * costs more than a row.
 */
export function batchLookups<Row extends { readonly digest: string }>({ one, several }: LookupReads<Row>): BatchedLookup<Row> {
  const read = (db: Database, digests: readonly string[]): Promise<readonly Row[]> => {
    const [first] = digests
    return digests.length === 1 && first !== undefined ? one(db, first) : several(db, digests)
  }
  const pending = new WeakMap<OpenDatabase, Batch<Row>>()
  const startBatch = (database: OpenDatabase): Batch<Row> => {
    const digests = new Set<string>()
    const rows = new Promise<ReadonlyMap<string, Row>>((resolve, reject) => {
      setImmediate(() => {
        pending.delete(database)
        read(database.db, [...digests]).then((found) => resolve(new Map(found.map((row) => [row.digest, row]))), reject)
      })
    })
    const batch = { digests, rows }
    pending.set(database, batch)
    return batch
  }
  return async (database, digest) => {
    const batch = pending.get(database) ?? startBatch(database)
    batch.digests.add(digest)
    return (await batch.rows).get(digest)
  }
}

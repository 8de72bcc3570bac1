import type { Database, OpenDatabase } from '#platform/database/database.ts'

/** Finds what belongs to the digest of a token. */
export type LookUp<Row> = (database: OpenDatabase, digest: string) => Promise<Row | undefined>

interface Turn<Row> {
  readonly digests: Set<string>
  readonly rows: Promise<ReadonlyMap<string, Row>>
}

/** The two statements of a look-up: the one that finds one row is planned once and costs half of the one that finds several. */
export interface LookUpReads<Row> {
  readonly one: (db: Database, digest: string) => Promise<readonly Row[]>
  readonly several: (db: Database, digests: readonly string[]) => Promise<readonly Row[]>
}

/**
 * Looks up in one statement whatever is asked for in one turn of the event loop. Under load requests arrive in bundles, and
 * each statement costs more than each row.
 */
export function lookUpTogether<Row extends { readonly digest: string }>({ one, several }: LookUpReads<Row>): LookUp<Row> {
  const read = (db: Database, digests: readonly string[]): Promise<readonly Row[]> => {
    const [first] = digests
    return digests.length === 1 && first !== undefined ? one(db, first) : several(db, digests)
  }
  const waiting = new WeakMap<OpenDatabase, Turn<Row>>()
  const begin = (database: OpenDatabase): Turn<Row> => {
    const digests = new Set<string>()
    const rows = new Promise<ReadonlyMap<string, Row>>((resolve, reject) => {
      setImmediate(() => {
        waiting.delete(database)
        read(database.db, [...digests]).then((found) => resolve(new Map(found.map((row) => [row.digest, row]))), reject)
      })
    })
    const turn = { digests, rows }
    waiting.set(database, turn)
    return turn
  }
  return async (database, digest) => {
    const turn = waiting.get(database) ?? begin(database)
    turn.digests.add(digest)
    return (await turn.rows).get(digest)
  }
}

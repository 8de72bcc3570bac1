import { assert } from '#kernel/assert.ts'
import { newId } from '#kernel/id.ts'
import type { Tx } from '#platform/database/database.ts'
import type { EntryDraft } from '../model.ts'
import { isBalanced } from '../rules.ts'
import { insertEntry } from '../store.ts'

/**
 * Posts an entry to the journal, in the transaction of the change that it records. Returns false when the source already has an
 * entry of this kind: a replay posts nothing. Throws a `Bug` for an entry that does not balance.
 */
export async function postEntry(tx: Tx, entry: EntryDraft): Promise<boolean> {
  assert(isBalanced(entry.postings), `The entry for ${entry.source} does not balance`)
  return insertEntry(tx, newId(entry.happenedAt), entry)
}

// Fields of an answer that belong to another resource than the one that is read, and that no published client asks for.
import type { Scope } from '#contract/access.ts'
import { holdsScope } from '../http/recognize.ts'
import type { Caller } from '../request/caller.ts'

/** Fields that are null for callers without the scope that reads them elsewhere. */
export interface ForeignFields {
  readonly scope: Scope
  readonly names: readonly string[]
}

/** The item as a caller may see it. Items with foreign fields say which organization they belong to. */
export function shownTo<Wire>(caller: Caller, foreign: ForeignFields | undefined, wire: Wire): Wire {
  if (!foreign) return wire
  const { organization_id: organizationId } = wire as { readonly organization_id: string }
  if (holdsScope(caller, foreign.scope, organizationId)) return wire
  return { ...wire, ...Object.fromEntries(foreign.names.map((name) => [name, null])) }
}

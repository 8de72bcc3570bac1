import type { Generated } from 'kysely'
import { newId } from '#kernel/id.ts'
import type { FactName, FactPayload } from '#server/facts.ts'
import { json, type Tx } from '../database/database.ts'
import { onCommit } from '../database/transaction.ts'
import type { Platform } from '../platform.ts'

/** Something that happened, told in the transaction in which it happened. */
export interface Fact<N extends FactName = FactName> {
  readonly name: N
  /** Null for facts of people and the platform. */
  readonly organizationId: string | null
  /** The thing it happened to: facts of one resource keep their order. */
  readonly resourceId: string
  /** The wire shape at this moment: a snapshot, sent as it is. */
  readonly payload: FactPayload<N>
  readonly now: Date
}

declare module '../database/tables.ts' {
  interface Tables {
    facts: FactsTable
  }
}

interface FactsTable {
  id: string
  organization_id: string | null
  /** Given by the database in the order of the writers' row locks. */
  position: Generated<number>
  /** Given by the relay, per organization, without gaps. */
  sequence: number | null
  name: string
  audience: string
  resource_id: string
  payload: unknown
  happened_at: Date
  relayed_at: Date | null
}

const audiences = new Map<string, Audience>()

/** Tells the relay's side who each fact is for; app.ts hands over the whole catalogue once. */
export function declareFacts(catalogue: Readonly<Record<string, { readonly audience: Audience }>>): void {
  for (const [name, { audience }] of Object.entries(catalogue)) audiences.set(name, audience)
}

/** Who hears of a fact: merchants by webhook, the operator, or our own listeners alone. */
export type Audience = 'merchant' | 'operator' | 'internal'

function audienceOf(name: string): Audience {
  const audience = audiences.get(name)
  if (!audience) throw new Error(`The fact ${name} is in no catalogue.`)
  return audience
}

/** Writes a fact in the transaction of what it tells of; listeners hear of it after the commit, at least once, in order. */
export async function tell<N extends FactName>(tx: Tx, platform: Pick<Platform, 'wake'>, fact: Fact<N>): Promise<void> {
  await tx
    .insertInto('facts')
    .values({
      id: newId(fact.now),
      organization_id: fact.organizationId,
      name: fact.name,
      audience: audienceOf(fact.name),
      resource_id: fact.resourceId,
      payload: json(fact.payload),
      happened_at: fact.now,
    })
    .execute()
  onCommit(tx, platform.wake)
}

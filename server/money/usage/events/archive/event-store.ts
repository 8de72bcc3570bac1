// The port of events: what reads the events themselves, and where the months go that PostgreSQL hands over. Pure.
import type { Aggregation } from '#kernel/metering/aggregation.ts'
import type { Filter } from '#kernel/metering/filter.ts'
import type { MetadataFilter } from '#platform/http/wire-parts.ts'
import type { EventSource, UsageEvent } from '../model.ts'

/** Ids from the first on and before the end; they follow the time. Null for no bound. */
export interface IdRange {
  readonly firstId: string | null
  readonly endId: string | null
}

/** The events that are read: those of the organizations to which every condition applies. */
export interface EventSelection extends IdRange {
  readonly organizationIds: readonly string[]
  /** The event with this id alone. */
  readonly id?: string | undefined
  readonly customerIds?: readonly string[] | undefined
  /** Of the customers that have these external ids now, and events that were sent with one while no customer had it. */
  readonly externalCustomerIds?: readonly string[] | undefined
  readonly names?: readonly string[] | undefined
  readonly sources?: readonly EventSource[] | undefined
  /** Part of the name, without regard to case. */
  readonly text?: string | undefined
  readonly metadata?: readonly MetadataFilter[] | undefined
  readonly filter?: Filter | undefined
}

/** A part of the events in the order of their ids. */
export interface EventPage {
  readonly isDescending: boolean
  readonly limit: number
  readonly offset: number
}

/** Times that divide a range: [start, end), each beginning where the one before ends. */
export interface TimeBucket {
  readonly start: Date
  readonly end: Date
}

/** The figures of events by one property: numbers are decimals as text, null without a number. */
export interface EventFigures {
  readonly events: number
  readonly numbers: number
  readonly total: string
  readonly maximum: string | null
  readonly minimum: string | null
  /** Different texts, numbers and booleans. */
  readonly different: number
}

/** The figures of the buckets that have events, by their position from 1, and of all of them together. */
export interface BucketFigures {
  readonly byPosition: ReadonlyMap<number, EventFigures>
  readonly total: EventFigures
}

export const NO_EVENT_FIGURES: EventFigures = { events: 0, numbers: 0, total: '0', maximum: null, minimum: null, different: 0 }

/** Reads events. Both implementations return the same for the same events. */
export interface EventStore {
  listEvents(selection: EventSelection, page: EventPage): Promise<readonly UsageEvent[]>
  /** Counts them, `maximum` at most; undefined for all. */
  countEvents(selection: EventSelection, maximum: number | undefined): Promise<number>
  /** Exactly what the events of buckets amount to. */
  readFigures(selection: EventSelection, aggregation: Aggregation, buckets: readonly TimeBucket[]): Promise<BucketFigures>
  /** The different values of a property as JSON texts, `limit` at most. */
  readValues(selection: EventSelection, property: string, limit: number): Promise<readonly string[]>
}

/** The place of an event in the order in which a table is copied. */
export interface EventKey {
  readonly organizationId: string
  readonly id: string
}

/** An event as it is copied. */
export interface CopiedEvent extends Omit<UsageEvent, 'metadata'> {
  /** The text of the database, of which the digest is made. */
  readonly metadataText: string
}

/** The number of events, and the sum of their digests modulo 2^64: the same in both stores if the events are. */
export interface EventDigest {
  readonly events: number
  readonly digest: bigint
}

/** Events by their place: after a key and up to a key (null for no bound) with ids of a range; or those with some ids, of some organizations. */
export type CopiedRange =
  | (IdRange & { readonly after: EventKey | null; readonly to: EventKey | null })
  | { readonly organizationIds: readonly string[]; readonly ids: readonly string[] }

/** A store to which months are handed over. Each call reaches another server. */
export interface EventArchive extends EventStore {
  /** Creates what is missing there. */
  prepare(): Promise<void>
  /** Inserts events. One that is there already is replaced, so a repeat changes nothing. */
  insertEvents(events: readonly CopiedEvent[], copiedAt: Date): Promise<void>
  /** Inserts events in the place of their earlier copies, which are deleted for good. */
  replaceEvents(events: readonly CopiedEvent[], copiedAt: Date): Promise<void>
  digestOf(range: CopiedRange): Promise<EventDigest>
  deleteRange(range: CopiedRange): Promise<void>
  /** Deletes the events of an organization for good. */
  deleteOrganization(organizationId: string): Promise<void>
}

/** Whether both are the same events. */
export function isSameDigest(one: EventDigest, other: EventDigest): boolean {
  return one.events === other.events && one.digest === other.digest
}

const DIGEST_BITS = 64

/** The sum of digests, each a decimal with or without a sign. */
export function digestSum(digests: readonly string[]): EventDigest {
  const sum = digests.reduce((total, digest) => total + BigInt(digest), 0n)
  return { events: digests.length, digest: BigInt.asUintN(DIGEST_BITS, sum) }
}

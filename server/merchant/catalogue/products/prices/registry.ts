// The common parts of all kinds of prices, for any table of kinds: their types and columns, and the calls that find the kind of a price.
import { z } from 'zod'
import { Bug } from '#kernel/assert.ts'
import type { AmountFault } from '#kernel/money.ts'
import type { Problem } from '#kernel/refusal.ts'
import type { Model } from '#platform/resource/columns.ts'
import { type DraftContext, type PriceBase, type PricedProduct, type PriceKind, type PriceReferences, sharedColumns } from './base.ts'

// biome-ignore lint/suspicious/noExplicitAny: a kind of any draft; each call below gives a kind its own
type AnyKind = PriceKind<any, any, any, any>
type Kinds = Readonly<Record<string, AnyKind>>
type Together<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void ? All : never

/** The draft of a price of any of the kinds. */
export type DraftOf<Table extends Kinds> = ReturnType<Table[keyof Table]['toDraft']>
/** A price of any of the kinds. */
export type PriceOf<Table extends Kinds> = PriceBase & DraftOf<Table>
/** The columns of the prices of all kinds. */
export type ColumnsOf<Table extends Kinds> = typeof sharedColumns & Together<Table[keyof Table]['columns']>

type KindNames<Table> = { readonly [Name in keyof Table]: { readonly kind: Name } }

/** The prices of a table of kinds, by their `amount_type`. */
export function priceRegistry<const Table extends Kinds>(kinds: Table & KindNames<Table>) {
  type Draft = DraftOf<Table>
  type Price = PriceOf<Table>
  type Columns = ColumnsOf<Table>
  type StoredRow = Model<Columns>
  type Wire = Table[keyof Table]['wire']
  type Body = Table[keyof Table]['body']
  const all = Object.values<AnyKind>(kinds)
  const kindOf = ({ kind }: { readonly kind: string }): AnyKind => {
    const found = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
    if (!found) throw new Bug(`There is no price kind ${kind}`)
    return found
  }
  const ofKinds = Object.assign({}, ...all.map(({ columns }) => columns)) as object
  const empty = Object.fromEntries(Object.keys(ofKinds).map((column) => [column, null]))
  return {
    kinds,
    columns: { ...sharedColumns, ...ofKinds } as Columns,
    /** A price in an answer. */
    wire: z.discriminatedUnion('amount_type', all.map(({ wire }) => wire) as [Wire, ...Wire[]]),
    /** A new price in a body. */
    body: z.discriminatedUnion('amount_type', all.map(({ body }) => body) as [Body, ...Body[]]),
    toDraft: (body: z.output<Body>, context: DraftContext): Draft =>
      kindOf({ kind: (body as BodyOfKind).amount_type }).toDraft(body, context),
    problems: (draft: Draft, loc: readonly (string | number)[]): Problem[] => kindOf(draft).problems(draft, loc),
    amountFor: (price: Draft): number => kindOf(price).amountFor(price),
    /** The bound that an amount violates which the buyer chose, in minor units; undefined where the buyer chooses none. */
    amountFault: (price: Draft, amount: number): AmountFault | null | undefined => kindOf(price).amountFault?.(price, amount),
    toWire: (price: Price, product: PricedProduct): z.output<Wire> => kindOf(price).toWire(price, product) as z.output<Wire>,
    toStored: (price: Price, position: number): StoredRow =>
      ({ ...baseOf(price), position, amountType: price.kind, ...empty, ...kindOf(price).toColumns(price) }) as unknown as StoredRow,
    /** Throws a `Bug` for an unknown kind. */
    fromStored: (stored: StoredRow, references: PriceReferences): Price => {
      const row = stored as Model<typeof sharedColumns>
      return { ...baseOf(row), ...kindOf({ kind: row.amountType }).fromColumns(stored, references) } as Price
    },
  }
}

interface BodyOfKind {
  readonly amount_type: string
}

function baseOf({ id, organizationId, productId, isArchived, createdAt, modifiedAt }: PriceBase): PriceBase {
  return { id, organizationId, productId, isArchived, createdAt, modifiedAt }
}

// The personal data of a customer as one JSON document, written piece by piece.
import type { Customer } from '#merchant/customers/model.ts'
import { toCustomerWire } from '#merchant/customers/wire.ts'
import type { Database } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { type Part, type PartKind, partKinds } from './parts/reads.ts'

/** The parts that a caller may read, and those that are left out. */
export interface DocumentParts {
  readonly parts: readonly Part[]
  readonly leftOut: readonly Pick<PartKind, 'name' | 'scope'>[]
}

/** Reads the parts whose scope `mayRead` allows; undefined where a kind has more rows than a document may have. */
export async function partsOf(
  db: Database,
  platform: Platform,
  { customer, mayRead }: { readonly customer: Customer; readonly mayRead: (scope: PartKind['scope']) => boolean },
): Promise<DocumentParts | undefined> {
  const parts: Part[] = []
  for (const kind of partKinds.filter(({ scope }) => mayRead(scope))) {
    const part = await kind.read(db, platform, customer)
    if (!part) return undefined
    parts.push(part)
  }
  return { parts, leftOut: partKinds.filter(({ scope }) => !mayRead(scope)) }
}

/** The document as text: the customer, what was left out, then each part as an array. */
export async function* documentOf(customer: Customer, { parts, leftOut }: DocumentParts, baseUrl: string): AsyncGenerator<string> {
  yield `{"customer":${JSON.stringify(toPersonalWire(customer, baseUrl))}`
  yield `,\n"left_out":${JSON.stringify(leftOut.map(({ name: part, scope }) => ({ part, scope })))}`
  for (const { name, batches } of parts) {
    yield `,\n${JSON.stringify(name)}:[`
    let separator = ''
    for await (const items of batches) {
      if (items.length === 0) continue
      yield separator + items.map((item) => JSON.stringify(item)).join(',\n')
      separator = ',\n'
    }
    yield ']'
  }
  yield '}\n'
}

function toPersonalWire(of: Customer, baseUrl: string): object {
  const { id, created_at, modified_at, deleted_at, external_id, email, email_verified, name, ...rest } = toCustomerWire(of, baseUrl)
  const { billing_address, tax_id, is_tax_exempt, metadata, avatar_url } = rest
  const own = { id, created_at, modified_at, deleted_at, external_id, email, email_verified, name }
  return { ...own, billing_address, tax_id, is_tax_exempt, metadata, avatar_url }
}

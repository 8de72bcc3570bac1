import type { ComponentType } from 'react'
import type { Product, ProductCreate, ProductUpdate } from '#client/index.ts'
import type { FaultTable } from '#web/parts/field-faults.ts'
import type { useForm } from '#web/parts/use-form.ts'
import type { Rules } from '#web/ui/inputs/rules.ts'

/** The parts of the form that a section needs: its own values and their inputs. */
export type SectionForm<Values extends object> = Pick<
  ReturnType<typeof useForm<Values, unknown>>,
  'values' | 'set' | 'field' | 'rows' | 'text'
>

/** The properties of the fields of a section. `former` holds the values before the edit, null for a new product. */
export interface SectionProps<Values extends object> {
  readonly form: SectionForm<Values>
  readonly former: Values | null
  readonly product: Product | null
}

/** The product that the form creates. The benefits are a request of their own. */
export interface ProductCreation extends ProductCreate {
  readonly benefits?: readonly string[]
}

/** The changes that the form makes. */
export interface ProductChanges extends ProductUpdate {
  readonly benefits?: readonly string[]
}

/** The fields of a product that a section sends. */
export type SentField = Exclude<keyof ProductChanges & keyof ProductCreation, 'organizationId'>

/**
 * One section of the form of a product: what it holds, what must hold for it, what it sends, and its fields. The names of its values are
 * its own in the whole form.
 */
export interface ProductSection<Values extends object> {
  readonly title: () => string
  /** The text beside the fields; `product` is null for a new one. */
  readonly text: (values: Values, product: Product | null) => string
  /** The values of a product, or of a new one in this currency. */
  readonly valuesOf: (product: Product | null, currency: string) => Values
  /** The messages have amounts in the form of `locale`. */
  readonly rules: (locale: string) => Rules<Values>
  /** The meanings of the problems that the server finds at its fields. */
  readonly refusals?: (values: Values, locale: string) => Pick<FaultTable<keyof Values & string>, 'paths' | 'texts'>
  /** Its part of the body that creates a product. */
  readonly creationOf: (values: Values) => Partial<ProductCreation>
  /** Its part of the body that updates the product: only what changed. */
  readonly changesOf: (values: Values, product: Product) => Partial<ProductChanges>
  /** The names that the fields it sends have in the list of changes. */
  readonly labels: { readonly [Field in SentField]?: () => string }
  /** The reach of its changes: buyers see them, or only the merchant's code. */
  readonly reach: 'buyers' | 'code'
  /** The effect of its changes, where there is more to say than who sees them. */
  readonly noteOf?: (values: Values, former: Values, locale: string) => string | undefined
  readonly Fields: ComponentType<SectionProps<Values>>
}

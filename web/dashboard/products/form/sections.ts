// The sections of the form of a product. A new section is a file in this folder and a line in the list.
import type { Product } from '#client/index.ts'
import { errorText } from '#web/error-text.ts'
import type { FaultTable } from '#web/parts/field-faults.ts'
import { t } from '#web/parts/products/messages.ts'
import type { Rules } from '#web/ui/inputs/rules.ts'
import { benefits } from './benefits.tsx'
import { customFields } from './custom-fields.tsx'
import { general } from './general.tsx'
import { metadata } from './metadata.tsx'
import { pictures } from './pictures.tsx'
import { prices } from './prices.tsx'
import type { ProductChanges, ProductCreation, ProductSection } from './section.ts'

/** The sections in their order on the page. */
const sectionList = [general, prices, pictures, benefits, customFields, metadata] as const

type ValuesOf<Section> = Section extends ProductSection<infer Values> ? Values : never
type Together<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void ? All : never

/** The form values of a product: those of all sections. */
export type ProductValues = Together<ValuesOf<(typeof sectionList)[number]>>

// Each section reads only its own values of the whole.
// biome-ignore lint/suspicious/noExplicitAny: the values of all sections are also the values of each
export const sections: readonly ProductSection<any>[] = sectionList

const together = <T extends object>(parts: readonly object[]): T => Object.assign({}, ...parts) as T

/** The form values of a product, or of a new one in this currency. */
export const valuesOf = (product: Product | null, currency: string): ProductValues =>
  together(sections.map((section) => section.valuesOf(product, currency)))

/** The rules of the form; the messages have amounts in the form of `locale`. */
export const productRules = (locale: string): Rules<ProductValues> => together(sections.map((section) => section.rules(locale)))

/** The meanings of the refusals of the server. */
export const productRefusals =
  (locale: string) =>
  (values: ProductValues): FaultTable<keyof ProductValues> => {
    const tables = sections.map((section) => section.refusals?.(values, locale) ?? {})
    return {
      paths: together(tables.map(({ paths }) => paths ?? {})),
      texts: together(tables.map(({ texts }) => texts ?? {})),
      text: (error) => `${t('form.failed')} ${errorText(error)}`,
    }
  }

/** The product that is created. */
export const creationOf = (values: ProductValues, organizationId: string): ProductCreation =>
  together([{ organizationId }, ...sections.map((section) => section.creationOf(values))])

/** The changes: only the fields that differ. */
export const changesOf = (values: ProductValues, product: Product): ProductChanges =>
  together(sections.map((section) => section.changesOf(values, product)))

/** The fields of a new product that hold something else than at first. */
export function enteredIn(values: ProductValues, initial: ProductValues): object {
  const before = sections.map((section) => section.creationOf(initial))
  return together(sections.map((section, index) => differing(section.creationOf(values), before[index] ?? {})))
}

function differing(after: object, before: object): object {
  return Object.fromEntries(
    Object.entries(after).filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(before, field))),
  )
}

/** The labels of the fields of a request. */
export const changedLabels = (changes: object): readonly string[] => [
  ...new Set(
    sections.flatMap(({ labels }) => Object.entries(labels).flatMap(([field, label]) => (Object.hasOwn(changes, field) ? [label()] : []))),
  ),
]

/** Whom the changes reach, or what they do; undefined if there are none. */
export function noteOf(values: ProductValues, former: ProductValues, options: { product: Product; locale: string }): string | undefined {
  const changed = sections.filter((section) => Object.keys(section.changesOf(values, options.product)).length > 0)
  for (const section of changed) {
    if (section.noteOf) return section.noteOf(values, former, options.locale)
  }
  if (changed.length === 0) return undefined
  return t(changed.some(({ reach }) => reach === 'buyers') ? 'form.detailsNote' : 'form.metadataNote')
}

import type { Metadata } from '#client/index.ts'
import { faultText } from '#web/parts/field-faults.ts'
import { isSameMetadata, metadataOf, pairsOf, uniqueKeys } from '#web/parts/metadata.ts'
import { t } from '#web/parts/products/messages.ts'
import { KeyValueEditor, type Pair } from '#web/ui/inputs/key-value-editor.tsx'
import type { ProductSection, SectionProps } from './section.ts'

interface MetadataValues {
  readonly pairs: readonly Pair[]
}

const nothing: Metadata = {}

/** The merchant's own keys and values. */
export const metadata: ProductSection<MetadataValues> = {
  title: () => t('form.metadata'),
  text: () => t('form.metadataText'),
  valuesOf: (product) => ({ pairs: pairsOf(product?.metadata ?? nothing) }),
  rules: () => ({ pairs: uniqueKeys({ missing: t('form.keyMissing'), duplicate: t('form.keyDuplicate') }) }),
  refusals: ({ pairs }) => ({
    paths: { metadata: 'pairs' },
    texts: {
      pairs: (fault) => {
        const pair = pairs.find(({ key }) => fault.path === `metadata.${key.trim()}`) ?? pairs[0]
        return pair === undefined ? faultText(fault) : { [pair.id]: faultText(fault) }
      },
    },
  }),
  creationOf: ({ pairs }) => ({ metadata: metadataOf(pairs, nothing) }),
  changesOf: ({ pairs }, product) => (isSameMetadata(pairs, product.metadata) ? {} : { metadata: metadataOf(pairs, product.metadata) }),
  labels: { metadata: () => t('form.metadata') },
  reach: 'code',
  Fields: MetadataFields,
}

function MetadataFields({ form }: SectionProps<MetadataValues>) {
  return <KeyValueEditor errors={form.rows('pairs')} name="pairs" onChange={(pairs) => form.set({ pairs })} pairs={form.values.pairs} />
}

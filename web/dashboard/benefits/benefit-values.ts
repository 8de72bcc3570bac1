import type { Benefit, BenefitCreate, BenefitType, BenefitUpdate } from '#client/index.ts'
import { errorText } from '#web/error-text.ts'
import { t } from '#web/parts/benefits/messages.ts'
import { type FaultTable, faultText } from '#web/parts/field-faults.ts'
import { isSameMetadata, metadataOf, pairsOf, uniqueKeys } from '#web/parts/metadata.ts'
import type { Pair } from '#web/ui/inputs/key-value-editor.tsx'
import type { Rules } from '#web/ui/inputs/rules.ts'
import { isBenefitType, type KindValues, kindForm, kindRules, kindValuesOf } from './kinds/forms.ts'

/** The form values of a benefit: those of its kind count. */
export interface BenefitValues extends KindValues {
  readonly type: BenefitType
  readonly description: string
  readonly pairs: readonly Pair[]
}

const descriptionLength = { min: 3, max: 42 }

/** The form values of a benefit, or of a new one. */
export function valuesOf(benefit: Benefit | null): BenefitValues {
  return {
    type: benefit !== null && isBenefitType(benefit.type) ? benefit.type : 'custom',
    description: benefit?.description ?? '',
    pairs: pairsOf(benefit?.metadata ?? {}),
    ...kindValuesOf(benefit),
  }
}

/** The rules of the form. */
export const benefitRules: Rules<BenefitValues> = {
  description: (text) => {
    const { length } = text.trim()
    return length < descriptionLength.min || length > descriptionLength.max ? t('form.descriptionInvalid') : undefined
  },
  ...kindRules<BenefitValues>(),
  pairs: uniqueKeys({ missing: t('form.keyMissing'), duplicate: t('form.keyDuplicate') }),
}

/** The meanings of the refusals of the server; it names the fields of a body below the type. */
export const benefitRefusals = ({ type, pairs }: BenefitValues): FaultTable<keyof BenefitValues> => {
  const paths: Record<string, keyof BenefitValues> = { description: 'description', metadata: 'pairs', ...kindForm(type).paths }
  const below = Object.entries(paths).map(([path, field]) => [`${type}.${path}`, field] as const)
  return {
    paths: { ...paths, ...Object.fromEntries(below) },
    texts: {
      ...kindForm(type).texts?.(),
      pairs: (fault) => {
        const pair = pairs.find(({ key }) => fault.path.endsWith(`metadata.${key.trim()}`)) ?? pairs[0]
        return pair === undefined ? faultText(fault) : { [pair.id]: faultText(fault) }
      },
    },
    text: (error) => `${t('form.failed')} ${errorText(error)}`,
  }
}

/** The body of the create request. */
export const creationOf = (values: BenefitValues, organizationId: string): BenefitCreate =>
  ({
    organizationId,
    type: values.type,
    description: values.description.trim(),
    properties: kindForm(values.type).propertiesOf(values),
    metadata: metadataOf(values.pairs, {}),
  }) as BenefitCreate

/** The changes, by the names of the fields of a request. */
export function changesOf(values: BenefitValues, benefit: Benefit): Omit<BenefitUpdate, 'type'> {
  const { propertiesOf } = kindForm(values.type)
  const properties = propertiesOf(values)
  const description = values.description.trim()
  return {
    ...(description !== benefit.description && { description }),
    ...(JSON.stringify(properties) !== JSON.stringify(propertiesOf(valuesOf(benefit))) && { properties }),
    ...(!isSameMetadata(values.pairs, benefit.metadata) && { metadata: metadataOf(values.pairs, benefit.metadata) }),
  } as Omit<BenefitUpdate, 'type'>
}

/** The labels of the changed fields. */
export const changedLabels = (changes: object): readonly string[] =>
  Object.keys(changes).flatMap((field) => (Object.hasOwn(labels, field) ? [t(labels[field as keyof typeof labels])] : []))

const labels = { description: 'form.description', properties: 'form.properties', metadata: 'form.metadata' } as const

/** States who sees the changes; undefined if there are none. */
export function noteOf(changes: object): string | undefined {
  const fields = Object.keys(changes)
  if (fields.length === 0) return undefined
  return t(fields.some((field) => field !== 'metadata') ? 'form.reachNote' : 'form.codeNote')
}

import type { CheckoutLink, CheckoutLinkCreate, CheckoutLinkUpdate } from '#client/index.ts'
import { errorText } from '#web/error-text.ts'
import { t } from '#web/parts/checkout-links/messages.ts'
import { type FaultTable, faultText } from '#web/parts/field-faults.ts'
import { isSameMetadata, metadataOf, pairsOf, uniqueKeys } from '#web/parts/metadata.ts'
import type { Pair } from '#web/ui/inputs/key-value-editor.tsx'
import { chosen, type Rules, webUrl } from '#web/ui/inputs/rules.ts'
import type { ChosenProduct } from '../product-picker.tsx'

/** The form values of a checkout link. */
export interface LinkValues {
  readonly products: readonly ChosenProduct[]
  readonly label: string
  readonly discount: CheckoutLink['discount']
  readonly allowDiscountCodes: boolean
  readonly requireBillingAddress: boolean
  readonly successUrl: string
  readonly pairs: readonly Pair[]
}

/** The form values of a link, or of a new one. */
export const valuesOf = (link: CheckoutLink | null): LinkValues => ({
  products: link?.products.map(({ id, name }) => ({ id, name })) ?? [],
  label: link?.label ?? '',
  discount: link?.discount ?? null,
  allowDiscountCodes: link?.allowDiscountCodes ?? true,
  requireBillingAddress: link?.requireBillingAddress ?? false,
  successUrl: link?.successUrl ?? '',
  pairs: pairsOf(link?.metadata ?? {}),
})

/** What must hold for the form. */
export const linkRules: Rules<LinkValues> = {
  products: chosen(t('form.productsMissing')),
  successUrl: webUrl(t('form.urlInvalid')),
  pairs: uniqueKeys({ missing: t('form.keyMissing'), duplicate: t('form.keyDuplicate') }),
}

/** What the refusals of the server mean. */
export const linkRefusals = ({ pairs }: LinkValues): FaultTable<keyof LinkValues> => ({
  paths: { discount_id: 'discount', success_url: 'successUrl', metadata: 'pairs' },
  texts: {
    successUrl: { other: t('form.urlInvalid') },
    pairs: (fault) => {
      const pair = pairs.find(({ key }) => fault.path === `metadata.${key.trim()}`) ?? pairs[0]
      return pair === undefined ? faultText(fault) : { [pair.id]: faultText(fault) }
    },
  },
  text: (error) => `${t('form.failed')} ${errorText(error)}`,
})

const textOrNull = (text: string) => (text.trim() === '' ? null : text.trim())

const sentOf = (values: LinkValues) => ({
  products: values.products.map(({ id }) => id),
  label: textOrNull(values.label),
  discountId: values.discount?.id ?? null,
  allowDiscountCodes: values.allowDiscountCodes,
  requireBillingAddress: values.requireBillingAddress,
  successUrl: textOrNull(values.successUrl),
})

/** The body of the create request. */
export const creationOf = (values: LinkValues, organizationId: string): CheckoutLinkCreate => ({
  organizationId,
  paymentProcessor: 'stripe',
  ...sentOf(values),
  metadata: metadataOf(values.pairs, {}),
})

/** The body of the update request: only changed fields. */
export function changesOf(values: LinkValues, link: CheckoutLink): CheckoutLinkUpdate {
  const before: Readonly<Record<string, unknown>> = sentOf(valuesOf(link))
  const changed = Object.entries(sentOf(values)).filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field]))
  return {
    ...Object.fromEntries(changed),
    ...(!isSameMetadata(values.pairs, link.metadata) && { metadata: metadataOf(values.pairs, link.metadata) }),
  }
}

const labels = {
  products: 'form.products',
  label: 'form.label',
  discountId: 'form.discount',
  allowDiscountCodes: 'form.allowCodes',
  requireBillingAddress: 'form.requireAddress',
  successUrl: 'form.successUrl',
  metadata: 'form.metadata',
} as const

/** The labels of the changed fields. */
export const changedLabels = (changes: object): readonly string[] =>
  Object.keys(changes).flatMap((field) => (Object.hasOwn(labels, field) ? [t(labels[field as keyof typeof labels])] : []))

/** Whom the changes reach; undefined if there are none. */
export function noteOf(changes: object): string | undefined {
  const fields = Object.keys(changes)
  if (fields.length === 0) return undefined
  return t(fields.some((field) => field !== 'metadata' && field !== 'label') ? 'form.reachNote' : 'form.codeNote')
}

import type { CheckoutLink } from '#client/index.ts'
import { t } from '#web/parts/checkout-links/messages.ts'
import { flag, metadata, optionalText, products } from '#web/shell/form/kinds.ts'
import { resourceForm } from '#web/shell/form/resource-form.ts'
import type { Pair } from '#web/ui/inputs/key-value-editor.tsx'
import { chosen, webUrl } from '#web/ui/inputs/rules.ts'
import type { ChosenProduct } from '../product-picker.tsx'

/** The form values of a checkout link. */
export interface LinkValues {
  readonly products: readonly ChosenProduct[]
  readonly label: string
  readonly discount: CheckoutLink['discount']
  readonly allowDiscountCodes: boolean
  readonly requireBillingAddress: boolean
  readonly successUrl: string
  readonly metadata: readonly Pair[]
}

/** The form of a checkout link. */
export const linkForm = resourceForm<CheckoutLink, LinkValues>({
  always: { paymentProcessor: 'stripe' },
  failed: t('form.failed'),
  note: (changed) => t(changed.some((field) => field !== 'metadata' && field !== 'label') ? 'form.reachNote' : 'form.codeNote'),
  fields: {
    products: products({ label: t('form.products'), isRequired: true, rule: chosen(t('form.productsMissing')) }),
    label: optionalText({ label: t('form.label'), hint: t('form.labelHint') }),
    discount: {
      label: t('form.discount'),
      hint: t('form.discountHint'),
      as: 'discountId',
      read: (link) => link?.discount ?? null,
      write: (discount) => discount?.id ?? null,
    },
    allowDiscountCodes: flag({ label: t('form.allowCodes'), initial: true }),
    requireBillingAddress: flag({ label: t('form.requireAddress'), hint: t('form.requireAddressHint'), initial: false }),
    successUrl: optionalText({
      label: t('form.successUrl'),
      hint: t('form.successHint'),
      rule: webUrl(t('form.urlInvalid')),
      texts: { other: t('form.urlInvalid') },
      input: { inputMode: 'url', placeholder: 'https://', type: 'url' },
    }),
    metadata: metadata(t),
  },
})

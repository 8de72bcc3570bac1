import { errorText } from '#web/error-text.ts'
import { email, filled, type Rules, webUrl } from '#web/ui/inputs/rules.ts'
import type { FaultTable } from '../field-faults.ts'
import { t } from './messages.ts'

/** The form values of a new checkout; `productId` is empty until one is chosen. */
export interface CheckoutValues {
  readonly productId: string
  readonly email: string
  readonly successUrl: string
}

export const checkoutRules: Rules<CheckoutValues> = {
  productId: filled(t('create.productMissing')),
  email: email(t('create.emailInvalid')),
  successUrl: webUrl(t('create.urlInvalid')),
}

/** What the refusals of the server mean. */
export const checkoutRefusals: FaultTable<keyof CheckoutValues> = {
  paths: { products: 'productId', customer_email: 'email', success_url: 'successUrl' },
  texts: {
    email: { other: t('create.emailInvalid') },
    successUrl: { url_parsing: t('create.urlInvalid'), other: t('create.urlInvalid') },
  },
  text: (error) => `${t('create.failed')} ${errorText(error)}`,
}

/** The body of the create request. */
export function creationOf({ productId, email, successUrl }: CheckoutValues, organizationId: string) {
  return {
    organizationId,
    products: [productId],
    ...(email.trim() === '' ? {} : { customerEmail: email.trim() }),
    ...(successUrl.trim() === '' ? {} : { successUrl: successUrl.trim() }),
  }
}

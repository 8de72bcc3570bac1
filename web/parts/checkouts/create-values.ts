import type { CallError } from '#client/index.ts'
import { faultAt, faultText, formFaultText } from '../field-faults.ts'
import { t } from './messages.ts'

/** The form values of a new checkout; `productId` is empty until one is chosen. */
export interface CheckoutValues {
  readonly productId: string
  readonly email: string
  readonly successUrl: string
}

/** The faults of the form, by field; `form` belongs to no field. */
export type CheckoutFaults = { readonly [K in keyof CheckoutValues | 'form']?: string }

/** The faults that the page can detect before the request. */
export function faultsOf({ productId, email, successUrl }: CheckoutValues): CheckoutFaults {
  const [typedEmail, url] = [email.trim(), successUrl.trim()]
  return {
    ...(productId === '' && { productId: t('create.productMissing') }),
    ...(typedEmail !== '' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typedEmail) && { email: t('create.emailInvalid') }),
    ...(url !== '' && !(/^https?:\/\//i.test(url) && URL.canParse(url)) && { successUrl: t('create.urlInvalid') }),
  }
}

/** The server's validation errors, by field. */
export function faultsFrom(error: CallError): CheckoutFaults {
  const [product, email, url] = [faultAt(error, 'products'), faultAt(error, 'customer_email'), faultAt(error, 'success_url')]
  const faults = {
    ...(product && { productId: faultText(product) }),
    ...(email && { email: faultText(email, { other: t('create.emailInvalid') }) }),
    ...(url && { successUrl: faultText(url, { url_parsing: t('create.urlInvalid'), other: t('create.urlInvalid') }) }),
  }
  return Object.keys(faults).length > 0 ? faults : { form: `${t('create.failed')} ${formFaultText(error)}` }
}

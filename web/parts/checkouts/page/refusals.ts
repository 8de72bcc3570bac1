// The meanings of the server's refusals on the page. Loaded in parallel with the checkout, since most buyers never need it.
import type { CallError } from '#client/http.ts'
import { checkoutRefusals } from '#messages/selling/checkout-refusals.ts'
import { messages } from '#web/language.ts'
import { answerName } from './custom-fields/answers.ts'
import { type Faults, type FieldName, requiredText } from './fields.ts'
import { t } from './messages.ts'

const tRefusal = messages(checkoutRefusals)

const FIELD_OF: Readonly<Record<string, FieldName>> = {
  customer_email: 'email',
  customer_name: 'name',
  confirmation_token_id: 'card',
  customer_billing_name: 'businessName',
  customer_tax_id: 'taxId',
  'customer_billing_address.country': 'country',
  'customer_billing_address.line1': 'line1',
  'customer_billing_address.postal_code': 'postalCode',
  'customer_billing_address.city': 'city',
  'customer_billing_address.state': 'state',
  customer_billing_address: 'country',
}

/** Where it is invalid as a whole: a tax service cannot place it. */
const ADDRESS = 'customer_billing_address'

/** Bounds from here on are dates, in seconds since 1970, which the input itself shows. */
const DATES = 100_000_000
const ANSWER = 'custom_field_data.'

function answerFault(type: string, { ge, le }: CallError['fields'][number]['ctx']): string {
  if (type === 'missing') return t('faultRequired')
  if (typeof ge === 'number' && ge < DATES) return tRefusal('valueLow', { bound: ge })
  return typeof le === 'number' && le < DATES ? tRefusal('valueHigh', { bound: le }) : tRefusal('faultInvalid')
}

/** The server's validation errors, by field. */
export function faultsFrom(error: CallError): Faults {
  if (error.code === 'PaymentError') return { card: tRefusal('faultDeclined') }
  return Object.fromEntries(
    error.fields.flatMap(({ path, type, ctx }): [keyof Faults, string][] => {
      if (path.startsWith(ANSWER)) return [[answerName(path.slice(ANSWER.length)), answerFault(type, ctx)]]
      const field = FIELD_OF[path]
      // No other country would help: the message above the button says it.
      if (field === undefined || type === TAX_UNAVAILABLE) return []
      return [[field, type === 'missing' ? requiredText(field) : path === ADDRESS ? tRefusal('faultAddress') : textOf(field)]]
    }),
  )
}

const textOf = (field: FieldName) => (field === 'email' ? t('faultEmail') : tRefusal(field === 'taxId' ? 'faultTaxId' : 'faultInvalid'))

const TAX_UNAVAILABLE = 'tax_unavailable'
const SUBSCRIBED = 'AlreadyActiveSubscriptionError'

/** Whether a refusal is about the checkout itself: it is no longer open, or what it sells, or its seller, no longer is. */
export const isClosed = ({ code, status, fields }: CallError): boolean =>
  (status === 403 && code !== SUBSCRIBED) || status === 410 || fields.some(({ path }) => path === 'product_id')

/** Whether the total is another than the buyer has seen. */
export const isTotalOther = ({ fields }: CallError): boolean => fields.some(({ type }) => type === 'total_changed')

/** Whether the buyer has had the trial before that the page has offered: the checkout shows what is due instead. */
export const isTrialUsed = ({ fields }: CallError): boolean => fields.some(({ type }) => type === 'trial_used')

/** The message above the button after a failed attempt. */
export function messageOf(error: CallError): string {
  if (error.code === 'PaymentError') return t('declined')
  if (error.code === SUBSCRIBED) return tRefusal('faultSubscribed')
  if (isTotalOther(error)) return tRefusal('totalChanged')
  if (isTrialUsed(error)) return tRefusal('trialUsed')
  if (error.code === 'NotOpenCheckout' || error.code === 'ExpiredCheckoutError') return t('faultClosed')
  if (error.status === 422 && Object.keys(faultsFrom(error)).length > 0) return t('faultForm')
  if (error.fields.some(({ type }) => type === TAX_UNAVAILABLE)) return tRefusal('taxUnavailable')
  return error.status === 0 ? t('faultNetwork') : t('faultUnexpected')
}

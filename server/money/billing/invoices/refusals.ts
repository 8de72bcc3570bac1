import { defineRefusals } from '#kernel/refusal.ts'

export const invoiceRefusals = defineRefusals({
  ResourceNotFound: { status: 404, sentence: 'Not found' },
  NotPermitted: { status: 403, sentence: 'Not permitted' },
  InvoiceAlreadyExists: { status: 409, sentence: 'The invoice of this order was generated already.' },
  NotPaidOrder: { status: 422, sentence: 'This order is not paid yet.' },
  MissingInvoiceBillingDetails: { status: 422, sentence: 'An invoice needs the name and the address of the buyer.' },
})

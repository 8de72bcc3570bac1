import { expect, test } from 'vitest'
import { refundPreview } from './values.ts'

const order = { netAmount: 999, taxAmount: 190, refundableAmount: 999, refundableTaxAmount: 190 }

test('a part is shown with its share of the tax, and with what is left', () => {
  expect(refundPreview(order, 333)).toEqual({ amount: 333, tax: 63, total: 396, left: 793 })
})

test('the last refund is shown with all that is left of the tax', () => {
  const partly = { ...order, refundableAmount: 333, refundableTaxAmount: 64 }
  expect(refundPreview(partly, 333)).toEqual({ amount: 333, tax: 64, total: 397, left: 0 })
})

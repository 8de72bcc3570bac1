import { z } from 'zod'
import { boundContradiction, boundFault, type FieldKind, shownProperties } from './kind.ts'

const bound = z.int().optional()

const properties = z.object({ ...shownProperties, ge: bound, le: bound }).meta({ id: 'CustomFieldNumberProperties' })

export const number: FieldKind<'number', typeof properties> = {
  type: 'number',
  properties,
  contradiction: boundContradiction,
  valueFault: (bounds, value) =>
    typeof value === 'number' && Number.isSafeInteger(value)
      ? boundFault(value, bounds)
      : { msg: 'Input should be a valid integer', type: 'int_type' },
  isAnswer: () => true,
}

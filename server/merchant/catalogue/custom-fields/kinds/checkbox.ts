import { z } from 'zod'
import { type FieldKind, shownProperties } from './kind.ts'

const properties = z.object(shownProperties).meta({ id: 'CustomFieldCheckboxProperties' })

export const checkbox: FieldKind<'checkbox', typeof properties> = {
  type: 'checkbox',
  properties,
  contradiction: () => null,
  valueFault: (_, value) => (typeof value === 'boolean' ? null : { msg: 'Input should be a valid boolean', type: 'bool_type' }),
  isAnswer: (value) => value === true,
}

import { z } from 'zod'
import { type FieldKind, lengthFault, shownProperties } from './kind.ts'

/** The characters of an answer at most. */
const ANSWER_MAXIMUM = 5000

const length = z.int().min(0).max(ANSWER_MAXIMUM).optional()

const properties = z
  .object({
    ...shownProperties,
    textarea: z.boolean().optional().meta({ description: 'Whether the form has several lines for it.' }),
    min_length: length,
    max_length: length,
  })
  .meta({ id: 'CustomFieldTextProperties' })

export const text: FieldKind<'text', typeof properties> = {
  type: 'text',
  properties,
  contradiction: ({ min_length = 0, max_length = ANSWER_MAXIMUM }) => (max_length < min_length ? 'max_length' : null),
  valueFault: ({ min_length = 0, max_length = ANSWER_MAXIMUM }, value) =>
    typeof value === 'string'
      ? lengthFault(value, { least: min_length, most: max_length })
      : { msg: 'Input should be a valid string', type: 'string_type' },
  isAnswer: (value) => typeof value === 'string' && value.trim() !== '',
}

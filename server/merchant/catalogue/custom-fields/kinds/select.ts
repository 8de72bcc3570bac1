import { z } from 'zod'
import { type FieldKind, shownProperties } from './kind.ts'

const OPTIONS_MAXIMUM = 50
const OPTION_MAXIMUM = 100

const optionText = z.string().min(1).max(OPTION_MAXIMUM)
const option = z.object({ value: optionText, label: optionText }).meta({ id: 'CustomFieldSelectOption' })

const properties = z
  .object({ ...shownProperties, options: z.array(option).min(1).max(OPTIONS_MAXIMUM) })
  .meta({ id: 'CustomFieldSelectProperties' })

export const select: FieldKind<'select', typeof properties> = {
  type: 'select',
  properties,
  contradiction: ({ options }) => (new Set(options.map(({ value }) => value)).size < options.length ? 'options' : null),
  valueFault: ({ options }, value) =>
    options.some((option) => option.value === value) ? null : { msg: 'Input should be one of the options', type: 'enum' },
  isAnswer: () => true,
}

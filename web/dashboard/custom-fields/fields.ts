import type { CustomField, CustomFieldType } from '#client/index.ts'
import { t } from '#web/parts/custom-fields/messages.ts'
import { faultText } from '#web/parts/field-faults.ts'
import { flag, metadata, plain, rowFault, text } from '#web/shell/form/kinds.ts'
import { resourceForm } from '#web/shell/form/resource-form.ts'
import type { Pair } from '#web/ui/inputs/key-value-editor.tsx'
import { filled } from '#web/ui/inputs/rules.ts'

/** An option of a choice; `id` only identifies the row. */
export interface OptionRow {
  readonly id: string
  readonly label: string
  readonly value: string
}

/** The form values of a custom field: those of its kind count. Bounds are texts; of dates, days. */
export interface FieldValues {
  readonly type: CustomFieldType
  readonly name: string
  readonly slug: string
  readonly label: string
  readonly help: string
  readonly placeholder: string
  readonly textarea: boolean
  readonly least: string
  readonly most: string
  readonly options: readonly OptionRow[]
  readonly metadata: readonly Pair[]
}

const seconds = 1000
const dayLength = 10
const wholeNumber = /^-?\d{1,15}$/
const slugForm = /^[a-z\d_-]+$/

/** A key made of a name: "Team size" gives `team-size`. */
export const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-')
    .replace(/^-+|-+$/g, '')

const dayOf = (at: number | undefined) => (at === undefined ? '' : new Date(at * seconds).toISOString().slice(0, dayLength))
const textOf = (value: number | undefined) => (value === undefined ? '' : String(value))

function boundsOf(field: CustomField): Pick<FieldValues, 'least' | 'most'> {
  if (field.type === 'text') return { least: textOf(field.properties.min_length), most: textOf(field.properties.max_length) }
  if (field.type === 'number') return { least: textOf(field.properties.ge), most: textOf(field.properties.le) }
  if (field.type === 'date') return { least: dayOf(field.properties.ge), most: dayOf(field.properties.le) }
  return { least: '', most: '' }
}

const hasBounds = (type: CustomFieldType) => type === 'text' || type === 'number' || type === 'date'

/** A bound as a number: characters, a value, or seconds since 1970 at the start of a day in UTC; undefined where it is empty. */
function boundOf(typed: string, type: CustomFieldType): number | undefined {
  if (typed.trim() === '' || !hasBounds(type)) return undefined
  return type === 'date' ? Date.parse(`${typed}T00:00:00Z`) / seconds : Number(typed)
}

function boundFault(typed: string, { type }: FieldValues): string | undefined {
  if (!hasBounds(type) || type === 'date' || typed.trim() === '') return undefined
  const isValid = wholeNumber.test(typed.trim()) && (type === 'number' || Number(typed) >= 0)
  return isValid ? undefined : t('form.numberInvalid')
}

function optionFaults(options: readonly OptionRow[]): string | Readonly<Record<string, string>> | undefined {
  if (options.length === 0) return t('form.optionsMissing')
  const faults = options.flatMap(({ id, label, value }, at) => {
    if (label.trim() === '' || value.trim() === '') return [[id, t('form.optionMissing')] as const]
    const isSecond = options.slice(0, at).some((other) => other.value.trim() === value.trim())
    return isSecond ? [[id, t('form.optionDuplicate')] as const] : []
  })
  return faults.length === 0 ? undefined : Object.fromEntries(faults)
}

/** The properties of the kind, without what is empty. */
export function propertiesOf(values: FieldValues): Readonly<Record<string, unknown>> {
  const { type, least, most } = values
  const [low, high] = [boundOf(least, type), boundOf(most, type)]
  const all: readonly [name: string, value: unknown][] = [
    ['form_label', values.label.trim()],
    ['form_help_text', values.help.trim()],
    ['form_placeholder', type === 'checkbox' ? '' : values.placeholder.trim()],
    ['textarea', type === 'text' && values.textarea ? true : ''],
    [type === 'text' ? 'min_length' : 'ge', low ?? ''],
    [type === 'text' ? 'max_length' : 'le', high ?? ''],
    ['options', type === 'select' ? values.options.map(({ label, value }) => ({ label: label.trim(), value: value.trim() })) : ''],
  ]
  return Object.fromEntries(all.filter(([, value]) => value !== ''))
}

/** A part of how the field looks. */
const look = { part: 'properties', isRequired: false } as const

/** The form of a custom field. Its kind stays. */
export const fieldForm = resourceForm<CustomField, FieldValues>({
  variant: 'type',
  failed: t('form.failed'),
  note: (changed) => t(changed.some((field) => field !== 'metadata') ? 'form.reachNote' : 'form.codeNote'),
  parts: { properties: { label: t('form.look'), write: propertiesOf } },
  fields: {
    type: plain({ initial: 'text' }),
    name: text({ label: t('form.name'), hint: t('form.nameHint'), rule: filled(t('form.nameMissing')) }),
    slug: text({
      label: t('form.slug'),
      hint: t('form.slugHint'),
      rule: (slug) => (slugForm.test(slug.trim()) ? undefined : t('form.slugInvalid')),
      texts: { value_error: t('form.slugTaken'), other: t('form.slugInvalid') },
      input: { mono: true, spellCheck: false },
    }),
    label: text({ ...look, label: t('form.label'), of: ({ properties }) => properties.form_label, paths: ['form_label'] }),
    help: text({ ...look, label: t('form.help'), of: ({ properties }) => properties.form_help_text, paths: ['form_help_text'] }),
    placeholder: text({
      ...look,
      label: t('form.placeholder'),
      of: ({ properties }) => properties.form_placeholder,
      paths: ['form_placeholder'],
    }),
    textarea: flag({
      ...look,
      label: t('form.textarea'),
      initial: false,
      of: (field) => field.type === 'text' && field.properties.textarea === true,
    }),
    least: {
      ...look,
      read: (field) => (field === null ? '' : boundsOf(field).least),
      rule: boundFault,
      paths: ['min_length', 'ge'],
    },
    most: {
      ...look,
      read: (field) => (field === null ? '' : boundsOf(field).most),
      rule: [
        boundFault,
        (most, { type, least }) => {
          const [low, high] = [boundOf(least, type), boundOf(most, type)]
          return low !== undefined && high !== undefined && high < low ? t('form.boundsInvalid') : undefined
        },
      ],
      paths: ['max_length', 'le'],
    },
    options: {
      ...look,
      applies: ({ type }) => type === 'select',
      read: (field) =>
        field?.type === 'select'
          ? field.properties.options.map((option) => ({ id: option.value, ...option }))
          : [{ id: 'first', label: '', value: '' }],
      rule: optionFaults,
      texts: (options) => (fault) => rowFault(options[Number(/options\.(\d+)/.exec(fault.path)?.[1] ?? 0)], faultText(fault)),
    },
    metadata: metadata(t),
  },
})

import type { CustomField } from '#client/index.ts'
import { dayText, exactText } from '#web/ui/text/moment.ts'

/** The answers of a buyer to custom fields, by the slugs of the fields. */
export type AnswerData = Readonly<Record<string, string | number | boolean | null>>

/** The properties of a field that are read to show an answer; `options` are those of a choice. */
export interface AnsweredField {
  readonly slug: string
  readonly name: string
  readonly type: CustomField['type']
  readonly options: readonly { readonly value: string; readonly label: string }[]
}

interface Words {
  readonly locale: string
  readonly yes: string
  readonly no: string
}

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** The properties that are read of a field of the API. */
export const answeredFieldOf = ({ slug, name, type, properties }: Pick<CustomField, 'slug' | 'name' | 'type' | 'properties'>) =>
  ({ slug, name, type, options: 'options' in properties ? properties.options : [] }) satisfies AnsweredField

/**
 * The answers as names and texts, in the order of the fields. An answer whose field was deleted comes last, named by its slug; fields of
 * the same name have their slug beside it.
 */
export function answerRows(data: AnswerData, fields: readonly AnsweredField[], words: Words): readonly (readonly [string, string])[] {
  const slugs = fields.map(({ slug }) => slug)
  const deleted = Object.keys(data).filter((slug) => !slugs.includes(slug))
  return [...slugs, ...deleted].flatMap((slug): [string, string][] => {
    const value = data[slug]
    if (value === null || value === undefined) return []
    const field = fields.find((each) => each.slug === slug)
    const isAmbiguous = field !== undefined && fields.some(({ slug: other, name }) => other !== slug && name === field.name)
    return [[isAmbiguous ? `${field.name} (${slug})` : (field?.name ?? slug), textOf(value, field, words)]]
  })
}

function textOf(value: string | number | boolean, field: AnsweredField | undefined, { locale, yes, no }: Words): string {
  if (typeof value === 'boolean') return value ? yes : no
  if (typeof value === 'number') return new Intl.NumberFormat(locale).format(value)
  if (field?.type === 'date') return dateText(locale, value)
  return field?.options.find((option) => option.value === value)?.label ?? value
}

// A day is the same day everywhere; as an instant it would be the day before, west of Greenwich.
function dateText(locale: string, value: string): string {
  const isDay = DAY.test(value)
  const at = new Date(isDay ? `${value}T00:00:00` : value)
  if (Number.isNaN(at.getTime())) return value
  return isDay ? dayText(locale, at) : exactText(locale, at)
}

import type { PublicCheckout } from '#client/types.ts'

/** A custom field of a checkout. */
export type CheckoutField = PublicCheckout['attachedCustomFields'][number]

/** The contents of the inputs of custom fields, by their slugs: a text, or whether a box is ticked. */
export type Answers = Readonly<Record<string, string | boolean>>

/** The name of a field in the form, beside those of the buyer. */
export const answerName = (slug: string): `answer:${string}` => `answer:${slug}`

/** The initial contents of the inputs, from what the checkout already knows. */
export function initialAnswers({
  attachedCustomFields,
  customFieldData,
}: Pick<PublicCheckout, 'attachedCustomFields' | 'customFieldData'>): Answers {
  return Object.fromEntries(
    attachedCustomFields.map(({ customField: { slug, type } }) => {
      const known = customFieldData[slug]
      if (type === 'checkbox') return [slug, known === true]
      return [slug, known === null || known === undefined ? '' : String(known)]
    }),
  )
}

/** The slugs of the required fields that are not answered. */
export function missingAnswers(fields: readonly CheckoutField[], answers: Answers): readonly string[] {
  const isAnswered = (answer: string | boolean | undefined) => (typeof answer === 'string' ? answer.trim() !== '' : answer === true)
  return fields
    .filter(({ required, customField }) => required && !isAnswered(answers[customField.slug]))
    .map((field) => field.customField.slug)
}

/** The values of a request: numbers as numbers, without what is empty. */
export function answersOf(fields: readonly CheckoutField[], answers: Answers): Readonly<Record<string, string | number | boolean>> {
  const entries = fields.flatMap(({ customField: { slug, type } }): [string, string | number | boolean][] => {
    const answer = answers[slug] ?? ''
    if (typeof answer === 'boolean') return [[slug, answer]]
    if (answer.trim() === '') return []
    const isNumber = type === 'number' && /^-?\d{1,15}$/.test(answer.trim())
    return [[slug, isNumber ? Number(answer) : answer]]
  })
  return Object.fromEntries(entries)
}

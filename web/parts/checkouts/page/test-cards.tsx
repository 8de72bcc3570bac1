import { testCards as texts } from '#messages/selling/test-cards.ts'
import { messages } from '#web/language.ts'
import { Field } from '#web/ui/inputs/field.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { digitsOf, formatCardNumber, testCards } from './card.ts'
import { t as page } from './messages.ts'

const t = messages(texts)
const outcomes = Object.keys(testCards) as (keyof typeof testCards)[]

/** A choice of test cards by what they do. `card` is what the buyer has typed as the number. */
export default function TestCards({ card, onChoose }: { card: string; onChoose: (card: string) => void }) {
  const digits = digitsOf(card)
  const chosen = outcomes.find((outcome) => testCards[outcome] === digits)
  return (
    <Field label={t('label')}>
      <Select name="test-card" onChange={({ currentTarget: { value } }) => onChoose(formatCardNumber(value))} value={chosen ? digits : ''}>
        <option disabled hidden value="">
          {page('choose')}
        </option>
        {outcomes.map((outcome) => (
          <option key={outcome} value={testCards[outcome]}>
            {t(outcome)} · {formatCardNumber(testCards[outcome])}
          </option>
        ))}
      </Select>
    </Field>
  )
}

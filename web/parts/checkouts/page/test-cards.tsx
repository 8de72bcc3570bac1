import { testCards as texts } from '#messages/selling/test-cards.ts'
import { messages } from '#web/language.ts'
import { Field } from '#web/ui/inputs/field.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { digitsOf, formatCardNumber, TEST_CARD, testCards } from './card.ts'
import { t as page } from './messages.ts'
import type { FieldsProps } from './pay-form.tsx'

const t = messages(texts)
const outcomes = Object.keys(testCards) as (keyof typeof testCards)[]

const FILLED = { expires: '12 / 34', code: '123', name: 'Ada Lovelace' } as const

/** A hint that fills in a test card, and a choice of test cards by what they do. */
export default function TestCards({ values, change }: Pick<FieldsProps, 'values' | 'change'>) {
  const fill = (card: string) => change({ ...FILLED, card, name: values.name.trim() || FILLED.name })
  return (
    <>
      <TestHint onFill={() => fill(TEST_CARD)} />
      <CardChoice card={values.card} onChoose={fill} />
    </>
  )
}

/** `card` is what the buyer has typed as the number. */
function CardChoice({ card, onChoose }: { card: string; onChoose: (card: string) => void }) {
  const digits = digitsOf(card)
  const chosen = outcomes.find((outcome) => testCards[outcome] === digits)
  return (
    <Field label={t('label')}>
      {/* Part of the card: what is kept of the form when the page is loaded anew leaves it out. */}
      <Select
        autoComplete="cc-type"
        name="test-card"
        onChange={({ currentTarget: { value } }) => onChoose(formatCardNumber(value))}
        value={chosen ? digits : ''}
      >
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

function TestHint({ onFill }: { onFill: () => void }) {
  const [before, after] = t('hint', { card: '\u0000' }).split('\u0000')
  return (
    <Banner
      action={
        <button className="rounded-key underline-offset-2 hover:underline pointer-coarse:min-h-44" onClick={onFill} type="button">
          {t('fillIn')}
        </button>
      }
      tone="info"
    >
      {before}
      <span className="font-strong whitespace-nowrap tabular-nums">{TEST_CARD}</span>
      {after}
    </Banner>
  )
}

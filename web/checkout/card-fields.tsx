import { CardIcon } from '#web/ui/icons/index.ts'
import { Field } from '#web/ui/inputs/field.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { groupedCard, groupedExpiry, TEST_CARD } from './card.ts'
import { say } from './messages.ts'
import type { FieldsProps } from './pay-form.tsx'

const FILLED = { card: TEST_CARD, expires: '12 / 34', code: '123' } as const

/** The card, with the hint that this is a test and a way to fill it in. */
export function CardFields({ typed, faults, change, isTest }: FieldsProps & { isTest: boolean }) {
  return (
    <>
      <h2 className="flex min-h-32 items-center text-body font-strong">{say('payment')}</h2>
      {isTest && <TestHint onFill={() => change(FILLED)} />}
      <Field error={faults.card} label={say('card')} required>
        <TextInput
          autoComplete="cc-number"
          icon={CardIcon}
          inputMode="numeric"
          numeric
          onChange={(event) => change({ card: groupedCard(event.currentTarget.value) })}
          placeholder="1234 1234 1234 1234"
          value={typed.card}
        />
      </Field>
      <div className="grid grid-cols-2 gap-12">
        <Field error={faults.expires} label={say('expires')} required>
          <TextInput
            autoComplete="cc-exp"
            inputMode="numeric"
            numeric
            onChange={(event) => change({ expires: groupedExpiry(event.currentTarget.value) })}
            placeholder={say('expiresExample')}
            value={typed.expires}
          />
        </Field>
        <Field error={faults.code} label={say('code')} required>
          <TextInput
            autoComplete="cc-csc"
            inputMode="numeric"
            maxLength={4}
            numeric
            onChange={(event) => change({ code: event.currentTarget.value })}
            placeholder={say('codeExample')}
            value={typed.code}
          />
        </Field>
      </div>
      <Field error={faults.name} label={say('nameOnCard')} required>
        <TextInput autoComplete="cc-name" onChange={(event) => change({ name: event.currentTarget.value })} value={typed.name} />
      </Field>
    </>
  )
}

function TestHint({ onFill }: { onFill: () => void }) {
  const [before, after] = say('testHint', { card: '\u0000' }).split('\u0000')
  return (
    <Banner
      act={
        <button className="rounded-key underline-offset-2 hover:underline pointer-coarse:min-h-44" onClick={onFill} type="button">
          {say('fillIn')}
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

import { lazy, Suspense } from 'react'
import { CardIcon } from '#web/ui/icons/index.ts'
import { Field } from '#web/ui/inputs/field.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { formatCardNumber, formatExpiry } from './card.ts'
import { t } from './messages.ts'
import type { FieldsProps } from './pay-form.tsx'

// Loaded in test mode only.
const TestCards = lazy(() => import('./test-cards.tsx'))

/** The card fields. In test mode, a hint offers to fill in a test card. */
export function CardFields({ values, faults, change, isTest }: FieldsProps & { isTest: boolean }) {
  return (
    <>
      <h2 className="flex min-h-32 items-center text-body font-strong">{t('payment')}</h2>
      {isTest && (
        <Suspense>
          <TestCards change={change} values={values} />
        </Suspense>
      )}
      <Field error={faults.card} label={t('card')} required>
        <TextInput
          autoComplete="cc-number"
          icon={CardIcon}
          inputMode="numeric"
          numeric
          name="card"
          onChange={(event) => change({ card: formatCardNumber(event.currentTarget.value) })}
          placeholder="1234 1234 1234 1234"
          value={values.card}
        />
      </Field>
      <div className="grid grid-cols-2 gap-12">
        <Field error={faults.expires} label={t('expires')} required>
          <TextInput
            autoComplete="cc-exp"
            inputMode="numeric"
            numeric
            name="expires"
            onChange={(event) => change({ expires: formatExpiry(event.currentTarget.value) })}
            placeholder={t('expiresExample')}
            value={values.expires}
          />
        </Field>
        <Field error={faults.code} label={t('code')} required>
          <TextInput
            autoComplete="cc-csc"
            inputMode="numeric"
            maxLength={4}
            numeric
            name="code"
            onChange={(event) => change({ code: event.currentTarget.value })}
            placeholder={t('codeExample')}
            value={values.code}
          />
        </Field>
      </div>
      <NameOnCard change={change} faults={faults} values={values} />
    </>
  )
}

/** The name on the card, which is also that of the customer. */
export function NameOnCard({ values, faults, change }: Pick<FieldsProps, 'values' | 'faults' | 'change'>) {
  return (
    <Field error={faults.name} label={t('nameOnCard')} required>
      <TextInput autoComplete="cc-name" name="name" onChange={(event) => change({ name: event.currentTarget.value })} value={values.name} />
    </Field>
  )
}

import { Checkbox } from '#web/ui/inputs/checkbox.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { t } from './messages.ts'
import type { FieldsProps } from './pay-form.tsx'

/** Whether a business buys. What ticking the box asks for appears below it, so that it stays where it was clicked. */
export function BusinessFields({ values, faults, fields, change }: FieldsProps) {
  return (
    <>
      {fields.has('name') && (
        <Checkbox
          checked={values.isBusiness}
          label={t('business')}
          onChange={(event) => change({ isBusiness: event.currentTarget.checked })}
        />
      )}
      {fields.has('businessName') && (
        <>
          <Field error={faults.businessName} label={t('businessName')} required>
            <TextInput
              autoComplete="organization"
              name="businessName"
              onChange={(event) => change({ businessName: event.currentTarget.value })}
              value={values.businessName}
            />
          </Field>
          <Field error={faults.taxId} hint={t('taxIdHint')} label={t('taxId')} optional>
            <TextInput
              autoComplete="off"
              maxLength={40}
              name="taxId"
              onChange={(event) => change({ taxId: event.currentTarget.value })}
              value={values.taxId}
            />
          </Field>
        </>
      )}
    </>
  )
}

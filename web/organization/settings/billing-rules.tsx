import type { Merchant } from '#client/types.ts'
import { SettingsGroup } from '#web/shell/layouts.tsx'
import { Card, CardBody } from '#web/ui/display/card.tsx'
import { Checkbox } from '#web/ui/inputs/checkbox.tsx'
import { Choices } from '#web/ui/inputs/choices.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { billingRulesSection, exampleNumber } from './billing-rules-section.ts'
import { MerchantFields, MerchantPage, t, useMerchantForm } from './merchant-form.tsx'
import { SubscriptionRules } from './subscription-rules.tsx'

/** The rules of subscriptions, and the numbers of invoices. */
export default function BillingRules() {
  return (
    <MerchantPage lead={t('rules.lead')} title={t('rules.title')}>
      {(merchant) => <BillingRulesForm key={merchant.id} merchant={merchant} />}
    </MerchantPage>
  )
}

function BillingRulesForm({ merchant }: { merchant: Merchant }) {
  const section = billingRulesSection()
  const form = useMerchantForm(section, merchant)
  const { values } = form
  return (
    <MerchantFields form={form} merchant={merchant} note={t('reachLater')} section={section}>
      <SubscriptionRules form={form} />
      <SettingsGroup text={t('rules.invoicesText')} title={t('rules.invoices')}>
        <Card>
          <CardBody>
            <Field
              {...form.field('prefix')}
              hint={t('rules.example', { number: exampleNumber(values, new Date(merchant.createdAt).getFullYear()) })}
              label={t('rules.prefix')}
              required
            >
              <TextInput {...form.text('prefix')} autoCapitalize="characters" autoComplete="off" maxLength={12} mono spellCheck={false} />
            </Field>
            <Choices
              columns={2}
              label={t('rules.series')}
              onChange={(series) => form.set({ series })}
              options={[
                { value: 'organization', title: t('rules.ofOrganization'), text: t('rules.ofOrganizationText') },
                { value: 'customer', title: t('rules.ofCustomer'), text: t('rules.ofCustomerText') },
              ]}
              value={values.series}
            />
            <Checkbox
              checked={values.yearly}
              hint={t('rules.yearlyHint')}
              label={t('rules.yearly')}
              onChange={(event) => form.set({ yearly: event.target.checked })}
            />
          </CardBody>
        </Card>
      </SettingsGroup>
    </MerchantFields>
  )
}

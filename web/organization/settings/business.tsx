import type { Merchant } from '#client/types.ts'
import { exponents } from '#kernel/currencies.ts'
import { SettingsGroup } from '#web/shell/layouts.tsx'
import { Card, CardBody } from '#web/ui/display/card.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { type BusinessValues, businessSection } from './business-section.ts'
import { MerchantFields, type MerchantForm, MerchantPage, t, useMerchantForm } from './merchant-form.tsx'
import { SocialLinks } from './social-links.tsx'

/** The details of the business that buyers see, and its currency and time zone. */
export default function Business() {
  return (
    <MerchantPage lead={t('business.lead')} title={t('business.title')}>
      {(merchant) => <BusinessForm key={merchant.id} merchant={merchant} />}
    </MerchantPage>
  )
}

type FormProps = { form: MerchantForm<BusinessValues> }

function BusinessForm({ merchant }: { merchant: Merchant }) {
  const section = businessSection()
  const form = useMerchantForm(section, merchant)
  return (
    <MerchantFields form={form} merchant={merchant} note={t('reachBuyers')} section={section}>
      <SettingsGroup text={t('business.profileText')} title={t('business.profile')}>
        <Card>
          <CardBody>
            <Field {...form.field('name')} hint={t('business.nameHint')} label={t('business.name')} required>
              <TextInput {...form.text('name')} autoComplete="organization" maxLength={250} />
            </Field>
            <p className="text-caption text-muted">
              {t('business.address', { slug: merchant.slug })}{' '}
              <a className="underline" href={`/dashboard/${merchant.slug}/settings/general`}>
                {t('business.changeAddress')}
              </a>
            </p>
            <Field {...form.field('email')} hint={t('business.emailHint')} label={t('business.email')} optional>
              <TextInput {...form.text('email')} autoComplete="off" inputMode="email" type="email" />
            </Field>
            <Field {...form.field('website')} hint={t('business.websiteHint')} label={t('business.website')} optional>
              <TextInput {...form.text('website')} autoComplete="off" inputMode="url" placeholder="https://" />
            </Field>
            <SocialLinks errors={form.rows('socials')} onChange={(socials) => form.set({ socials })} socials={form.values.socials} />
            {typeof form.field('socials').error === 'string' && <p className="text-caption text-bad">{form.field('socials').error}</p>}
          </CardBody>
        </Card>
      </SettingsGroup>
      <SettingsGroup text={t('business.moneyText')} title={t('business.money')}>
        <Card>
          <CardBody>
            <CurrencyField form={form} />
            <ZoneField form={form} />
            <Field {...form.field('statement')} hint={t('business.statementHint')} label={t('business.statement')} optional>
              <TextInput {...form.text('statement')} autoComplete="off" maxLength={22} spellCheck={false} />
            </Field>
          </CardBody>
        </Card>
      </SettingsGroup>
    </MerchantFields>
  )
}

function CurrencyField({ form }: FormProps) {
  const { locale } = useLanguage()
  const names = new Intl.DisplayNames(locale, { type: 'currency' })
  return (
    <Field {...form.field('currency')} hint={t('business.currencyHint')} label={t('business.currency')}>
      <Select {...form.text('currency')}>
        {Object.keys(exponents)
          .toSorted()
          .map((code) => (
            <option key={code} value={code}>
              {code.toUpperCase()} · {names.of(code.toUpperCase())}
            </option>
          ))}
      </Select>
    </Field>
  )
}

function ZoneField({ form }: FormProps) {
  const zones = [...new Set(['UTC', form.values.zone, ...Intl.supportedValuesOf('timeZone')])]
  return (
    <Field {...form.field('zone')} hint={t('business.zoneHint')} label={t('business.zone')}>
      <Select {...form.text('zone')}>
        {zones.map((zone) => (
          <option key={zone} value={zone}>
            {zone.replaceAll('_', ' ')}
          </option>
        ))}
      </Select>
    </Field>
  )
}

import { useMemo } from 'react'
import type { Merchant } from '#client/types.ts'
import { countries, statesOf } from '#web/parts/checkouts/page/regions.ts'
import { t } from '#web/parts/invoices/messages.ts'
import { SettingsGroup } from '#web/shell/layouts.tsx'
import { Card, CardBody } from '#web/ui/display/card.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { Textarea } from '#web/ui/inputs/textarea.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { invoicesSection, type SellerValues } from './invoices-section.ts'
import { MerchantFields, type MerchantForm, MerchantPage, useMerchantForm } from './merchant-form.tsx'

const longest = 200
const longestNote = 500

/** How invoices and credit notes name the organization. */
export default function Invoices() {
  return (
    <MerchantPage lead={t('business.lead')} title={t('business.title')}>
      {(merchant) => <SellerForm key={merchant.id} merchant={merchant} />}
    </MerchantPage>
  )
}

type FormProps = { form: MerchantForm<SellerValues> }

function SellerForm({ merchant }: { merchant: Merchant }) {
  const section = invoicesSection()
  const form = useMerchantForm(section, merchant)
  return (
    <>
      <Missing missing={merchant.businessDetails.missing} />
      <MerchantFields form={form} merchant={merchant} note={t('business.reach')} section={section}>
        <SettingsGroup text={t('business.sellerText')} title={t('business.seller')}>
          <Card>
            <CardBody>
              <Field {...form.field('legalName')} label={t('business.legalName')}>
                <TextInput {...form.text('legalName')} autoComplete="organization" maxLength={longest} />
              </Field>
              <Field {...form.field('taxId')} hint={t('business.taxIdHint')} label={t('business.taxId')}>
                <TextInput {...form.text('taxId')} autoComplete="off" maxLength={longest} mono spellCheck={false} />
              </Field>
              <Field
                {...form.field('registrationNumber')}
                hint={t('business.registrationHint')}
                label={t('business.registration')}
                optional
              >
                <TextInput {...form.text('registrationNumber')} autoComplete="off" maxLength={longest} />
              </Field>
            </CardBody>
          </Card>
        </SettingsGroup>
        <SettingsGroup text={t('business.addressText')} title={t('business.address')}>
          <Card>
            <CardBody>
              <AddressFields form={form} />
            </CardBody>
          </Card>
        </SettingsGroup>
        <SettingsGroup text={t('business.noteText')} title={t('business.note')}>
          <Card>
            <CardBody>
              <Field {...form.field('invoiceNote')} hint={t('business.noteHint')} label={t('business.note')} optional>
                <Textarea {...form.text('invoiceNote')} maxLength={longestNote} rows={3} />
              </Field>
            </CardBody>
          </Card>
        </SettingsGroup>
      </MerchantFields>
    </>
  )
}

/** What invoices still lack, in one sentence. */
function Missing({ missing }: Pick<Merchant['businessDetails'], 'missing'>) {
  const { locale } = useLanguage()
  if (missing.length === 0) return <Banner tone="info">{t('business.complete')}</Banner>
  const list = new Intl.ListFormat(locale).format(missing.map((field) => t(`business.fields.${field}`)))
  return <Banner tone="warn">{t('business.missing', { list })}</Banner>
}

function AddressFields({ form }: FormProps) {
  const { locale } = useLanguage()
  const all = useMemo(() => countries(locale), [locale])
  const states = statesOf(form.values.country)
  const line = (field: 'line1' | 'line2' | 'postalCode' | 'city', isOptional = false) => (
    <Field {...form.field(field)} label={t(`address.${field}`)} optional={isOptional}>
      <TextInput {...form.text(field)} autoComplete="off" maxLength={longest} />
    </Field>
  )
  return (
    <>
      <Field {...form.field('country')} label={t('address.country')}>
        <Select {...form.text('country')} onChange={(event) => form.set({ country: event.currentTarget.value, state: '' })}>
          <option value="">{t('address.choose')}</option>
          {all.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      {line('line1')}
      {line('line2', true)}
      <div className="grid items-start gap-16 wide:grid-cols-[1fr_2fr]">
        {line('postalCode')}
        {line('city')}
      </div>
      {states.length > 0 && (
        <Field {...form.field('state')} label={t('address.state')} optional>
          <Select {...form.text('state')}>
            <option value="">{t('address.choose')}</option>
            {states.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
      )}
    </>
  )
}

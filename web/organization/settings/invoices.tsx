import type { Merchant } from '#client/types.ts'
import { AddressFields } from '#web/parts/customers/address-fields.tsx'
import { t } from '#web/parts/invoices/messages.ts'
import { SettingsGroup } from '#web/shell/layouts.tsx'
import { Card, CardBody } from '#web/ui/display/card.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { Textarea } from '#web/ui/inputs/textarea.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { invoicesSection } from './invoices-section.ts'
import { MerchantFields, MerchantPage, useMerchantForm } from './merchant-form.tsx'

const longest = 200
const longestNote = 500

/** The details by which invoices and credit notes name the organization. */
export default function Invoices() {
  return (
    <MerchantPage lead={t('business.lead')} title={t('business.title')}>
      {(merchant) => <SellerForm key={merchant.id} merchant={merchant} />}
    </MerchantPage>
  )
}

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
              <AddressFields form={form} maxLength={longest} needs="whole" />
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

/** The fields that invoices still lack, in one sentence. */
function Missing({ missing }: Pick<Merchant['businessDetails'], 'missing'>) {
  const { locale } = useLanguage()
  if (missing.length === 0) return <Banner tone="info">{t('business.complete')}</Banner>
  const list = new Intl.ListFormat(locale).format(missing.map((field) => t(`business.fields.${field}`)))
  return <Banner tone="warn">{t('business.missing', { list })}</Banner>
}

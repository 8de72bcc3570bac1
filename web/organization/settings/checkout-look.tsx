import { lazy, Suspense } from 'react'
import type { Merchant } from '#client/types.ts'
import { Avatar } from '#web/parts/avatar.tsx'
import { accentOf } from '#web/parts/checkouts/page/accent.ts'
import { SettingsGroup } from '#web/shell/layouts.tsx'
import { Card, CardBody } from '#web/ui/display/card.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { Textarea } from '#web/ui/inputs/textarea.tsx'
import { checkoutLookSection, colorOf } from './checkout-look-section.ts'
import { MerchantFields, MerchantPage, t, useMerchantForm } from './merchant-form.tsx'

const CheckoutPreview = lazy(() => import('./checkout-preview.tsx'))

/** The colour in the color picker while the merchant has none of its own. */
const ownColor = '#4353d8'

/** Logo and colour of the checkout page with a preview, and the pages that may embed it. */
export default function CheckoutLook() {
  return (
    <MerchantPage lead={t('look.lead')} title={t('look.title')}>
      {(merchant) => <CheckoutLookForm key={merchant.id} merchant={merchant} />}
    </MerchantPage>
  )
}

function CheckoutLookForm({ merchant }: { merchant: Merchant }) {
  const section = checkoutLookSection()
  const form = useMerchantForm(section, merchant)
  const color = colorOf(form.values.accent)
  const shown = color === null ? null : accentOf(color).light
  return (
    <MerchantFields form={form} merchant={merchant} note={t('reachBuyers')} section={section}>
      <SettingsGroup text={t('look.brandText')} title={t('look.brand')}>
        <Card>
          <CardBody>
            <div className="flex items-center gap-12">
              <Avatar name={merchant.name} size={40} square src={merchant.avatarUrl ?? undefined} />
              <p className="min-w-0 text-caption text-muted">
                {t('look.logoHint')}{' '}
                <a className="underline" href={`/dashboard/${merchant.slug}/settings/general`}>
                  {t('look.changeLogo')}
                </a>
              </p>
            </div>
            <Field
              {...form.field('accent')}
              hint={shown !== null && shown !== color ? t('look.accentNudged', { color: shown }) : t('look.accentHint')}
              label={t('look.accent')}
              optional
            >
              <TextInput
                {...form.text('accent')}
                autoComplete="off"
                before={
                  <input
                    aria-label={t('look.pick')}
                    className="block size-20 cursor-pointer rounded-key"
                    onChange={(event) => form.set({ accent: event.target.value })}
                    type="color"
                    value={color ?? ownColor}
                  />
                }
                maxLength={7}
                mono
                placeholder={t('look.accentPlaceholder')}
                spellCheck={false}
              />
            </Field>
            <div className="h-480 overflow-hidden rounded-card border border-line bg-canvas max-wide:h-400">
              <Suspense>
                <CheckoutPreview accent={color} merchant={merchant} />
              </Suspense>
            </div>
          </CardBody>
        </Card>
      </SettingsGroup>
      <SettingsGroup text={t('look.embedText')} title={t('look.embed')}>
        <Card>
          <CardBody>
            <Field {...form.field('origins')} hint={t('look.originsHint')} label={t('look.origins')} optional>
              <Textarea {...form.text('origins')} mono placeholder="https://shop.example" spellCheck={false} />
            </Field>
          </CardBody>
        </Card>
      </SettingsGroup>
    </MerchantFields>
  )
}

import { SettingsGroup } from '#web/shell/layouts.tsx'
import { Card, CardBody } from '#web/ui/display/card.tsx'
import { Checkbox } from '#web/ui/inputs/checkbox.tsx'
import { Choices } from '#web/ui/inputs/choices.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { type BillingRulesValues, gracePeriods } from './billing-rules-section.ts'
import { type MerchantForm, t } from './merchant-form.tsx'

const emails = ['trialEnding', 'renewalUpcoming', 'paymentFailed', 'paymentRecovered'] as const
const portalSwitches = ['customerChanges', 'emailChanges', 'showsUsage'] as const
const directions = ['upgrades', 'downgrades'] as const

interface RulesProps {
  readonly form: MerchantForm<BillingRulesValues>
}

/** Sets what customers may have, see and change, how changes are billed, what follows an unpaid renewal, and which emails customers get. */
export function SubscriptionRules({ form }: RulesProps) {
  const { values } = form
  return (
    <>
      <SettingsGroup text={t('rules.subscriptionsText')} title={t('rules.subscriptions')}>
        <Card>
          <CardBody>
            <Checkbox
              checked={values.several}
              hint={t('rules.severalHint')}
              label={t('rules.several')}
              onChange={(event) => form.set({ several: event.target.checked })}
            />
          </CardBody>
        </Card>
      </SettingsGroup>
      <SettingsGroup text={t('rules.portalText')} title={t('rules.portal')}>
        <Card>
          <CardBody>
            {portalSwitches.map((name) => (
              <Checkbox
                checked={values[name]}
                hint={t(`rules.${name}Hint`)}
                key={name}
                label={t(`rules.${name}`)}
                onChange={(event) => form.set({ [name]: event.target.checked })}
              />
            ))}
          </CardBody>
        </Card>
      </SettingsGroup>
      <SettingsGroup text={t('rules.prorationText')} title={t('rules.proration')}>
        <Choices
          label={t('rules.proration')}
          onChange={(proration) => form.set({ proration })}
          options={[
            { value: 'prorate', title: t('rules.prorate'), text: t('rules.prorateText') },
            { value: 'invoice', title: t('rules.invoice'), text: t('rules.invoiceText') },
          ]}
          value={values.proration}
        />
        <Card>
          <CardBody>
            <div className="grid items-start gap-16 wide:grid-cols-2">
              {directions.map((direction) => (
                <Field hint={t(`rules.${direction}Hint.${values[direction]}`)} key={direction} label={t(`rules.${direction}`)}>
                  <Select
                    name={direction}
                    onChange={(event) => form.set({ [direction]: event.target.value as BillingRulesValues['upgrades'] })}
                    value={values[direction]}
                  >
                    <option value="now">{t('rules.now')}</option>
                    <option value="period_end">{t('rules.periodEnd')}</option>
                  </Select>
                </Field>
              ))}
            </div>
          </CardBody>
        </Card>
      </SettingsGroup>
      <Collection form={form} />
      <Disputes form={form} />
      <Emails form={form} />
    </>
  )
}

function Collection({ form }: RulesProps) {
  const { values } = form
  return (
    <SettingsGroup text={t('rules.collectionText')} title={t('rules.collection')}>
      <Card>
        <CardBody>
          <p className="text-label text-muted">{t('rules.collectionSchedule')}</p>
          <Field hint={values.grace === '0' ? t('rules.graceNone') : t('rules.graceHint')} label={t('rules.grace')}>
            <div className="max-w-320">
              <Select name="grace" onChange={(event) => form.set({ grace: event.target.value })} value={values.grace}>
                {gracePeriods.map((days) => (
                  <option key={days} value={String(days)}>
                    {days === 0 ? t('rules.graceAtOnce') : t('rules.graceDays', { count: days })}
                  </option>
                ))}
              </Select>
            </div>
          </Field>
          <h3 className="text-label font-strong">{t('rules.final')}</h3>
          <Choices
            columns={2}
            label={t('rules.final')}
            onChange={(final) => form.set({ final })}
            options={[
              { value: 'canceled', title: t('rules.canceled'), text: t('rules.canceledText') },
              { value: 'unpaid', title: t('rules.unpaid'), text: t('rules.unpaidText') },
            ]}
            value={values.final}
          />
        </CardBody>
      </Card>
    </SettingsGroup>
  )
}

function Disputes({ form }: RulesProps) {
  return (
    <SettingsGroup text={t('rules.disputesText')} title={t('rules.disputes')}>
      <Card>
        <CardBody>
          <Checkbox
            checked={form.values.revokesLost}
            hint={t('rules.revokesLostHint')}
            label={t('rules.revokesLost')}
            onChange={(event) => form.set({ revokesLost: event.target.checked })}
          />
        </CardBody>
      </Card>
    </SettingsGroup>
  )
}

function Emails({ form }: RulesProps) {
  const { values } = form
  return (
    <SettingsGroup text={t('rules.emailsText')} title={t('rules.emails')}>
      <Card>
        <CardBody>
          {emails.map((email) => (
            <Checkbox
              checked={values.emails[email]}
              hint={t(`rules.emailHints.${email}`)}
              key={email}
              label={t(`rules.emailNames.${email}`)}
              onChange={(event) => form.set({ emails: { ...values.emails, [email]: event.target.checked } })}
            />
          ))}
        </CardBody>
      </Card>
    </SettingsGroup>
  )
}

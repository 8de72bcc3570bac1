import { useQuery } from '@tanstack/react-query'
import { apiQuery, client, useAction } from '#web/api.ts'
import { faultText } from '#web/parts/field-faults.ts'
import { FormFailure } from '#web/parts/form-failure.tsx'
import { useForm } from '#web/parts/use-form.ts'
import { SettingsFrame, SettingsGroup } from '#web/shell/layouts.tsx'
import { LeaveGuard } from '#web/shell/leave-guard.tsx'
import { PageHeader } from '#web/shell/page-header.tsx'
import { QueryContent } from '#web/shell/query-content.tsx'
import { Card, CardBody } from '#web/ui/display/card.tsx'
import { ActionBar } from '#web/ui/inputs/action-bar.tsx'
import { AppForm } from '#web/ui/inputs/app-form.tsx'
import { Checkbox } from '#web/ui/inputs/checkbox.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { useMembership } from '../../membership.ts'
import { EngineGroup } from './engine.tsx'
import { Example } from './example.tsx'
import { t } from './messages.ts'
import { PlaceOptions } from './places.tsx'
import { Rates, Registrations } from './rows.tsx'
import { StandardRates } from './standard-rates.tsx'
import { bodyOf, changedFields, engineFault, rules, shippedDay, type TaxSettings, type TaxValues, valuesOf } from './values.ts'

const behaviors = ['location', 'inclusive', 'exclusive'] as const

/** Whether the organization collects taxes, where it is registered, its own rates, and an example. */
export default function Taxes() {
  const { organization } = useMembership()
  const query = useQuery(apiQuery('organizations', 'taxSettings', { organizationId: organization.id }))
  return (
    <SettingsFrame head={<PageHeader lead={t('lead')} title={t('title')} />}>
      <QueryContent query={query}>{(settings) => <TaxForm organizationId={organization.id} settings={settings} />}</QueryContent>
    </SettingsFrame>
  )
}

function useTaxForm(organizationId: string, settings: TaxSettings) {
  const save = useAction(client.organizations.updateTaxSettings, ['organizations'])
  const form = useForm<TaxValues, TaxSettings>({
    initial: () => valuesOf(settings),
    rules,
    refusals: {
      texts: {
        origin: { other: t('originInvalid') },
        registrations: (fault) => faultText(fault, { other: t(fault.path.endsWith('tax_id') ? 'taxIdInvalid' : 'placeInvalid') }),
        rates: { other: t('rateInvalid') },
        engine: engineFault,
      },
    },
    send: async (values) => (changedFields(values, settings).length === 0 ? null : save.run(organizationId, bodyOf(values))),
    onDone: (saved) => {
      form.reset(valuesOf(saved))
      toast(t('saved'))
    },
  })
  return form
}

const labels = {
  enabled: t('enabled'),
  origin: t('origin'),
  behavior: t('behavior'),
  registrations: t('registrations'),
  rates: t('rates'),
  engine: t('engine'),
}

function TaxForm({ organizationId, settings }: { organizationId: string; settings: TaxSettings }) {
  const form = useTaxForm(organizationId, settings)
  const { values } = form
  const changes = changedFields(values, settings).map((field) => labels[field])
  const isTable = values.engine === 'built_in'
  return (
    <>
      <AppForm {...form.props} className="grid grid-cols-[minmax(0,1fr)] gap-48 max-wide:gap-32" saveKey>
        <SettingsGroup text={t('collectionText')} title={t('collection')}>
          <Card>
            <CardBody>
              <Checkbox
                checked={values.enabled}
                hint={t('enabledHint')}
                label={t('enabled')}
                name="enabled"
                onChange={(event) => form.set({ enabled: event.currentTarget.checked })}
              />
              <Field {...form.field('origin')} label={t('origin')} required>
                <Select {...form.text('origin')}>
                  <PlaceOptions states={false} />
                </Select>
              </Field>
              <Field {...form.field('behavior')} label={t('behavior')}>
                <Select
                  name="behavior"
                  onChange={(event) => form.set({ behavior: event.currentTarget.value as TaxValues['behavior'] })}
                  value={values.behavior}
                >
                  {behaviors.map((each) => (
                    <option key={each} value={each}>
                      {t(`behaviors.${each}`)}
                    </option>
                  ))}
                </Select>
              </Field>
              <Example hasChanges={changes.length > 0} organizationId={organizationId} settings={settings} />
            </CardBody>
          </Card>
        </SettingsGroup>
        <EngineGroup
          error={form.field('engine').error}
          onChange={(engine) => form.set({ engine })}
          settings={settings}
          value={values.engine}
        />
        <SettingsGroup text={t(isTable ? 'registrationsText' : 'registrationsUnused')} title={t('registrations')}>
          <Card>
            <CardBody>
              <Registrations
                errors={form.rows('registrations')}
                onChange={(registrations) => form.set({ registrations })}
                rows={values.registrations}
              />
              {typeof form.field('registrations').error === 'string' && (
                <p className="text-caption text-bad">{form.field('registrations').error}</p>
              )}
            </CardBody>
          </Card>
        </SettingsGroup>
        <SettingsGroup text={t(isTable ? 'ratesText' : 'ratesUnused')} title={t('rates')}>
          <Card>
            <CardBody>
              <Rates
                errors={form.rows('rates')}
                onChange={(rates) => form.set({ rates })}
                rows={values.rates}
                today={shippedDay(settings)}
              />
              {typeof form.field('rates').error === 'string' && <p className="text-caption text-bad">{form.field('rates').error}</p>}
              <StandardRates settings={settings} />
            </CardBody>
          </Card>
        </SettingsGroup>
        <FormFailure text={form.failure} />
        <ActionBar busy={form.busy} changes={changes} note={t('note')} onDiscard={() => form.reset(valuesOf(settings))} />
      </AppForm>
      <LeaveGuard changes={() => (form.busy ? [] : changes)} />
    </>
  )
}

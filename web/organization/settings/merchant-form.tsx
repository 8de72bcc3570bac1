import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Merchant, MerchantUpdate } from '#client/types.ts'
import { merchantSettings } from '#messages/organizations/merchant-settings.ts'
import { apiQuery, client, useAction } from '#web/api.ts'
import { messages } from '#web/language.ts'
import type { FaultTable } from '#web/parts/field-faults.ts'
import { FormFailure } from '#web/parts/form-failure.tsx'
import { useForm } from '#web/parts/use-form.ts'
import { SettingsFrame } from '#web/shell/layouts.tsx'
import { LeaveGuard } from '#web/shell/leave-guard.tsx'
import { PageHeader } from '#web/shell/page-header.tsx'
import { QueryContent } from '#web/shell/query-content.tsx'
import { ActionBar } from '#web/ui/inputs/action-bar.tsx'
import { AppForm } from '#web/ui/inputs/app-form.tsx'
import type { Rules } from '#web/ui/inputs/rules.ts'
import { toast } from '#web/ui/overlays/toasts.ts'
import { refreshOrganization } from '../client.ts'
import { useMembership } from '../membership.ts'

/** Translates the messages of the settings of an organization as a seller. */
export const t = messages(merchantSettings)

/** The part of these settings that a page edits. */
export interface MerchantSection<V extends object> {
  readonly valuesOf: (merchant: Merchant) => V
  /** The request body: only what differs. */
  readonly changesOf: (values: V, merchant: Merchant) => MerchantUpdate
  readonly rules: Rules<V>
  readonly refusals: FaultTable<keyof V & string>
  /** The labels of the fields of a body. */
  readonly labels: { readonly [Field in keyof MerchantUpdate]?: string }
}

/** The state of the form of a page. */
export type MerchantForm<V extends object> = ReturnType<typeof useForm<V, Merchant>>

/** A page of these settings: loads the organization as a seller, then shows its form. */
export function MerchantPage({ title, lead, children }: { title: string; lead: string; children: (merchant: Merchant) => ReactNode }) {
  const { organization } = useMembership()
  const query = useQuery(apiQuery('organizations', 'get', organization.id))
  return (
    <SettingsFrame head={<PageHeader lead={lead} title={title} />}>
      <QueryContent query={query}>{children}</QueryContent>
    </SettingsFrame>
  )
}

/** The form of a section. What the server made of the values replaces them. */
export function useMerchantForm<V extends object>(section: MerchantSection<V>, merchant: Merchant): MerchantForm<V> {
  const save = useAction(client.organizations.update, ['organizations'])
  const form: MerchantForm<V> = useForm<V, Merchant>({
    initial: () => section.valuesOf(merchant),
    rules: section.rules,
    refusals: section.refusals,
    send: async (values) => {
      const changes = section.changesOf(values, merchant)
      return Object.keys(changes).length === 0 ? null : save.run(merchant.id, changes)
    },
    onDone: async (saved) => {
      form.reset(section.valuesOf(saved))
      await refreshOrganization()
      toast(t('saved'))
    },
  })
  return form
}

/** The fields of a section with the bar of what is not saved. `note` says whom the changes reach. */
export function MerchantFields<V extends object>(props: {
  section: MerchantSection<V>
  form: MerchantForm<V>
  merchant: Merchant
  note: string
  children: ReactNode
}) {
  const { section, form, merchant } = props
  const fields = Object.keys(section.changesOf(form.values, merchant)) as (keyof MerchantUpdate)[]
  const labels = fields.flatMap((field) => section.labels[field] ?? [])
  return (
    <>
      <AppForm {...form.props} className="grid grid-cols-[minmax(0,1fr)] gap-48 max-wide:gap-32" saveKey>
        {props.children}
        <FormFailure text={form.failure} />
        <ActionBar busy={form.busy} changes={labels} note={props.note} onDiscard={() => form.reset(section.valuesOf(merchant))} />
      </AppForm>
      <LeaveGuard changes={() => (form.busy ? [] : labels)} />
    </>
  )
}

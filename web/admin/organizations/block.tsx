import type { AdminOrganizationDetails } from '#client/types.ts'
import { useAction } from '#web/api.ts'
import type { Command } from '#web/command.ts'
import { FormDialog } from '#web/parts/dialogs/form-dialog.tsx'
import { useForm } from '#web/parts/use-form.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { ArchiveIcon, StopIcon } from '#web/ui/icons/index.ts'
import { Field } from '#web/ui/inputs/field.tsx'
import type { Rules } from '#web/ui/inputs/rules.ts'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { AdminActionDialog } from '../admin-action-dialog.tsx'
import { administration, refreshAdmin } from '../client.ts'
import { refusedText } from '../refusal.ts'
import { t } from './messages.ts'

const REASON_MAXIMUM = 500

interface BlockValues {
  readonly reason: string
}

const rules: Rules<BlockValues> = {
  reason: (reason) => (reason.trim() === '' ? t('block.missingReason') : undefined),
}

interface DialogProps {
  readonly organization: AdminOrganizationDetails
  readonly onClose: () => void
}

/** The command that blocks an organization, or lifts its block; it opens the dialog of that name. */
export function blockCommand({ blockedAt }: AdminOrganizationDetails, open: (dialog: 'block' | 'unblock') => void): Command {
  if (blockedAt !== null) return { id: 'organization-unblock', label: t('unblock.command'), icon: ArchiveIcon, run: () => open('unblock') }
  return { id: 'organization-block', label: t('block.command'), icon: StopIcon, danger: true, run: () => open('block') }
}

/** Blocks an organization with a reason, which its members read. */
export function BlockDialog({ organization: { id, name }, onClose }: DialogProps) {
  const block = useAction(administration.blockOrganization)
  const form = useForm<BlockValues, unknown>({
    initial: { reason: '' },
    rules,
    refusals: { paths: {}, text: refusedText },
    send: ({ reason }) => block.run({ organizationId: id, reason: reason.trim() }),
    onDone: async () => {
      await refreshAdmin()
      onClose()
      toast(t('block.done', { name }))
    },
  })
  return (
    <FormDialog
      danger
      form={form}
      intro={t('block.text')}
      onClose={onClose}
      size="small"
      submitLabel={t('block.action')}
      title={t('block.title', { name })}
    >
      <Field {...form.field('reason')} hint={t('block.reasonHint')} label={t('block.reason')} required>
        <TextInput {...form.text('reason')} autoComplete="off" maxLength={REASON_MAXIMUM} />
      </Field>
    </FormDialog>
  )
}

/** Confirms and lifts the block of an organization. */
export function UnblockDialog({ organization: { id, name }, onClose }: DialogProps) {
  return (
    <AdminActionDialog
      body={{ organizationId: id }}
      call={administration.unblockOrganization}
      confirmLabel={t('unblock.action')}
      onClose={onClose}
      successMessage={t('unblock.done', { name })}
      title={t('unblock.title', { name })}
    >
      <p>{t('unblock.text')}</p>
    </AdminActionDialog>
  )
}

/** Since when and why an organization is blocked; nothing where it is not. */
export function BlockNotice({ organization, onLift }: { organization: AdminOrganizationDetails; onLift: () => void }) {
  const { locale } = useLanguage()
  const { blockedAt, blockedReason } = organization
  if (blockedAt === null) return null
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }).format(new Date(blockedAt))
  return (
    <Banner action={<Button onClick={onLift}>{t('unblock.short')}</Button>} icon={StopIcon} tone="bad">
      <p className="font-strong">{t('block.since', { time })}</p>
      <p className="[overflow-wrap:anywhere]">{t('block.why', { reason: blockedReason ?? '' })}</p>
    </Banner>
  )
}
